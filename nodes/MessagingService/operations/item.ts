import type { DeclarativeRestApiSettings, IDataObject, IExecutePaginationFunctions, IHttpRequestMethods, INodeExecutionData, INodePropertyRouting } from 'n8n-workflow';
import { refusalError, type ServiceReply } from '../../shared/errors';
import type { CallKind, CallOutcome, CallPolicy, ServiceRequest } from '../../shared/transport';
import type { Checked } from '../../shared/validation';
import { contextOf, type OperationContext } from './context';
import { errorItem, itemsOfRun, nodeError, type NodeFault } from './route';

/** One input item of an operation that works item by item. */
export interface Item {
	ctx: OperationContext;
	/** Place among the input items. */
	index: number;
	/** Time zone of the service (credential), and of values that name none (workflow). */
	zone: string;
	localZone: string;
	/** A parameter, expressions resolved; the fallback when unset. */
	parameter<T>(name: string, fallback: T): T;
	/** The checked value. @throws NodeOperationError naming field, item and limit */
	check<T>(checked: Checked<T>): T;
	/** @throws NodeApiError */
	call(request: ServiceRequest, kind: CallKind, recover?: CallPolicy['recover']): Promise<ServiceReply>;
	/** As call, but a fault is returned. */
	tryCall(request: ServiceRequest, kind: CallKind, recover?: CallPolicy['recover']): Promise<CallOutcome>;
}

/** What one item gives: plain records, or whole outputs where binary data comes along. */
export type ItemOutput = Array<IDataObject | INodeExecutionData>;
type Job = (item: Item) => Promise<ItemOutput>;

/** The jobs of one node run, to say in a failure what became of the others. */
const writingRuns = new WeakMap<object, Array<Promise<unknown>>>();
/**
 * What the service has accepted, by input item and node: Retry On Fail runs all items again, with the same input items, and
 * must not repeat what went well.
 */
const accepted = new WeakMap<INodeExecutionData, Map<string, INodeExecutionData[]>>();

function joinRun(run: object, task: Promise<unknown>): Array<Promise<unknown>> {
	const tasks = writingRuns.get(run) ?? [];
	tasks.push(task);
	writingRuns.set(run, tasks);
	return tasks;
}

async function tellOfOthers(error: NodeFault, own: Promise<unknown>, all: Array<Promise<unknown>>): Promise<void> {
	const others = await Promise.allSettled(all.filter((job) => job !== own));
	const done = others.filter(({ status }) => status === 'fulfilled').length;
	if (done === 0) return;
	const told = done === 1 ? '1 other item of this run was accepted' : `${done} other items of this run were accepted`;
	error.description = `${error.description ?? ''} ${told} by the service; Retry On Fail does not repeat them.`.trim();
}

const isOutput = (entry: IDataObject | INodeExecutionData): entry is INodeExecutionData =>
	typeof entry.json === 'object' && Object.keys(entry).every((key) => key === 'json' || key === 'binary');

/** Outputs paired with their item. */
const paired = (output: ItemOutput, index: number): INodeExecutionData[] =>
	output.map((entry) => ({ ...(isOutput(entry) ? entry : { json: entry }), pairedItem: { item: index } }));

async function itemOf(ctx: OperationContext, index: number): Promise<Item> {
	const { timeZone } = await ctx.credentials();
	return {
		ctx,
		index,
		zone: timeZone,
		localZone: ctx.functions.getTimezone(),
		parameter: (name, fallback) => ctx.parameter(name, index, fallback),
		check(checked) {
			if (checked.ok) return checked.value;
			throw refusalError(ctx.node, checked.refusal, index);
		},
		call: async (request, kind, recover) => await ctx.call(request, { kind, itemIndex: index, recover }),
		tryCall: async (request, kind, recover) => await ctx.tryCall(request, { kind, itemIndex: index, recover }),
	};
}

/**
 * Runs a job for each item of a custom operation, side by side; under Continue on Fail an item that went wrong becomes an error item.
 * @throws NodeApiError or NodeOperationError of the first item that went wrong
 */
