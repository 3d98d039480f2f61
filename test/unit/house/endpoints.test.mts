import { MessagingService } from '../../../nodes/MessagingService/MessagingService.node.ts';
import { endpointRows } from '../../../tools/lib/endpointTable.mts';
import { SPECIFICATION } from './specification.mts';

/**
 * The table of endpoints, which is made from the node's declarations, beside the specification. What really reaches the
 * service is seen by test/engine/endpoints.test.mts.
 */
const { description } = new MessagingService();
const rows = endpointRows(description);

test.each(SPECIFICATION)(
	'section $section, $endpoint, is called by an operation or by the credential',
	({ section, endpoint }) => {
		expect(
			rows.filter((row) => row.section === section && row.endpoint === endpoint),
		).not.toHaveLength(0);
	},
);

test('each operation of the node names its endpoint, but for the one that asks for nothing', () => {
	expect(rows.flatMap(({ id, endpoint }) => (endpoint === undefined ? [id] : []))).toEqual([
		'phoneNumber.check',
	]);
});

test('each row that is no extension stands in the specification', () => {
	const known = new Set(SPECIFICATION.map(({ endpoint }) => endpoint));
	expect(
		rows.filter(({ section, endpoint = '' }) => section !== 'extension' && !known.has(endpoint)),
	).toEqual([]);
});
