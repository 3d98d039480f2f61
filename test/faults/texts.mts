import { OPERATIONS } from '../cases/load.mts';
import { inspect } from 'node:util';
import type { RunResult } from '../engine/harness.mts';
import type { RequestEntry } from '../../sandbox/types.mts';
import type { Mode } from './settings.mts';
import { LOST } from './faults.mts';
import type { Fault, Words } from './faults.mts';
import { proofOf } from './subjects.mts';
import { NEW_PHONE, PHONES, SEEDED_PHONE } from './seed.mts';
import type { Subject } from './subjects.mts';

const OPEN =
	/not known whether|may have carried (?:it|this) out|may have been carried out|may have sent it/;
/** Words that the interface guidelines of n8n keep out of messages, and what a careless text shows. */
const FORBIDDEN = /\b(?:errors?|problems?|failures?|mistakes?|undefined|null|NaN)\b|\[object/i;
const NOT_KNOWN = /^It is not known whether the service accepted the send: /;
const ASK =
	/ask for the references? ([0-9a-f]{32}(?:; [0-9a-f]{32})*) with (?:SMS: Get by Reference|Message: Get)\. Then choose Count as Sent or Send Again under Unknown Outcome/;
const BEFORE = /(\d+) of (\d+) recipients (?:was|were) accepted/;

/** What a text says that is none of a fault's own words, where an operation or a try knows better. */
const OWN_WORDS: ReadonlyArray<{ fault: string; subject: string; mode?: Mode; says: Words }> = [
	// A service without this extension answers 404.
	{
		fault: '404',
		subject: 'report.request',
		says: { message: /The service does not offer report requests/, cure: /use Report: Download/ },
	},
	...['sms.get', 'sms.getByReference'].map((subject) => ({
		fault: '404',
		subject,
		says: {
			message: /The SMS was not found/,
			cure: /Check the message ID or the reference/,
		},
	})),
	{
		fault: '404',
		subject: 'bulkTask.get',
		says: {
			message: /The task was not found/,
			cure: /Use the task ID that Send Bulk returned/,
		},
	},
	{
		fault: '404',
		subject: 'contact.update',
		says: { message: /Contact 5015 was not found/, cure: /Check the ID/ },
	},
	// The list shows that the service has verifications.
	{
		fault: '404',
		subject: 'verification.get',
		mode: 'once',
		says: { message: /Verification .* was not found/, cure: /Check the ID/ },
	},
	...[
		...OPERATIONS.filter(({ cases }) => cases.isExtension)
			.map(({ id }) => id)
			.filter((id) => id !== 'sender.registerNatural'),
		'campaign.sendSms (domains)',
		'campaign.sendSms (price)',
		'trigger messageReceived',
		'trigger linkClicked',
	].map((subject) => ({
		fault: '404',
		subject,
		says: { message: /The service does not offer/, cure: /Some services do not have it/ },
	})),
	// Where it lasts, the list of campaigns or of applications answers so, too, and that is no extension.
	...[
		'trigger campaignMessageFinished',
		'trigger campaignMessageStatusChanged',
		'sender.registerNatural',
	].map((subject) => ({
		fault: '404',
		subject,
		mode: 'once' as const,
		says: { message: /The service does not offer/, cure: /Some services do not have it/ },
	})),
	// The reply to a DELETE has no body: cut off, it is a lost connection.
	...['contact.delete', 'contactField.delete', 'contactList.delete'].map((subject) => ({
		fault: 'cutOff',
		subject,
		mode: 'stays' as const,
		says: LOST,
	})),
	// A link in the bin would be removed for ever, and one of an unknown status may be there.
	{
		fault: 'unknownStatus',
		subject: 'shortLink.delete',
		mode: 'stays',
		says: { message: /was not deleted: its status is/, cure: /remove it in your account/ },
	},
	// A report may have any size: what is not one is read to its end, and holds no records.
	...['huge', 'hugeAfter'].map((fault) => ({
		fault,
		subject: 'report.download',
		says: { message: /web page or text instead of data/, cure: /Check the API Base URL/ },
	})),
];
/** A try after one whose outcome is open tells of that one: the fault is over. */
const EARLIER: ReadonlyArray<{ subject: RegExp; says: Words }> = [
	{
		subject: /ToContactLists/,
		says: {
			message: /an earlier try may have sent it/,
			cure: /look for the campaign in the service/,
		},
	},
	{
		subject: /^(?:rcsMessage|message)\.send/,
		says: {
			message: /an earlier try may have sent it/,
			cure: /Before you send again, ask for the reference/,
		},
	},
	{
		subject: /^(?:campaign|rcsCampaign)\.send/,
		says: {
			message: /an earlier try may have sent it/,
			cure: /look for the campaign in the service, or ask for the reference/,
		},
	},
];

/** What an operation or a try says of a fault, where it knows better. */
export const ownWords = (fault: Fault, subject: { id: string }, mode: Mode): Words | undefined =>
	OWN_WORDS.find(
		(words) =>
			words.fault === fault.id && words.subject === subject.id && (words.mode ?? mode) === mode,
	)?.says;

type Said = RunResult['error'];

const textOf = (error: Said): string => `${error?.message ?? ''} ${error?.description ?? ''}`;

/** Does an error say that the service may have acted? */
export const saysOpen = (error: Said): boolean => OPEN.test(textOf(error));

const phoneIn = (text: string): boolean =>
	[...PHONES, NEW_PHONE, SEEDED_PHONE].some((phone) => text.includes(phone));
const secretIn = (text: string, secrets: string[]): boolean =>
	secrets.some((secret) => text.includes(secret)) || /\beyJ[\w-]{10}/.test(text);

/** What an error shows that nobody may see. */
export function leaksOf(error: Said, secrets: string[]): string[] {
	const all = `${textOf(error)} ${inspect(error, { depth: 10, maxStringLength: null, maxArrayLength: null })}`;
	return [
		...(secretIn(all, secrets) ? [`shows a secret: ${textOf(error)}`] : []),
		...(phoneIn(all) ? [`shows a phone number: ${textOf(error)}`] : []),
	];
}

/** What the output shows that nobody may see. A phone is shown in its own field only. */
export function outputLeaks(items: RunResult['items'], secrets: string[]): string[] {
	const leaks = secretIn(JSON.stringify(items), secrets) ? ['the output shows a secret'] : [];
	for (const { json } of items) {
		const said = `${String(json.reason ?? '')} ${String(json.error ?? '')}`;
		if (phoneIn(said)) leaks.push(`an item's reason shows a phone number: ${said}`);
	}
	return leaks;
}

/** What is wrong with the text of a cell's error: what it must not be, and what of the fault it does not say. */
export function judgeText(
	error: Said,
	fault: Fault,
	subject: { id: string; path: RegExp },
	mode: Mode,
): string[] {
	const wrong: string[] = [];
	const message = error?.message ?? '';
	const description = error?.description ?? '';
	if (message.trim() === '') wrong.push('the message is empty');
	if (description.trim() === '') wrong.push(`no cure: ${message}`);
	const word = FORBIDDEN.exec(textOf(error))?.[0];
	if (word) wrong.push(`says "${word}": ${textOf(error)}`);
	const login = proofOf(subject) === 'login';
	const own = ownWords(fault, subject, mode);
	const earlier = EARLIER.find((one) => one.subject.test(subject.id))?.says;
	const says =
		own ??
		(mode === 'retried' && earlier?.message.test(message)
			? earlier
			: ((login ? fault.saysAtLogin : undefined) ?? fault.says));
	if (!says) return [...wrong, `no text is expected: ${textOf(error)}`];
	if (!says.message.test(message))
		wrong.push(`does not say what happened (${String(says.message)}): ${message}`);
	if (says.said !== undefined && !`${message} ${description}`.includes(says.said))
		wrong.push(`does not say what the service said (${says.said}): ${message} ${description}`);
	if (!says.cure.test(description))
		wrong.push(`does not say what to do (${String(says.cure)}): ${description}`);
	// A token that is still known goes to the closed port at once.
	if (login && fault.setting !== 'closed' && !message.startsWith('Login to the service: '))
		wrong.push(`does not name the login: ${message}`);
	return wrong;
}

/** What the reason of an item must say where the time to wait was up. */
export function judgeReason(reason: unknown, { says, id }: Fault): string[] {
	const said = String(reason);
	if (says?.message.test(said)) return [];
	// A 404 in JSON says that there is no such message (everyday notes, 27).
	if (id === '404' && said.startsWith('The service shows no such message so far.')) return [];
	// An unknown status is no final one: nothing stands in the way but time.
	return id === 'unknownStatus' && said === 'It had no final status when the time was up'
		? []
		: [`the reason does not say what happened: ${said}`];
}

/**
 * What an error must say about the outcome of a change: that it is open and how to learn it, naming a reference that the message went
 * out with; or how many were accepted. Of a read there is nothing to say.
 */
export function judgeOutcome(
	error: Said,
	subject: Subject,
	counts: number[] | undefined,
	log: RequestEntry[],
): string[] {
	const message = error?.message ?? '';
	const description = error?.description ?? '';
	const open = saysOpen(error);
	if (!counts) return open ? [`a read may have carried nothing out: ${description}`] : [];
	if (!open) {
		const before = BEFORE.exec(description);
		const accepted = counts.filter((count) => count > 0).length;
		return before && Number(before[1]) !== accepted
			? [`${accepted} were accepted: ${description}`]
			: [];
	}
	if (!subject.referenced && !/ToContactLists/.test(subject.id)) {
		return description.startsWith(
			'Look in the service before you send again: it may have carried this out.',
		)
			? []
			: [`does not say where to look: ${description}`];
	}
	const wrong = NOT_KNOWN.test(message)
		? []
		: [`does not say that the outcome is not known: ${message}`];
	if (!subject.referenced) {
		if (!description.includes('look for the campaign in the service'))
			wrong.push(`does not say where to look: ${description}`);
		return wrong;
	}
	const named = ASK.exec(description)?.[1]?.split('; ') ?? [];
	const asked = log
		.filter(({ method }) => method === 'GET')
		.map(({ path, query }) => `${path}?${query}`);
	if (named.length === 0) wrong.push(`names no reference to ask for: ${description}`);
	else if (!named.some((reference) => asked.some((address) => address.includes(reference))))
		wrong.push(`names references that were not asked for: ${named.join()}`);
	return wrong;
}
