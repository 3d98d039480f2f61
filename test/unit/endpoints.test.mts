import { readdirSync, readFileSync } from 'node:fs';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node.ts';
import { endpointRows, endpointsPage, type EndpointRow } from '../../tools/lib/endpointTable.mts';
import { SPECIFICATION } from './specification.mts';

/**
 * The table of endpoints, which is made from the node's declarations, beside the specification. What really reaches the
 * service is seen by test/engine/endpoints.test.mts.
 */
const { description } = new MessagingService();
const rows = endpointRows(description);
const of = (id: string): EndpointRow | undefined => rows.find((row) => row.id === id);

/** Operations that declare their endpoint, and whose parameters the engine test alone sees. */
const BY_CODE = ['sms.waitForDelivery', 'campaign.get', 'report.download'];

/** Parameters of the specification that no field of a declared operation sends, and why. */
const NO_FIELD: Record<string, string> = {
	'query page[offset]': 'Counted by the code that reads pages.',
	'query page[limit]': 'Set by the code that reads pages, from Return All and Limit.',
};

test.each(SPECIFICATION)(
	'section $section, $endpoint, is called by an operation or by the credential',
	({ section, endpoint }) => {
		expect(
			rows.filter((row) => row.section === section && row.endpoint === endpoint),
		).not.toHaveLength(0);
	},
);

test('each operation of the node names its endpoint', () => {
	expect(rows.filter(({ endpoint }) => endpoint === undefined)).toEqual([]);
});

test('each row that is no extension stands in the specification', () => {
	const known = new Set(SPECIFICATION.map(({ endpoint }) => endpoint));
	expect(
		rows.filter(({ section, endpoint = '' }) => section !== 'extension' && !known.has(endpoint)),
	).toEqual([]);
});

test('each operation that makes one request for an item declares every parameter of the specification', () => {
	for (const { section, endpoint, path = [], query = [], body = [] } of SPECIFICATION) {
		for (const row of rows) {
			if (row.section !== section || row.endpoint !== endpoint) continue;
			if (BY_CODE.includes(row.id) || row.id.startsWith('credential')) continue;
			// A list of objects is one parameter: `phones[].number` is sent with `phones`.
			const declared = new Set(
				row.parameters.map(({ place, name }) => `${place} ${name.replace(/\[\].*$/, '')}`),
			);
			const wanted = [
				...path.map((name) => `path ${name}`),
				...query.map((name) => `query ${name}`),
				// A list of objects is one field: `fields[].id` is sent with `fields`.
				...new Set(body.map((name) => `body ${name.replace(/\[\].*$/, '')}`)),
			];
			expect({
				operation: row.id,
				missing: wanted.filter((name) => !declared.has(name) && !(name in NO_FIELD)),
			}).toEqual({ operation: row.id, missing: [] });
		}
	}
});

test('what is excused is an operation of the node', () => {
	expect(BY_CODE.filter((id) => !of(id))).toEqual([]);
});

test('each operation is run by a test in n8n’s engine', () => {
	const tests = readdirSync('test/engine')
		.filter((file) => file.endsWith('.test.mts'))
		.map((file) => readFileSync(`test/engine/${file}`, 'utf8'))
		.join('\n');
	const untested = rows.filter(({ id }) => {
		const [resource = '', operation = ''] = id.split('.');
		return (
			resource !== 'credential' &&
			!tests.includes(`'${resource}.${operation}'`) &&
			!new RegExp(`operation: '${operation}'`).test(tests)
		);
	});
	expect(untested.map(({ id }) => id)).toEqual([]);
});

test('a declared place is found wherever n8n allows it', () => {
	const place = Object.assign(async () => await Promise.reject(new Error('not called')), {
		place: { in: 'path', name: 'id' },
	});
	const made = endpointRows({
		...description,
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				default: 'thing',
				options: [{ name: 'Thing', value: 'thing' }],
			},
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				default: 'get',
				displayOptions: { show: { resource: ['thing'] } },
				options: [
					{
						name: 'Get',
						value: 'get',
						routing: { request: { method: 'PUT', url: '/things/{id}', body: { type: 'sms' } } },
					},
				],
			},
			{
				displayName: 'Thing ID',
				name: 'thingId',
				type: 'string',
				default: '',
				displayOptions: { show: { resource: ['thing'], operation: ['get'] } },
				routing: { send: { preSend: [place] } },
			},
			{
				displayName: 'Filters',
				name: 'filters',
				type: 'collection',
				default: {},
				displayOptions: { show: { resource: ['thing'] } },
				options: [
					{
						displayName: 'Sender',
						name: 'sender',
						type: 'string',
						default: '',
						routing: {
							send: { type: 'query', property: 'filter[sender]', propertyInDotNotation: false },
						},
					},
				],
			},
		],
	}).find(({ id }) => id === 'thing.get');
	expect(made).toMatchObject({
		endpoint: 'PUT /things/{id}',
		section: 'extension',
		parameters: [
			{ place: 'body', name: 'type', value: 'sms' },
			{ place: 'path', name: 'id', field: 'Thing ID' },
			{ place: 'query', name: 'filter[sender]', field: 'Filters → Sender' },
		],
	});
});

test('the committed page is the one that the declarations give', () => {
	expect(readFileSync('docs/endpoints.md', 'utf8')).toBe(endpointsPage(description));
});
