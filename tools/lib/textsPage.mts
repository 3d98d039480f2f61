import path from 'node:path';
import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

import { waitSums } from '../../nodes/MessagingService/resources/sms/waitSums.ts';
import { hintsOf, inputRefusals, reasonsOf, refusalsOf } from './refusals.mts';
import { offered, plain } from './resourcePages.mts';
import { root } from './shell.mts';

type AnyOption = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** One text in quotation marks behind what it is; nothing where there is none. */
function part(what: string, text: unknown): string[] {
	return typeof text === 'string' && text !== '' ? [`${what}: “${plain(text)}”`] : [];
}

/** The lines of a field and of all that stands inside it. */
function fieldLines(field: INodeProperties, depth = 0): string[] {
	const indent = '  '.repeat(depth);
	const texts = [
		...part('placeholder', field.placeholder),
		...part('hint', field.hint),
		...part('button', field.typeOptions?.multipleValueButtonText),
	];
	const lines = [
		`${indent}- **${plain(field.displayName)}** ${plain(field.description ?? '')}${texts.length > 0 ? ` (${texts.join('; ')})` : ''}`.trimEnd(),
	];
	for (const mode of field.modes ?? [])
		lines.push(
			`${indent}  - mode *${mode.displayName}* ${part('placeholder', mode.placeholder).join('')}`.trimEnd(),
		);
	for (const option of field.options ?? []) lines.push(...optionLines(option, depth + 1));
	return lines;
}

function optionLines(option: AnyOption, depth: number): string[] {
	const indent = '  '.repeat(depth);
	if ('values' in option)
		return [
			`${indent}- **${option.displayName}**`,
			...option.values.flatMap((field) => fieldLines(field, depth + 1)),
		];
	if ('type' in option) return fieldLines(option, depth);
	return [`${indent}- *${option.name}* ${plain(option.description ?? '')}`.trimEnd()];
}

/** Fields once each: those that stand twice for n8n's sake read the same. */
function once(fields: INodeProperties[]): string[] {
	return [...new Set(offered(fields).map((field) => fieldLines(field).join('\n')))];
}

/** A field with its texts; an option has the name of its collection before it. */
interface Block {
	name: string;
	text: string;
}

/** The fields and options of an operation, each with its texts; a collection is taken apart. */
function blocksOf(fields: INodeProperties[]): Block[] {
	return offered(fields).flatMap((field) => {
		if (field.type !== 'collection')
			return [{ name: `**${field.displayName}**`, text: fieldLines(field).join('\n') }];
		return (field.options ?? []).map((option) => ({
			name: `${field.displayName} › **${'displayName' in option ? option.displayName : option.name}**`,
			text: optionLines(option, 0).join('\n').replace('- **', `- ${field.displayName} › **`),
		}));
	});
}

/** By name the fields that read the same in several operations, of which no other field has the name there. */
function commonOf(operations: Block[][]): Map<string, string> {
	const times = new Map<string, { name: string; count: number }>();
	for (const blocks of operations)
		for (const [text, name] of new Map(blocks.map((block) => [block.text, block.name])))
			times.set(text, { name, count: (times.get(text)?.count ?? 0) + 1 });
	const several = [...times].filter(([, { count }]) => count > 1);
	const named = (name: string): number => several.filter(([, other]) => other.name === name).length;
	return new Map(
		several.filter(([, { name }]) => named(name) === 1).map(([text, { name }]) => [name, text]),
	);
}

/** The fields of an operation: its own in full, and the names of those that stand with the common ones. */
function operationLines(blocks: Block[], common: Map<string, string>): string[] {
	const isCommon = ({ name, text }: Block): boolean => common.get(name) === text;
	const names = new Set(blocks.filter(isCommon).map(({ name }) => name));
	const own = new Set(blocks.filter((block) => !isCommon(block)).map(({ text }) => text));
	return [
		...own,
		...(names.size > 0
			? [`- As [in several operations](#fields-of-several-operations): ${[...names].join(', ')}`]
			: []),
	];
}

