import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IHttpRequestMethods,
	INodeExecutionData,
	INodePropertyRouting,
} from 'n8n-workflow';
import { refusalError, type ServiceReply } from '../../shared/errors';
import type { CallKind, CallOutcome, ServiceRequest } from '../../shared/transport';
import type { Checked } from '../../shared/validation';
import { contextOf, type OperationContext } from './context';
import { errorItem, itemsOfRun, nodeError } from './route';

/** One input item of an operation that works item by item. */
export interface Item {
	ctx: OperationContext;
	index: number;
	/** Time zone of the service. */
	zone: string;
	/** A parameter, expressions resolved; the fallback when unset. */
	parameter<T>(name: string, fallback: T): T;
	/** The checked value. @throws NodeOperationError naming field, item and limit */
	check<T>(checked: Checked<T>): T;
	/** @throws NodeApiError */
	call(request: ServiceRequest, kind: CallKind): Promise<ServiceReply>;
	tryCall(request: ServiceRequest, kind: CallKind): Promise<CallOutcome>;
}

/** What one item gives: plain records, or whole outputs where binary data comes along. */
type Output = Array<IDataObject | INodeExecutionData>;
type Job = (item: Item, request: DeclarativeRestApiSettings.HttpRequestOptions) => Promise<Output>;

const isOutput = (entry: IDataObject | INodeExecutionData): entry is INodeExecutionData =>
	typeof entry.json === 'object' && Object.keys(entry).every((key) => key === 'json' || key === 'binary');

/** The writing jobs of one node run, to say in a failure what became of the others. */
const writingRuns = new WeakMap<object, Array<Promise<unknown>>>();
/**
 * What the service has accepted, by input item and node: Retry On Fail runs all items again, with the same input items, and
 * must not repeat what went well.
 */
const accepted = new WeakMap<INodeExecutionData, Map<string, INodeExecutionData[]>>();

function tasksOf(run: object, task: Promise<unknown>): Array<Promise<unknown>> {
	const tasks = writingRuns.get(run) ?? [];
	tasks.push(task);
	writingRuns.set(run, tasks);
	return tasks;
}

async function tellOfOthers(error: { description?: string | null }, own: Promise<unknown>, all: Array<Promise<unknown>>): Promise<void> {
	const others = await Promise.allSettled(all.filter((job) => job !== own));
	const done = others.filter(({ status }) => status === 'fulfilled').length;
	if (done === 0) return;
	const told = done === 1 ? '1 other item of this run was accepted' : `${done} other items of this run were accepted`;
	error.description = `${error.description ?? ''} ${told} by the service; Retry On Fail does not repeat them.`.trim();
}

/**
 * Takes what is done for one item (`writes`: it changes something at the service); returns the function that n8n calls for each
 * item. It pairs outputs with their item, keeps to the limit of requests in flight, and under Continue on Fail gives error items.
 */
export function perItem(job: Job, writes = false): NonNullable<INodePropertyRouting['operations']> {
	async function pagination(this: IExecutePaginationFunctions, data: DeclarativeRestApiSettings.ResultOptions): Promise<INodeExecutionData[]> {
		const index = this.getItemIndex();
		const input = this.getInputData();
		const ctx = contextOf(this, [input], (name, _, fallback) => this.getNodeParameter(name, fallback));
		const key = writes ? `${ctx.identity.nodeId} ${ctx.identity.runIndex}` : '';
		const before = writes ? accepted.get(input)?.get(key) : undefined;
		if (before) return before.map((item) => ({ ...item }));

		const task = runItem(ctx, index, data, job);
		const tasks = writes ? tasksOf(itemsOfRun(this) ?? input, task) : [];
		try {
			const output = (await task).map((entry) => ({
				...(isOutput(entry) ? entry : { json: entry }),
				pairedItem: { item: index },
			}));
			if (writes) accepted.set(input, new Map(accepted.get(input)).set(key, output.map((item) => ({ ...item }))));
			return output;
		} catch (error) {
			const known = nodeError(ctx.node, error, index);
			if (ctx.continueOnFail) return [errorItem(known, index)];
			if (writes) await tellOfOthers(known, task, tasks);
			throw known;
		}
	}
	return { pagination };
}

async function runItem(ctx: OperationContext, index: number, data: DeclarativeRestApiSettings.ResultOptions, job: Job): Promise<Output> {
	const { timeZone } = await ctx.credentials();
	return await job(
		{
			ctx,
			index,
			zone: timeZone,
			parameter: (name, fallback) => ctx.parameter(name, index, fallback),
			check(checked) {
				if (checked.ok) return checked.value;
				throw refusalError(ctx.node, checked.refusal, index);
			},
			call: async (request, kind) => await ctx.call(request, { kind, itemIndex: index }),
			tryCall: async (request, kind) => await ctx.tryCall(request, { kind, itemIndex: index }),
		},
		data.options,
	);
}

/** One endpoint that an operation calls once for each item. */
export interface Endpoint {
	method: IHttpRequestMethods;
	/** Path with {name} placeholders. */
	path: string;
	/** The values of the placeholders, the query and the body, all checked. */
	values?: (item: Item) => { path?: Record<string, string>; qs?: IDataObject; body?: IDataObject };
	/** The records of the checked reply. */
	output: (body: unknown, item: Item) => IDataObject[];
}

/** Takes a path with {name} placeholders and their values, returns the path with them encoded. */
export function fillPath(path: string, values: Record<string, string> = {}): string {
	return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

/** The declarative route of an operation with one request an item. Raw Output under Options gives the reply as it came. */
export function endpoint({ method, path, values, output }: Endpoint): INodePropertyRouting {
	return {
		request: { method, url: path },
		operations: perItem(async (item) => {
			const { path: names, qs, body } = values?.(item) ?? {};
			const reply = await item.call({ method, path: fillPath(path, names), qs, body }, method === 'GET' ? 'read' : 'once');
			return item.parameter('options.rawOutput', false) ? rawRecords(reply.body) : output(reply.body, item);
		}, method !== 'GET'),
	};
}

/** A reply as it came, as records: what it holds under `data` or `result` where that is a list. */
export function rawRecords(body: unknown): IDataObject[] {
	if (Array.isArray(body)) return body as IDataObject[];
	const { data, result } = (body ?? {}) as IDataObject;
	const list = [data, result].find(Array.isArray);
	if (list) return list as IDataObject[];
	return [typeof body === 'object' && body !== null ? (body as IDataObject) : { data: body as string }];
}
