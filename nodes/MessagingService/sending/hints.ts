import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	counted,
	maskName,
	namedAndMore,
	quote,
	textHint,
	unmeantHint,
	unmeantIn,
} from '../../shared/text';
import { callingCodeOf } from '../../shared/numbers';
import { lastAnswer } from '../../shared/recent';
import { formatServiceTime, serviceInstant } from '../../shared/time';
import {
	answerOf,
	type Counts,
	countStatuses,
	type Message,
	type Recipient,
	saidBy,
	type Terms,
} from './message';
import type { OperationContext } from '../dispatch/context';
import { segmentsColumn } from './output';
import { laterHint } from './quietHours';
import { countLinks, longestSms, uncountedCounter } from './shortLinks';
import type { SendEndpoint } from './endpoints';
import type { RunBase, SendRun } from './run';
import { bareSender, listOf } from '../../shared/reply';
import { ENDPOINTS } from '../../shared/spec';

/*
 * What a send says beside its output: what became of it, how to pay less, campaigns that the service holds back, and texts in
 * which stands what nobody means. None of it is an error.
 */

/** Said of what was sent with a test key (5.1). */
export const TEST_KEY =
	'The credential holds a test key: nobody gets a message, and IDs and prices are made up.';

/** Words of the service for a campaign whose messages wait (section 3.1, wire notes), or never go out. */
const HELD_BACK: Readonly<Record<string, string>> = {
	spam: 'has not passed moderation',
	moderation: 'waits for moderation',
	paused: 'is paused',
	stopped: 'was stopped',
};

/** Says which of these campaigns the service holds back. */
export function heldBackHint(campaigns: readonly IDataObject[]): string | undefined {
	const held = new Map<unknown, string>();
	for (const { id, status } of campaigns) {
		const why = Object.hasOwn(HELD_BACK, String(status)) ? HELD_BACK[String(status)] : undefined;
		if (why !== undefined) held.set(id, `Campaign ${String(id)} ${why} (status ${String(status)})`);
	}
	const [first] = held.values();
	if (first === undefined) return undefined;
	const more = held.size > 1 ? `, and ${held.size - 1} more are held back` : '';
	return `${first}${more}: its messages go out only once the service lets them.`;
}

/** Returns a counter of the messages that hold what nobody means. */
export function unmeantCounter({ node }: Pick<OperationContext, 'node'>) {
	const { text, message, smsText, viberText, ...others } = node.parameters;
	const content = Object.entries(others).filter(([name]) => name.startsWith('content'));
	const typed = `${String(text)} ${String(message)} ${String(smsText)} ${String(viberText)} ${JSON.stringify(content)}`;
	// Texts repeat.
	const judge = lastAnswer((text) => unmeantIn(String(text), typed));
	let count = 0;
	let first = '';
	return {
		add(text: string): void {
			const found = judge(text);
			if (found === undefined) return;
			count++;
			first ||= found;
		},
		hint: () => unmeantHint(count, first),
	};
}

/** What the messages cost, as far as the service tells: the sum of their prices, where all are in one currency. */
function costInWords(recipients: readonly Recipient[]): string {
	let sum = 0;
	let currency: string | undefined;
	for (const recipient of recipients) {
		const { price, currency: own } = answerOf(recipient)?.fields ?? {};
		if (typeof price !== 'number') continue;
		currency ??= String(own ?? '');
		if (currency !== String(own ?? '')) return '';
		sum += price;
	}
	return currency === undefined ? '' : `, ${Number(sum.toFixed(4))} ${currency}`.trimEnd();
}

/** How many segments the messages that are sent have together. */
const totalSegments = (output: readonly INodeExecutionData[], column: string): number =>
	output.reduce((sum, { json }) => sum + Number(json[column] ?? 0), 0);

/** The same in words. */
function segmentsSaid(
	{ endpoint }: Pick<SendRun, 'endpoint'>,
	output: readonly INodeExecutionData[],
): string {
	const total = totalSegments(output, segmentsColumn(endpoint));
	const segments = counted(total, 'segment');
	if (endpoint.channel === 'rcs')
		return total === 0
			? 'RCS, and nothing for phones without it'
			: `RCS; as SMS in its place up to ${segments}`;
	return endpoint.channel === 'any' ? `up to ${segments} of SMS` : segments;
}

/** Whether a recipient gets a message, or would get one. */
export const isReached = ({ status }: Recipient): boolean =>
	status === 'accepted' || status === 'dry run';