export async function eachItem(ctx: OperationContext, job: Job): Promise<INodeExecutionData[][]> {
	const one = async (index: number): Promise<INodeExecutionData[]> => {
		try {
			return paired(await job(await itemOf(ctx, index)), index);
		} catch (error) {
			const known = nodeError(ctx.node, error, index);
			if (ctx.continueOnFail) return [errorItem(known, index)];
			throw known;
		}
	};
	return [(await Promise.all(ctx.items.map((_, index) => one(index)))).flat()];
}

/**
 * Takes what is done for one item (`writes`: it changes something at the service); returns the function that n8n calls for each
 * item. It pairs outputs with their item, keeps to the limit of requests in flight, and under Continue on Fail gives error items.
 */
export function perItem(job: Job, writes = false): NonNullable<INodePropertyRouting['operations']> {
	async function pagination(this: IExecutePaginationFunctions, { options }: DeclarativeRestApiSettings.ResultOptions): Promise<INodeExecutionData[]> {
		const index = this.getItemIndex();
		const input = this.getInputData();
		const ctx = contextOf(this, [input], (name, _, fallback) => this.getNodeParameter(name, fallback), {
			proxy: options.proxy,
			...(options.skipSslCertificateValidation ? { skipSslCertificateValidation: true } : {}),
		});
		if (!writes) return await outcomeOf(ctx, itemOf(ctx, index).then(job), index, []);

		const key = `${ctx.identity.nodeId} ${ctx.identity.runIndex}`;
		const before = accepted.get(input)?.get(key);
		if (before) return before.map((item) => ({ ...item }));
		const task = itemOf(ctx, index).then(job);
		const output = await outcomeOf(ctx, task, index, joinRun(itemsOfRun(this) ?? input, task));
		if (!output.some((item) => item.error)) accepted.set(input, new Map(accepted.get(input)).set(key, output.map((item) => ({ ...item }))));
		return output;
	}
	return { pagination };
}

async function outcomeOf(ctx: OperationContext, task: Promise<ItemOutput>, index: number, others: Array<Promise<unknown>>): Promise<INodeExecutionData[]> {
	try {
		return paired(await task, index);
	} catch (error) {
		const known = nodeError(ctx.node, error, index);
		if (ctx.continueOnFail) return [errorItem(known, index)];
		await tellOfOthers(known, task, others);
		throw known;
	}
}

/** One endpoint that an operation calls once for each item. */
export interface Endpoint {
	method: IHttpRequestMethods;
	/** Path with {name} placeholders. */
	path: string;
	/** How the request may be repeated; reads freely, others once unless said. */
	kind?: CallKind;
	/** The values of the placeholders, the query and the body, all checked. */
	values?: (item: Item) => { path?: Record<string, string>; qs?: IDataObject; body?: IDataObject };
	/** Finds out what became of a request whose outcome is not known. */
	recover?: (item: Item, body: IDataObject) => Promise<ServiceReply | undefined>;
	/** The records of the checked reply. */
	output: (body: unknown, item: Item) => IDataObject[];
}

/** Takes a path with {name} placeholders and their values, returns the path with them encoded. */
export function fillPath(path: string, values: Record<string, string> = {}): string {
	return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** The declarative route of an operation with one request an item. Raw Output under Options gives the reply as it came. */
export function endpoint({ method, path, kind, values, recover, output }: Endpoint): INodePropertyRouting {
	const writes = method !== 'GET';
	return {
		request: { method, url: path },
		operations: perItem(async (item) => {
			const { path: names, qs, body } = values?.(item) ?? {};
			const request = { method, path: fillPath(path, names), qs, body };
			const reply = await item.call(request, kind ?? (writes ? 'once' : 'read'), recover && (async () => await recover(item, body ?? {})));
			return wantsRaw(item) ? rawRecords(reply.body) : output(reply.body, item);
		}, writes),
	};
}

/** Whether the user asked for the reply as it came. */
export const wantsRaw = (item: Item): boolean => item.parameter('options.rawOutput', false);

/** A reply as it came, as records: one an entry where it holds a list, under `data` or `result` or by itself. */
export function rawRecords(body: unknown): IDataObject[] {
	const { data, result } = (body ?? {}) as IDataObject;
	const list = [body, data, result].find(Array.isArray);
	if (list) return list as IDataObject[];
	return [typeof body === 'object' && body !== null ? (body as IDataObject) : { data: body as string }];
}
