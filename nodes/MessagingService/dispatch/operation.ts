import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
	INodePropertyRouting,
	INodeType,
} from 'n8n-workflow';
import { rememberFields } from './choices';
import { carryOut } from './declared';
import { shownWhere } from './commonOptions';
import { fromExecute } from './context';
import { REQUEST_OPTIONS } from './requestOptions';
import { joinRoute, runWhole, type Run } from './walk';

/*
 * The ways in which n8n calls the node. An operation is declared (n8n builds a request of its fields for each item), or it has code that
 * works on all items at once, `imperative`.
 *
 *     n8n runs the node     imperative   customOperations → fromExecute → the code, once for all items
 *                           declared     the declarative engine → carryOut, once for each item
 *                           with hints   customOperations → withHints does what that engine does, which takes no hints
 *     an agent, MCP or      imperative   the declarative engine → joinRoute: the first item brings the outputs of all
 *     Engine 2.0 calls it   declared     as above; a tool call has one item
 *     the editor            lists        methods/lists.ts
 *     a waiting execution   webhook      asking/webhook.ts
 *     each request          credential   shared/auth: authenticate, after a 401 preAuthentication
 *
 * The declarative engine, for each item and without waiting for the one before:
 *
 *     preSend actions(options)   checks.ts: each field is judged, and put into the request
 *     pagination(built)          carryOut sends the request in n8n's place: limits, retries, the record of the run, rows of the reply
 *
 * It calls the last with another `this` than the first. What is known of a request travels with its options, which both are given
 * (checks.ts); from there on it travels in the operation's context. What the items of one run share, and the tries of a tool call, stands
 * beside it (context.ts).
 */

/** All that one operation is: how it is offered, its fields, its route, and its code where it needs all items at once. */
export interface Operation {
	/** How n8n offers it: `action` in the node panel, without articles. The value is stored in workflows and never changes. */
	option: INodePropertyOptions & { value: string; action: string; description: string };
	routing: INodePropertyRouting;
	/** Without the conditions of resource and operation, which are added to all. */
	fields: INodeProperties[];
	execute?: (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
}

export interface Resource {
	/** How n8n offers it. The value is stored in workflows and never changes. */
	option: INodePropertyOptions & { value: string; description: string };
	/** The first is what is chosen at first; the list is shown in alphabetical order. */
	operations: Operation[];
}

/**
 * Makes both ways in which n8n dispatches a node, a custom operation and a declarative route, run the same code on all items, with the same
 * result.
 */
export function imperative(run: Run): Required<Pick<Operation, 'routing' | 'execute'>> {
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

/**
 * n8n builds each request from the declarations of its operation, and this function carries it out, unless the operation names
 * another one.
 */
const EVERY_REQUEST: INodePropertyRouting = {
	send: { paginate: true },
	operations: { pagination: carryOut() },
};

const inAlphabeticalOrder = (options: INodePropertyOptions[]): INodePropertyOptions[] =>
	[...options].sort((a, b) => a.name.localeCompare(b.name));

/** The value of the resource or operation that is chosen at first. */
const firstOf = ([first]: Array<Resource | Operation>): string => first?.option.value ?? '';

/** The choice between the resources, in alphabetical order; a new node shows the first that is given. */
function resourceField(resources: Resource[]): INodeProperties {
	const first = firstOf(resources);
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: inAlphabeticalOrder(resources.map(({ option }) => option)),
		default: first,
		routing: EVERY_REQUEST,
	};
}

/** The choice between the operations of a resource, each with the route that n8n takes for it. */
function operationField({ option: resource, operations }: Resource): INodeProperties {
	const first = firstOf(operations);
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		options: inAlphabeticalOrder(operations.map(({ option, routing }) => ({ ...option, routing }))),
		default: first,
		displayOptions: { show: { resource: [resource.value] } },
	};
}

/** The fields of an operation, shown only while it is chosen. */
function shownFields(
	{ option: resource }: Resource,
	{ option, fields }: Operation,
): INodeProperties[] {
	rememberFields(resource.value, option.value, fields);
	return shownWhere({ resource: [resource.value], operation: [option.value] }, fields);
}

/** The node's properties: Resource, each resource's Operation, each operation's fields, and n8n's own. */
export function propertiesOf(resources: Resource[]): INodeProperties[] {
	return [
		resourceField(resources),
		...resources.map(operationField),
		...resources.flatMap((resource) =>
			resource.operations.flatMap((operation) => shownFields(resource, operation)),
		),
		REQUEST_OPTIONS,
	];
}

/** What n8n calls instead of the route for the operations that work on all items at once. */
export function customOperationsOf(
	resources: Resource[],
): NonNullable<INodeType['customOperations']> {
	const custom: NonNullable<INodeType['customOperations']> = {};
	for (const { option: resource, operations } of resources) {
		for (const { option, execute } of operations) {
			if (execute) (custom[resource.value] ??= {})[option.value] = execute;
		}
	}
	return custom;
}
