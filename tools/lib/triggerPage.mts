import type { INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';

import { fieldTable, plain } from './resourcePages.mts';
import { readSample, sampleText } from './samples.mts';

/** The page of the trigger's fields and of what each of its events puts out. @param description the trigger's description */
export function triggerFieldsPage(description: INodeTypeDescription): string {
	const event = description.properties.find(({ name }) => name === 'event');
	const lines = [
		'# Messaging Service Trigger: fields and items',
		'',
		'The fields of the trigger, and a sample of each item from a run against the sandbox. What the trigger promises is on [its own page](../trigger.md). (`npm run docs` makes this page.)',
		'',
		'## Fields',
		'',
		...fieldTable(description.properties),
		'',
		'## Items',
		'',
		'For each event this is an item as a run against the sandbox put it out.',
		'',
	];
	for (const option of event?.options ?? []) {
		if (!('value' in option)) continue;
		const { name, value, description: text = '' } = option as INodePropertyOptions;
		const sample = readSample(`trigger.${String(value)}`);
		lines.push(`### ${name}`, '', `${plain(text)}.`.replace(/\.\.$/, '.'), '');
		if (sample) lines.push(sampleText(sample), '');
	}
	return `${lines.join('\n').trimEnd()}\n`;
}
