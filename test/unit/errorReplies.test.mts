import { faultOfReply, readBody } from '../../nodes/shared/errors/index.ts';
import type { ServiceFault } from '../../nodes/shared/errors/index.ts';
import { faultOf } from './faultSupport.mts';

// The edges of every rule that turns a reply or an exception into a fault: what lies just inside, and what just outside.
// What follows from a mistake here is a message counted as sent that was not, or one that is sent twice.

const ADDRESS = 'Check the base URLs in the credential.';
const AGAIN = 'Try again; if it keeps happening, check the network between n8n and the service.';
const FIELDS = 'Check the fields of the operation.';

function file(body: unknown): ServiceFault['kind'] | undefined {
	return faultOfReply({ statusCode: 200, headers: {}, body }, 'file')?.kind;
}

describe('what a body is', () => {
	test('a stream is told by its pipe, not by a field of that name', () => {
		const stream = { pipe: () => undefined };
		expect(readBody(stream)).toEqual({ form: 'stream' });
		expect(readBody({ pipe: 'copper' })).toEqual({ form: 'json', value: { pipe: 'copper' } });
		expect(readBody({ id: 1 })).toEqual({ form: 'json', value: { id: 1 } });
	});
	test('a byte order mark goes only where it marks the beginning', () => {
		expect(readBody('\ufeffa;b')).toEqual({ form: 'text', text: 'a;b' });
		expect(readBody('a;\ufeffb')).toEqual({ form: 'text', text: 'a;\ufeffb' });
	});
	test('JSON that holds no object is no data', () => {
		for (const body of ['null', 'true', '5'])
			expect(faultOf(body)).toMatchObject({
				kind: 'notJson',
				outcome: 'unknown',
				description: ADDRESS,
			});
	});
	test('text that only mentions brackets was not cut off', () => {
		expect(faultOf('Hello [name]')).toMatchObject({ kind: 'notJson', retryable: false });
		expect(faultOf('  {"id": 1')).toMatchObject({
			kind: 'cutOff',
			retryable: true,
			description: AGAIN,
		});
	});
	test('an XML report is a file, a web page is none, even one that calls itself XML', () => {
		const xml = '<?xml version="1.0"?>';
		expect(file(`${xml}<records/>`)).toBeUndefined();
		expect(file(`${xml}<!DOCTYPE html><html></html>`)).toBe('notJson');
		expect(file(`<p>See ${xml}</p>`)).toBe('notJson');
		// A report may quote a page: only its beginning tells what it is.
		expect(
			file(`${xml}<records>${'<record/>'.repeat(200)}<text>&lt;html <html</text></records>`),
		).toBeUndefined();
	});
});

describe('the report of 4.16, an array without a key', () => {
	test.each([
		'{"error":0,[]}',
		'{ "error" : "0" , [ {"a": 1} ] }',
		'{\n\t"error": 0,\n\t[\n\t]\n}',
		'{"error":"0" ,[{"a":[1]}]\n}',
		'\n{"error":0,[]}\n',
	])('%j is good', (body) => {
		expect(faultOf(body)).toBeUndefined();
	});
	test.each(['{"error":0,[{"a":[1]},{"b":{"c":[2]}}, {"d"', '{"error":0,[1]x}'])(
		'%j was cut off',
		(body) => {
			expect(faultOf(body)).toMatchObject({ kind: 'cutOff', outcome: 'unknown', retryable: true });
		},
	);
	test.each(['Warning: {"error":0,[]}', 'x{"error":0,[]}'])(
		'%j is a text that quotes it',
		(body) => {
			expect(faultOf(body)).toMatchObject({ kind: 'notJson', outcome: 'unknown' });
		},
	);
});

