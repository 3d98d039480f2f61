import type { IExecuteFunctions, INodeExecutionData, INodeProperties, INodePropertyOptions, INodePropertyRouting, INodeType } from 'n8n-workflow';
import { fromExecute, type OperationContext } from './context';
import { joinRoute, runWhole } from './route';

/** All that one operation is: its names, its fields, its route, and its code where it needs all items at once. */
export interface Operation {
	/** Stored in workflows; never changes. */
	value: string;
	name: string;
	/** As the node panel lists it: no articles. */
	action: string;
	description: string;
	routing: INodePropertyRouting;
	fields: INodeProperties[];
	execute?: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
}

export interface Resource {
	value: string;
	name: string;
	description: string;
	operations: Operation[];
}

/**
 * Takes code that works on all items; returns both ways in which n8n dispatches a node, a custom operation and a
 * declarative route, that run it with the same result.
 */
export function imperative(run: (ctx: OperationContext) => Promise<INodeExecutionData[][]>): Required<Pick<Operation, 'routing' | 'execute'>> {
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

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);

function shownFor(field: INodeProperties, resource: string, operation: string): INodeProperties {
	const { show, hide } = field.displayOptions ?? {};
	return {
		...field,
		displayOptions: { ...(hide ? { hide } : {}), show: { resource: [resource], operation: [operation], ...show } },
	};
}

/** Takes the resources, returns the node's properties: Resource, each resource's Operation, each operation's fields. */
export function propertiesOf(resources: Resource[], routing: INodePropertyRouting): INodeProperties[] {
	const operationField = ({ value, operations }: Resource, first = operations[0]?.value ?? ''): INodeProperties => ({
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [value] } },
		options: operations
			.map((operation): INodePropertyOptions => ({
				name: operation.name,
				value: operation.value,
				action: operation.action,
				description: operation.description,
				routing: operation.routing,
			}))
			.sort(byName),
		default: first,
	});
	const firstResource = resources[0]?.value ?? '';
	return [
		{
			displayName: 'Resource',
			name: 'resource',
			type: 'options',
			noDataExpression: true,
			options: resources.map(({ name, value, description }) => ({ name, value, description })).sort(byName),
			default: firstResource,
			routing,
		},
		...resources.map((resource) => operationField(resource)),
		...resources.flatMap(({ value, operations }) =>
			operations.flatMap((operation) => operation.fields.map((field) => shownFor(field, value, operation.value))),
		),
	];
}

/** Takes the resources, returns what n8n calls instead of the route for the operations that work on all items at once. */
export function customOperationsOf(resources: Resource[]): NonNullable<INodeType['customOperations']> {
	const custom: NonNullable<INodeType['customOperations']> = {};
	for (const { value, operations } of resources) {
		for (const { value: operation, execute } of operations) {
			if (execute) custom[value] = { ...custom[value], [operation]: execute };
		}
	}
	return custom;
}
