import type { INodeProperties } from 'n8n-workflow';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node.ts';
import { belongsTo } from '../../tools/lib/resourcePages.mts';
import { OPERATIONS } from '../cases/load.mts';
import { formSize, type FormSize } from '../support/formSize.mts';

/* The best forms of the field show 3 to 5 fields and at most 11 options: n8n's own nodes for Slack, Gmail and Telegram. */

const { description } = new MessagingService();
const sizes = OPERATIONS.map(({ id, resource, operation }): [string, FormSize] => [
	id,
	formSize(description.properties.filter((field) => belongsTo(field, resource, operation))),
]);

/** What the specification asks of a sender (4.14), and Simplify. */
const FIELDS: Readonly<Record<string, number>> = { 'sender.register': 9 };

test.each(sizes)('%s has at most 8 fields, 10 options, and 11 for a file', (name, size) => {
	expect(size.fields).toBeLessThanOrEqual(FIELDS[name] ?? 8);
	expect(size.options).toBeLessThanOrEqual(10);
	expect(size.optionsForFile ?? 0).toBeLessThanOrEqual(11);
});

/** The options of all forms, with those inside others. */
const optionsOf = (properties: readonly INodeProperties[]): INodeProperties[] =>
	properties.flatMap((property) =>
		property.type === 'collection'
			? (property.options ?? []).filter((option): option is INodeProperties => 'type' in option)
			: [],
	);

test('an option that is a switch is on when it is added', () => {
	const options = optionsOf(description.properties.filter(({ isNodeSetting }) => !isNodeSetting));
	const off = options.filter(({ type, default: preset }) => type === 'boolean' && preset !== true);
	expect(off.map(({ displayName }) => displayName)).toEqual([]);
});

test('Quiet Hours act when they are added', () => {
	const quiet = optionsOf(description.properties).filter(({ name }) => name === 'quietHours');
	expect(quiet.length).toBeGreaterThan(3);
	for (const { default: preset, options = [] } of quiet) {
		const fields = options.flatMap((option) => ('values' in option ? option.values : []));
		expect(preset).toEqual({
			hours: Object.fromEntries(fields.map(({ name, default: value }) => [name, value])),
		});
		expect(preset).toMatchObject({ hours: { from: '21:00', to: '08:00' } });
	}
});
