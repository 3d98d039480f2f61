import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyRouting,
	INodeType,
} from 'n8n-workflow';
import { field, named, shown } from '../../shared/fields';
import { knowFields } from './choices';
import { fromExecute, type OperationContext } from './context';
import { joinRoute, runWhole } from './gathering';

/** All that one operation is: its names, its fields, its route, and its code where it needs all items at once. */
export interface Operation {
	/** "value: Name: description"; the value is stored in workflows and never changes. */
	names: string;
	/** As the node panel lists it: no articles. */
	action: string;
	routing: INodePropertyRouting;
	fields: INodeProperties[];
	execute?: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
}

export interface Resource {
	/** "value: Name: description". */
	names: string;
	operations: Operation[];
}

/**
 * Takes code that works on all items; returns both ways in which n8n dispatches a node, a custom operation and a
 * declarative route, that run it with the same result.
 */
export function imperative(
	run: (ctx: OperationContext) => Promise<INodeExecutionData[][]>,
): Required<Pick<Operation, 'routing' | 'execute'>> {
	return {
		async execute() {
			return await runWhole(fromExecute(this), run);
		},
		routing: {
			operations: {
				async pagination() {
					return await joinRoute(this, run);
				},
			},
		},
	};
}

/** A choice between resources or operations; a new node shows the first, the list is in alphabetical order. */
function menu<T extends { names: string }>(
	name: string,
	entries: T[],
	more: (entry: T) => object = () => ({}),
): INodeProperties {
	const options = entries.map((entry) => ({ ...named(entry.names), ...more(entry) }));
	return field('options', name, {
		noDataExpression: true,
		default: options[0]?.value,
		options: options.sort((a, b) => a.name.localeCompare(b.name)),
	});
}

/** Takes the resources, returns the node's properties: Resource, each resource's Operation, each operation's fields. */
export function propertiesOf(
	resources: Resource[],
	routing: INodePropertyRouting,
): INodeProperties[] {
	return [
		{ ...menu('resource', resources), routing },
		...resources.flatMap(({ names, operations }) =>
			shown(
				{ resource: [named(names).value] },
				menu('operation', operations, ({ action, routing: route }) => ({ action, routing: route })),
			),
		),
		...resources.flatMap(({ names, operations }) =>
			operations.flatMap((operation) => {
				const [resource, value] = [named(names).value, named(operation.names).value];
				knowFields(resource, value, operation.fields);
				return shown({ resource: [resource], operation: [value] }, ...operation.fields);
			}),
		),
	];
}

/** Takes the resources, returns what n8n calls instead of the route for the operations that work on all items at once. */
export function customOperationsOf(
	resources: Resource[],
): NonNullable<INodeType['customOperations']> {
	const custom: NonNullable<INodeType['customOperations']> = {};
	for (const { names, operations } of resources) {
		for (const operation of operations) {
			if (operation.execute)
				(custom[named(names).value] ??= {})[named(operation.names).value] = operation.execute;
		}
	}
	return custom;
}
