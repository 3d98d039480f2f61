import type { IExecuteSingleFunctions, IHttpRequestOptions, INode } from 'n8n-workflow';
import { builtRequest, inPart } from '../../../nodes/MessagingService/dispatch/checks.ts';
import { accept } from '../../../nodes/shared/checked.ts';
import {
	compileFields,
	parameterReader,
} from '../../../nodes/MessagingService/dispatch/parameters.ts';
import { valueAt } from '../../../nodes/shared/text/path.ts';

describe('while n8n builds a request', () => {
	const check = inPart('body', 'name', (value) => accept(value));
	/** What n8n gives a preSend action where its database cannot be read. */
	const context = (error: unknown): IExecuteSingleFunctions =>
		({
			getExecuteData: () => undefined,
			getInputData: () => ({ json: {} }),
			getItemIndex: () => 0,
			getNodeParameter: () => null,
			getTimezone: () => 'UTC',
			getCredentials: async () => await Promise.reject(error),
		}) as unknown as IExecuteSingleFunctions;

	describe('what goes wrong while n8n builds a request', () => {
		it.each<[string, unknown]>([
			['an error', new Error('SQLITE_BUSY: database is locked')],
			['anything else', 'SQLITE_BUSY: database is locked'],
		])('waits until it can be told with its item: %s', async (_, error) => {
			const options = { url: '/api', body: { name: 'Ann' } } as IHttpRequestOptions;
			expect(await check.call(context(error), options)).toBe(options);
			const { failure, refusals } = builtRequest(options);
			expect([failure?.message, refusals]).toEqual(['SQLITE_BUSY: database is locked', []]);
		});

		it('is nothing where nothing does', () => expect(builtRequest({})).toEqual({ refusals: [] }));
	});
});

describe('fields read straight from the item', () => {
	it.each([
		['={{ $json.phone }}', { phone: '1' }, '1'],
		['={{$json.phone}}', { phone: 380 }, 380],
		['={{ $json["first name"] }}', { 'first name': 'Ann' }, 'Ann'],
		["=Hi {{ $json.a.b }}{{ $json['c'] }}!", { a: { b: 'x' }, c: 0 }, 'Hi x0!'],
		['= {{ $json.a }}', { a: 'x' }, ' x'],
	])('%s', (expression, json, value) => {
		expect(compileFields(expression)?.(json)).toBe(value);
	});

	it.each([
		[{ phone: null }],
		[{ phone: undefined }],
		[{ phone: true }],
		[{ phone: ['1'] }],
		[{ phone: { a: 1 } }],
		[{}],
		[{ phone: Number.NaN }],
	])('leaves %j to n8n', (json) => {
		expect(compileFields('={{ $json.phone }}')?.(json)).toBeUndefined();
		expect(compileFields('=x {{ $json.phone }}')?.(json)).toBeUndefined();
	});

	it.each([
		'={{ $json.phone.trim() }}',
		'={{ $json.a + $json.b }}',
		'={{ $now }}',
		'=Hi',
		'={{ $json.a }} {{ $json.b ?? 1 }}',
		'={{ $json["a\\n"] }}',
		'=\\{{ $json.a }}',
		'={{ $json }}',
	])('leaves %s to n8n', (expression) => {
		expect(compileFields(expression)).toBeUndefined();
	});

	it('reaches own properties only', () => {
		expect(compileFields('={{ $json.constructor }}')?.({})).toBeUndefined();
		expect(compileFields('={{ $json.a.length }}')?.({ a: 'text' })).toBeUndefined();
		expect(valueAt({}, 'constructor.name')).toBeUndefined();
		expect(valueAt({ 'a.b': 1, a: { b: 2 } }, 'a.b')).toBe(1);
		expect(valueAt({ a: [{ b: 2 }] }, 'a.0.b')).toBe(2);
	});
});

describe('expressions that n8n evaluates', () => {
	/** A reader of the text whose evaluations are counted. */
	function counted(values: unknown[]) {
		const evaluated: number[] = [];
		const read = parameterReader(
			{
				node: { parameters: { text: '={{ $json.name.toUpperCase() }}' } } as unknown as INode,
				items: values.map(() => ({ json: {} })),
				parameter: <T,>(_: string, item: number) => {
					evaluated.push(item);
					return values[item] as T;
				},
			},
			'text',
			'',
		);
		return { read, evaluated };
	}

	it('are evaluated once for each item, however often their value is asked for', () => {
		const { read, evaluated } = counted(['A', 'B', undefined]);
		for (let round = 0; round < 2; round++)
			expect([0, 1, 2].map((item) => read(item))).toEqual(['A', 'B', undefined]);
		expect(evaluated).toEqual([0, 1, 2]);
	});

	it('are evaluated anew where their value is a list, which may be large', () => {
		const { read, evaluated } = counted([['A']]);
		expect([read(0), read(0)]).toEqual([['A'], ['A']]);
		expect(evaluated).toEqual([0, 0]);
	});
});
