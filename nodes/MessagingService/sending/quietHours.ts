import { callingCodeOf, countriesOfCode } from '../../shared/numbers';
import { LIMITS } from '../../shared/spec';
import {
	formatServiceTime,
	isPlainZone,
	nextAllowed,
	serviceInstant,
	toIso,
	zonesOfCountry,
	type QuietHours,
	MS_PER_DAY,
	QUARTER_MS,
} from '../../shared/time';
import {
	accept,
	checkQuietHours,
	quote,
	refuse,
	refuseAs,
	type Checked,
} from '../../shared/validation';
import type { IDataObject } from 'n8n-workflow';
import { counted, isBlank, valueAt } from '../../shared/text';
import { ready, refusedBy, settled, type Message, type Recipient, type Terms } from './message';

/*
 * Messages that wait until it is not night where their recipient is. A campaign has a start, so that its recipients go out in as many
 * campaigns as there are moments at which they may; a message by itself has none, and is held back or sent anyway.
 */

const QUIET_HOURS_LABEL = 'Quiet Hours';

/** The hours that count as soon as Quiet Hours are added. */
export const DEFAULT_QUIET_HOURS = { from: '21:00', to: '08:00', days: [1, 2, 3, 4, 5, 6, 7] };

/** What a recipient's zones are found from. */
interface Placed {
	zone: unknown;
	country: string | undefined;
	phone: string;
}

const isFields = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads Quiet Hours; nothing where they were not added. */
export function checkQuietChoice(value: unknown): Checked<QuietHours | undefined> {
	if (isBlank(value)) return accept(undefined);
	// The form gives an object with the hours; an expression may give anything, which must not mean no quiet hours.
	const { hours, ...others } = Object(value) as IDataObject;
	const isAddedAlone = isFields(value) && isBlank(hours) && Object.keys(others).length === 0;
	const given = isAddedAlone ? DEFAULT_QUIET_HOURS : hours;
	if (!isFields(value) || !isFields(given))
		return refuseAs(QUIET_HOURS_LABEL, 'holds no hours', 'Set them in the form.');
	const { from, to, days } = given as IDataObject;
	return checkQuietHours(from, to, days);
}

/** The name of the field that holds the zone of a recipient, in the value of Quiet Hours; '' where there is none. */
export const zoneFieldIn = (value: unknown): string => {
	const name = valueAt(value, 'hours.zoneField');
	return typeof name === 'string' ? name : '';
};

/**
 * Makes a finder of a recipient's zones: the one that its field names, else those of the country of its number. `fallback` is the zone of
 * numbers that name no country.
 */
export function zoneJudge(fallback: string): (placed: Placed) => Checked<readonly string[]> {
	const known = new Map<string, readonly string[]>();
	/** One list for all whose zones are the same. */
	function once(key: string, make: () => readonly string[]): readonly string[] {
		const zones = known.get(key) ?? make();
		known.set(key, zones);
		return zones;
	}
	return ({ zone, country, phone }) => {
		if (!isBlank(zone)) {
			const name = typeof zone === 'string' ? zone.trim() : zone;
			return isPlainZone(name)
				? accept(once(name, () => [name]))
				: refuseAs(
						'Zone Field',
						`leads to ${quote(String(typeof zone === 'object' ? 'an object' : zone))}, which is not a time zone`,
						'Use names such as Europe/Kyiv, or leave the field empty.',
					);
		}
		const code = country === undefined ? (callingCodeOf(phone) ?? '') : '';
		return accept(
			once(country ?? `+${code}`, () => {
				const countries = country === undefined ? countriesOfCode(code) : [country];
				const zones = [...new Set(countries.flatMap(zonesOfCountry))];
				return zones.length > 0 ? zones : [fallback];
			}),
		);
	};
}

/** What the moments of a send are found from. */
interface SendingSpan {
	hours: QuietHours;
	/** When sending is asked for (ms). */
	from: number;
	/** The last moment that the service takes (ms). */
	latest: number;
	/** The service's zone. */
	serviceZone: string;
}

/** The first moment at which sending is allowed in all of the zones, and that the service cannot read as another one. */
function releaseIn(zones: readonly string[], { hours, from, latest, serviceZone }: SendingSpan) {
	let at = nextAllowed(hours, zones, from, latest);
	// In the hour that clocks repeat, the service's form of a time means either moment: the first would be too early.
	while (
		at !== undefined &&
		at > from &&
		serviceInstant(formatServiceTime(at, serviceZone), serviceZone) !== at
	)
		at = nextAllowed(hours, zones, at + QUARTER_MS, latest);
	return at;
}

const latestFrom = (now: number): number => now + LIMITS.startAtDaysAhead * MS_PER_DAY;