/** Returns a counter of the numbers to which a calling code was added, of recipients that get a message. */
export function completedCounter() {
	const counts = new Map<string, number>();
	return {
		add(recipient: Recipient): void {
			const { phone, completed } = recipient.message;
			if (!completed || !isReached(recipient)) return;
			const code = callingCodeOf(phone) ?? '';
			counts.set(code, (counts.get(code) ?? 0) + 1);
		},
		/** Says how many there were, and with which calling codes, the most first; undefined where there was none. */
		hint(): string | undefined {
			const [first, ...others] = [...counts].sort(([, one], [, other]) => other - one);
			if (!first) return undefined;
			const [code, number] = first;
			const more = others.map(([other, times]) => `, ${times} with +${other}`).join('');
			return `${counted(number, 'number was', 'numbers were')} completed with +${code}${more}: see phone.`;
		},
	};
}

/** The options by which recipients are shared out among campaigns. */
const TERM_NAMES: ReadonlyArray<[keyof Terms, string]> = [
	['startAt', 'Start At'],
	['validity', 'Validity'],
	['validitySeconds', 'Validity'],
	['tariff', 'Tariff'],
	['addsContacts', 'Add New Recipients to the Contact Book'],
	['checksStopList', 'Check Stop List'],
	['linkDomain', 'Count Clicks'],
];

/** Says when sending starts, by the clock of the workflow, which need not be that of the user who chose the time. */
export function startHint(
	startAt: string | undefined,
	serviceZone: string,
	zone: string,
): string | undefined {
	const start = startAt === undefined ? undefined : serviceInstant(startAt, serviceZone);
	return start === undefined
		? undefined
		: `Sending starts at ${formatServiceTime(start, zone).slice(0, 16)} in ${zone}, the time zone of the workflow.`;
}

/** Says when a campaign starts, or that recipients go out in several because what the form says of them differs. */
function termsHint(
	{ ctx, zone }: Pick<SendRun, 'ctx' | 'zone'>,
	sets: ReadonlySet<Terms>,
): string | undefined {
	const [first] = sets;
	if (sets.size < 2) return startHint(first?.startAt, zone, ctx.functions.getTimezone());
	const names = TERM_NAMES.filter(
		([key]) => new Set([...sets].map((terms) => terms[key])).size > 1,
	).map(([, name]) => name);
	return `${sets.size} campaigns, one for each ${names.join(' and ')}.`;
}

/** What hints say of recipients, gathered in one walk over them: there may be 100,000. */
function gather(ctx: OperationContext, recipients: readonly Recipient[]) {
	const found = {
		counts: countStatuses(recipients),
		/** How many texts could be cheaper, and how the first of them could. */
		costly: 0,
		saving: '',
		unmeant: unmeantCounter(ctx),
		uncounted: uncountedCounter(),
		/** Whether their segments are the most that there may be. */
		isMost: false,
		terms: new Set<Terms>(),
		/** What the service said of each campaign. */
		campaigns: new Set<IDataObject>(),
		completed: completedCounter(),
	};
	// Texts repeat.
	const savingOf = lastAnswer((text) =>
		// Most texts are short or plain: only long ones can be made cheaper.
		String(text).length > 70 ? textHint(String(text)) : undefined,
	);
	for (const recipient of recipients) {
		if (!isReached(recipient)) continue;
		const { message } = recipient;
		const saving = savingOf(longestSms(message));
		if (saving !== undefined) found.costly++;
		found.saving ||= saving ?? '';
		found.unmeant.add(saidBy(message));
		found.uncounted.add(message);
		found.isMost ||= countLinks(message) > 0;
		found.terms.add(message.terms);
		found.completed.add(recipient);
		const summary = answerOf(recipient)?.summary;
		if (summary) found.campaigns.add(summary);
	}
	return found;
}

/** Says how many recipients were neither accepted nor would be sent to. */
export const othersIn = (counts: Counts): string =>
	(['already sent', 'refused', 'unknown', 'duplicate', 'skipped'] as const)
		.flatMap((status) => (counts[status] > 0 ? `, ${counts[status]} ${status}` : []))
		.join('');

/** Warns of fields with other words that no recipient had: a misspelled name looks like that. */
export function hintNeverThere({ ctx, parameters }: Pick<SendRun, 'ctx' | 'parameters'>): void {
	const names = new Set(Object.values(parameters.fields).flatMap((field) => field.neverThere()));
	if (names.size > 0)
		ctx.hint(
			`No recipient has the field ${namedAndMore([...names].map((name) => `"${maskName(name)}"`))}: its other words stand in its place for all. Check the name.`,
		);
}

