import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type {
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import type { Sandbox } from '../../sandbox/server.mts';
import { runDeclared, type Declared } from '../support/declarative.mts';

export const KEY = 'live_sandbox_0000000000000000';

/** A request as it reached the service, and what it answered. */
export interface Asked {
	method: string;
	path: string;
	body: unknown;
	status: number;
	answer: unknown;
}

export interface OperationRun {
	requests: Asked[];
	error?: Error & { description?: string | null };
	items: INodeExecutionData[];
}

/** Asks the sandbox without a socket. */
export async function ask(
	sandbox: Sandbox,
	method: string,
	path: string,
	body?: unknown,
): Promise<Asked> {
	const { status, text } = await sandbox.inject({
		method,
		path,
		headers: { 'x-api-key': KEY },
		body,
	});
	let answer: unknown = text;
	try {
		answer = JSON.parse(text);
	} catch {
		// A report is not always JSON.
	}
	return { method, path, body, status, answer };
}

/** The parameter at a path: own properties only, as n8n reads them. */
function valueAt(values: Record<string, unknown>, path: string): unknown {
	if (Object.hasOwn(values, path)) return values[path];
	const inside = Object.keys(values).filter((name) => name.startsWith(`${path}.`));
	if (inside.length === 0) return undefined;
	const object: Record<string, unknown> = {};
	for (const name of inside) {
		const rest = name.slice(path.length + 1);
		const [first = ''] = rest.split('.');
		object[first] = valueAt(values, `${path}.${first}`);
	}
	return object;
}

/** Marks a parameter as an expression: its value is asked of n8n, for each item. */
const EXPRESSION = '={{ 1 }}';

function rawParameters(values: Record<string, unknown>): IDataObject {
	const raw: IDataObject = {};
	for (const name of Object.keys(values)) {
		const [first = '', second] = name.split('.');
		if (second === undefined) raw[first] = EXPRESSION;
		else raw[first] = { ...(raw[first] as IDataObject), [second]: EXPRESSION };
	}
	return raw;
}

let executions = 0;

/** Runs an operation of the built node in this process: its parameters are given, its requests go to the sandbox. */
export async function runInProcess(
	type: INodeType,
	sandbox: Sandbox,
	name: string,
	values: Record<string, unknown>,
	constants: readonly string[] = [],
): Promise<OperationRun> {
	const [resource = '', operation = ''] = name.split('.');
	const requests: Asked[] = [];
	const items: INodeExecutionData[] = [{ json: {} }];
	const raw = rawParameters(
		Object.fromEntries(
			Object.entries(values).filter(
				([key, value]) => value !== undefined && !constants.includes(key),
			),
		),
	);
	const node: INode = {
		id: 'n',
		name: 'Node',
		type: 'messagingService',
		typeVersion: 1,
		position: [0, 0],
		parameters: { resource, operation, ...raw } as INode['parameters'],
	};
	const executeData = { data: { main: [items] }, node, source: null };
	const executionId = String((executions += 1));
	// The random token that n8n 2.x gives each execution.
	const resumeUrl = `http://n8n.example.eu/webhook-waiting/${executionId}?signature=${executionId.padStart(32, '0')}`;
	const context: IDataObject = {};
	async function request(_: string, options: IHttpRequestOptions): Promise<unknown> {
		const { method = 'GET', url, qs = {}, body } = options;
		const object = Object.keys(qs).find(
			(name) => typeof qs[name] === 'object' && qs[name] !== null,
		);
		// n8n writes an object as parameters with names of their own, which no service knows and which it passes over.
		const asked: Asked =
			object === undefined
				? await ask(
						sandbox,
						method,
						[
							url,
							new URLSearchParams(
								Object.entries(qs).map(([name, value]): [string, string] => [name, String(value)]),
							).toString(),
						]
							.filter(Boolean)
							.join('?'),
						body,
					)
				: {
						method,
						path: `${url}?${object}={object}`,
						body,
						status: 400,
						answer: { message: 'The query holds an object.' },
					};
		requests.push(asked);
		const text = typeof asked.answer === 'string' ? asked.answer : JSON.stringify(asked.answer);
		return { statusCode: asked.status, headers: {}, body: Readable.from([Buffer.from(text)]) };
	}
	const functions = {
		getInputData: (): unknown => items,
		getNode: () => node,
		getNodeParameter: (path: string, ...rest: unknown[]) => {
			const value = valueAt({ resource, operation, ...values }, path);
			return value === undefined ? rest.at(-1) : value;
		},
		continueOnFail: () => false,
		getExecutionCancelSignal: () => undefined,
		getExecuteData: () => executeData,
		getWorkflow: () => ({ id: 'w', active: false }),
		getExecutionId: () => executionId,
		getContext: () => context,
		getSignedResumeUrl: () => resumeUrl,
		putExecutionToWait: async () => undefined,
		getWorkflowDataProxy: () => ({ $runIndex: 0, $execution: { resumeUrl } }),
		getTimezone: () => 'UTC',
		getMode: () => 'trigger',
		getCredentials: async () => ({
			baseUrl: sandbox.url,
			restBaseUrl: '',
			apiKey: KEY,
			authentication: 'apiKey',
			headerFormat: 'bearer',
			timeZone: 'UTC',
			allowHttp: true,
			bearerToken: '',
		}),
		addExecutionHints: () => undefined,
		helpers: {
			httpRequestWithAuthentication: request,
			prepareBinaryData: async (stream: Readable) => {
				await finished(stream.resume());
				return { data: '', mimeType: 'x', fileSize: '0' };
			},
		},
	};
	const result: OperationRun = { requests, items: [] };
	try {
		const custom = type.customOperations?.[resource]?.[operation];
		if (custom) {
			const output = await custom.call(functions as unknown as IExecuteFunctions);
			result.items = Array.isArray(output) ? output.flat() : [];
		} else {
			const inner = {
				...functions,
				getInputData: () => items[0],
				getItemIndex: () => 0,
				getNodeParameter: (path: string, fallback: unknown, more?: { extractValue?: boolean }) => {
					const value = valueAt({ resource, operation, ...values }, path) ?? fallback;
					const isLocator = typeof value === 'object' && value !== null && '__rl' in value;
					return isLocator && more?.extractValue ? (value as IDataObject).value : value;
				},
			};
			result.items = await runDeclared(
				declaredIn(type, resource, operation),
				nested({ resource, operation, ...values }),
				inner as unknown as IExecutePaginationFunctions,
				type.description.properties.find(({ name }) => name === 'resource')?.routing?.operations
					?.pagination,
			);
		}
	} catch (error) {
		result.error = error as Error;
	}
	return result;
}

/** Values by their paths as n8n holds them: collections are objects. */
function nested(values: Record<string, unknown>): IDataObject {
	const parameters: IDataObject = {};
	for (const [path, value] of Object.entries(values)) {
		const [first = '', second] = path.split('.');
		if (second === undefined) parameters[first] = value as IDataObject[string];
		else parameters[first] = { ...(parameters[first] as IDataObject), [second]: null };
	}
	return parameters;
}

/** What the built node declares for an operation. */
function declaredIn(type: INodeType, resource: string, operation: string): Declared {
	const { properties } = type.description;
	const isShown = ({ displayOptions }: INodeProperties, name: string, value: string) =>
		displayOptions?.show?.[name]?.includes(value) === true;
	const choice = properties.find(
		(property) => property.name === 'operation' && isShown(property, 'resource', resource),
	);
	const option = (choice?.options as INodePropertyOptions[] | undefined)?.find(
		({ value }) => value === operation,
	);
	if (!option?.routing) throw new Error(`${resource}.${operation} has no route`);
	const fields = properties.filter(
		(property) =>
			isShown(property, 'resource', resource) && isShown(property, 'operation', operation),
	);
	return { routing: option.routing, fields };
}
