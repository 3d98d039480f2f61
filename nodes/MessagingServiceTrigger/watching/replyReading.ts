/**
 * How the replies of a period are read. The list has no pages, but a service may show only so many of a period, the oldest or the newest
 * of them: what it does not show is asked for in further parts, the next one beginning where the last one ended.
 */
import { normaliseReceived, receivedEntries, receivedTotal } from '../../shared/reply';
import { callReceivedAhead, type Service } from '../../shared/service';
import { ENDPOINTS, LIMITS } from '../../shared/spec';
import { formatServiceTime, parseInstant } from '../../shared/time';
import type { CallOutcome } from '../../shared/transport';
import { seeReplies, type ReceivedRule, type SeenReply } from '../events/received';
import type { Session } from './session';
import type { Read } from './source';

const DAY_MS = 24 * 60 * 60_000;
const SECOND_MS = 1_000;
/** So far the service's clock may be behind n8n's where the service takes no end ahead of its own now; the windows of polls overlap by more. */
const BEHIND_MS = 60_000;
/** Requests for the replies of one poll. */
const MOST_PARTS = 10;
/** Where the service does not say how many there are, a part that holds fewer is whole. */
const SHORT = LIMITS.page.pageMin;

/** What the watch of replies goes by. */
export interface ReplyWatch {
	read: Read;
	/** IANA name of the zone of the service. */
	zone: string;
	received: ReceivedRule;
}

/** An entry of the list, and the second in which it came, in milliseconds; NaN where it tells no time. */
interface Entry {
	raw: unknown;
	at: number;
}

/** What the service shows of a period; times are milliseconds. */
interface Part {
	entries: Entry[];
	/** Whether the service shows all that it has of the period. */
	isWhole: boolean;
	/** How many it says there are; undefined = it does not say. */
	total: number | undefined;
}

/** What was read of a period. */
export interface ReadReplies {
	/** The oldest first. */
	replies: SeenReply[];
	/** Whether newer ones are left for the next poll. */
	isCut: boolean;
}

const isTimed = ({ at }: Entry): boolean => !Number.isNaN(at);
const newestOf = (entries: readonly Entry[]): number =>
	entries.reduce((newest, { at }) => (at > newest ? at : newest), -Infinity);
const oldestOf = (entries: readonly Entry[]): number =>
	entries.reduce((oldest, { at }) => (at < oldest ? at : oldest), Infinity);

/** A period of which the replies are asked for; times are milliseconds. */
interface Period {
	/** Both ends are included. */
	from: number;
	to: number;
	/** n8n's clock: where the service refuses an end that lies ahead, the period ends here, or a little before. */
	now: number;
	/** Whether it begins a watch: what the service counts in it and does not show would be news later. */
	begins?: boolean;
}

/** Asks for the replies of a period. Returns them, and where the period ended that the service took. */
async function readPart(
	{ read, zone }: ReplyWatch,
	{ from, to, now, begins = false }: Period,
): Promise<Part & { to: number }> {
	const write = (time: number): string => formatServiceTime(time, zone);
	const period = { start_date: write(from), end_date: write(to) };
	const earlier = [now, now - BEHIND_MS].filter((end) => end >= from && end < to);
	let taken = to;
	const call = async (service: Service): Promise<CallOutcome> => {
		const asked = await callReceivedAhead(service, period, earlier.map(write));
		taken = earlier.find((end) => write(end) === asked.end_date) ?? to;
		return asked.outcome;
	};
	const isUsable = (body: unknown): boolean => {
		const entries = receivedEntries(body);
		if (entries === undefined) return false;
		return !begins || entries.length > 0 || (receivedTotal(body) ?? 0) === 0;
	};
	const { path } = ENDPOINTS.listReceived;
	const body = await read(path, period, isUsable, call);
	const entries = (receivedEntries(body) ?? []).map((raw): Entry => {
		const time = parseInstant(normaliseReceived(raw, zone).received_at, zone, zone) ?? NaN;
		return { raw, at: Math.floor(time / SECOND_MS) * SECOND_MS };
	});
	const total = receivedTotal(body);
	const isWhole = total === undefined ? entries.length < SHORT : entries.length >= total;
	return { entries, isWhole, total, to: taken };
}

