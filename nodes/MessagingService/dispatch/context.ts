import type {
	IBinaryData,
	IDataObject,
	IExecuteData,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
} from 'n8n-workflow';
import type { LimitFunction } from 'p-limit';
import { usesTestKey } from '../../shared/auth';
import type { Line } from '../../shared/pool';
import type { Service } from '../../shared/service';
import { isBlank, valueAt } from '../../shared/text';
import {
	callerOf,
	DEFAULT_RETRY_MS,
	DEFAULT_TIMEOUT_MS,
	FIRST_WIDTH,
	throttleFor,
	tryService,
	type Caller,
	type CallOutcome,
	type CallPolicy,
	type Readable,
	type ServiceRequest,
	type Throttle,
} from '../../shared/transport';
import type { refuseAs } from '../../shared/validation';
import { parameterReader, valueOf, type ParameterReader, type ParameterSource } from './parameters';

/*
 * What an operation works with: OperationContext, and what all items, and all tries, of one run of the node share.
 *
 * The declarative engine calls the node once for each item, with another `this` each time, and a tool call is tried again with contexts
 * and items made anew. n8n has no place for what such calls share, but for the node's context, which goes into its database. So the one
 * thing that is the same for all of them stands for the run: the arguments of a tool call, or the execution data. What is noted lives as
 * long as that.
 */

/** What stands for the run in a call of the node as a tool: n8n counts each try of it as a run of its own. */
export interface ToolRun {
	key: string;
	context: IDataObject;
}

/** One walk over the items of a node run. Every try is another one. */
export interface Walk {
	/** Those that have come, by their place. */
	members: Map<number, IExecuteSingleFunctions>;
	/** The place of the one that came last; they come in order. */
	last: number;
	/** The places of those whose turn has not come, in their order, and what begins those whose request n8n has built. */
	order: number[];
	built: Map<number, () => void>;
	line: Line<Promise<void>>;
	/** How many come, where the expressions of all can be resolved. */
	total: number;
	/** How many came out without a failure. */
	done: number;
	/** Whether one failed, and ends the node. */
	hasFailed: boolean;
	/** Resolves when all have come. */
	complete: Promise<void>;
	arrived: () => void;
	/** What an operation that works on all of them comes to. */
	outcome?: Promise<INodeExecutionData[]>;
}

export interface SharedRun {
	walk?: Walk;
	tool?: ToolRun;
	/** Lets few reports be read at a time. */
	reports?: LimitFunction;
}

const runs = new WeakMap<object, SharedRun>();

/** What is shared by the calls for which an object stands. */
export function sharedBy(object: object): SharedRun {
	const known = runs.get(object) ?? {};
	runs.set(object, known);
	return known;
}

/** Where a run belongs: the same for every try of Retry On Fail. */
interface RunIdentity {
	workflowId: string;
	executionId: string;
	/** One of a kind in its workflow; ids are not, in workflows that were pasted or written. */
	nodeName: string;
	runIndex: number;
	/** What goes out leads to this execution only, so that Retry in n8n's list, which makes another one, begins anew. */
	withinExecution?: boolean;
}

/** Says why a field of an item is refused. */
export type FieldCheck = (item: number) => ReturnType<typeof refuseAs> | undefined;

type Functions = IExecuteFunctions | IExecutePaginationFunctions;

/** What an operation works with, the same however n8n dispatched the node. */
export interface OperationContext extends ParameterSource, Caller {
	functions: Functions;
	/** What all items of one run of the node share. */
	run: SharedRun;
	continueOnFail: boolean;
	signal?: AbortSignal;
	readonly identity: RunIdentity;
	/** The arguments with which an agent called the node: the same object for every try. */
	toolCall?: object;
	/** The check of its fields, made for the first item (see choices.ts). */
	fieldCheck?: FieldCheck;
	/** What n8n makes of an expression for one item. */
	evaluate(expression: string, itemIndex: number): unknown;
	/** The service, asked for one item. */
	service(itemIndex: number): Promise<Service>;
	/** How many requests may be in flight at this moment: as many as the service takes, and as a batch of n8n's Request Options holds. */
	requestsInFlight(): number;
	/** How long one reply is waited for, as n8n's Request Options say. */
	timeoutMs(itemIndex: number): number;
	/** How long a request for an item may be repeated (Retry For). */
	retryForMs(itemIndex: number): number;
	/** Sends a request within the limit of the node run; a fault is returned. */
	tryCall(request: ServiceRequest, policy: CallPolicy): Promise<CallOutcome>;
	/** Shows a hint on the node's output, where the dispatch can; the same words once. */
	hint(text: string): void;
	binary(data: Readable | Buffer, fileName: string, mimeType: string): Promise<IBinaryData>;
}

/** How n8n is asked for what belongs to one item. */
interface OfItem {
	parameter(name: string, itemIndex: number, fallback: unknown): unknown;
	evaluate(expression: string, itemIndex: number): unknown;
}

function proxyOf(address: string): IHttpRequestOptions['proxy'] {
	const url = new URL(address);
	return {
		host: url.hostname,
		port: Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
		protocol: url.protocol.slice(0, -1),
		...(url.username
			? {
					auth: {
						username: decodeURIComponent(url.username),
						password: decodeURIComponent(url.password),
					},
				}
			: {}),
	};
}

/** n8n's own Request Options, which it applies by itself to declarative requests only. */
function networkOf(requestOptions: unknown): ServiceRequest['network'] {
	const { proxy, allowUnauthorizedCerts } = requestOptions as IDataObject;
	return {
		...(typeof proxy === 'string' && proxy ? { proxy: proxyOf(proxy) } : {}),
		...(allowUnauthorizedCerts ? { skipSslCertificateValidation: true } : {}),
	};
}

