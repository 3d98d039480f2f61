import type {
	DeclarativeRestApiSettings,
	IDataObject,
	IExecutePaginationFunctions,
	IN8nHttpFullResponse,
	INodeExecutionData,
} from 'n8n-workflow';
import { accountOf } from '../../shared/auth';
import { refusalError, type ServiceFault, type ServiceReply } from '../../shared/errors';
import type { Listed, RequestParts } from '../../shared/service';
import {
	leftOpen,
	type CallKind,
	type CallOutcome,
	type Found,
	type ServiceRequest,
} from '../../shared/transport';
import type { Refusal } from '../../shared/validation';
import { rawRecords } from '../../shared/reply';
import { failureOf, refusalsOf } from './checks';
import { contextOf } from './context';
import { areAllBuilt, countOf, itemsOfRun } from './gathering';
import { itemOf, outcomeOf, wantsRaw, type Item, type ItemOutput } from './item';
import { digestOf, keepWrite, recallWrite, recordOf } from './keptWrites';
import { valueOf } from './parameters';
import { copiesOf, pastOf, writesOf, type PastWrites } from './writes';

type Built = DeclarativeRestApiSettings.ResultOptions;
/** What n8n calls in place of sending a declared request itself. */
export type Pagination = (
	this: IExecutePaginationFunctions,
	built: Built,
) => Promise<INodeExecutionData[]>;

/** How a declared request differs from one that is sent once as n8n built it. */
export interface CarryOut {
	/** Sends it in another way: page by page, on several paths, or in several spans of time. */
	call?: (item: Item, request: RequestParts) => Promise<CallOutcome>;
	/** Finds out what became of a request whose outcome is not known; see CallPolicy. */
	recover?: (item: Item, request: RequestParts) => Promise<Found>;
	/**
	 * Takes the body of a reply that came as a success; returns its fault where it does not show that what was asked for is there, or
	 * was done. A change is then looked for with `recover`, and is not made again.
	 */
	judge?: (item: Item, request: RequestParts, body: unknown) => ServiceFault | undefined;
	/** Makes the output of the reply, in place of the operation's postReceive actions. */
	finish?: (item: Item, reply: ServiceReply) => Promise<ItemOutput>;
	/** Says more about why the service refused. */
	explain?: (item: Item, request: RequestParts, fault: ServiceFault) => Promise<ServiceFault>;
}

