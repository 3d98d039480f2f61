import fc from 'fast-check';
import { faultOfReply, retryAfterMs } from '../../nodes/shared/errors/index.ts';
import type { ServiceFault } from '../../nodes/shared/errors/index.ts';
import { ERROR_CODES } from '../../nodes/shared/spec/index.ts';
import { faultOf, JWT, KEY } from './faultSupport.mts';

describe('faults inside HTTP 200', () => {
	test.each(Object.keys(ERROR_CODES).map(Number))(
		'code %d, as number and as text, at the top, nested and as an object',
		(code) => {
			const known = ERROR_CODES[code];
			for (const body of [
				{ error: code },
				{ error: String(code), errorDescription: 'Said' },
				{ error: 0, result: { error: code } },
				{ error: '0', result: { error: String(code) } },
				{ error: { code, message: 'Said' } },
				JSON.stringify({ error: code }),
				Buffer.from(JSON.stringify({ error: code })),
			]) {
				expect(faultOf(body)).toMatchObject({
					kind: 'code',
					code,
					message: `${known?.meaning} (code ${code})`,
					description: expect.stringContaining(known?.cure ?? '-') as string,
					outcome: code === 5 ? 'unknown' : 'rejected',
					retryable: code === 11,
				});
			}
		},
	);
	test('what the service said is passed on, masked', () => {
		expect(
			faultOf({ error: '21', errorDescription: `Bad number 380991112233 for ${KEY}` })?.description,
		).toMatch(/ The service said: Bad number …2233 for live_…\.$/);
	});
	test('codes that nobody documents may have acted', () => {
		expect(faultOf({ error: 77 })).toMatchObject({
			message: 'The service refused the request (code 77)',
			outcome: 'unknown',
			retryable: false,
		});
	});
	test('success has no fault', () => {
		for (const good of [
			{ error: 0, id: 1 },
			{ error: '0' },
			{ error: null },
			{ error: '' },
			{ error: false },
			{ data: [] },
			{ bearer: 'x' },
			[],
			[{ error: 5 }],
			{},
			{ error: 0, result: [{ error: 31 }] },
			{ result: [{ error: '21' }], task_id: 1 },
			{ error: 0, result: { id: 1, error: 0 } },
			{ data: { code: 404, message: 'x' } },
			'{"error":0,"id":1}',
			'\ufeff {"error":0}',
			'{"error": 0, [{"a": 1}]}',
			'{"error":"0",[]}',
		])
			expect([good, faultOf(good)]).toEqual([good, undefined]);
	});
	test('a code at the top counts even beside results', () => {
		expect(faultOf({ error: 8, result: [{ error: 0 }] })).toMatchObject({ code: 8 });
	});
	test.each([
		{ error: 404, errorDescription: 'Not found' },
		{ result: { error: 404, errorDescription: 'Not found' } },
		{ data: { error: 404, errorDescription: 'Not found' } },
		{ code: 404, message: 'Not found', data: null },
	])('a status inside HTTP 200 is that status: %j', (body) => {
		expect(faultOf(body)).toMatchObject({
			kind: 'http',
			httpStatus: 404,
			outcome: 'rejected',
			said: ' The service said: Not found.',
		});
		expect(faultOf(JSON.parse(JSON.stringify(body).replace('404', '500')))).toMatchObject({
			httpStatus: 500,
			outcome: 'unknown',
		});
	});
	test('a list of errors in place of the data is a refusal, an empty one is not', () => {
		expect(faultOf({ message: 'Odd', errors: ['Odd'], data: null })).toMatchObject({
			httpStatus: 422,
			details: ['Odd'],
		});
		expect(faultOf({ message: 'Odd', errors: ['Odd'], data: '' })).toMatchObject({
			httpStatus: 422,
		});
		const missing = { message: 'Not found', errors: ['Not found'], data: null };
		expect(faultOf(missing)).toMatchObject({ httpStatus: 404 });
		for (const errors of [[], {}, null])
			expect(faultOf({ message: 'Saved', errors, data: null })).toBeUndefined();
		expect(faultOf({ data: { id: 7, error: 404 } })).toBeUndefined();
	});
	test('errors of /api that come with status 200', () => {
		expect(faultOf({ code: 404, message: 'No such campaign' })).toMatchObject({
			kind: 'http',
			httpStatus: 404,
		});
		expect(faultOf({ message: 'Invalid', errors: { text: ['is long'] } })).toMatchObject({
			kind: 'http',
			httpStatus: 422,
			details: ['text: is long'],
		});
		expect(faultOf({ error: 'Something odd' })).toMatchObject({
			kind: 'http',
			description: expect.stringContaining('Something odd') as string,
		});
	});
});

