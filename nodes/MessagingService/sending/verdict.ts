import {
	asRecord,
	codeIn,
	failureCode,
	fieldsOf,
	type Fields,
	type ServiceFault,
} from '../../shared/errors';
import { isId } from '../../shared/reply';

/*
 * What an answer to a send proves, and what follows. docs/sending-safely.md prints this table, and test/never-twice/verdict.test.mts
 * walks each cell of it.
 */

/**
 * What is sent: one SMS, a bulk or individual request (4.6), a campaign (4.7, 4.8), one message of /api (extensions notes, sections 1 and 5), or a
 * campaign to contact lists (4.9).
 */
export type SendKind = 'sms' | 'bulk' | 'campaign' | 'message' | 'contactLists';

/** Whether its messages carry references under /api, where they show in the list of messages, and nothing refuses one that is known. */
export const hasApiReferences = (kind: SendKind): boolean =>
	kind === 'campaign' || kind === 'message';

/** What came back, by facts alone: no text of the service is read. */
export type AnswerKind =
	| 'nothingLeft'
	| 'unreachable'
	| 'tooMany'
	| 'maybeCopy'
	| 'unauthorized'
	| 'codeRefused'
	| 'codePresent'
	| 'codeBusy'
	| 'codeOther'
	| 'noAnswer'
	| 'refused'
	| 'tooLarge'
	| 'namesRecipients'
	| 'idGiven'
	| 'noId'
	| 'resultUnclear'
	| 'afterDoubt'
	| 'afterKill'
	| 'cannotTell'
	| 'begunBefore'
	| 'retriedFromList';

/** What counts where the service, asked by reference, says that it has no such message. */
export type IfNone = 'again' | 'refused' | 'unknown' | 'rest';

/**
 * What follows. `ask` asks by reference first: what shows is accepted, what cannot be asked is unknown, and the rest is as `IfNone`
 * says. `rest` sends what does not show if something does, and is unknown if nothing shows. `again` waits and repeats within Retry For;
 * after it, it is `refused`, or `afterDoubt` if an earlier request may have been carried out. `halve` sends each half by itself; what
 * cannot be halved is `refused`.
 */
export type Verdict =
	| 'accepted'
	| 'byResults'
	| 'again'
	| 'refused'
	| 'refuseNamed'
	| 'halve'
	| 'unknown'
	| { ask: IfNone };

const ask = (ifNone: IfNone): Verdict => ({ ask: ifNone });

