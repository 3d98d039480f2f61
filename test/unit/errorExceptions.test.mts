import {
	faultError,
	faultOfException,
	maskSecrets,
	retryAfterMs,
	safeText,
} from '../../nodes/shared/errors/index.ts';
import type { ServiceFault } from '../../nodes/shared/errors/index.ts';
import { faultOf, NODE } from './faultSupport.mts';

// The edges of every rule that turns a reply or an exception into a fault: what lies just inside, and what just outside.
// What follows from a mistake here is a message counted as sent that was not, or one that is sent twice.

const ADDRESS = 'Check the base URLs in the credential.';
const LOOK = 'Look in the service before you send again: it may have carried this out.';
const LATER = 'Try again later; if it keeps happening, ask the service.';
const AGAIN = 'Try again; if it keeps happening, check the network between n8n and the service.';
/** What an exception means that nothing is known of. */
const NOT_COMPLETED = 'The request to the service was not completed';

describe('statuses', () => {
	test('a repeated request is told from one that names a duplicate', () => {
		expect(faultOf({ message: 'Too many duplicate request detected' }, 429)).toEqual({
			kind: 'http',
			httpStatus: 429,
			message: 'The service received the same request twice',
			description: `${LATER} The service said: Too many duplicate request detected.`,
			said: ' The service said: Too many duplicate request detected.',
			retryable: true,
			outcome: 'unknown',
		});
		for (const status of [400, 409, 422])
			expect(faultOf({ message: 'Duplicate phone' }, status)?.message).not.toContain('twice');
		expect(faultOf({ message: 'Duplicate phone' }, 422)).toMatchObject({
			retryable: false,
			outcome: 'rejected',
		});
	});
	test('the pause is read from its own header', () => {
		expect(faultOf({}, 429, { 'X-Limit': '99', 'RETRY-AFTER': '3', Date: '5' })?.retryAfterMs).toBe(
			3000,
		);
		expect(faultOf({}, 429, { 'X-Limit': '99' })?.retryAfterMs).toBeUndefined();
	});
	test('pauses of any length, to the fraction of a second', () => {
		expect([' 3 ', '120', '1.25', '86400', 30].map((header) => retryAfterMs(header))).toEqual([
			3000, 120_000, 1250, 86_400_000, 30_000,
		]);
	});
	test('a date is one only from its first letter on', () => {
		const now = Date.parse('2026-11-21T10:00:00Z');
		expect(retryAfterMs(' Sat, 21 Nov 2026 10:00:05 GMT ', now)).toBe(5000);
		for (const header of [
			'not before Sat, 21 Nov 2026 10:00:05 GMT',
			'(Sat, 21 Nov 2026 10:00:05 GMT)',
			'1234567890',
		])
			expect(retryAfterMs(header, now)).toBeUndefined();
	});
});

describe('redirects', () => {
	const to = (location: unknown, status = 301) => faultOf('', status, { location });
	test.each([
		[300, 'unknown'],
		[301, 'rejected'],
		[399, 'unknown'],
	] as const)('%d is one', (status, outcome) => {
		expect(to('https://elsewhere.example/x', status)).toEqual({
			kind: 'redirect',
			httpStatus: status,
			message: 'The service sends the request to another address (https://elsewhere.example)',
			description: `The API key is not sent there. ${ADDRESS}`,
			retryable: false,
			outcome,
		});
	});
	test('an address without encryption is named as such', () => {
		expect(to('http://elsewhere.example:8080/x')?.message).toBe(
			'The service sends the request to another address (http://elsewhere.example:8080)',
		);
	});
	test.each([['/login?next=https://other.example/'], ['//other.example'], [''], [undefined], [5]])(
		'%j names no host',
		(location) => {
			expect(to(location)?.message).toBe('The service sends the request to another address');
		},
	);
});

