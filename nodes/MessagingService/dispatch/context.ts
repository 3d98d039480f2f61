import type {
	IBinaryData,
	IDataObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
} from 'n8n-workflow';
import { usesTestKey, type ServiceSettings } from '../../shared/auth';
import type { Service } from '../../shared/service';
import { isBlank, valueAt } from '../../shared/text';
import {
	DEFAULT_RETRY_MS,
	DEFAULT_TIMEOUT_MS,
	FIRST_WIDTH,
	settingsOf,
	throttleFor,
	tryService,
	type CallOutcome,
	type CallPolicy,
	type Readable,
	type ServiceRequest,
	type Throttle,
} from '../../shared/transport';
import { parameterReader, valueOf, type ParameterReader, type ParameterSource } from './parameters';

/** Where a run belongs: the same for every try of Retry On Fail. */
export interface RunIdentity {
	workflowId: string;
	executionId: string;
	/** One of a kind in its workflow; ids are not, in workflows that were pasted or written. */
	nodeName: string;
	runIndex: number;
	/** What goes out leads to this execution only, so that Retry in n8n's list, which makes another one, begins anew. */
	withinExecution?: boolean;
}

type Functions = IExecuteFunctions | IExecutePaginationFunctions;

/** What an operation works with, the same however n8n dispatched the node. */
export interface OperationContext extends ParameterSource {
	/** n8n's own context behind it, for tryService. */
	functions: Functions;
	/** What all items of one run of the node share. */
	run: object;
	continueOnFail: boolean;
	signal?: AbortSignal;
	readonly identity: RunIdentity;
	/** The arguments with which an agent called the node: the same object for every try. */
	toolCall?: object;
	credentials(): Promise<ServiceSettings>;
	/** The service, asked for one item. */
	service(itemIndex: number): Promise<Service>;
	/** How many requests may be in flight at this moment: as many as the service takes, and as a batch of n8n's Request Options holds. */
	requestsInFlight(): number;
	/** How long one reply is waited for, as n8n's Request Options say. */
	timeoutMs(itemIndex: number): number;
	/** Sends a request within the limit of the node run; a fault is returned. */
	tryCall(request: ServiceRequest, policy: CallPolicy): Promise<CallOutcome>;
	/** Shows a hint on the node's output, where the dispatch can; the same words once. */
	hint(text: string): void;
	binary(data: Readable | Buffer, fileName: string, mimeType: string): Promise<IBinaryData>;
}

type Read = (name: string, itemIndex: number, fallback: unknown) => unknown;

/** Reads parameters: of a resource locator the value it holds. */
function valueReader(read: Read): OperationContext['parameter'] {
	return <T>(name: string, itemIndex: number, fallback: T): T => {
		// n8n throws on an undefined fallback when the parameter is unset.
		const value = read(name, itemIndex, fallback === undefined ? null : fallback) as
			| T
			| IDataObject
			| null
			| undefined;
		if (value === undefined || value === null) return fallback;
		return (valueOf(value) ?? fallback) as T;
	};
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

/** Seconds of an option of the node as milliseconds; the default where it is unset or no number. */
function milliseconds(seconds: unknown, defaultMs: number): number {
	const value = Number(seconds);
	const isUsable = !isBlank(seconds) && typeof seconds !== 'object' && Number.isFinite(value);
	return isUsable && value >= 0 ? value * 1000 : defaultMs;
}

/** Builds the context from any of n8n's; `read` gives a parameter for an item, `network` what n8n made of its Request Options. */
export function contextOf(
	functions: Functions,
	items: INodeExecutionData[],
	read: Read,
	network?: ServiceRequest['network'],
	toolCall?: object,
): OperationContext {
	let node: INode | undefined;
	let identity: RunIdentity | undefined;
	const parameter = valueReader(read);
	let retryFor: ParameterReader | undefined;
	let requestOptions: ParameterReader | undefined;
	const requestOptionsOf = (itemIndex: number): IDataObject => {
		requestOptions ??= parameterReader(ctx, 'requestOptions', {});
		return Object(requestOptions(itemIndex)) as IDataObject;
	};
	const signal = functions.getExecutionCancelSignal();
	// Some callers give a node no execution data of its own.
	const run = (functions.getExecuteData() as object | undefined) ?? functions;
	let settings: Promise<ServiceSettings> | undefined;
	const hints = new Set<string>();
	let throttle: Throttle | undefined;
	const tryCall: OperationContext['tryCall'] = async (request, policy) => {
		const itemIndex = policy.itemIndex ?? 0;
		retryFor ??= parameterReader(ctx, 'options.retryFor', undefined);
		// Each request takes a place of its own, those that are repeated too: the service may take fewer by then.
		throttle ??= throttleFor(await ctx.credentials());
		return await tryService(
			functions,
			{
				network: network ?? networkOf(requestOptionsOf(itemIndex)),
				...request,
				timeoutMs: request.timeoutMs ?? ctx.timeoutMs(itemIndex),
			},
			{
				...policy,
				limit: throttle.limit,
				retryForMs: policy.retryForMs ?? milliseconds(retryFor(itemIndex), DEFAULT_RETRY_MS),
				signal: policy.signal ?? signal,
			},
		);
	};
	const ctx: OperationContext = {
		items,
		functions,
		run,
		// n8n copies the node at every call, and builds a large proxy for the run index: once, and only when they are used.
		get node() {
			return (node ??= functions.getNode());
		},
		continueOnFail: functions.continueOnFail(),
		signal,
		toolCall,
		get identity() {
			return (identity ??= {
				workflowId: functions.getWorkflow().id ?? '',
				executionId: functions.getExecutionId() ?? '',
				nodeName: this.node.name,
				runIndex: Number(functions.getWorkflowDataProxy(0).$runIndex) || 0,
			});
		},
		parameter,
		async credentials() {
			settings ??= settingsOf(functions);
			return await settings;
		},
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
	return contextOf(functions, functions.getInputData(), (name, itemIndex, fallback) =>
		functions.getNodeParameter(name, itemIndex, fallback),
	);
}
