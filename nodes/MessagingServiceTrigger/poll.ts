import { randomBytes } from 'crypto';
import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { faultError } from '../shared/errors';
import { CODE_SMS_NOT_FOUND } from '../shared/spec';
import { tryService, CREDENTIAL, type CallContext } from '../shared/transport';
import type { FirstSight, Rule } from './diff';
import type { StatusEvent } from './events';
import type { Read } from './reader';
import { sampleOf } from './sample';
import type { Remembered } from './state';
import { takeTurn } from './turn';
import { ruleOf, watcherOf, type Watcher } from './watchers';

/** Names this process: a state with another name was written before a restart. */
const RUN = randomBytes(6).toString('hex');
/** What each trigger node knew last in this process. It survives a rename of the node and ticks that n8n does not store. */
const memory = new Map<string, Remembered>();
const MEMORY_NODES = 200;
/** Nodes that have polled in this process, with or without success. */
const polled = new Set<string>();
/** Polls under way: node to when it began, in ms. */
const polling = new Map<string, number>();

/** Milliseconds of a poll unless n8n says otherwise, and the share of them that is used for requests. */
const BUDGET_MS = 5 * 60_000;
const SHARE = 0.7;
/** n8n gives up an activation after 84 seconds, its first poll included; it does not say so in the budget. */
const LONGEST_MS = 50_000;
/** The next poll comes soon: a request is not repeated for long. */
const RETRY_MS = 5_000;
const REQUEST_MS = 30_000;
/** Codes by which the service says that there is no such message or task. */
const NOT_FOUND: readonly number[] = [CODE_SMS_NOT_FOUND, 29, 30];

/** Takes n8n's context; returns the function that the watchers read the service with. */
function readerOf(ctx: IPollFunctions, budgetMs: number): Read {
	return async (path, qs = {}) => {
		const request = {
			method: 'GET' as const,
			path,
			qs,
			timeoutMs: Math.min(REQUEST_MS, budgetMs / 2),
		};
		const { reply, fault } = await tryService(ctx as unknown as CallContext, request, {
			kind: 'read',
			retryForMs: Math.min(RETRY_MS, budgetMs / 4),
		});
		if (reply) return reply.body;
		if (
			path.startsWith('/rest') &&
			(fault.httpStatus === 404 || NOT_FOUND.includes(fault.code ?? 0))
		)
			return undefined;
		throw faultError(ctx.getNode(), fault);
	};
}

/** What is watched, in words: another answer begins a new life of the state. */
function signatureOf(ctx: IPollFunctions, rule: Rule, watcher: Watcher): string {
	const account = ctx.getNode().credentials?.[CREDENTIAL]?.id ?? '';
	return JSON.stringify([1, account, rule.event, watcher.scope, rule.senders, rule.ids]);
}

/** Did n8n start the workflow by itself, at a restart or when another main process gave up? */
const startedByItself = (ctx: IPollFunctions) =>
	['init', 'leadershipChange'].includes(ctx.getActivationMode());

/** How to take what a first look finds: a workflow that n8n starts by itself had a state once. */
function firstSight(ctx: IPollFunctions, reportExisting: boolean): FirstSight {
	if (startedByItself(ctx)) return 'recovered';
	return reportExisting ? 'existing' : 'silent';
}

const itemOf = (event: StatusEvent): INodeExecutionData => ({
	json: { ...event } as unknown as IDataObject,
});

/** A restart must not switch the workflow off because the service is away for a moment: the next tick asks again. */
function mayWait(ctx: IPollFunctions, error: unknown, firstPoll: boolean): boolean {
	return (
		firstPoll && startedByItself(ctx) && (error as { failure?: unknown }).failure !== undefined
	);
}

async function pollOnce(
	ctx: IPollFunctions,
	nodeKey: string,
	now: number,
): Promise<INodeExecutionData[][] | null> {
	const budgetMs = Math.min(ctx.getPollBudgetMs?.() ?? BUDGET_MS, BUDGET_MS);
	const rule = ruleOf(ctx);
	const watcher = watcherOf(ctx, rule, readerOf(ctx, budgetMs), await zoneOf(ctx));
	const data = ctx.getWorkflowStaticData('node');
	const result = await takeTurn({
		stored: data.state,
		remembered: memory.get(nodeKey),
		run: RUN,
		life: randomBytes(6).toString('hex'),
		sig: signatureOf(ctx, rule, watcher),
		rule,
		watcher,
		first: firstSight(ctx, ctx.getNodeParameter('options.reportExisting', false) === true),
		now,
		deadline: Date.now() + Math.min(budgetMs * SHARE, LONGEST_MS),
	});
	const firstPoll = !polled.has(nodeKey);
	polled.add(nodeKey);
	if (result.fault) {
		const { error } = result.fault;
		if (!mayWait(ctx, error, firstPoll)) throw error;
		ctx.logger.warn(
			`Messaging Service Trigger: ${(error as Error).message}. The next poll asks again.`,
		);
		return null;
	}
	if (result.note !== undefined) ctx.logger.warn(`Messaging Service Trigger ${result.note}`);
	// Static data is written last, and only when there is something to keep.
	if (result.write) data.state = result.write;
	memory.delete(nodeKey);
	if (result.remembered) memory.set(nodeKey, result.remembered);
	for (const oldest of [...memory.keys()].slice(0, Math.max(0, memory.size - MEMORY_NODES)))
		memory.delete(oldest);
	return result.events.length > 0 ? [result.events.map(itemOf)] : null;
}

async function zoneOf(ctx: IPollFunctions): Promise<string> {
	const { timeZone } = await ctx.getCredentials(CREDENTIAL);
	return typeof timeZone === 'string' && timeZone !== '' ? timeZone : 'UTC';
}

/**
 * One poll: null when nothing happened, else one item for each event. In the editor it returns an example and stores nothing.
 * @throws NodeApiError when the service could not be asked (the state is untouched), NodeOperationError when a field is wrong
 */
export async function pollService(ctx: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const now = Date.now();
	if (ctx.getMode() === 'manual') {
		const rule = ruleOf(ctx);
		const watcher = watcherOf(ctx, rule, readerOf(ctx, BUDGET_MS), await zoneOf(ctx));
		return [[itemOf(sampleOf(rule, await watcher.example(), now))]];
	}
	const nodeKey = `${ctx.getWorkflow().id}:${ctx.getNode().id}`;
	// n8n counts overlapping polls, it does not prevent them: the earlier one goes on, this one has nothing to add.
	const begun = polling.get(nodeKey);
	if (begun !== undefined && now - begun < BUDGET_MS) return null;
	polling.set(nodeKey, now);
	try {
		return await pollOnce(ctx, nodeKey, now);
	} finally {
		if (polling.get(nodeKey) === now) polling.delete(nodeKey);
	}
}