export const VERDICTS: Readonly<Record<AnswerKind, Readonly<Partial<Record<SendKind, Verdict>>>>> =
	{
		// Connection refused, name server silent, broken before it was encrypted: nothing left this machine (RFC 9110, 9.2.2).
		nothingLeft: {
			sms: 'again',
			bulk: 'again',
			campaign: 'again',
			message: 'again',
			contactLists: 'again',
		},
		// Name not found, certificate not trusted: the same, but it does not pass by itself.
		unreachable: {
			sms: 'refused',
			bulk: 'refused',
			campaign: 'refused',
			message: 'refused',
			contactLists: 'refused',
		},
		// 429 with Retry-After, or to what automatic references make unlike any other under /api (RFC 6585).
		tooMany: {
			sms: 'again',
			bulk: 'again',
			campaign: 'again',
			message: 'again',
			contactLists: 'again',
		},
		// Any other 429: this service also answers so to a copy of an earlier body (wire notes, "Duplicate POST").
		maybeCopy: {
			sms: 'again',
			bulk: 'again',
			campaign: 'refused',
			message: 'refused',
			contactLists: 'refused',
		},
		// 401 after n8n has brought a new token once (RFC 9110, 15.5.2).
		unauthorized: {
			sms: 'refused',
			bulk: 'refused',
			campaign: 'refused',
			message: 'refused',
			contactLists: 'refused',
		},
		// Codes that say what is wrong (section 7, wire notes).
		codeRefused: { sms: 'refused', bulk: 'refused' },
		// Code 23: an SMS with this reference is already present (section 7).
		codePresent: { sms: ask('unknown'), bulk: ask('rest') },
		// Code 11: too many at a time (wire notes).
		codeBusy: { sms: 'again', bulk: 'again' },
		// No document speaks of any other code to a send.
		codeOther: { sms: ask('refused'), bulk: ask('refused') },
		// Lost after the request, time-out, cut-off body, 408, 5xx but 501, 302, 303 (RFC 9110, 9.2.2 and 15.6). Code 23 protects 4.6 alone.
		noAnswer: {
			sms: ask('again'),
			bulk: ask('again'),
			campaign: ask('unknown'),
			message: ask('unknown'),
			contactLists: 'unknown',
		},
		// Any other 4xx, 501 and any other 3xx, whatever the body (RFC 9110, 15.4 and 15.5).
		refused: {
			sms: 'refused',
			bulk: 'refused',
			campaign: 'refused',
			message: 'refused',
			contactLists: 'refused',
		},
		// 413: none of it was processed (RFC 9110, 15.5.14).
		tooLarge: {
			sms: 'refused',
			bulk: 'halve',
			campaign: 'halve',
			message: 'refused',
			contactLists: 'refused',
		},
		// 422 of a campaign that names recipients by key, with Invalid Recipients: Leave Out (wire notes).
		namesRecipients: { campaign: 'refuseNamed' },
		// 2xx with an id (2.1, 4.6 to 4.9).
		idGiven: {
			sms: 'accepted',
			bulk: 'byResults',
			campaign: 'accepted',
			message: 'accepted',
			contactLists: 'accepted',
		},
		// 2xx without an id, or not JSON: 4.6 to 4.9 promise one.
		noId: {
			sms: ask('unknown'),
			bulk: ask('unknown'),
			campaign: ask('unknown'),
			message: ask('unknown'),
			contactLists: 'unknown',
		},
		// A recipient whose result is missing, named twice or without an id (4.6).
		resultUnclear: { bulk: ask('unknown') },
		// A refusal, or the end of Retry For, after a request whose outcome is unknown: it says nothing of the first.
		afterDoubt: {
			sms: ask('unknown'),
			bulk: ask('unknown'),
			campaign: ask('unknown'),
			message: ask('unknown'),
			contactLists: 'unknown',
		},
		// A refusal after a try that left no record: that one is over, so that the service knows whether it was carried out.
		afterKill: { sms: ask('refused'), bulk: ask('refused') },
		// An earlier try with another API key may have sent it, or a piece of a file shows in part: no answer proves anything.
		cannotTell: {
			sms: 'unknown',
			bulk: 'unknown',
			campaign: 'unknown',
			message: 'unknown',
			contactLists: 'unknown',
		},
		// Retry from the list, where n8n shows that the node had begun before it was cut off. Code 23 protects 4.6.
		begunBefore: { campaign: ask('unknown'), message: ask('unknown'), contactLists: 'unknown' },
		// Any other retry from the list: a second one knows nothing of the first.
		retriedFromList: { campaign: ask('again'), message: ask('again') },
	};

/** After these it stays unknown what an earlier request did, whatever the answer to the next one. */
export const LEAVES_DOUBT: ReadonlySet<AnswerKind> = new Set<AnswerKind>([
	'noAnswer',
	'noId',
	'resultUnclear',
	'cannotTell',
	'begunBefore',
]);

/** Codes by which the service refuses a message (section 7; 1 to 12 of the wire notes). */
const REFUSAL_CODES: ReadonlySet<number> = new Set([
	1, 2, 3, 4, 6, 7, 8, 9, 10, 12, 21, 22, 24, 25, 26, 27, 28, 31, 32, 33, 35, 36,
]);
const CODE_KINDS: Readonly<Record<number, AnswerKind>> = { 11: 'codeBusy', 23: 'codePresent' };

/** Of these, those that concern the recipient alone: its number, its reference or where it is. The others are wrong for all. */
export const RECIPIENT_CODES: ReadonlySet<number> = new Set([21, 27, 31, 33]);

/** What a code of the legacy interface means to a send. */
export const kindOfCode = (code: number): AnswerKind =>
	CODE_KINDS[code] ?? (REFUSAL_CODES.has(code) ? 'codeRefused' : 'codeOther');

/** What a request came to: an answer with its status and body, or what kept it from being answered. */
export interface SendAnswer {
	statusCode?: number;
	body?: unknown;
	/** What went wrong, in words for the user; nothing where the answer is a 2xx that can be read. */
	fault?: ServiceFault;
}

