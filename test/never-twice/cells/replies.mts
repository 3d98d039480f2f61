import type { AnswerKind, SendKind } from '../../../nodes/MessagingService/sending/verdict.ts';
import type { Ending, Scenario } from '../scenario.mts';
import type { Reply, Sent } from '../service.mts';

// Answers to sends that scenarios have in common.

/** Long enough for every repetition that a scenario counts, in seconds. */
export const LONG_S = 25;
/** Long enough for a second request, were there one, and too short for a fourth question, which comes after 10.3 s. */
export const SHORT_S = 9;
/** Long enough for a fourth question, and too short for a fifth, which comes after 20.3 s. */
export const FOUR_S = 16;

/** Of an operation: what it does if the outcome stays unknown. */
export const SEND_AGAIN = { ifOutcomeUnknown: 'sendAgain' };

export const refusal = (status: number): Reply => ({ status, body: { message: 'Not this one' } });
export const code = (value: number | string): Reply => ({
	body: { error: value, errorDescription: 'Not this one' },
});
export const BUSY: Reply = { status: 429, body: { message: 'Too Many Attempts.' } };
export const BUSY_UNTIL: Reply = { ...BUSY, headers: { 'retry-after': '1' } };
export const LOST: Reply = { broken: 'read' };

/** What leaves open whether the service acted, by its name (RFC 9110, 9.2.2 and 15.6). */
export const LOST_WAYS: ReadonlyArray<readonly [name: string, reply: Reply]> = [
	['a connection that broke before the request was read', { broken: 'unread' }],
	['a connection that broke before the answer', LOST],
	['an answer that was cut off', { broken: 'cut', body: '{"error": 0, "id":' }],
	...[408, 500, 502, 503, 504, 302, 303].map(
		(status) => [`HTTP ${status}`, { status, body: { message: 'Later' } }] as const,
	),
];
export const SILENT: Reply = { broken: 'silent' };

/** Refusals by their status, whatever the body (RFC 9110, 15.4 and 15.5). */
export const REFUSED_WAYS: readonly number[] = [400, 402, 403, 404, 409, 422, 501, 301, 307, 308];

/** Answers with 2xx that hold no id. */
export const NO_ID_WAYS: ReadonlyArray<readonly [name: string, body: unknown]> = [
	['{}', {}],
	['{"data":null}', { data: null }],
	['{"error":0}', { error: 0 }],
	['{"id":null}', { id: null }],
	['a page', '<html><body>Welcome</body></html>'],
	['nothing', ''],
	['half of its JSON', '{"error": 0, "id":'],
];

/** Codes that say what is wrong: section 7, and the wire notes for 1 to 12. */
export const REFUSAL_CODES: readonly number[] = [
	1, 2, 3, 4, 6, 7, 8, 9, 10, 12, 21, 22, 24, 25, 26, 27, 28, 31, 32, 33, 35, 36,
];
/** Codes of which no document says what they mean to a send. */
export const OTHER_CODES: readonly number[] = [5, 20, 29, 30, 34, 80, 99];

/** A body whose `result` lists what became of messages; each entry is made from its message. */
export const results =
	(of: (...sent: Sent[]) => unknown[]) =>
	(sent: readonly Sent[]): unknown => ({ error: 0, task_id: 51, result: of(...sent) });

/** A scenario maker for the cells of one kind of send. */
export const scenariosOf =
	(send: SendKind) =>
	(
		answer: AnswerKind,
		title: string,
		more: Omit<Scenario, 'answer' | 'send' | 'title' | 'ending'>,
		ending: Ending,
	): Scenario => ({ answer, send, title, ...more, ending });