describe('bodies that are no data', () => {
	test.each<[unknown, ServiceFault['kind'], boolean]>([
		['', 'empty', true],
		['  ', 'empty', true],
		[undefined, 'empty', true],
		[null, 'empty', true],
		[Buffer.alloc(0), 'empty', true],
		['<!DOCTYPE html><html></html>', 'notJson', false],
		['<html>', 'notJson', false],
		['<?xml version="1.0"?><html></html>', 'notJson', false],
		['{"error":0,"id":', 'cutOff', true],
		['[{"a":1}', 'cutOff', true],
		['{"error":0,[{"a":1}', 'cutOff', true],
		['OK', 'notJson', false],
		['"OK"', 'notJson', false],
		[5, 'notJson', false],
		[true, 'notJson', false],
	])('%p is %s', (body, kind, retryable) => {
		expect(faultOf(body)).toMatchObject({ kind, retryable, outcome: 'unknown', httpStatus: 200 });
	});
	test('files may be text, but no page and not empty; their faults are found', () => {
		const file = (body: unknown) =>
			faultOfReply({ statusCode: 200, headers: {}, body }, 'file')?.kind;
		expect([
			file('a;b\n1;2'),
			file('<?xml version="1.0"?><records/>'),
			file({ pipe: () => undefined }),
		]).toEqual([undefined, undefined, undefined]);
		expect([file('<html>'), file(''), file('{"error":"91"}')]).toEqual([
			'notJson',
			'empty',
			'code',
		]);
	});
	test('any body is judged without throwing', () => {
		fc.assert(
			fc.property(
				fc.oneof(fc.anything(), fc.json(), fc.string()),
				fc.integer({ min: 100, max: 599 }),
				(body, status) => {
					const fault = faultOf(body, status);
					if (fault) expect(fault.message).not.toBe('');
					if (status >= 300) expect(fault).toBeDefined();
				},
			),
			{ numRuns: 1000 },
		);
	});
});

