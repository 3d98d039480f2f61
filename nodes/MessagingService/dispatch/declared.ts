import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	INodeExecutionData,
} from 'n8n-workflow';
import {
	asApiError,
	refusalError,
	type ServiceFault,
	type ServiceReply,
} from '../../shared/errors';
import type { Listed, RequestParts } from '../../shared/service';
import type { CallKind, CallOutcome } from '../../shared/transport';
import type { Refusal } from '../../shared/validation';
import { rawRecords } from '../../shared/reply';
import { builtRequest } from './checks';
import { contextOfItem, type Walk } from './context';
import { itemOf, outcomeOf, wantsRaw, type Item } from './item';
import { nodeError, type NodeFault } from './nodeErrors';
import { valueOf } from './parameters';
import { recordOfRun, writeKey, type RunRecord } from './record';
import { areAllBuilt, areAllDone, inTurn } from './walk';

export type Built = DeclarativeRestApiSettings.ResultOptions;
type Method = NonNullable<Built['options']['method']>;
/** What n8n calls in place of sending a declared request itself. */
export type Pagination = (
	this: IExecutePaginationFunctions,
	built: Built,
) => Promise<INodeExecutionData[]>;

/** How a declared request differs from one that is sent once as n8n built it. */
export interface CarryOut {
	/** What a change concerns: those that share one of these go one after the other. Of a PUT or PATCH it is the record in its path, unless said. */
	concerns?: (request: RequestParts) => string[];
	/**
	 * Looks whether it is to be made, and ends the item with `fail` if it is not. It returns the request that is to go out if the service has to
	 * be asked for a part of it, or the reply that stands for one if nothing has to be made.
	 */
	before?: (item: Item, request: RequestParts) => Promise<RequestParts | ServiceReply | void>;
	/** Takes out of the body of a reply what nothing may show or keep. */
	seen?: (body: unknown) => unknown;
	/** Sends it in another way: page by page, on several paths, or in several spans of time. */
	call?: (item: Item, request: RequestParts) => Promise<CallOutcome>;
	/** 'once': what it makes would be there twice; other changes set what may be set twice. 'read': it changes nothing, as a GET. */
	kind?: 'once' | 'read';
	/** Looks whether the service shows what was asked for, when its answer does not say so; see CallPolicy. */
	look?: (item: Item, request: RequestParts) => Promise<ServiceReply | undefined>;
	/** Finds the fault of a reply that came as a success; see CallPolicy. */
	judge?: (item: Item, request: RequestParts, body: unknown) => ServiceFault | undefined;
	/** Makes the rows of the reply, unless the user wants the service's own records. */
	rows?: (reply: ServiceReply, item: Item, request: RequestParts) => IDataObject[];
	/** Makes the whole output of the reply in place of rows. */
	finish?: (item: Item, reply: ServiceReply) => Promise<INodeExecutionData[]>;
	/** Says more about what went wrong, or finds the record that shows that it is as it was wanted. */
	explain?: (
		item: Item,
		request: RequestParts,
		fault: ServiceFault,
	) => Promise<ServiceFault | ServiceReply>;
}

/** Several refusals as one, which names every field that does not keep its rule. */
function joinRefusals([first, ...others]: [Refusal, ...Refusal[]]): Refusal {
	if (others.length === 0) return first;
	const all = [first, ...others];
	return {
		field: all.map(({ field }) => field).join(', '),
		message: all.map(({ message }) => message).join('; '),
		description: all.map(({ field, description }) => `${field}: ${description}`).join(' '),
	};
}

/**
 * A part of the request as n8n built it; undefined when nothing is in it. An expression may give a resource locator to any field: what
 * counts is the value in it, as wherever parameters are read.
 */
function partOf(built: unknown): IDataObject | undefined {
	const entries = Object.entries((built ?? {}) as IDataObject);
	if (entries.length === 0) return undefined;
	return Object.fromEntries(
		entries.map(([name, value]) => [name, valueOf(value) as IDataObject[string]]),
	);
}

/** What n8n made of the declarations: the request, whose method is one of the specification's. */
function declaredRequest({ url, qs, body }: Built['options']): RequestParts {
	return { path: url ?? '', qs: partOf(qs), body: partOf(body) };
}

/** Why a request without a path cannot be made: n8n looks an operation up as it is written, and finds none where an expression gives it. */
const NO_OPERATION: Refusal = {
	field: 'Operation',
	message: 'Operation is given by an expression, which n8n does not follow here',
	description:
		'Nothing was sent. Choose Resource and Operation from their lists. For several operations, put a node for each behind a Switch.',
};