/** Builds the context from any of n8n's. */
export function contextOf(
	functions: Functions,
	items: INodeExecutionData[],
	ofItem: OfItem,
	caller: Caller = callerOf(functions),
	toolCall?: object,
): OperationContext {
	let identity: RunIdentity | undefined;
	let retryFor: ParameterReader | undefined;
	let requestOptions: ParameterReader | undefined;
	const requestOptionsOf = (itemIndex: number): IDataObject => {
		requestOptions ??= parameterReader(ctx, 'requestOptions', {});
		return Object(requestOptions(itemIndex)) as IDataObject;
	};
	const signal = functions.getExecutionCancelSignal();
	// Some callers give a node no execution data of its own.
	const run = sharedBy((functions.getExecuteData() as object | undefined) ?? functions);
	const hints = new Set<string>();
	let throttle: Throttle | undefined;
	const tryCall: OperationContext['tryCall'] = async (request, policy) => {
		const itemIndex = policy.itemIndex ?? 0;
		// Each request takes a place of its own, those that are repeated too: the service may take fewer by then.
		throttle ??= throttleFor(await ctx.credentials());
		return await tryService(
			ctx,
			{
				network: networkOf(requestOptionsOf(itemIndex)),
				...request,
				timeoutMs: request.timeoutMs ?? ctx.timeoutMs(itemIndex),
			},
			{
				...policy,
				limit: throttle.limit,
				retryForMs: policy.retryForMs ?? ctx.retryForMs(itemIndex),
				signal: policy.signal ?? signal,
			},
		);
	};
	const ctx: OperationContext = {
		items,
		functions,
		run,
		get node() {
			return caller.node;
		},
		continueOnFail: functions.continueOnFail(),
		signal,
		toolCall,
		// For the run index n8n builds a large proxy: once, and only when it is used.
		get identity() {
			return (identity ??= {
				workflowId: functions.getWorkflow().id ?? '',
				executionId: functions.getExecutionId() ?? '',
				nodeName: this.node.name,
				runIndex: Number(functions.getWorkflowDataProxy(0).$runIndex) || 0,
			});
		},
		parameter: <T>(name: string, itemIndex: number, fallback: T): T =>
			// n8n throws on an undefined fallback when the parameter is unset.
			(valueOf(ofItem.parameter(name, itemIndex, fallback ?? null)) ?? fallback) as T,
		evaluate: (expression, itemIndex) => ofItem.evaluate(expression, itemIndex),
		credentials: async () => await caller.credentials(),
		async service(itemIndex) {
			const settings = await ctx.credentials();
			return {
				timeZone: settings.timeZone,
				answersAtRandom: usesTestKey(settings),
				call: async (request, policy) => await tryCall(request, { itemIndex, ...policy }),
			};
		},
		requestsInFlight() {
			const { batching } = requestOptionsOf(0);
			const size = Number(valueAt(batching, 'batch.batchSize'));
			return Math.min(throttle?.width ?? FIRST_WIDTH, size > 0 ? size : Infinity);
		},
		timeoutMs(itemIndex) {
			const { timeout } = requestOptionsOf(itemIndex);
			return Number(timeout) > 0 ? Number(timeout) : DEFAULT_TIMEOUT_MS;
		},
		retryForMs(itemIndex) {
			retryFor ??= parameterReader(ctx, 'options.retryFor', undefined);
			const seconds = retryFor(itemIndex);
			const isGiven = !isBlank(seconds) && Number(seconds) >= 0;
			return isGiven ? Number(seconds) * 1000 : DEFAULT_RETRY_MS;
		},
		tryCall,
		hint(text) {
			if (!('addExecutionHints' in functions) || hints.has(text)) return;
			hints.add(text);
			functions.addExecutionHints({ message: text, location: 'outputPane' });
		},
		async binary(data, fileName, mimeType) {
			return await functions.helpers.prepareBinaryData(data, fileName, mimeType);
		},
	};
	return ctx;
}

/** The context of a custom operation. */
export function fromExecute(functions: IExecuteFunctions): OperationContext {
	return contextOf(functions, functions.getInputData(), {
		parameter: (name, itemIndex, fallback) => functions.getNodeParameter(name, itemIndex, fallback),
		evaluate: (expression, itemIndex) => functions.evaluateExpression(expression, itemIndex),
	});
}

/** The items of this node run as n8n's declarative engine walks through them; undefined where it walks through others. */
export function itemsOfRun(self: IExecuteSingleFunctions): INodeExecutionData[] | undefined {
	const items = (self.getExecuteData() as IExecuteData | undefined)?.data?.main?.[0];
	// A tool call carries its agent's items, not those it is given.
	return items?.[self.getItemIndex()] === self.getInputData() ? items : undefined;
}

/** The context of one item in the declarative engine; `caller` is who has asked for it before. */
export function contextOfItem(
	self: IExecutePaginationFunctions,
	caller?: Caller,
): OperationContext {
	return contextOf(
		self,
		[self.getInputData()],
		{
			parameter: (name, _, fallback) => self.getNodeParameter(name, fallback),
			evaluate: (expression) => self.evaluateExpression(expression, self.getItemIndex()),
		},
		caller,
		// In a tool call n8n makes an item anew for each try. Its arguments stay the same.
		itemsOfRun(self) ? undefined : self.getInputData(0, 'ai_tool').json,
	);
}