describe('HTTP statuses', () => {
	const table: Array<[number, ServiceFault['kind'], boolean, ServiceFault['outcome']]> = [
		[400, 'http', false, 'rejected'],
		[401, 'auth', false, 'rejected'],
		[402, 'http', false, 'rejected'],
		[403, 'http', false, 'rejected'],
		[404, 'http', false, 'rejected'],
		[405, 'http', false, 'rejected'],
		[408, 'http', true, 'unknown'],
		[409, 'http', false, 'unknown'],
		[413, 'http', false, 'rejected'],
		[406, 'http', false, 'unknown'],
		[410, 'http', false, 'rejected'],
		[418, 'http', false, 'unknown'],
		[499, 'http', false, 'unknown'],
		[422, 'http', false, 'rejected'],
		[429, 'http', true, 'rejected'],
		[500, 'http', true, 'unknown'],
		[501, 'http', false, 'rejected'],
		[502, 'http', true, 'unknown'],
		[503, 'http', true, 'unknown'],
		[504, 'http', true, 'unknown'],
		[522, 'http', true, 'unknown'],
	];
	test.each(table)('%d is %s, retryable %p, %s', (status, kind, retryable, outcome) => {
		for (const body of [undefined, '', '<html>', { code: status, message: 'Said' }])
			expect(faultOf(body, status)).toMatchObject({ kind, retryable, outcome, httpStatus: status });
	});
	test('a legacy code inside counts, but for 401, 408 and 5xx', () => {
		expect(faultOf({ error: '23', errorDescription: 'x' }, 422)).toMatchObject({
			kind: 'code',
			code: 23,
			httpStatus: 422,
		});
		expect(faultOf({ error: 11 }, 429, { 'Retry-After': '3' })).toMatchObject({
			kind: 'code',
			code: 11,
			retryable: true,
			retryAfterMs: 3000,
		});
		expect(faultOf({ code: 20, message: 'x' }, 404)).toMatchObject({ kind: 'code', code: 20 });
		expect(faultOf({ code: 422, message: 'SMS with this ID already present' }, 422)).toMatchObject({
			kind: 'code',
			code: 23,
		});
		expect(faultOf({ code: 404, message: 'SMS not found.' }, 404)).toMatchObject({
			kind: 'code',
			code: 20,
		});
		for (const status of [401, 408, 500])
			expect(faultOf({ error: 20 }, status)?.code).toBeUndefined();
	});
	test('429: the pause asked for; a repeated request may have been carried out', () => {
		expect(faultOf({}, 429, { 'Retry-After': '7' })).toMatchObject({
			retryAfterMs: 7000,
			outcome: 'rejected',
		});
		expect(faultOf({}, 429)?.retryAfterMs).toBeUndefined();
		expect(faultOf({ message: 'Too many duplicate request detected' }, 429)).toMatchObject({
			outcome: 'unknown',
			retryable: true,
			message: 'The service received the same request twice',
		});
	});
	test('Retry-After in seconds and as a date', () => {
		const now = Date.parse('2026-11-21T10:00:00Z');
		expect(retryAfterMs('0', now)).toBe(0);
		expect(retryAfterMs(['2.5'], now)).toBe(2500);
		expect(retryAfterMs('Sat, 21 Nov 2026 10:00:05 GMT', now)).toBe(5000);
		expect(retryAfterMs('Sat, 21 Nov 2026 09:00:00 GMT', now)).toBe(0);
		for (const bad of [undefined, null, '', 'soon', '-1', '2026-11-21', {}])
			expect(retryAfterMs(bad, now)).toBeUndefined();
	});
	test('422 names every field, maps and lists alike', () => {
		expect(
			faultOf(
				{
					message: 'Given data',
					errors: {
						messages0phone: ['is 380991112233'],
						'messages.1.text': ['long', 'odd'],
						sender: 'bad',
					},
				},
				422,
			)?.details,
		).toEqual([
			'recipient 1 phone: is …2233',
			'recipient 2 text: long',
			'recipient 2 text: odd',
			'sender: bad',
		]);
		expect(
			faultOf({ errors: ['a', { message: 'b', field: 'text' }, { x: ['c'] }] }, 422)?.details,
		).toEqual(['a', 'text: b', 'x: c']);
		expect(
			faultOf({ message: 'M', errors: Array.from({ length: 9 }, (_, index) => `e${index}`) }, 422)
				?.description,
		).toContain('M; e0; e1; e2; e3 (and 5 more).');
		expect(
			faultOf({ errors: Array.from({ length: 10_000 }, () => 'e') }, 422)?.details,
		).toHaveLength(50);
	});
	test('redirects are refused, and only the origin is named', () => {
		expect(
			faultOf('', 302, { Location: `https://user:${KEY}@elsewhere.example/path?token=${JWT}` }),
		).toMatchObject({
			kind: 'redirect',
			message: 'The service sends the request to another address (https://elsewhere.example)',
			outcome: 'unknown',
			retryable: false,
		});
		for (const [status, outcome] of [
			[301, 'rejected'],
			[303, 'unknown'],
			[307, 'rejected'],
			[308, 'rejected'],
		] as const)
			expect(faultOf('', status)).toMatchObject({ kind: 'redirect', outcome });
	});
});
