import { existsSync, readFileSync } from 'node:fs';

import { RESOURCES } from '../../nodes/MessagingService/resources/index.ts';

/** Every endpoint of section 4 of the specification, with the modes of 4.6. */
const SPECIFICATION: ReadonlyArray<[section: string, endpoint: string]> = [
	['4.1', 'POST /api/auth/login'],
	['4.2', 'POST /api/auth/refresh'],
	['4.3', 'GET /rest/sms/{id}'],
	['4.4', 'GET /rest/sms/reference/{reference}'],
	['4.5', 'GET /rest/sms/{task_id}'],
	['4.6 phone', 'POST /rest/sms/create'],
	['4.6 phones', 'POST /rest/sms/create'],
	['4.6 individual', 'POST /rest/sms/create'],
	['4.7', 'POST /api/campaigns/sms/send'],
	['4.8', 'POST /api/campaigns/sms/send-individual'],
	['4.9', 'POST /api/campaigns/sms/send-groups'],
	['4.10', 'GET /api/campaign'],
	['4.11', 'PUT /api/campaigns/{id}/stop'],
	['4.12', 'PUT /api/campaigns/{id}/renew'],
	['4.13', 'GET /api/senders/requests/sms'],
	['4.14', 'POST /api/senders/requests/legal'],
	['4.15', 'PUT /api/contacts/{id}'],
	['4.16', 'GET /rest/stat/file/id/{file_key}/format/{file_format}'],
];

interface Row {
	section: string;
	endpoint: string;
	operation: string;
	test: string;
}

const readme = readFileSync('README.md', 'utf8');
const rows: Row[] = (
	/<!-- endpoints:begin -->([\s\S]*?)<!-- endpoints:end -->/.exec(readme)?.[1] ?? ''
)
	.split('\n')
	.filter((line) => line.startsWith('| ') && !line.startsWith('| Section'))
	.map((line) => {
		const [section = '', endpoint = '', operation = '', test = ''] = line
			.split('|')
			.slice(1)
			.map((cell) => cell.trim());
		return {
			section,
			endpoint: endpoint.replaceAll('`', ''),
			operation,
			test: `test/engine/${test}.test.mts`,
		};
	});
const operations = new Map(
	RESOURCES.flatMap(({ option: resource, operations: list }) =>
		list.map(({ option }): [string, string] => [`${resource.name}: ${option.name}`, option.value]),
	),
);

test.each(SPECIFICATION)('section %s, %s has its row', (section, endpoint) => {
	expect(
		rows.filter((row) => row.section === section && row.endpoint === endpoint),
	).not.toHaveLength(0);
});

test('each operation of the node has its row', () => {
	expect(
		[...operations.keys()].filter((name) => !rows.some((row) => row.operation === name)),
	).toEqual([]);
});

test.each(rows.map((row): [string, Row] => [row.operation, row]))(
	'%s exists and is tested where its row says',
	(name, row) => {
		expect(existsSync(row.test)).toBe(true);
		if (name.startsWith('Credential')) return;
		const value = operations.get(name);
		expect(value).toBeDefined();
		expect(readFileSync(row.test, 'utf8')).toMatch(new RegExp(`['"](?:\\w+\\.)?${value}['"]`));
	},
);