function nodeLines(description: INodeTypeDescription): string[] {
	const { properties } = description;
	const lines: string[] = [];
	const fieldsOf = (resource: string, operation: string): INodeProperties[] =>
		properties.filter(
			({ displayOptions }) =>
				displayOptions?.show?.resource?.includes(resource) === true &&
				displayOptions.show.operation?.includes(operation) === true,
		);
	const all = properties
		.filter(({ name }) => name === 'operation')
		.flatMap(({ displayOptions, options = [] }) =>
			options.flatMap((option) =>
				'value' in option
					? [blocksOf(fieldsOf(String(displayOptions?.show?.resource?.[0]), String(option.value)))]
					: [],
			),
		);
	const common = commonOf(all);
	lines.push('', '## Fields of several operations', '', ...common.values());
	const operations = properties.filter(({ name }) => name === 'operation');
	for (const resource of properties.find(({ name }) => name === 'resource')?.options ?? []) {
		if (!('value' in resource)) continue;
		lines.push('', `## ${resource.name}`, '', plain(resource.description ?? ''));
		const isOf = ({ displayOptions }: INodeProperties): boolean =>
			displayOptions?.show?.resource?.includes(String(resource.value)) === true;
		for (const operation of operations.find(isOf)?.options ?? []) {
			if (!('value' in operation)) continue;
			const own = blocksOf(fieldsOf(String(resource.value), String(operation.value)));
			lines.push(
				'',
				`### ${resource.name} › ${operation.name}`,
				'',
				`${plain(operation.description ?? '').replace(/\.$/, '')}. In the node panel: “${operation.action ?? ''}”.`,
				'',
				...operationLines(own, common),
			);
		}
	}
	return lines;
}

/** Messages that ended in every way that the hint of Wait for Delivery tells. */
const WAITED = [
	...['delivered', 'read', 'delivered', 'expired', 'unknown', 'not sent'].map((status) => ({
		status,
		done: true,
		failedToAsk: false,
	})),
	{ status: 'sent', done: false, failedToAsk: false },
	{ status: '', done: false, failedToAsk: false },
	{ status: '', done: true, failedToAsk: true },
];

/**
 * All texts that a user of the nodes reads, by place, so that they can be read in one go.
 * @param node the description of the node
 * @param trigger the description of the trigger
 * @param credential the fields of the credential
 */
export function textsPage(
	node: INodeTypeDescription,
	trigger: INodeTypeDescription,
	credential: INodeProperties[],
): string {
	const lines = [
		'# All texts',
		'',
		'Every label, description, placeholder, hint, reason and error of the nodes and their credential, by place, to be read in one go. Made from the code by `npm run generate`. The sign ‹…› stands for what is known only at that moment. What the service’s own codes and statuses are turned into is on [the page of errors](errors.md).',
		'',
		'## The credential',
		'',
		...once(credential),
		'',
		`## ${node.displayName}`,
		'',
		plain(node.description),
		...nodeLines(node),
		'',
		`## ${trigger.displayName}`,
		'',
		plain(trigger.description),
		'',
		[
			...part('While it waits in the editor', trigger.eventTriggerDescription),
			...part('When the workflow is activated', trigger.activationMessage),
		].join('. '),
		'',
		...once(trigger.properties),
		'',
		'## Reasons of rows',
		'',
		'What the column `reason` says beside the errors below and what the service itself says.',
		'',
		...new Set(
			reasonsOf(path.join(root(), 'nodes')).map(
				({ what, message }) => `- ${what}: ${plain(message)}`,
			),
		),
		'',
		'## Hints after a run',
		'',
		...hintsOf(path.join(root(), 'nodes')).map(
			({ what, message }) => `- ${what}: ${plain(message)}`,
		),
		`- sms: waitForDelivery, for example: ${waitSums(WAITED)}`,
		'',
		'## Errors',
		'',
	];
	const told = [...inputRefusals(), ...refusalsOf(root(), ['nodes'])];
	const seen = new Set(
		told.map(({ what, message, cure }) => `- ${what}: **${plain(message)}** ${plain(cure)}`),
	);
	lines.push(...seen);
	return `${lines.join('\n').trimEnd()}\n`;
}
