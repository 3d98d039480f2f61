import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

import { readSample, sampleText } from './samples.mts';

type AnyOption = INodeProperties | INodePropertyOptions | INodePropertyCollection;

function isOption(option: AnyOption): option is INodePropertyOptions {
	return 'value' in option;
}

function isCollection(option: AnyOption): option is INodePropertyCollection {
	return 'values' in option;
}

function isProperty(option: AnyOption): option is INodeProperties {
	return 'type' in option && 'default' in option;
}

/** The choices of an options property, in the order of the form. */
function choicesOf(property: INodeProperties | undefined): INodePropertyOptions[] {
	return (property?.options ?? []).filter(isOption);
}

function named(description: INodeTypeDescription, name: string): INodeProperties[] {
	return description.properties.filter((property) => property.name === name);
}

/** The property that offers the operations of a resource. */
function operationProperty(
	description: INodeTypeDescription,
	resource: string,
): INodeProperties | undefined {
	return named(description, 'operation').find((property) =>
		property.displayOptions?.show?.resource?.includes(resource),
	);
}

/** Writes a text of n8n's interface for a cell of a Markdown table. */
export function plain(text: string): string {
	return text
		.replace(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g, '[$2]($1)')
		.replace(/<[^>]+>/g, '')
		.replace(/\|/g, '\\|')
		.replace(/\{/g, '&#123;')
		.replace(/\s+/g, ' ')
		.trim();
}

function defaultOf(property: INodeProperties): string {
	const value = property.default;
	if (value === '' || value === null || value === undefined) return '';
	if (typeof value === 'object') {
		if ('mode' in value) return '';
		return Array.isArray(value) && value.length > 0 ? `\`${JSON.stringify(value)}\`` : '';
	}
	const choice = choicesOf(property).find((option) => option.value === value);
	return choice ? choice.name : `\`${String(value)}\``;
}

function meaningOf(property: INodeProperties): string {
	const parts = [property.description ?? '', property.hint ?? '']
		.map(plain)
		.filter((part) => part !== '');
	const choices =
		property.type === 'options' || property.type === 'multiOptions' ? choicesOf(property) : [];
	if (choices.length > 0)
		parts.push(`Choices: ${choices.map((choice) => plain(choice.name)).join(', ')}`);
	return parts.map((part) => (/[.!?:]$/.test(part) ? part : `${part}.`)).join(' ');
}

/** The fields within a field. */
const nestedIn = ({ type, options = [] }: INodeProperties): INodeProperties[] =>
	type === 'collection' || type === 'fixedCollection'
		? options.flatMap((option) =>
				isCollection(option) ? option.values : isProperty(option) ? [option] : [],
			)
		: [];

const rowOf = (property: INodeProperties, indent = ''): string =>
	`| ${indent}${plain(property.displayName)} | ${property.required ? 'yes' : ''} | ${defaultOf(property)} | ${meaningOf(property)} |`;

function rowsOf(properties: INodeProperties[], indent = ''): string[] {
	return properties.flatMap((property) => {
		if (property.type === 'hidden') return [];
		if (property.type === 'notice') return [`| *Note* | | | ${plain(property.displayName)} |`];
		return [rowOf(property, indent), ...rowsOf(nestedIn(property), `${indent}→ `)];
	});
}

/** The lines of a table of fields. */
const tableOf = (rows: string[]): string[] => [
	'| Field | Required | Default | Meaning |',
	'|---|---|---|---|',
	...rows,
];

/** The lines of a table of a form's parameters, with defaults and limits. */
export const fieldTable = (properties: INodeProperties[]): string[] => tableOf(rowsOf(properties));

/** The fields that several operations have with the same meaning, by the rows that describe them. */
type Shared = ReadonlyMap<string, INodeProperties>;

/** What tells whether two fields are the same to a reader. */
const keyOf = (property: INodeProperties): string => rowsOf([property]).join('\n');

/** Of fields of one name that differ from form to form, the one that most forms have is shared. */
function sharedIn(forms: INodeProperties[][]): Shared {
	const counts = new Map<string, { property: INodeProperties; count: number }>();
	for (const form of forms) {
		const fields = form.flatMap((field) =>
			field.type === 'collection' ? nestedIn(field) : [field],
		);
		for (const [key, property] of new Map(fields.map((field) => [keyOf(field), field])))
			counts.set(key, { property, count: (counts.get(key)?.count ?? 0) + 1 });
	}
	const byName = new Map(
		[...counts]
			.filter(([, { property, count }]) => count > 1 && property.type !== 'notice')
			.sort(([, one], [, other]) => one.count - other.count)
			.map(([key, { property }]) => [property.displayName, { key, property }]),
	);
	return new Map([...byName.values()].map(({ key, property }) => [key, property]));
}

/** The fields of an operation: those of its own in a table, and the names of those that others have, too. */
function fieldsText(fields: INodeProperties[], shared: Shared): string[] {
	const isShared = (field: INodeProperties): boolean => shared.has(keyOf(field));
	const name = ({ displayName, required }: INodeProperties): string =>
		`${plain(displayName)}${required ? ' (required)' : ''}`;
	const own: string[] = [];
	const others: string[] = [];
	for (const field of fields) {
		if (field.type !== 'collection') {
			if (isShared(field)) others.push(name(field));
			else own.push(...rowsOf([field]));
			continue;
		}
		const left = nestedIn(field).filter((one) => !isShared(one));
		if (left.length > 0) own.push(rowOf(field), ...rowsOf(left, '→ '));
		others.push(
			...nestedIn(field)
				.filter(isShared)
				.map((one) => `${plain(field.displayName)} → ${name(one)}`),
		);
	}
	return [
		...(own.length > 0 ? [...tableOf(own), ''] : []),
		...(others.length > 0
			? [
					`[As in other operations](README.md#fields-of-several-operations): ${others.join(', ')}.`,
					'',
				]
			: []),
	];
}

/**
 * The fields of a node that its form can show. A field that is shown for a value of a hidden field only, and not for the one that it has in
 * new workflows, is kept for workflows that were made before.
 */
export function offered(fields: INodeProperties[]): INodeProperties[] {
	const hidden = fields.filter(({ type }) => type === 'hidden');
	const isOld = ({ displayOptions }: INodeProperties): boolean =>
		hidden.some(({ name, default: usual }) => {
			const wanted = displayOptions?.show?.[name];
			return Array.isArray(wanted) && !wanted.some((value) => value === usual);
		});
	return fields.filter((field) => field.type !== 'hidden' && !isOld(field));
}

/** Whether the operation's form can show the property, whatever the other fields hold. */
export function belongsTo(property: INodeProperties, resource: string, operation: string): boolean {
	if (property.name === 'resource' || property.name === 'operation') return false;
	const show = property.displayOptions?.show;
	// n8n's own settings are the same in every node.
	if (!show) return property.type !== 'notice' && property.isNodeSetting !== true;
	if (show['@tool'] !== undefined) return false;
	return Boolean(
		show.resource?.includes(resource) &&
			(show.operation === undefined || show.operation.includes(operation)),
	);
}

/** The fields that an operation's form can show. */
const formOf = (
	description: INodeTypeDescription,
	resource: string,
	operation: string,
): INodeProperties[] =>
	offered(description.properties.filter((property) => belongsTo(property, resource, operation)));

/** The forms of all operations. */
const formsOf = (description: INodeTypeDescription): INodeProperties[][] =>
	choicesOf(named(description, 'resource')[0]).flatMap(({ value: resource }) =>
		choicesOf(operationProperty(description, String(resource))).map(({ value: operation }) =>
			formOf(description, String(resource), String(operation)),
		),
	);

/**
 * One Markdown page for each resource: its operations with their fields, defaults and limits, and a sample of their output.
 * @param description the action node's description
 * @returns file names (within docs/resources) and texts
 */
export function resourcePages(
	description: INodeTypeDescription,
): Array<{ file: string; text: string }> {
	const shared = sharedIn(formsOf(description));
	return choicesOf(named(description, 'resource')[0]).map((resource) => {
		const lines = [
			`# ${resource.name}`,
			'',
			'The fields of each operation, and a sample of its output from a run against the sandbox. [Outputs](../outputs.md) explains what comes out. (`npm run docs` makes this page.)',
			'',
		];
		for (const operation of choicesOf(operationProperty(description, String(resource.value)))) {
			lines.push(
				`## ${operation.name}`,
				'',
				`${plain(operation.description ?? operation.action ?? '')}`,
				'',
			);
			const fields = formOf(description, String(resource.value), String(operation.value));
			lines.push(...fieldsText(fields, shared));
			const sample = readSample(`${String(resource.value)}.${String(operation.value)}`);
			if (sample) lines.push('What it puts out:', '', sampleText(sample), '');
		}
		return { file: `${String(resource.value)}.md`, text: `${lines.join('\n').trimEnd()}\n` };
	});
}

/**
 * The table of the resources and their operations.
 * @param description the action node's description
 * @param folder where the pages of the resources lie, with a stroke at its end
 * @returns Markdown, with a link to the page of each resource
 */
export function operationsTable(description: INodeTypeDescription, folder: string): string {
	const lines = ['| Resource | Operations |', '|---|---|'];
	for (const resource of choicesOf(named(description, 'resource')[0])) {
		const operations = choicesOf(operationProperty(description, String(resource.value)));
		lines.push(
			`| [${resource.name}](${folder}${String(resource.value)}.md) | ${operations.map((operation) => operation.name).join(', ')} |`,
		);
	}
	return lines.join('\n');
}

/**
 * The page that lists the resources and their operations.
 * @param description the action node's description
 */
export function resourceIndex(description: INodeTypeDescription): string {
	return [
		'# Resources',
		'',
		'What each operation does, and what its fields mean. (`npm run docs` makes this page.)',
		'',
		operationsTable(description, ''),
		'',
		'The trigger has [a page of its own](trigger.md).',
		'',
		'## Fields of several operations',
		'',
		...fieldTable(
			[...sharedIn(formsOf(description)).values()].sort((one, other) =>
				one.displayName.localeCompare(other.displayName),
			),
		),
		'',
	].join('\n');
}