/** What tells when recipients go out. */
export interface Timing {
	quiet: QuietHours | undefined;
	/** Whether what goes out later can be given a start. */
	campaign: boolean;
	serviceZone: string;
	/** The current time (ms). */
	now: number;
	/** Whether an earlier try may have sent a recipient: that one is asked for, and not held back. */
	wasTried?(recipient: Recipient): boolean;
}

/** The later one of now and the start that the user gave. */
function askedFor(
	{ startAt }: Terms,
	{ serviceZone, now }: Pick<Timing, 'serviceZone' | 'now'>,
): number {
	const given = startAt === undefined ? undefined : serviceInstant(startAt, serviceZone);
	return Math.max(now, given ?? now);
}

/** Gives recipients the moment at which each goes out, where Quiet Hours are set. */
export function withStarts(recipients: readonly Recipient[], timing: Timing): readonly Recipient[] {
	const { quiet: hours, campaign, now, serviceZone } = timing;
	if (!hours) return recipients;
	// Recipients of a country share their list of zones, and most share their terms.
	const releases = new Map<Terms, Map<readonly string[], number | undefined>>();
	return recipients.map((recipient) => {
		const { message } = recipient;
		const { zones, terms } = message;
		if (recipient.status !== 'ready' || !zones) return recipient;
		const from = askedFor(terms, timing);
		const known = releases.get(terms) ?? new Map<readonly string[], number | undefined>();
		releases.set(terms, known);
		if (!known.has(zones))
			known.set(zones, releaseIn(zones, { hours, from, latest: latestFrom(now), serviceZone }));
		const start = known.get(zones);
		if (!campaign && timing.wasTried?.(recipient)) return recipient;
		if (start === undefined)
			return settled(
				message,
				refusedBy(
					refuse(
						QUIET_HOURS_LABEL,
						`${QUIET_HOURS_LABEL} allow no moment within ${LIMITS.startAtDaysAhead} days in ${zonesInWords(zones)}`,
						'Make them shorter, allow more weekdays, or give Zone Field.',
					).refusal,
				),
			);
		const timed = ready({ ...message, start });
		if (campaign || start === from) return timed;
		return settled(timed.message, {
			status: 'skipped',
			reason: `Held back in quiet hours (${zonesInWords(zones)}): it may go from ${toIso(start, serviceZone)}`,
		});
	});
}

/** Names zones in a few words. */
function zonesInWords(zones: readonly string[]): string {
	const [first = ''] = zones;
	return zones.length > 1 ? `${zones.length} time zones such as ${first}` : first;
}

/**
 * The terms of the messages of one request, which leaves now, with its start under Quiet Hours. The start is found once more, since a
 * long send may have come into the quiet hours.
 */
export function termsAtDeparture(
	hours: QuietHours | undefined,
	messages: readonly Message[],
	serviceZone: string,
	now = Date.now(),
): Terms {
	const { terms = {} } = messages[0] ?? {};
	if (!hours) return terms;
	const planned = messages.reduce((latest, { start = 0 }) => Math.max(latest, start), 0);
	if (planned === 0) return terms;
	const zones = [...new Set([...new Set(messages.map((message) => message.zones))].flat())];
	const known = zones.filter((zone) => zone !== undefined);
	const from = Math.max(planned, now);
	const span = { hours, from, latest: latestFrom(now), serviceZone };
	const at = releaseIn(known, span) ?? planned;
	return at > now ? { ...terms, startAt: formatServiceTime(at, serviceZone) } : terms;
}

/** From when the first of the recipients that are held back may go, undefined where none is. `zone` is the service's. */
export function firstRelease(recipients: readonly Recipient[], zone: string): string | undefined {
	let first = Infinity;
	for (const { status, message } of recipients)
		if (status === 'skipped') first = Math.min(first, message.start ?? Infinity);
	return first < Infinity ? toIso(first, zone) : undefined;
}

/** Says how many recipients go out later than Start At, or now, because of Quiet Hours; undefined where none does. */
export function laterHint(
	recipients: readonly Recipient[],
	timing: Pick<Timing, 'serviceZone' | 'now'>,
): string | undefined {
	const later = recipients.filter((recipient) => {
		const isSent = recipient.status === 'accepted' && !recipient.already;
		const { start = 0, terms } = recipient.message;
		return (isSent || recipient.status === 'dry run') && start > askedFor(terms, timing);
	});
	if (later.length === 0) return undefined;
	const moments = new Set(later.map(({ message }) => message.start)).size;
	return `${counted(later.length, 'recipient gets', 'recipients get')} the message later because of Quiet Hours, at ${moments === 1 ? 'one moment' : counted(moments, 'moment')}: see start_at.`;
}