/** Carries out the request of an item that n8n has built, unless the record says that an earlier try did. */
async function carryOutFor(
	item: Item,
	{ options }: Built,
	how: CarryOut,
	record: RunRecord | undefined,
): Promise<INodeExecutionData[]> {
	const { before, call, look, judge, explain, finish, rows, seen = (body) => body } = how;
	const { failure, refusals } = builtRequest(options);
	if (failure !== undefined) throw failure;
	if (!options.url) throw refusalError(item.ctx.node, NO_OPERATION, item.index);
	const [refusal, ...more] = refusals;
	if (refusal) throw refusalError(item.ctx.node, joinRefusals([refusal, ...more]), item.index);
	const asked = declaredRequest(options);
	const { method = 'GET' } = options;
	const key = record ? writeKey(item.index, method, asked) : '';
	const finished = async (reply: ServiceReply, request = asked): Promise<INodeExecutionData[]> => {
		if (finish) return await finish(item, reply);
		const records = rows && !wantsRaw(item) ? rows(reply, item, request) : rawRecords(reply);
		return records.map((json) => ({ json }));
	};
	// What was carried out is not carried out again because what came after it failed, or another item did.
	const earlier = record?.reply(key);
	if (earlier) return await finished(earlier);
	const request = (await before?.(item, asked)) ?? asked;
	if ('statusCode' in request) return await finished(request);
	const kind: CallKind = record ? (how.kind ?? 'change') : 'read';
	const { reply, fault } = call
		? await call(item, request)
		: await item.tryCall(
				{ method, ...request },
				{
					kind,
					judge: judge && ((body) => judge(item, request, seen(body))),
					look: look && (async () => await look(item, request)),
				},
			);
	const said = reply
		? { ...reply, body: seen(reply.body) }
		: explain
			? await explain(item, request, fault)
			: fault;
	if ('outcome' in said) return item.fail(said, kind);
	record?.noteReply(key, said);
	return await finished(said, request);
}

/** What the request of an item concerns; see CarryOut. */
const concernsOf = (method: Method, request: RequestParts, { concerns }: CarryOut): string[] =>
	concerns?.(request) ?? (method === 'PUT' || method === 'PATCH' ? [request.path] : []);

/** Whether n8n takes an output for a failure: it runs a node again whose first output holds an `error`. */
const holdsError = ({ json, error }: INodeExecutionData): boolean =>
	error !== undefined || json.error !== undefined;

/** Says in an error which ends the node how many other items are done: n8n shows none of their output. */
function withDone<T extends NodeFault>(error: T, walk: Walk | undefined): T {
	if (!walk || walk.done === 0) return error;
	const said = `Of ${walk.total} items ${walk.done} ${walk.done === 1 ? 'is' : 'are'} done. A retry does the others; a new execution does all again.`;
	error.description = [error.description, said].filter(Boolean).join(' ');
	return error;
}

/**
 * Returns the function that carries out the request which n8n built from an operation's declarations. n8n itself would start the
 * requests of all items at once, repeat none, and lose track of which output belongs to which item; this function keeps to the
 * limit of requests in flight, repeats what may be repeated, and pairs outputs and errors with their item.
 */
export function carryOut(how: CarryOut = {}): Pagination {
	return async function (built) {
		const { options } = built;
		const index = this.getItemIndex();
		const { method = 'GET' } = options;
		const isRead = method === 'GET' || how.kind === 'read';
		const { walk, caller, refusals } = builtRequest(options);
		if (!isRead && !areAllBuilt(this, walk)) return [];
		const ctx = contextOfItem(this, caller);
		const ofItem = async (): Promise<INodeExecutionData[]> => {
			const output = itemOf(ctx, index).then(async (item) => {
				const record = isRead ? undefined : await recordOfRun(ctx);
				const items = await carryOutFor(item, built, how, record);
				if (record && !items.some(holdsError) && areAllDone(walk)) record.forget();
				return items;
			});
			return await outcomeOf(ctx, output, index).catch((error: unknown) => {
				const known = asApiError(ctx.node, nodeError(ctx.node, error, index));
				throw isRead ? known : withDone(known, walk);
			});
		};
		if (isRead || !walk) return await ofItem();
		// A refused request concerns nothing: its values may be such that no text can be made of them.
		const keys = refusals.length > 0 ? [] : concernsOf(method, declaredRequest(options), how);
		return await inTurn(walk, index, keys, ofItem);
	};
}

/** A record that was found in another way, as the reply that would have held it. */
export const foundReply = (record: IDataObject): ServiceReply => ({
	statusCode: 200,
	headers: {},
	body: { data: record },
});

/** What was read of a list page by page, as one reply. */
export function asReply({ records, metas, fault }: Listed): CallOutcome {
	return fault
		? { fault }
		: { reply: { statusCode: 200, headers: {}, body: { data: records }, metas } };
}
