import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestMethods,
	INodeExecutionData,
	INodePropertyRouting,
} from 'n8n-workflow';
import { refusalError, type ServiceFault, type ServiceReply } from '../../shared/errors';
import {
	callError,
	type CallKind,
	type CallOutcome,
	type CallPolicy,
	type ServiceRequest,
} from '../../shared/transport';
import type { Checked } from '../../shared/validation';
import { wrongField } from './choices';
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
	/** Sends a request (a read unless said); a fault is returned. */
	tryCall(
		request: ServiceRequest,
		kind?: CallKind,
		recover?: CallPolicy['recover'],
	): Promise<CallOutcome>;
	/** @throws NodeApiError for a fault of a call of the given kind (a read unless said) */
	fail(fault: ServiceFault, kind?: CallKind): never;
}

/** What one item gives: plain records, or whole outputs where binary data comes along. */
export type ItemOutput = Array<IDataObject | INodeExecutionData>;
export type Job = (item: Item) => Promise<ItemOutput>;

/** The jobs of one node run, to say in a failure what became of the others. */
const writingRuns = new WeakMap<object, Array<Promise<unknown>>>();
/**
 * What the service has accepted, by input item and node: Retry On Fail runs all items again, with the same input items, and
 * must not repeat what went well.
 */
const accepted = new WeakMap<INodeExecutionData, Map<string, INodeExecutionData[]>>();
/** Items whose request may have been carried out: the next try asks before it sends. */
const open = new WeakMap<INodeExecutionData, Set<string>>();

function joinRun(run: object, task: Promise<unknown>): Array<Promise<unknown>> {
	const tasks = writingRuns.get(run) ?? [];
	tasks.push(task);
	writingRuns.set(run, tasks);
	return tasks;
}

async function tellOfOthers(
	error: NodeFault,
	own: Promise<unknown>,
	all: Array<Promise<unknown>>,
): Promise<void> {
	const others = await Promise.allSettled(all.filter((job) => job !== own));
	const done = others.filter(({ status }) => status === 'fulfilled').length;
	if (done === 0) return;
	const told = done === 1 ? '1 other item of this run was' : `${done} other items of this run were`;
	error.description =
		`${error.description ?? ''} ${told} accepted by the service; Retry On Fail does not repeat them.`.trim();
}

const isOutput = (entry: IDataObject | INodeExecutionData): entry is INodeExecutionData =>
	typeof entry.json === 'object' &&
	Object.keys(entry).every((key) => key === 'json' || key === 'binary');

const copies = (items: INodeExecutionData[]) => items.map((item) => ({ ...item }));

/** `past`: the open outcomes of the input item, and the node's run among them. */
async function itemOf(
	ctx: OperationContext,
	index: number,
	past?: { open: Set<string>; key: string },
): Promise<Item> {
	const { timeZone } = await ctx.credentials();
	const wrong = wrongField(ctx, index);
	if (wrong) throw refusalError(ctx.node, wrong.refusal, index);
	const tryCall: Item['tryCall'] = async (request, kind = 'read', recover = undefined) => {
		const outcome = await ctx.tryCall(request, {
			kind,
			itemIndex: index,
			recover,
			attempted: recover && past?.open.has(past.key),
		});
		if (recover && past)
			past.open[outcome.fault?.outcome === 'unknown' ? 'add' : 'delete'](past.key);
		return outcome;
	};
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
		tryCall,
		fail(fault, kind = 'read') {
			throw callError(ctx.node, fault, { kind, itemIndex: index });
		},
	};
}

/** The outputs of an item's job, paired with it; under Continue on Fail an error item where it went wrong. */
async function outcomeOf(
	ctx: OperationContext,
	task: Promise<ItemOutput>,
	index: number,
	others: Array<Promise<unknown>> = [],
): Promise<INodeExecutionData[]> {
	try {
		return (await task).map((entry) => ({
			...(isOutput(entry) ? entry : { json: entry }),
			pairedItem: { item: index },
		}));
	} catch (error) {
		const known = nodeError(ctx.node, error, index);
		if (ctx.continueOnFail) return [errorItem(known, index)];
		await tellOfOthers(known, task, others);
		throw known;
	}
}

/**
 * Runs a job for each item of a custom operation, side by side; under Continue on Fail an item that went wrong becomes an error item.
 * @throws NodeApiError or NodeOperationError of the first item that went wrong
 */
