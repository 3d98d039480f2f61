import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeParameters,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { valueAt } from '../../../nodes/shared/text/path.ts';

/** What the service answers: a body with status 200, a whole reply, or something thrown. */
export type Answer = { status?: number; body?: unknown; headers?: IDataObject } | Error;

export interface Asked {
	method: string;
	path: string;
	options: IHttpRequestOptions;
}

export interface Fake {
	functions: IExecuteFunctions;
	/** Every request, in order. */
	asked: Asked[];
	hints: string[];
}

export interface FakeOptions {
	parameters?: INodeParameters;
	items?: IDataObject[];
	/** The text of a csv file for each item, in its field "data". */
	files?: string[];
	node?: Partial<INode>;
	credential?: IDataObject;
	continueOnFail?: boolean;
	executionId?: string;
	/** The random token that n8n gives the execution, one of its own unless given; null in an early n8n 2.x, which gives none. */
	token?: string | null;
	mode?: WorkflowExecuteMode;
	/** What n8n keeps for the node with the execution; fakes with the same execution id share theirs unless given. */
	context?: IDataObject;
	runIndex?: number;
	/** Aborts when the user stops the execution. */
	signal?: AbortSignal;
	/** @param count how many requests to this path came before */
	answer?: (asked: Asked, count: number) => Answer;
}

const parameterOf = (value: unknown, item: IDataObject): unknown =>
	typeof value === 'string' && value.startsWith('={{ $json.')
		? valueAt(item, value.slice(10, -3))
		: value;

/** A csv file as n8n keeps it with the execution. */
const inMemory = (content: Buffer, fileName = 'list.csv'): IBinaryData => ({
	data: content.toString('base64'),
	mimeType: 'text/csv',
	fileName,
});

let executions = 0;
const executionsOfContexts = new WeakMap<object, string>();
/** The id of an execution: another one each time, and the same where a test hands on what n8n saved with it. */
function executionOf(context: object | undefined): string {
	const known = context && executionsOfContexts.get(context);
	const id = known ?? String((executions += 1));
	if (context) executionsOfContexts.set(context, id);
	return id;
}
const contexts = new Map<string, IDataObject>();
/** The node's context in an execution of a fake: what is saved with it. */
export function contextOfExecution(id: string): IDataObject {
	const context = contexts.get(id) ?? {};
	contexts.set(id, context);
	return context;
}

/** n8n's context of a custom operation, with a service that a test scripts: what the engine tests cannot bring about in time. */
export function fakeFunctions({
	parameters = {},
	files = [],
	items = files.length > 0 ? files.map(() => ({})) : [{}],
	node = {},
	credential = {},
	continueOnFail = false,
	executionId,
	token,
	mode = 'trigger',
	runIndex = 0,
	signal,
	answer = () => ({ body: {} }),
	...more
}: FakeOptions = {}): Fake {
	const asked: Asked[] = [];
	const hints: string[] = [];
	const counts = new Map<string, number>();
	const input = items.map((json, item): INodeExecutionData => {
		const file = files[item];
		const one = { json, pairedItem: { item } };
		return file === undefined ? one : { ...one, binary: { data: inMemory(Buffer.from(file)) } };
	});
	const own: INode = {
		id: 'node',
		name: 'Messaging Service',
		type: 'messagingService',
		typeVersion: 1,
		position: [0, 0],
		...node,
		parameters,
	};
	const id = executionId ?? executionOf(more.context);
	const context = more.context ?? (id === '' ? {} : contextOfExecution(id));
	const run = {};
	const signature = token === undefined && id !== '' ? hash('sha256', id, 'hex') : token;
	const resume = `http://127.0.0.1:5678/webhook-waiting/${id}`;
	const functions = {
		getInputData: () => input,
		getNode: () => own,
		getNodeParameter(name: string, itemIndex: number, fallback: unknown) {
			const value = parameterOf(valueAt(parameters, name), items[itemIndex] ?? {});
			if (value === undefined && fallback === undefined)
				throw new Error(`Could not get parameter ${name}`);
			return value === undefined ? fallback : value;
		},
		continueOnFail: () => continueOnFail,
		getExecutionCancelSignal: () => signal,
		getExecuteData: () => run,
		getWorkflow: () => ({ id: 'workflow' }),
		getExecutionId: () => id,
		getWorkflowDataProxy: () => ({
			$runIndex: runIndex,
			$execution: { resumeUrl: signature ? `${resume}?signature=${signature}` : resume },
			$items(name: string): never {
				throw new Error(`Node '${name}' hasn't been executed`);
			},
		}),
		getContext: () => context,
		getMode: () => mode,
		getChildNodes: () => [],
		getParentNodes: (name: string) =>
			name === own.name
				? ['Set', 'Trigger', 'Other Trigger'].map((parent) => ({ name: parent }))
				: name === 'Set'
					? [{ name: 'Trigger' }]
					: [],
		getTimezone: () => 'UTC',
		getCredentials: async () => ({
			baseUrl: 'https://service.example',
			apiKey: 'live_0123456789abcdef',
			authentication: 'apiKey',
			timeZone: 'UTC',
			...credential,
		}),
		logger: { info: () => undefined },
		addExecutionHints: (hint: { message: string }) => hints.push(hint.message),
		helpers: {
			prepareBinaryData: async (content: Buffer | Readable, name: string) =>
				inMemory(
					content instanceof Readable
						? Buffer.concat((await content.toArray()) as Buffer[])
						: content,
					name,
				),
			async httpRequestWithAuthentication(_credential: string, options: IHttpRequestOptions) {
				const one: Asked = { method: String(options.method), path: options.url, options };
				asked.push(one);
				const name = `${one.method} ${one.path}`;
				const count = counts.get(name) ?? 0;
				counts.set(name, count + 1);
				const given = answer(one, count);
				if (given instanceof Error) throw given;
				return { statusCode: given.status ?? 200, headers: given.headers ?? {}, body: given.body };
			},
		},
	};
	return { functions: functions as unknown as IExecuteFunctions, asked, hints };
}

/** The same as the declarative engine sees it, for the first item: the route of an operation is called with it. */
export function fakeRoute(
	options: FakeOptions = {},
): Fake & { route: IExecutePaginationFunctions } {
	const fake = fakeFunctions(options);
	const { functions } = fake;
	const route = {
		...functions,
		getItemIndex: () => 0,
		getInputData: () => functions.getInputData()[0],
		getNodeParameter(name: string, fallback: unknown, more?: { extractValue?: boolean }) {
			const value: unknown = functions.getNodeParameter(name, 0, fallback);
			const isLocator = typeof value === 'object' && value !== null && '__rl' in value;
			return isLocator && more?.extractValue ? (value as IDataObject).value : value;
		},
	};
	return { ...fake, route: route as unknown as IExecutePaginationFunctions };
}

/** A connection that was lost, as Node.js says it. */
export const lost = (): Error => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
/** "There is no such message", as the service says it. */
export const NOT_THERE: Answer = { body: { error: 20 } };