describe('exceptions', () => {
	const said = (message: string, fields: object = {}) =>
		faultOfException(Object.assign(new Error(message), fields));
	test.each<[string, ServiceFault['kind'], ServiceFault['outcome'], string]>([
		['response body too large', 'tooLarge', 'unknown', 'The answer of the service is too large'],
		['maxBodyLength of 10 exceeded', 'tooLarge', 'rejected', 'The request is too large to be sent'],
		[
			'Maximum number of redirects exceeded',
			'redirect',
			'unknown',
			'The service redirects the request again and again',
		],
		['request aborted', 'cutOff', 'unknown', 'The answer of the service was cut off'],
		['response aborted', 'cutOff', 'unknown', 'The answer of the service was cut off'],
		[
			'aborted: connection reset',
			'connection',
			'unknown',
			'The connection to the service was lost',
		],
		['connection closed', 'connection', 'unknown', 'The connection to the service was lost'],
		[
			'The connection was closed',
			'connection',
			'unknown',
			'The connection to the service was lost',
		],
	])('%j by its words', (words, kind, outcome, message) => {
		expect(said(words)).toMatchObject({ kind, outcome, message });
	});
	test.each(['AbortError', 'CanceledError'])('%s was stopped, whatever its words', (name) => {
		for (const message of ['', 'x', 'request timed out']) {
			expect(said(message, { name })).toEqual({
				kind: 'cancelled',
				message: 'The execution was stopped before the service answered',
				description: LOOK,
				retryable: false,
				outcome: 'unknown',
			});
			expect(faultOfException({ message: 'outer', cause: { name, message } })).toMatchObject({
				kind: 'cancelled',
			});
		}
		expect(said('x', { name, code: 'ECONNREFUSED' })).toMatchObject({ kind: 'refused' });
	});
	test('codes and words that are no text are passed over', () => {
		for (const odd of [Symbol('ECONNREFUSED'), ['ECONNREFUSED'], 5, null]) {
			expect(faultOfException({ code: odd, message: odd })).toMatchObject({
				kind: 'connection',
				message: NOT_COMPLETED,
				description: AGAIN,
				retryable: false,
				outcome: 'unknown',
			});
			expect(faultOfException({ code: odd, cause: { code: 'ECONNREFUSED' } })).toMatchObject({
				kind: 'refused',
			});
		}
	});
	test('the attempts of one connection tell what a bare AggregateError does not', () => {
		expect(
			faultOfException(
				new AggregateError([Object.assign(new Error('x'), { code: 'ECONNREFUSED' })]),
			),
		).toMatchObject({ kind: 'refused', outcome: 'rejected' });
		expect(
			faultOfException(
				new AggregateError([
					new Error('x'),
					Object.assign(new Error('y'), { code: 'EHOSTUNREACH' }),
				]),
			),
		).toMatchObject({ message: 'The service cannot be reached', retryable: true });
	});
	test('what is wrapped is read to the eighth layer, an endless chain as well', () => {
		const wrapped = (layers: number): object =>
			layers === 1 ? { code: 'ECONNREFUSED' } : { cause: wrapped(layers - 1) };
		expect([1, 8, 9].map((layers) => faultOfException(wrapped(layers)).kind)).toEqual([
			'refused',
			'refused',
			'connection',
		]);
		let made = 0;
		const endless = (): object => {
			if (++made > 1000) throw new Error('Read without an end');
			return {
				get cause() {
					return endless();
				},
			};
		};
		expect(faultOfException(endless()).message).toBe(NOT_COMPLETED);
	});
	test('only statuses of HTTP that tell of a fault count', () => {
		expect(
			faultOfException({
				message: 'x',
				response: { status: 300, headers: { location: 'https://elsewhere.example' } },
			}),
		).toMatchObject({ kind: 'redirect', httpStatus: 300 });
		expect(faultOfException({ httpCode: '599' })).toMatchObject({ kind: 'http', httpStatus: 599 });
		for (const httpCode of ['200', '299', '600', '999', 'x'])
			expect(faultOfException({ message: 'x', httpCode })).toMatchObject({
				kind: 'connection',
				message: NOT_COMPLETED,
				retryable: false,
			});
	});
	test('the first words found are passed on, masked', () => {
		for (const outer of [{ message: '' }, { message: 5 }, {}])
			expect(
				faultOfException({ ...outer, cause: { message: 'who knows live_0123456789' } }).description,
			).toBe(`${AGAIN} Reported: who knows live_…`);
		expect(faultOfException({ message: 'outer', cause: { message: 'inner' } }).description).toBe(
			`${AGAIN} Reported: outer`,
		);
	});
});

describe('masking', () => {
	test.each([
		['jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl is old', 'jwt … is old'],
		['Bearer  abcdefghij is old', 'Bearer  … is old'],
		['bearer: abcdefghij', 'bearer: …'],
		['a bearer of news', 'a bearer of news'],
		['apikey=abc&x=1', 'apikey=…&x=1'],
		['api_key=abc&x=1', 'api_key=…&x=1'],
		['ACCESSTOKEN=abc;x', 'ACCESSTOKEN=…;x'],
		['?token=tok123&x=1', '?token=…&x=1'],
		['{"password":"hunter22","x":1}', '{"password":"…","x":1}'],
		['key live_0123456789 and test_0123456789', 'key live_… and test_…'],
	])('%j becomes %j', (text, masked) => {
		expect(maskSecrets(text)).toBe(masked);
	});
	test('a line is trimmed, and shortened only when it is longer than asked', () => {
		expect(safeText(' \n a b \t')).toBe('a b');
		expect(safeText('x'.repeat(200))).toBe('x'.repeat(200));
		expect(safeText('x'.repeat(201))).toBe(`${'x'.repeat(199)}…`);
	});
	test('of a whole page only the beginning is read', () => {
		expect(safeText('x'.repeat(5000), 5000)).toHaveLength(4000);
	});
});

describe('the reason that n8n is told', () => {
	const tooMany: ServiceFault = {
		kind: 'code',
		code: 11,
		httpStatus: 200,
		message: 'M',
		description: 'D',
		retryable: true,
		outcome: 'rejected',
	};
	test('too many requests, by the code as by the status', () => {
		expect(faultError(NODE, tooMany).failure?.cause).toBe('rate-limited');
		expect(faultError(NODE, { ...tooMany, code: 5 }).failure?.cause).toBe(
			'temporarily-unavailable',
		);
		expect(faultError(NODE, { ...tooMany, code: undefined, httpStatus: 429 }).failure?.cause).toBe(
			'rate-limited',
		);
	});
});