export async function eachItem(ctx: OperationContext, job: Job): Promise<INodeExecutionData[][]> {
	return [
		(
			await Promise.all(
				ctx.items.map(
					async (_, index) => await outcomeOf(ctx, itemOf(ctx, index).then(job), index),
				),
			)
		).flat(),
	];
}

/**
 * Takes the request that an operation makes and what is done for one item; returns the route by which n8n has it done for each
 * item. It pairs outputs with their item, keeps to the limit of requests in flight, and under Continue on Fail gives error items.
 */
export function perItem(method: IHttpRequestMethods, url: string, job: Job): INodePropertyRouting {
	async function pagination(
		this: IExecutePaginationFunctions,
		{ options }: DeclarativeRestApiSettings.ResultOptions,
	): Promise<INodeExecutionData[]> {
		const index = this.getItemIndex();
		const input = this.getInputData();
		const ctx = contextOf(
			this,
			[input],
			(name, _, fallback) => this.getNodeParameter(name, fallback),
			{
				proxy: options.proxy,
				...(options.skipSslCertificateValidation && { skipSslCertificateValidation: true }),
			},
		);
		const start = async (past?: Parameters<typeof itemOf>[2]) =>
			await job(await itemOf(ctx, index, past));
		if (method === 'GET') return await outcomeOf(ctx, start(), index);

		const key = `${ctx.identity.nodeName} ${ctx.identity.runIndex}`;
		const before = accepted.get(input)?.get(key);
		if (before) return copies(before);
		const unknown = open.get(input) ?? new Set();
		open.set(input, unknown);
		const task = start({ open: unknown, key });
		const output = await outcomeOf(ctx, task, index, joinRun(itemsOfRun(this) ?? input, task));
		if (!output.some((item) => item.error))
			accepted.set(input, new Map(accepted.get(input)).set(key, copies(output)));
		return output;
	}
	return { request: { method, url }, operations: { pagination } };
}

/** One endpoint that an operation calls once for each item. */
export interface Endpoint {
	method: IHttpRequestMethods;
	/** Path with {name} placeholders. */
	path: string;
	/** The values of the placeholders, the query and the body, all checked. */
	values: (item: Item) => { path?: Record<string, string>; qs?: IDataObject; body?: IDataObject };
	/** Finds out what became of a request whose outcome is not known. */
	recover?: (item: Item, body: IDataObject) => Promise<ServiceReply | undefined>;
	/** The record of the checked reply. */
	output: (body: unknown, item: Item) => IDataObject;
}

/** Takes a path with {name} placeholders and their values, returns the path with them encoded. */
export function fillPath(path: string, values: Record<string, string> = {}): string {
	return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/**
 * The declarative route of an operation with one request an item, which may be repeated without harm. Raw Output under Options gives
 * the reply as it came.
 */
export function endpoint({
	method,
	path,
	values,
	recover,
	output,
}: Endpoint): INodePropertyRouting {
	return perItem(method, path, async (item) => {
		const { path: names, qs, body } = values(item);
		const kind = method === 'GET' ? 'read' : 'guarded';
		const { reply, fault } = await item.tryCall(
			{ method, path: fillPath(path, names), qs, body },
			kind,
			recover && (async () => await recover(item, body ?? {})),
		);
		if (fault) return item.fail(fault, kind);
		return wantsRaw(item) ? rawRecords(reply.body) : [output(reply.body, item)];
	});
}

/** Whether the user asked for the reply as it came. */
export const wantsRaw = (item: Item): boolean => item.parameter('options.rawOutput', false);

/** How many records the user asked for: Limit, or all under Return All. */
export const limitOf = (item: Item): number =>
	item.parameter('returnAll', false) ? Infinity : Number(item.parameter('limit', 50)) || 50;

/** Takes the names of members, with blanks between; returns what copies those of a record. */
export function picker(names: string): (record: IDataObject) => IDataObject {
	const list = names.split(' ');
	return (record) => Object.fromEntries(list.map((name) => [name, record[name]]));
}

/** A reply as it came, as records: one an entry where it holds a list, under `data` or `result` or by itself. */
export function rawRecords(body: unknown): IDataObject[] {
	const { data, result } = Object(body) as IDataObject;
	const list: unknown = [body, data, result].find(Array.isArray);
	return (list ?? [
		typeof body === 'object' && body !== null ? body : { data: body },
	]) as IDataObject[];
}
