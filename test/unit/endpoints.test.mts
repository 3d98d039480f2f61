import { MessagingService } from '../../nodes/MessagingService/MessagingService.node.ts';
import { endpointRows, type EndpointRow } from '../../tools/lib/endpointTable.mts';
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
