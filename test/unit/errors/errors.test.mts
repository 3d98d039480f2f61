import { faultOfReply, retryAfterMs } from '../../../nodes/shared/errors/index.ts';
import type { Interface, ServiceFault } from '../../../nodes/shared/errors/index.ts';
import { ERROR_CODES } from '../../../nodes/shared/spec/index.ts';
import { faultOf, JWT, KEY } from './faultSupport.mts';

/*
 * The texts of errors, word for word: people search for them, and under Continue the message is all that n8n keeps. What is decided
 * comes from the status and, under /rest, from the code (specification, section 7; wire notes; RFC 9110); words are only shown.
 */

const ADDRESS = 'Check the API Base URL in the credential.';
const FIELDS = 'Check the fields of the operation.';
const LATER = 'Try again later; if it keeps happening, ask the service.';
const UNKNOWN_CODE = 'Ask the service what it means.';
const BUSY = 'Try again later, or send a campaign instead of single messages.';
const FORM = 'Use the international form, 9 to 15 digits.';

type Row = [way: Interface, status: number, body: unknown, message: string, description: string];

/** Texts that no status gives: a code of section 7, or a body of a success that holds no data. */
const TABLE: Row[] = [
	[
		'rest',
		200,
		{ error: '21', errorDescription: 'no operator serves the phone number 380991112233' },
		'The phone number is not correct: no operator serves the phone number …2233 (code 21)',
		FORM,
	],
	[
		'rest',
		404,
		{ code: 20, message: 'SMS not found' },
		'The SMS was not found (code 20)',
		'Check the message ID or the reference.',
	],
	[
		'rest',
		200,
		{ error: 77, errorDescription: 'Closed' },
		'The service refused the request: Closed (code 77)',
		UNKNOWN_CODE,
	],
	[
		'rest',
		200,
		{ error: 'Wrong originator', id: null },
		'The service refused the request: Wrong originator',
		UNKNOWN_CODE,
	],
	// A code beside 429 says nothing (everyday 26).
	['rest', 429, { code: 8 }, 'The service receives too many requests (HTTP 429)', BUSY],
	['api', 200, ' ', 'The service answered with nothing', LATER],
	[
		'api',
		200,
		'<html></html>',
		'The service answered with a web page or text instead of data',
		ADDRESS,
	],
	[
		'rest',
		200,
		'{"error":0,"id":',
		'The answer of the service was cut off',
		'Try again; if it keeps happening, check the network between n8n and the service.',
	],
];

test.each(TABLE)('/%s, HTTP %d, %j: %s', (way, statusCode, body, message, description) => {
	const fault = faultOfReply({ statusCode, headers: {}, body }, way);
	expect([fault?.message, fault?.description]).toEqual([message, description]);
	const code = /\(code (\d+)\)$/.exec(message)?.[1];
	expect(fault?.code).toBe(code === undefined ? undefined : Number(code));
});

const REFUSED = 'The service refused the request';
/** What a status says, and what to do; the words of the service stand between, once. test/faults holds those of the other statuses. */
const STATUSES: Readonly<Record<number, [message: string, description: string]>> = {
	400: [REFUSED, FIELDS],
	401: [
		'The service did not accept the API key or the token',
		'Open the credential: it says what is wrong.',
	],
	402: [REFUSED, 'Top up the account.'],
	403: [
		'The account may not do this',
		'It may be in DEMO or TEST mode, or lack the right: ask the service.',
	],
	418: [REFUSED, `${FIELDS} ${ADDRESS}`],
	422: [REFUSED, 'Correct the fields that it names.'],
};

/** Which words of a body are shown: one body for each form in which products put them. */
const WORDS: Array<[way: Interface, status: number, body: unknown, words: string]> = [
	['api', 402, { code: 402, message: 'Insufficient balance.' }, 'Insufficient balance'],
	[
		'api',
		422,
		{ message: 'Bad', errors: { phones0number: ['Wrong'] } },
		'Bad; phones0number: Wrong',
	],
	['api', 422, { message: 'Bad', errors: ['No sender', 'No text'] }, 'Bad; No sender; No text'],
	['rest', 401, { error: 1, errorDescription: 'Bad key' }, 'Bad key'],
	[
		'api',
		422,
		{ detail: [{ loc: ['body', 'phones', 3], msg: 'Not an integer', type: 'int' }] },
		'body, phones, 3: Not an integer',
	],
	[
		'api',
		400,
		{ phones: [{}, { number: ['No integer.'] }], sender: ['This field is required.'] },
		'phones, 1, number: No integer; sender: This field is required',
	],
	['api', 403, 'RBAC: access denied', 'RBAC: access denied'],
	['api', 403, '<!doctype html><html><body>Blocked</body></html>', 'Blocked'],
	['api', 418, { reply: { text: 'Out of tea' }, trace: 'at x.php:5' }, 'reply, text: Out of tea'],
];

test.each(WORDS)('/%s, HTTP %d, %j shows %s', (way, status, body, words) => {
	const fault = faultOfReply({ statusCode: status, headers: {}, body }, way);
	const [message, description] = STATUSES[status] ?? [];
	expect([fault?.message, fault?.description, fault?.code]).toEqual([
		`${message}: ${words} (HTTP ${status})`,
		description,
		undefined,
	]);
});