/** Joins what was shown up to a time and from it on. Of its own second the fuller one counts: a period may leave out its ends. */
function joined(until: readonly Entry[], since: readonly Entry[], time: number): Entry[] {
	const [one, other] = [until, since].map((entries) => entries.filter(({ at }) => at === time));
	const ofSecond = (one?.length ?? 0) > (other?.length ?? 0) ? one : other;
	return [
		...until.filter(({ at }) => at < time),
		...(ofSecond ?? []),
		...since.filter(({ at }) => at > time),
	];
}

/** What was read so far. */
interface Reading {
	entries: Entry[];
	/** Requests made. */
	parts: number;
}

/** Reads on behind the newest that is shown, where the service shows the oldest of a period. Returns whether it was left unfinished. */
async function readNewer(
	reading: Reading,
	first: Part,
	{ from, to }: { from: number; to: number },
	ask: (from: number, to: number) => Promise<Part | undefined>,
): Promise<boolean> {
	let [part, begin]: [Part, number] = [first, Math.floor(from / SECOND_MS) * SECOND_MS];
	while (!part.isWhole) {
		const newest = newestOf(part.entries);
		if (newest < begin) return false;
		// More came in one second than the service shows: what else came then cannot be asked for.
		begin = newest > begin ? newest : newest + SECOND_MS;
		// A service that takes no end ahead of now takes no beginning there either.
		if (begin > to) return false;
		const next = await ask(begin, to);
		if (!next) return true;
		reading.entries = joined(reading.entries, next.entries.filter(isTimed), begin);
		part = next;
	}
	return false;
}

/** Reads on before the oldest that is shown, where the service shows the newest of a period. */
async function readOlder(
	reading: Reading,
	from: number,
	ask: (from: number, to: number) => Promise<Part | undefined>,
): Promise<void> {
	for (let end = oldestOf(reading.entries); end > from && end < Infinity; ) {
		const part = await ask(from, end);
		if (!part) return;
		reading.entries = joined(part.entries.filter(isTimed), reading.entries, end);
		const oldest = oldestOf(reading.entries);
		if (part.isWhole || oldest >= end) return;
		end = oldest;
	}
}

/**
 * Asks for the replies since a time, in milliseconds; the end lies ahead, as clocks differ, where the service takes such an end. What the
 * log is to know is noted in the session. A reading that begins a watch is one of all that was there before it.
 * @throws a fault of the service, or that it shows none of the replies that it counts where the reading begins a watch
 */
export async function readReplies(
	watch: ReplyWatch,
	{ from, now, begins = false }: Pick<Period, 'from' | 'now' | 'begins'>,
	session?: Session,
): Promise<ReadReplies> {
	const { zone, received } = watch;
	const notes = session?.notes ?? [];
	const first = await readPart(watch, { from, to: now + DAY_MS, now, begins });
	const { to } = first;
	const timeless = first.entries.filter((entry) => !isTimed(entry));
	const reading: Reading = { entries: first.entries.filter(isTimed), parts: 1 };
	const ask = async (begin: number, end: number): Promise<Part | undefined> => {
		if (reading.parts >= MOST_PARTS || session?.late) return undefined;
		reading.parts++;
		return await readPart(watch, { from: begin, to: end, now });
	};
	const isCut = !first.isWhole && (await readNewer(reading, first, { from, to }, ask));
	const isShort = () => timeless.length + reading.entries.length < (first.total ?? 0);
	// Where it does not say how many there are, it may have shown the newest of many.
	const mayBeShort = first.total === undefined && !first.isWhole;
	if ((mayBeShort || isShort()) && !isCut) await readOlder(reading, from, ask);
	const entries = [...timeless, ...reading.entries].map(({ raw }) => raw);
	if (isCut)
		notes.push(
			'the service shows only some replies of a period; newer ones follow at the next poll',
		);
	else if (isShort())
		notes.push(
			`the service counts ${first.total} replies and shows ${entries.length} of them, so that some may be missed`,
		);
	return { replies: seeReplies(entries, zone, received.optOutWords), isCut };
}