/** Several refusals as one, which names every field that does not keep its rule. */
function joined([first, ...others]: [Refusal, ...Refusal[]]): Refusal {
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
function requestOf({ url, qs, body }: Built['options']): RequestParts {
	return { path: url ?? '', qs: partOf(qs), body: partOf(body) };
}

/** Why a request without a path cannot be made: n8n looks an operation up as it is written, and finds none where an expression gives it. */
const NO_OPERATION: Refusal = {
	field: 'Operation',
	message: 'Operation is given by an expression, which n8n does not follow here',
	description:
		'Nothing was sent. Choose Resource and Operation from their lists. For several operations, put a node for each behind a Switch.',
};

/** A change that is declared may be made twice without harm, or is looked for before it is made again. */
const kindOf = (method: string): CallKind => (method === 'GET' ? 'read' : 'guarded');

/** Runs the operation's own postReceive actions on a reply, as n8n does with one that it fetched itself. */
async function postReceived(
	context: IExecutePaginationFunctions,
	{ postReceive }: Built,
	reply: ServiceReply,
): Promise<INodeExecutionData[]> {
	const response = reply as unknown as IN8nHttpFullResponse;
	let items: INodeExecutionData[] = [{ json: reply.body as IDataObject }];
	for (const { actions } of postReceive) {
		for (const action of actions) {
			if (typeof action === 'function') items = await action.call(context, items, response);
		}
	}
	return items;
}

/** Sends the request, and judges what the service replies; see CarryOut. */
async function replyTo(
	item: Item,
	method: NonNullable<Built['options']['method']>,
	request: RequestParts,
	{ call, recover, judge }: CarryOut,
	past?: PastWrites,
): Promise<CallOutcome> {
	const find = recover && (async () => await recover(item, request));
	const outcome = call
		? await call(item, request)
		: await item.tryCall({ method, ...request }, kindOf(method), find);
	const { reply } = outcome;
	const doubt = reply && !reply.fromRecord && judge?.(item, request, reply.body);
	if (!doubt) return outcome;
	// A record that cannot be read says no more than the reply did.
	const found = await find?.().catch(() => undefined);
	if (typeof found === 'object') return { reply: found };
	if (past) past.open = true;
	return { fault: doubt };
}

/** Adds to a fault that the item may have been carried out as it was before the user changed it. */
function withOthers(fault: ServiceFault, past?: PastWrites): ServiceFault {
	if (!past?.hasOthers) return fault;
	const note = 'An earlier try made this change in another form, or may have made it.';
	return { ...fault, description: `${fault.description} ${note}` };
}

async function carryOutFor(
	item: Item,
	context: IExecutePaginationFunctions,
	built: Built,
	how: CarryOut,
	past?: PastWrites,
	keep?: () => void,
): Promise<ItemOutput> {
	const { options } = built;
	const { explain, finish } = how;
	const failure = failureOf(options);
	if (failure !== undefined) throw failure;
	if (!options.url) throw refusalError(item.ctx.node, NO_OPERATION, item.index);
	const [refusal, ...more] = refusalsOf(options);
	if (refusal) throw refusalError(item.ctx.node, joined([refusal, ...more]), item.index);
	const request = requestOf(options);
	const method = options.method ?? 'GET';
	const finished = async (reply: ServiceReply): Promise<ItemOutput> => {
		if (finish) return await finish(item, reply);
		return wantsRaw(item) ? rawRecords(reply) : await postReceived(context, built, reply);
	};
	// What was done with a test key was done nowhere: it is no record for the next try, which may have a live key.
	if (past && past.request === undefined && !item.service.answersAtRandom) {
		past.request = digestOf(method, request);
		past.account = accountOf(await item.ctx.credentials());
		if (method === 'PUT') past.sets = recordOf(request.path);
		recallWrite(item.ctx, item.index, past);
	}
	// What was carried out is not carried out again because what came after it failed, or another item did.
	if (past?.reply) return await finished(past.reply);
	const wasOpen = past?.open === true;
	// n8n may save the execution before the reply comes: where the user stops it, or has the items spaced and another one fails.
	if (past) past.isUnderWay = true;
	keep?.();
	const { reply, fault } = await replyTo(item, method, request, how, past).finally(() => {
		if (past) past.isUnderWay = false;
	});
	if (past) {
		past.reply = reply;
		past.open ||= wasOpen && fault !== undefined;
	}
	// What follows may ask the service, or wait for a report.
	keep?.();
	if (fault) {
		const said = withOthers(explain ? await explain(item, request, fault) : fault, past);
		return item.fail(wasOpen ? leftOpen(said) : said, kindOf(method));
	}
	return await finished(reply);
}

/**
 * Returns the function that carries out the request which n8n built from an operation's declarations. n8n itself would start the
 * requests of all items at once, repeat none, and lose track of which output belongs to which item; this function keeps to the
 * limit of requests in flight, repeats what may be repeated, and pairs outputs and errors with their item. The operation's
 * postReceive actions then make the output of the reply.
 */
export function carryOut(how: CarryOut = {}): Pagination {
	return async function (built) {
		const index = this.getItemIndex();
		const input = this.getInputData();
		const { method, proxy, skipSslCertificateValidation } = built.options;
		const network: ServiceRequest['network'] = {
			proxy,
			...(skipSslCertificateValidation && { skipSslCertificateValidation: true }),
		};
		const ctx = contextOf(
			this,
			[input],
			(name, _, fallback) => this.getNodeParameter(name, fallback),
			network,
		);
		if ((method ?? 'GET') === 'GET') {
			const job = itemOf(ctx, index).then(
				async (item) => await carryOutFor(item, this, built, how),
			);
			return await outcomeOf(ctx, job, index);
		}
		const items = itemsOfRun(this);
		// Where the engine has ended the node, it waits for nothing: what were carried out now would be known to nobody.
		if (items && !areAllBuilt(this, items, built.options)) return [];
		const { nodeName, runIndex } = ctx.identity;
		// In a tool call n8n makes an item anew for each try, and counts the tries as runs. Its arguments stay the same.
		const call = items ? undefined : this.getInputData(0, 'ai_tool').json;
		const run = call ? nodeName : `${nodeName} ${runIndex}`;
		const past = pastOf(call ?? input, run);
		const all = writesOf(items ?? call ?? input, run);
		all.come(index, items ? countOf(this, items) : 1);
		if (past.running) await past.running.catch(() => undefined);
		if (past.accepted) return copiesOf(past.accepted);
		const keep = (isDone: boolean) => {
			if (!items) return;
			if (isDone) all.done.add(index);
			keepWrite(ctx, index, past, all.done.size >= countOf(this, items));
		};
		const keepOpen = () => keep(false);
		const job = itemOf(ctx, index, past).then(
			async (item) => await carryOutFor(item, this, built, how, past, keepOpen),
		);
		all.requests.set(past, job);
		ctx.signal?.addEventListener('abort', keepOpen);
		job
			.then(() => keep(true), keepOpen)
			.finally(() => ctx.signal?.removeEventListener('abort', keepOpen));
		const running = outcomeOf(ctx, job, index, { own: past, all });
		past.running = running;
		const output = await running;
		if (!output.some((item) => item.error)) past.accepted = copiesOf(output);
		return output;
	};
}

/** What was read of a list page by page, as one reply, so that postReceive actions see one list. */
export function asReply({ records, metas, fault }: Listed): CallOutcome {
	return fault
		? { fault }
		: { reply: { statusCode: 200, headers: {}, body: { data: records }, metas } };
}