describe('what follows from a status', () => {
	test.each<[number[], boolean, ServiceFault['outcome']]>([
		[
			[400, 401, 402, 403, 404, 405, 406, 409, 410, 413, 418, 422, 423, 499, 501],
			false,
			'rejected',
		],
		[[429], true, 'rejected'],
		[[408, 500, 502, 503, 504, 522, 599], true, 'unknown'],
		[[300, 301, 304, 305, 307, 308, 399], false, 'rejected'],
		[[302, 303], false, 'unknown'],
	])('%j: retryable %p, %s, whatever the body', (statuses, retryable, outcome) => {
		for (const status of statuses)
			for (const body of [undefined, '', '<html>', '{', { code: status, message: 'Said' }])
				expect(faultOf(body, status)).toMatchObject({
					retryable,
					outcome,
					httpStatus: status,
				});
	});
	test('a redirect names the origin alone', () => {
		const to = (location: unknown) => faultOf('', 302, { Location: location })?.message;
		const says = 'The service sends the request to another address';
		expect(to(`https://user:${KEY}@elsewhere.example/path?token=${JWT}`)).toBe(
			`${says} (https://elsewhere.example)`,
		);
		expect(to('http://elsewhere.example:8080/x')).toBe(`${says} (http://elsewhere.example:8080)`);
		for (const location of [
			'/login?next=https://other.example/',
			'//other.example',
			'',
			undefined,
			5,
		])
			expect(to(location)).toBe(says);
	});
	test('the pause is read from its own header, in seconds or as a date', () => {
		const headers = { 'X-Limit': '99', 'RETRY-AFTER': '3', Date: '5' };
		expect(faultOf({}, 429, headers)?.retryAfterMs).toBe(3000);
		expect(faultOf({ error: 11 }, 422, headers)).toMatchObject({ code: 11, retryAfterMs: 3000 });
		expect(faultOf({}, 429, { 'X-Limit': '99' })?.retryAfterMs).toBeUndefined();
		const now = Date.parse('2026-11-21T10:00:00Z');
		for (const [header, ms] of [
			['0', 0],
			[' 3 ', 3000],
			[['2.5'], 2500],
			[86_400, 86_400_000],
			[' Sat, 21 Nov 2026 10:00:05 GMT ', 5000],
			['Sat, 21 Nov 2026 09:00:00 GMT', 0],
		] as const)
			expect(retryAfterMs(header, now)).toBe(ms);
		for (const bad of [undefined, null, '', 'soon', '-1', '2026-11-21', '1234567890', {}])
			expect(retryAfterMs(bad, now)).toBeUndefined();
	});
});

describe('codes of the legacy interface', () => {
	test.each(Object.keys(ERROR_CODES).map(Number))(
		'%d, as number or digits, at any status',
		(code) => {
			const known = ERROR_CODES[code];
			for (const body of [
				{ error: code },
				{ error: ` ${code} ` },
				{ error: 0, result: { error: code } },
				{ error: '0', result: { error: String(code) } },
				JSON.stringify({ error: code }),
				Buffer.from(JSON.stringify({ error: code })),
			])
				for (const status of code === 5 ? [200] : [200, 302, 404, 500])
					expect(faultOf(body, status)).toEqual({
						code,
						httpStatus: status,
						message: `${known?.meaning} (code ${code})`,
						description: known?.cure,
						outcome: code === 5 ? 'unknown' : 'rejected',
						retryable: code === 11,
					});
		},
	);
	test('success is 0, or nothing', () => {
		for (const error of [0, '0', null, '', false, undefined]) {
			expect(faultOf({ error, id: 1 })).toBeUndefined();
			expect(faultOf({ result: { error } })).toBeUndefined();
		}
		for (const good of [
			{ error: 0, result: [{ error: 31 }] },
			{ result: [{ error: '21' }], task_id: 1 },
			{ code: 21, message: 'Stored' },
			{ code: 404 },
			{},
			[{ error: 5 }],
			'\ufeff {"error":0}',
		])
			expect(faultOf(good)).toBeUndefined();
	});
	test('anything else there is a code that nobody knows: the service may have acted', () => {
		for (const error of [77, '-1', 404, 'Wrong', 'No errors', true, ['21'], {}, { code: 0 }])
			for (const body of [{ error }, { result: { error } }])
				expect(faultOf(body)).toMatchObject({
					message: expect.stringContaining('The service refused the request') as string,
					outcome: 'unknown',
					retryable: false,
				});
	});
	test('beside a status, an error that is no number is words', () => {
		expect(faultOf({ error: 'Internal Server Error' }, 500)?.message).toBe(
			'The service is not available at the moment: Internal Server Error (HTTP 500)',
		);
		expect(faultOf({ error: 'Bad', code: 21 }, 422)).toMatchObject({ code: 21 });
	});
	test('5, an unknown fault, tells less than a status from 400 on', () => {
		expect(faultOf({ error: 5 }, 422)).toMatchObject({ httpStatus: 422, outcome: 'rejected' });
		expect(faultOf({ error: 5 }, 503)).toEqual({
			message: 'The service is not available at the moment (HTTP 503)',
			description: LATER,
			retryable: true,
			outcome: 'unknown',
			httpStatus: 503,
		});
	});
	test('`code` counts beside 4xx alone, and where a document names it', () => {
		for (const [status, code] of [
			[200, 21],
			[500, 21],
			[422, 77],
			[404, 404],
		] as const)
			expect(faultOf({ code, message: 'Said' }, status)?.code).toBeUndefined();
	});
	test('are none under /api', () => {
		for (const body of [{ error: 21 }, { code: 21 }, { result: { error: 21 } }])
			for (const status of [200, 422, 500])
				expect(
					faultOfReply({ statusCode: status, headers: {}, body }, 'api')?.code,
				).toBeUndefined();
	});
});
