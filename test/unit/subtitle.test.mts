import {
	Workflow,
	type INode,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
} from 'n8n-workflow';

import { MessagingService } from '../../nodes/MessagingService/MessagingService.node.ts';
import { MessagingServiceTrigger } from '../../nodes/MessagingServiceTrigger/MessagingServiceTrigger.node.ts';

/** What stands under the node on the canvas. */
function subtitleOf(type: INodeType, parameters: INodeParameters): unknown {
	const node: INode = {
		id: '1',
		name: 'Node',
		type: type.description.name,
		typeVersion: 1,
		position: [0, 0],
		parameters,
	};
	const nodeTypes: INodeTypes = {
		getByName: () => type,
		getByNameAndVersion: () => type,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return workflow.expression.getSimpleParameterValue(
		node,
		type.description.subtitle,
		'internal',
		{},
	);
}

const choices = (
	type: INodeType,
	name: string,
	resource?: unknown,
): Array<{ name: string; value: string }> =>
	type.description.properties
		.filter(
			(property) =>
				property.name === name &&
				(resource === undefined ||
					property.displayOptions?.show?.resource?.includes(String(resource))),
		)
		.flatMap(({ options }) => (options ?? []) as Array<{ name: string; value: string }>);

const node = new MessagingService();
const trigger = new MessagingServiceTrigger();

test.each(
	choices(node, 'resource').flatMap((resource) =>
		choices(node, 'operation', resource.value).map((operation) => [
			`${operation.name}: ${resource.name}`,
			resource.value,
			operation.value,
		]),
	),
)('the node reads "%s"', (words, resource, operation) => {
	// Title case of n8n's: "By" and "For", too, begin with a capital.
	expect(String(subtitleOf(node, { resource, operation })).toLowerCase()).toBe(words.toLowerCase());
});

test('a node that sends nothing says so', () => {
	const parameters = { resource: 'sms', operation: 'send', dryRun: true };
	expect(subtitleOf(node, parameters)).toBe('Dry Run – Send: SMS');
});

test.each(choices(trigger, 'event').map(({ name, value }) => [name, value]))(
	'the trigger reads "%s"',
	(words, event) => {
		expect(`Sender ${words}`.endsWith(` ${String(subtitleOf(trigger, { event }))}`)).toBe(true);
	},
);
