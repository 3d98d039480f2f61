import fc from 'fast-check';
import {
	faultOfReply,
	readBody,
	saidSentence,
	wordsOf,
} from '../../../nodes/shared/errors/index.ts';
import type { Interface } from '../../../nodes/shared/errors/index.ts';
import { faultOf, JWT, KEY } from './faultSupport.mts';

describe('words', () => {
	test('are five at most, of bounded length, without keys, tokens and phones', () => {
		const errors = Array.from({ length: 10_000 }, (_, index) => `e${index}`);
		expect(faultOf({ errors }, 422)?.message).toBe(
			'The service refused the request: e0; e1; e2; e3; e4 (and 45 more) (HTTP 422)',
		);
		expect(wordsOf({ errors })).toHaveLength(50);
		const long = faultOf(
			{ errors: ['a', 'b', 'c', 'd', 'e'].map((text) => text.repeat(500)) },
			422,
		);
		expect(long?.message.length).toBeLessThan(600);
		const secret = faultOf(
			{ message: `${KEY} ${JWT} 380991112233`, errors: { [KEY]: ['x'] } },
			422,
		);
		const shown = JSON.stringify(secret);
		for (const hidden of ['0123456789abcdef', 'eyJ', '380991112233'])
			expect(shown).not.toContain(hidden);
	});
	test('keep what they end with', () => {
		const said = (message: string) => {
			const fault = faultOf({ message }, 422);
			return fault && saidSentence(fault);
		};
		expect(['Why', 'Why.', 'Why?', 'Why!', 'Wait...'].map(said)).toEqual(
			['Why.', 'Why.', 'Why?', 'Why!', 'Wait...'].map((text) => ` The service said: ${text}`),
		);
	});
	test('are texts, and each once', () => {
		expect(wordsOf({ message: 'M', errors: ['M', 'N', 5, null, true, '21'] })).toEqual(['M', 'N']);
		for (const body of [{}, { errors: [] }, { errors: {} }, { message: ' ' }, { error: '21' }])
			expect(faultOfReply({ statusCode: 422, headers: {}, body }, 'api')?.said).toBeUndefined();
	});
	test('do not end in a deep body', () => {
		let body: unknown = 'deep';
		for (let depth = 0; depth < 5000; depth++) body = { error: { errors: [body] } };
		expect(faultOf(body, 422)?.httpStatus).toBe(422);
	});
});

describe('what a body is', () => {
	const EMPTY = 'The service answered with nothing';
	const NO_DATA = 'The service answered with a web page or text instead of data';
	const CUT_OFF = 'The answer of the service was cut off';
	const file = (body: unknown) =>
		faultOfReply({ statusCode: 200, headers: {}, body }, 'file')?.message;
	test.each<[unknown, string, boolean]>([
		['', EMPTY, true],
		[undefined, EMPTY, true],
		[null, EMPTY, true],
		[Buffer.alloc(0), EMPTY, true],
		['<?xml version="1.0"?><html></html>', NO_DATA, false],
		['[{"a":1}', CUT_OFF, true],
		['{"error":0,[{"a":1}', CUT_OFF, true],
		['OK', NO_DATA, false],
		['"OK"', NO_DATA, false],
		['null', NO_DATA, false],
		['Hello [name]', NO_DATA, false],
		['Warning: {"error":0,[]}', NO_DATA, false],
		[5, NO_DATA, false],
	])('%p: %s', (body, message, retryable) => {
		for (const way of ['api', 'rest'] as const)
			expect(faultOfReply({ statusCode: 200, headers: {}, body }, way)).toMatchObject({
				message,
				retryable,
				outcome: 'unknown',
				httpStatus: 200,
			});
	});
	test('a stream is told by its pipe, a byte order mark goes from the beginning', () => {
		expect(readBody({ pipe: () => undefined })).toEqual({ form: 'stream' });
		expect(readBody({ pipe: 'copper' })).toEqual({ form: 'json', value: { pipe: 'copper' } });
		expect(readBody('\ufeffa;\ufeffb')).toEqual({ form: 'text', text: 'a;\ufeffb' });
	});
	test('a file may be text or XML, but no page and not empty; its codes are read', () => {
		for (const good of ['a;b\n1;2', '<?xml version="1.0"?><records/>', { pipe: () => undefined }])
			expect(file(good)).toBeUndefined();
		expect([file('<html>'), file(''), file('{"error":"91"}')]).toEqual([
			NO_DATA,
			EMPTY,
			'The report is not ready yet (code 91)',
		]);
	});
	test.each(['{"error":0,[]}', '{ "error" : "0" , [ {"a": 1} ] }', '\n{"error":0,[]}\n'])(
		'the report of 4.16, an array without a key, is good: %j',
		(body) => expect(faultOf(body)).toBeUndefined(),
	);
	test('any body is judged without throwing', () => {
		fc.assert(
			fc.property(
				fc.oneof(fc.anything(), fc.json(), fc.string()),
				fc.integer({ min: 100, max: 599 }),
				fc.constantFrom<Interface>('api', 'rest', 'file'),
				(body, statusCode, way) => {
					const fault = faultOfReply({ statusCode, headers: {}, body }, way);
					if (fault) expect(fault.message).not.toBe('');
					if (statusCode >= 300) expect(fault).toBeDefined();
				},
			),
			{ numRuns: 1000 },
		);
	});
});