/** What of a request decides beside the answer. */
export interface Asked {
	kind: SendKind;
	/** Whether its references are automatic: they make a body of /api unlike any other. */
	isAutomatic: boolean;
	/** Whether recipients that the service names are to be left out. */
	leavesOut: boolean;
}

/** The results of single recipients (4.6); undefined where there is no list of them. */
export function resultsOf(body: unknown): Fields[] | undefined {
	const { result } = fieldsOf(body);
	return Array.isArray(result)
		? result.map(asRecord).filter((one) => one !== undefined)
		: undefined;
}

/** The code of a whole request under /rest (wire notes, "Where a legacy error sits"). That of one SMS may stand in its only result. */
export function legacyCodeOf(
	body: unknown,
	statusCode: number,
	kind: SendKind,
): number | undefined {
	if (kind !== 'sms' && kind !== 'bulk') return undefined;
	const code = codeIn(fieldsOf(body), statusCode);
	if (typeof code === 'number') return code;
	const results = resultsOf(body) ?? [];
	const [only] = kind === 'sms' && results.length === 1 ? results : [];
	return failureCode(only?.error);
}

/** The id of what a request made: a message, a task or a campaign; undefined where the answer gives none. */
export function idIn(body: unknown, kind: SendKind): number | string | undefined {
	const fields = fieldsOf(body);
	const result = asRecord(fields.result);
	const data = asRecord(fields.data);
	const [only] = kind === 'sms' ? (resultsOf(body) ?? []) : [];
	const places =
		kind === 'bulk'
			? [fields.task_id, result?.task_id, fields.id, result?.id]
			: [data?.id, fields.id, result?.id, fields.task_id, only?.id];
	return places.find(isId) as number | string | undefined;
}

/** The place of a recipient in the name of a field, such as `phones0number` or `messages.3.phone` (wire notes, "/api errors"). */
const NAMED_FIELD = /^(?:phones|messages)\W*(\d+)/;

/** Which recipients a refusal names by the keys of its `errors`, with what it says of each; undefined where it names anything else. */
export function namedRecipients(body: unknown): Map<number, string> | undefined {
	const errors = asRecord(fieldsOf(body).errors);
	if (!errors) return undefined;
	const named = new Map<number, string>();
	for (const [key, said] of Object.entries(errors)) {
		const place = NAMED_FIELD.exec(key)?.[1];
		if (place === undefined) return undefined;
		const words = Array.isArray(said) ? said.join(' ') : String(said);
		named.set(Number(place), `${key}: ${words}`);
	}
	return named.size > 0 ? named : undefined;
}

const LOST_STATUSES: ReadonlySet<number> = new Set([302, 303, 408]);
const isLost = (status: number): boolean =>
	LOST_STATUSES.has(status) || (status >= 500 && status !== 501);

/** Reads the facts of an answer in their order; the first that speaks decides. */
export function answerKind({ statusCode, body, fault }: SendAnswer, asked: Asked): AnswerKind {
	if (statusCode === undefined) {
		if (fault?.outcome !== 'rejected') return 'noAnswer';
		return fault.retryable ? 'nothingLeft' : 'unreachable';
	}
	if (statusCode === 429) {
		const isUnique = asked.isAutomatic && hasApiReferences(asked.kind);
		return isUnique || fault?.retryAfterMs !== undefined ? 'tooMany' : 'maybeCopy';
	}
	if (statusCode === 401) return 'unauthorized';
	if (statusCode === 413) return 'tooLarge';
	const code = legacyCodeOf(body, statusCode, asked.kind);
	const ofCode = code === undefined ? undefined : kindOfCode(code);
	// A 5xx says more than a code that no document names: that the outcome of the request is unknown.
	const isNamed = ofCode !== 'codeOther' || !isLost(statusCode);
	if (ofCode && isNamed) return ofCode;
	if (statusCode < 300) {
		const hasResults = asked.kind === 'bulk' && (resultsOf(body) ?? []).length > 0;
		return hasResults || idIn(body, asked.kind) !== undefined ? 'idGiven' : 'noId';
	}
	if (isLost(statusCode)) return 'noAnswer';
	const names = statusCode === 422 && asked.kind === 'campaign' && asked.leavesOut;
	return names && namedRecipients(body) ? 'namesRecipients' : 'refused';
}