/** The operation that shows how campaigns of an endpoint go on. */
export const getOf = ({ channel }: Pick<SendEndpoint, 'channel'>): string =>
	channel === 'rcs' ? 'RCS Campaign: Get' : 'Campaign: Get';

/** Says in plain words what the output shows in detail, and how to pay less. */
export function giveHints(
	run: Pick<SendRun, 'ctx' | 'endpoint' | 'now' | 'isTest' | 'zone'>,
	recipients: readonly Recipient[],
	output: readonly INodeExecutionData[],
	isDryRun: boolean,
	/** What is said of the price. */
	ofPrice?: string,
): void {
	const { ctx, endpoint, now, isTest, zone } = run;
	const found = gather(ctx, recipients);
	const { counts, costly, saving, unmeant, uncounted, terms, campaigns, completed } = found;
	const say = (hint: string | undefined): void => {
		if (hint !== undefined) ctx.hint(hint);
	};
	if (isTest && counts.accepted > 0) say(TEST_KEY);
	say(completed.hint());
	const isCampaign = endpoint.kind === 'campaign';
	if (isCampaign) say(termsHint(run, terms));
	say(laterHint(recipients, { now, serviceZone: zone }));
	const left = othersIn(counts);
	const planned = counts['dry run'];
	const done = isDryRun
		? `${planned} would be sent`
		: `${counted(counts.accepted, 'recipient')} accepted${counts.accepted ? ` (${found.isMost ? 'up to ' : ''}${segmentsSaid(run, output)}${costInWords(recipients)})` : ''}`;
	const isMade = counts.accepted + counts.unknown > 0;
	const later = isCampaign && isMade ? ` ${getOf(endpoint)} shows how it goes on.` : '';
	const hasErrors = output.some(({ error }) => error !== undefined);
	const where = hasErrors ? 'see the error output' : 'see the columns status and reason';
	if (left) say(`${done}${left}: ${where}.${later}`);
	else if (recipients.length > 1 && !isDryRun) say(`${done}.${later}`);
	if (costly > 0)
		say(costly === 1 ? saving : `${costly} messages cost more than they need to. ${saving}`);
	say(ofPrice);
	say(heldBackHint([...campaigns]));
	say(unmeant.hint());
	say(uncounted.hint());
}

/*
 * What a dry run says of senders. The list of them is an extension, and what it lacks may be allowed nevertheless: a hint says so, and
 * nothing is refused for it.
 */

/** A dry run does not wait longer for the list of senders (ms). */
const SENDERS_PATIENCE_MS = 5000;

/** Senders that may be used yet; the list shows others, too (extensions notes, section 9). */
const isActive = ({ status }: IDataObject): boolean => status === undefined || status === 'active';

/** The names of the senders of the account; undefined if the service does not say that it lists all of them. */
async function listSenders(ctx: OperationContext): Promise<ReadonlySet<string> | undefined> {
	const { reply } = await ctx.tryCall(
		{
			method: 'GET',
			path: ENDPOINTS.listSenders.path,
			qs: { type: 'sms' },
			timeoutMs: SENDERS_PATIENCE_MS,
		},
		{ kind: 'read', retryForMs: 0 },
	);
	const list = reply && listOf(reply.body);
	if (!list?.found || list.total === undefined || list.total > list.records.length)
		return undefined;
	return new Set(list.records.filter(isActive).map(({ sender }) => bareSender(sender)));
}

/** The sender of SMS that a message names: of other channels that of the SMS beside them, if there is one. */
export const smsSenderOf = ({ sender, content }: Message): string | undefined =>
	content === undefined ? sender : content.sms?.sender;

/** Tells in a hint which of the senders of a dry run the account does not list. */
export async function hintUnknownSenders(
	{ ctx, isTest }: Pick<RunBase, 'ctx' | 'isTest'>,
	senders: ReadonlySet<string>,
): Promise<void> {
	if (isTest || senders.size === 0) return;
	const known = await listSenders(ctx);
	const missing = [...senders].filter((sender) => known?.has(bareSender(sender)) === false);
	if (missing.length === 0) return;
	const are = missing.length === 1 ? 'The sender' : 'The senders';
	ctx.hint(
		`${are} ${namedAndMore(missing.map(quote))} ${missing.length === 1 ? 'is' : 'are'} not among the active ones of the account: the service may refuse the send. Sender: Register applies for one.`,
	);
}
