import path from 'node:path';
import type {
	INodeProperties,
	INodePropertyCollection,
	INodePropertyOptions,
	INodeTypeDescription,
} from 'n8n-workflow';

import { hintsOf, inputRefusals, refusalsOf } from './refusals.mts';
import { plain } from './resourcePages.mts';
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
	const blocks = fields
		.filter(({ type }) => type !== 'hidden')
		.map((field) => fieldLines(field).join('\n'));
	return [...new Set(blocks)];
}

function nodeLines(description: INodeTypeDescription): string[] {
	const { properties } = description;
	const lines: string[] = [];
	const operations = properties.filter(({ name }) => name === 'operation');
	for (const resource of properties.find(({ name }) => name === 'resource')?.options ?? []) {
		if (!('value' in resource)) continue;
		lines.push('', `## ${resource.name}`, '', plain(resource.description ?? ''));
		const isOf = ({ displayOptions }: INodeProperties): boolean =>
			displayOptions?.show?.resource?.includes(String(resource.value)) === true;
		for (const operation of operations.find(isOf)?.options ?? []) {
			if (!('value' in operation)) continue;
			const own = properties.filter(
				(field) =>
					isOf(field) &&
					field.displayOptions?.show?.operation?.includes(String(operation.value)) === true,
			);
			lines.push(
				'',
				`### ${resource.name} › ${operation.name}`,
				'',
				`${plain(operation.description ?? '').replace(/\.$/, '')}. In the node panel: “${operation.action ?? ''}”.`,
				'',
				...once(own),
			);
		}
	}
	return lines;
}

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
		'Every label, description, placeholder, hint and error of the nodes and their credential, by place, to be read in one go. Made from the code by `npm run generate`. The sign ‹…› stands for what is known only at that moment. What the service’s own codes and statuses are turned into is on [the page of errors](errors.md).',
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
		...once(trigger.properties),
		'',
		'## Hints after a run',
		'',
		...hintsOf(path.join(root(), 'nodes')).map(
			({ what, message }) => `- ${what}: ${plain(message)}`,
		),
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