describe('the code of a reply', () => {
	test('may have spaces around it, and nothing else', () => {
		expect(faultOf({ error: ' 21 ' })).toMatchObject({ kind: 'code', code: 21 });
		expect(faultOf({ error: '\t8' })).toMatchObject({ kind: 'code', code: 8 });
		expect(faultOf({ error: '8\n' })).toMatchObject({ kind: 'code', code: 8 });
	});
	test.each(['line 21', 'E21', '21 lines are odd', '21x', '-5'])(
		'%j is words: the reply is no success',
		(error) => {
			const fault = faultOf({ error });
			expect(fault).toMatchObject({
				kind: 'http',
				httpStatus: 400,
				outcome: 'rejected',
				retryable: false,
				message: 'The service did not take the request',
			});
			expect(fault?.description).toBe(`${FIELDS} The service said: ${error}.`);
			expect(fault?.code).toBeUndefined();
		},
	);
	test('is a number or text, not a list', () => {
		const fault = faultOf({ error: ['21'] });
		expect(fault).toMatchObject({ kind: 'http', httpStatus: 400 });
		expect(fault?.code).toBeUndefined();
	});
	test('carries what the service said beside it', () => {
		expect(faultOf({ error: 21, errorDescription: 'Number is odd' })).toEqual({
			kind: 'code',
			code: 21,
			httpStatus: 200,
			message: 'The phone number is not correct (code 21)',
			description: 'Use the international form, 9 to 15 digits. The service said: Number is odd.',
			retryable: false,
			outcome: 'rejected',
			details: ['Number is odd'],
			said: ' The service said: Number is odd.',
		});
		const silent = faultOf({ error: 21 });
		expect(silent).toMatchObject({ description: 'Use the international form, 9 to 15 digits.' });
		expect(silent?.details).toBeUndefined();
	});
	test('that nobody documents is to be asked about', () => {
		expect(faultOf({ error: 77 })?.description).toBe('Ask the service what it means.');
		expect(faultOf({ error: 77, message: 'Closed' })?.description).toBe(
			'Ask the service what it means. The service said: Closed.',
		);
	});
	test('5 (unknown fault) tells less than a status, but for 400', () => {
		expect(faultOf({ error: 5 }, 422)).toMatchObject({
			kind: 'http',
			httpStatus: 422,
			outcome: 'rejected',
			message: 'The service did not accept a field',
		});
		expect(faultOf({ error: 5 }, 422)?.code).toBeUndefined();
		expect(faultOf({ error: 5 }, 400)).toMatchObject({
			kind: 'code',
			code: 5,
			httpStatus: 400,
			outcome: 'unknown',
			message: 'The service reported an unknown fault (code 5)',
		});
	});
	test('is not repeated as words of the service', () => {
		expect(faultOf({ error: '21' }, 500)?.description).toBe(
			'Try again later; if it keeps happening, ask the service.',
		);
	});
});

describe('words that stand for a code', () => {
	const words: Array<[string, number]> = [
		['SMS not found', 20],
		['SMS with this ID already present', 23],
		['SMS with this external ID is already present', 23],
		['Task not found', 30],
		['File not found', 90],
		['File is not ready', 91],
	];
	test.each(words)('%j is code %d, with any or no number beside it', (message, code) => {
		for (const body of [
			{ message },
			{ code: 0, message },
			{ code: 100, message },
			{ code: 404, message },
			{ message: ` ${message.toLowerCase()}, sorry` },
		]) {
			expect(faultOf(body, 404)).toMatchObject({
				kind: 'code',
				code,
				httpStatus: 404,
				outcome: 'rejected',
				details: [body.message.trim()],
			});
		}
	});
	test.each(words)('%j inside a sentence may mean anything', (message) => {
		const fault = faultOf({ code: 404, message: `Of 3 lists one has ${message}` }, 404);
		expect(fault).toMatchObject({
			kind: 'http',
			httpStatus: 404,
			message: 'The service does not know this record or address',
		});
		expect(fault?.description).toBe(
			`Check the ID. ${ADDRESS} The service may lack this operation. The service said: Of 3 lists one has ${message}.`,
		);
		expect(fault?.code).toBeUndefined();
	});
	test('a small number beside them is the code itself', () => {
		expect(faultOf({ code: 30, message: 'SMS not found' }, 404)).toMatchObject({
			kind: 'code',
			code: 30,
			details: ['SMS not found'],
		});
	});
});

