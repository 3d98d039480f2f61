import type { StoredWorkflow } from '../../tools/lib/n8n.mts';
import { itemsOf } from '../../tools/lib/n8n.mts';
import type { Execution, N8n } from '../../tools/lib/n8n.mts';
import { storedNode } from '../support/workflows.mts';
import type { Json } from './examplesHarness.mts';

/* n8n's own nodes after rows of ours: each reads every column by its type, and no expression mends what it gets. */

type StoredNode = StoredWorkflow['nodes'][number];
type Kind = 'boolean' | 'date' | 'number' | 'object' | 'string';

/** Columns of numbers; those that end in `_id`, apart from the event's, are numbers too. */
const NUMBERS = new Set([
	...['price', 'balance', 'credit', 'segments', 'validity', 'in_place_of'],
	...['sent', 'delivered', 'failed', 'on_the_way', 'expired', 'undeliverable', 'unknown'],
	...['fallback_sent', 'fallback_delivered'],
	...['previous_sent', 'previous_delivered', 'previous_failed'],
]);
const BOOLEANS = new Set(['is_final', 'opt_out', 'rcs', 'sms', 'test', 'timed_out', 'viber']);

/** What a user takes a column for who reads its name. @param columns those of the same row */
export function kindOf(column: string, columns: readonly string[]): Kind {
	// Beside timed_out it says whether the message arrived, elsewhere how many did.
	if (column === 'delivered' && columns.includes('timed_out')) return 'boolean';
	if (column === 'fields') return 'object';
	if (column.endsWith('_at')) return 'date';
	if (BOOLEANS.has(column)) return 'boolean';
	if (NUMBERS.has(column) || (column.endsWith('_id') && column !== 'event_id')) return 'number';
	return 'string';
}

/** What follows rows of one kind. */
export interface Followed {
	/** The name of the node that puts out the rows, and the beginning of the names of those that follow it. */
	name: string;
	/** The Data Table that takes the rows. */
	table: string;
	columns: readonly string[];
	/** A column that has a value in some rows and none in others; by default one is taken that need not be so. */
	mixed?: string;
}

const FILTER_TYPES: Readonly<Record<Kind, string>> = {
	boolean: 'boolean',
	date: 'dateTime',
	number: 'number',
	object: 'object',
	string: 'string',
};
/** A comparison for each kind that no value fulfils, so that a node looks at the other columns as well. */
const NEVER: Readonly<Record<Kind, readonly [operation: string, right: unknown]>> = {
	boolean: ['empty', ''],
	date: ['before', '1970-01-01T00:00:00'],
	number: ['lt', -1e15],
	object: ['notExists', ''],
	string: ['equals', 'what no column holds'],
};
const SINGLE = new Set(['empty', 'notExists']);

function filter(
	conditions: ReadonlyArray<[column: string, kind: Kind, operation: string, right: unknown]>,
): object {
	return {
		conditions: {
			options: { caseSensitive: true, typeValidation: 'strict', version: 2 },
			combinator: 'or',
			conditions: conditions.map(([column, kind, operation, rightValue]) => ({
				id: column,
				leftValue: `={{ $json.${column} }}`,
				rightValue,
				operator: { type: FILTER_TYPES[kind], operation, singleValue: SINGLE.has(operation) },
			})),
		},
		options: {},
	};
}

const kindsOf = ({ columns }: Followed): Array<[column: string, kind: Kind]> =>
	columns.map((column) => [column, kindOf(column, columns)]);
const columnsOf = (followed: Followed, kind: Kind): string[] =>
	kindsOf(followed).flatMap(([column, own]) => (own === kind ? [column] : []));
/** The column that is looked at for its emptiness. */
const mixedOf = ({ columns, mixed = columns[0] ?? '' }: Followed): string => mixed;
const dateOf = (followed: Followed): string | undefined => {
	const { mixed } = followed;
	const dates = columnsOf(followed, 'date');
	return mixed !== undefined && dates.includes(mixed) ? mixed : dates[0];
};
const splitOf = ({ columns }: Followed): string | undefined =>
	['status', 'currency', 'sender'].find((name) => columns.includes(name));
/** A Data Table has no column for an object. */
const storable = (followed: Followed): Array<[column: string, kind: Kind]> =>
	kindsOf(followed).filter(([, kind]) => kind !== 'object');