describe('faults of /api inside HTTP 200', () => {
	test.each(['data', 'result', 'id', 'bearer', 'task_id'])(
		'a reply with %s is good, whatever else it says',
		(key) => {
			expect(faultOf({ [key]: 1, message: 'Stored', errors: {} })).toBeUndefined();
			expect(faultOf({ [key]: 1, code: 404, message: 'Stored' })).toBeUndefined();
		},
	);
	test('a message alone is no fault, nor is a code without one', () => {
		expect(faultOf({ message: 'Saved' })).toBeUndefined();
		expect(faultOf({ code: 404 })).toBeUndefined();
		expect(faultOf({ code: 200, message: 'Saved' })).toBeUndefined();
	});
	test('codes from 400 to 599 are those of HTTP', () => {
		expect(faultOf({ code: 400, message: 'Odd' })).toMatchObject({
			kind: 'http',
			httpStatus: 400,
			message: 'The service did not take the request',
			description: `${FIELDS} The service said: Odd.`,
		});
		expect(faultOf({ code: '599', message: 'Odd' })).toMatchObject({
			kind: 'http',
			httpStatus: 599,
			outcome: 'unknown',
			retryable: true,
		});
		for (const code of [399, 600, 1000])
			expect(faultOf({ code, message: 'Saved' })).toBeUndefined();
	});
});

describe('what the service said about fields', () => {
	const details = (errors: unknown) => faultOf({ errors }, 422)?.details;
	test('names the recipient, counted from 1', () => {
		expect(details({ 'messages.10.text': ['long'] })).toEqual(['recipient 11 text: long']);
		expect(details({ 'messages[2].phone': 'odd' })).toEqual(['recipient 3 phone: odd']);
		expect(details({ 'phones.0': 'odd' })).toEqual(['recipient 1: odd']);
	});
	test('leaves names as they are that only resemble a recipient', () => {
		expect(
			details({ 'old.messages0phone': 'a', 'messages0phone-x': 'b', 'messages.0.parts.1': 'c' }),
		).toEqual(['old.messages0phone: a', 'messages0phone-x: b', 'messages.0.parts.1: c']);
	});
	test('does not take positions for names', () => {
		expect(details({ 12: ['a'], text: { 0: 'b' } })).toEqual(['a', 'text: b']);
		expect(details({ '1a': 'c', a1: 'd' })).toEqual(['1a: c', 'a1: d']);
	});
	test('reads numbers, and entries whose field is no name', () => {
		expect(details({ text: 5 })).toEqual(['text: 5']);
		expect(details({ sender: [{ message: 'b' }, { message: 'c', field: 5 }] })).toEqual([
			'sender: b',
			'sender: c',
		]);
		expect(details({ text: [true, null] })).toBeUndefined();
	});
	test('is absent when nothing was said', () => {
		for (const body of [{}, { errors: [] }, { errors: {} }, { message: 'M' }])
			expect(faultOf(body, 422)?.details).toBeUndefined();
	});
	test('shows five texts, and counts only what is left out', () => {
		const said = (count: number) =>
			faultOf({ errors: Array.from({ length: count }, (_, index) => `e${index}`) }, 422)
				?.description;
		expect(said(5)).toBe('Correct the fields that it names. The service said: e0; e1; e2; e3; e4.');
		expect(said(6)).toBe(
			'Correct the fields that it names. The service said: e0; e1; e2; e3; e4 (and 1 more).',
		);
	});
	test('keeps its dots but for a second one at the end', () => {
		expect(faultOf({ message: 'Wait... and see' }, 422)?.description).toBe(
			'Correct the fields that it names. The service said: Wait... and see.',
		);
		expect(faultOf({ message: 'Why?' }, 422)?.description).toBe(
			'Correct the fields that it names. The service said: Why?',
		);
	});
});