function parametersOf(
	followed: Followed,
): Array<[name: string, type: string, version: number, parameters: object]> {
	const kinds = kindsOf(followed);
	const mixed = mixedOf(followed);
	const [date, split, numbers] = [
		dateOf(followed),
		splitOf(followed),
		columnsOf(followed, 'number'),
	];
	return [
		['IF empty', 'if', 2.2, filter([[mixed, kindOf(mixed, followed.columns), 'empty', '']])],
		[
			'IF compared',
			'if',
			2.2,
			filter(kinds.map(([column, kind]) => [column, kind, ...NEVER[kind]])),
		],
		[
			'Edit Fields',
			'set',
			3.4,
			{
				mode: 'manual',
				assignments: {
					assignments: kinds.map(([name, kind]) => ({
						id: name,
						name,
						type: kind === 'date' ? 'string' : kind,
						value: `={{ $json.${name} }}`,
					})),
				},
				options: {},
			},
		],
		...(date === undefined
			? []
			: [
					[
						'Date and Time',
						'dateTime',
						2,
						{
							operation: 'formatDate',
							date: `={{ $json.${date} }}`,
							format: 'yyyy-MM-dd',
							options: {},
						},
					] satisfies [string, string, number, object],
				]),
		[
			'Summarize',
			'summarize',
			1.1,
			{
				fieldsToSummarize: {
					values: [
						{ aggregation: 'count', field: followed.columns[0] },
						...numbers.map((field) => ({ aggregation: 'sum', field })),
					],
				},
				...(split !== undefined && { fieldsToSplitBy: split }),
				options: {},
			},
		],
		['Convert to File', 'convertToFile', 1.1, { operation: 'csv', options: {} }],
		[
			'Data Table',
			'dataTable',
			1.1,
			{
				resource: 'row',
				operation: 'insert',
				dataTableId: { __rl: true, mode: 'name', value: followed.table },
				columns: {
					mappingMode: 'defineBelow',
					value: Object.fromEntries(
						storable(followed).map(([column]) => [column, `={{ $json.${column} }}`]),
					),
					matchingColumns: [],
					schema: storable(followed).map(([name, kind]) => ({
						id: name,
						displayName: name,
						required: false,
						defaultMatch: false,
						display: true,
						type: FILTER_TYPES[kind],
						readOnly: false,
						removed: false,
					})),
				},
				options: {},
			},
		],
	];
}

/** The nodes that follow a node, and the connections to them. @param row where they stand on the canvas */
export function followersOf(
	followed: Followed,
	row: number,
): { nodes: StoredNode[]; connections: object } {
	const nodes = parametersOf(followed).map(([name, type, typeVersion, parameters], index) =>
		storedNode(0, {
			name: `${followed.name}: ${name}`,
			type: `n8n-nodes-base.${type}`,
			typeVersion,
			parameters,
			position: [900, (row * 8 + index) * 150],
		}),
	);
	return {
		nodes,
		connections: {
			[followed.name]: {
				main: [nodes.map(({ name: node }) => ({ node, type: 'main', index: 0 }))],
			},
		},
	};
}

/** Makes the Data Tables into which rows go. */
export async function makeTables(n8n: N8n, all: readonly Followed[]): Promise<void> {
	const { id } = await n8n.rest<{ id: string }>('GET', 'projects/personal');
	for (const followed of all)
		await n8n.rest('POST', `projects/${id}/data-tables`, {
			name: followed.table,
			columns: storable(followed).map(([name, type]) => ({ name, type })),
		});
}

const isNull = (value: unknown): boolean => value === null || value === undefined;
const sum = (values: readonly unknown[]): number =>
	values.reduce<number>((all, value) => all + Number(value ?? 0), 0);

/** Tests what followed one execution's rows. Returns the rows. */
export function expectFollowed(execution: Execution, followed: Followed): Json[] {
	const { name, columns } = followed;
	const rows = itemsOf(execution, name);
	const of = (node: string, output = 0): Json[] => itemsOf(execution, `${name}: ${node}`, output);
	expect(rows.length).toBeGreaterThan(0);
	for (const row of rows) expect(Object.keys(row)).toEqual(columns);

	const empty = rows.filter((row) => isNull(row[mixedOf(followed)])).length;
	expect([of('IF empty').length, of('IF empty', 1).length]).toEqual([empty, rows.length - empty]);
	expect([of('IF compared').length, of('IF compared', 1).length]).toEqual([0, rows.length]);
	expect(of('Edit Fields')).toEqual(rows);
	const date = dateOf(followed);
	if (date !== undefined)
		expect(of('Date and Time').map(({ formattedDate }) => isNull(formattedDate))).toEqual(
			rows.map((row) => isNull(row[date])),
		);
	const summed = of('Summarize');
	for (const column of columnsOf(followed, 'number'))
		expect(sum(summed.map((one) => one[`sum_${column}`]))).toBeCloseTo(
			sum(rows.map((row) => row[column])),
			4,
		);
	expect(of('Convert to File')).toHaveLength(1);
	const exact = storable(followed).filter(([, kind]) => kind !== 'date');
	expect(of('Data Table').map((row) => exact.map(([column]) => row[column]))).toEqual(
		rows.map((row) => exact.map(([column]) => row[column])),
	);
	return rows;
}

/** Tests that the mixed column has a value in some of the rows and none in others. */
export function expectMixed({ mixed }: Followed, rows: readonly Json[]): void {
	if (mixed === undefined) return;
	const found = new Set(rows.map((row) => isNull(row[mixed])));
	expect([mixed, ...[...found].sort()]).toEqual([mixed, false, true]);
}
