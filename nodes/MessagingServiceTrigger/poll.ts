import { hash, randomBytes } from 'crypto';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { serviceAddress, serviceSettings, usesTestKey, type ServiceSettings } from '../shared/auth';
import { faultError } from '../shared/errors';
import type { Service } from '../shared/service';
import { callerOf, tryService, CREDENTIAL, type CallContext } from '../shared/transport';
import type { FirstSight } from './events/event';
import { rowOf } from './events/row';
import { exampleRow } from './events/sample';
import { readParameters, type Parameters } from './triggerParameters';
import { answer, type Source } from './source';
import { BOUNDS } from './state';
import { begin, end, next, type Remembered } from './turn';
import { watcherOf } from './watchers';
import { isMust, pollForExample, type Answered, type Ask } from './watching/asking';

/** Names this process: a state with another name was written before a restart. */
const RUN = randomBytes(6).toString('hex');
/** What each trigger node knew last in this process. It survives a rename of the node and ticks that n8n does not store. */
const memory = new Map<string, Remembered>();
const MEMORY_NODES = 200;
/** How many polls of a node have failed since the last success; undefined = it has not polled in this process. */
const failed = new Map<string, number>();
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
/** The service as a poll asks it. @param budgetMs time for the poll */
function sourceOf(
	ctx: IPollFunctions,
	parameters: Parameters,
	budgetMs: number,
	settings: ServiceSettings,
): Source {
	const timeoutMs = Math.min(REQUEST_MS, budgetMs / 2);
	const retryForMs = Math.min(RETRY_MS, budgetMs / 4);
	const caller = callerOf(ctx as unknown as CallContext);
	const service: Service = {
		timeZone: settings.timeZone,
		answersAtRandom: usesTestKey(settings),
		call: async (request, policy) =>
			await tryService(caller, { ...request, timeoutMs }, { ...policy, retryForMs }),
	};
	return {
		service,
		parameters,
		list: { isMissing: false },
		errorOf: (fault) => faultError(ctx.getNode(), fault),
	};
}

/** The same names in whatever order are the same watch. */
const inOrder = (names: readonly string[]): string[] => [...new Set(names)].sort();

/**
 * What is watched, as a hash: another one begins a new life of the state. Another key or address in the same credential is
 * another account; neither can be read from the hash. What another filter left out of the state would be taken for new, and a time
 * that is read in another zone for another reply. Named objects may change from poll to poll.
 */
function signatureOf(
	ctx: IPollFunctions,
	{ rule, kind, campaignTypes, received, clicked }: Parameters,
	settings: ServiceSettings,
): string {
	const addresses = (['/api', '/rest'] as const).map((path) => {
		const address = serviceAddress(settings, path);
		return address.ok ? address.value : settings.baseUrl;
	});
	const watched = [
		ctx.getNode().credentials?.[CREDENTIAL]?.id,
		addresses,
		settings.apiKey,
		settings.timeZone,
		rule.event,
		campaignTypes,
		inOrder(rule.senders),
		inOrder(rule.ids),
		inOrder(received.words),
		received.optOut,
		inOrder(received.optOutWords),
		...(kind === 'clicked' ? [clicked.by, clicked.campaign] : []),
	];
	return hash('sha256', JSON.stringify(watched), 'hex').slice(0, 24);
}

/** Did n8n start the workflow by itself, at a restart or when another main process gave up? */
const startedByItself = (ctx: IPollFunctions) =>
	['init', 'leadershipChange'].includes(ctx.getActivationMode());

/** How to take what a first look finds: a workflow that n8n starts by itself had a state once. */
function firstSight(ctx: IPollFunctions, reportExisting: boolean): FirstSight {
	if (startedByItself(ctx)) return 'recovered';
	return reportExisting ? 'existing' : 'silent';
}

/** A restart must not switch the workflow off because the service is away for a moment: the next tick asks again. */
function mayWait(ctx: IPollFunctions, error: unknown, firstPoll: boolean): boolean {
	return (
		firstPoll && startedByItself(ctx) && (error as { failure?: unknown }).failure !== undefined
	);
}

/** Names a node within n8n: its name is unique within the workflow, its ID may be copied with it. */
const nodeKeyOf = (ctx: IPollFunctions) =>
	JSON.stringify([ctx.getWorkflow().id, ctx.getNode().id, ctx.getNode().name]);

const nameIn = (nodeKey: string): string => String((JSON.parse(nodeKey) as unknown[]).at(-1));

/** Whether a trigger of a name is in the workflow still. n8n tells of other nodes only by what follows them, and a trigger leads somewhere. */
const isInWorkflow = (ctx: IPollFunctions, name: string): boolean =>
	ctx.getChildNodes(name).length > 0;

/**
 * What this process remembers of the node. n8n gives a renamed node empty static data: then what is remembered under its ID
 * and another name goes on, but not where that name is still in the workflow: this one is then a copy, whose watch begins anew.
 */
function recall(ctx: IPollFunctions, nodeKey: string, stored: unknown): Remembered | undefined {
	const own = memory.get(nodeKey);
	if (own ?? stored) return own;
	const sameId = JSON.stringify([ctx.getWorkflow().id, ctx.getNode().id]).slice(0, -1);
	const former = [...memory.keys()]
		.filter((key) => key.startsWith(`${sameId},`) && !isInWorkflow(ctx, nameIn(key)))
		.at(-1);
	return former === undefined ? undefined : memory.get(former);
}

function memorise(nodeKey: string, remembered: Remembered | undefined): void {
	memory.delete(nodeKey);
	if (remembered) memory.set(nodeKey, remembered);
	for (const oldest of [...memory.keys()].slice(0, Math.max(0, memory.size - MEMORY_NODES)))
		memory.delete(oldest);
}

/** Asks for several things side by side. @param deadline after it only what must be asked for is */
async function askAll(source: Source, asks: readonly Ask[], deadline: number): Promise<Answered[]> {
	const isLate = Date.now() >= deadline;
	return await Promise.all(
		asks.map(
			async (ask): Promise<Answered> =>
				isLate && !isMust(ask) ? { is: 'late' } : await answer(source, ask),
		),
	);
}

/** The item of a test step. */
async function example(source: Source, parameters: Parameters, now: number) {
	const { rule } = parameters;
	const watcher = watcherOf(parameters, source.service.timeZone);
	const asking = watcher.example(pollForExample(rule, now, BOUNDS));
	let step = asking.next([]);
	while (!step.done) step = asking.next(await askAll(source, step.value, Infinity));
	return exampleRow(rule, step.value);
}

async function pollOnce(
	ctx: IPollFunctions,
	nodeKey: string,
	now: number,
): Promise<INodeExecutionData[][] | null> {
	const budgetMs = Math.min(ctx.getPollBudgetMs?.() ?? BUDGET_MS, BUDGET_MS);
	const parameters = readParameters(ctx);
	const settings = serviceSettings(await ctx.getCredentials(CREDENTIAL));
	const data = ctx.getWorkflowStaticData('node');
	const source = sourceOf(ctx, parameters, budgetMs, settings);
	const deadline = Date.now() + Math.min(budgetMs * SHARE, LONGEST_MS);
	let turn = begin(
		{ stored: data.state, remembered: recall(ctx, nodeKey, data.state) },
		{
			processName: RUN,
			life: randomBytes(6).toString('hex'),
			signature: signatureOf(ctx, parameters, settings),
			rule: parameters.rule,
			watcher: watcherOf(parameters, settings.timeZone),
			first: firstSight(ctx, parameters.reportExisting),
			now,
			uptime: performance.now(),
			failedPolls: failed.get(nodeKey) ?? 0,
			bounds: BOUNDS,
		},
	);
	for (let isFirst = true; turn.asks.length > 0; isFirst = false)
		turn = next(turn, await askAll(source, turn.asks, isFirst ? Infinity : deadline));
	const result = end(turn);
	const failedPolls = failed.get(nodeKey);
	failed.set(nodeKey, result.fault ? (failedPolls ?? 0) + 1 : 0);
	if (result.fault) {
		const { error } = result.fault;
		if (!mayWait(ctx, error, failedPolls === undefined)) throw error;
		ctx.logger.warn(
			`Messaging Service Trigger: ${(error as Error).message}. The next poll asks again.`,
		);
		return null;
	}
	for (const note of result.notes) ctx.logger.warn(`Messaging Service Trigger ${note}`);
	// Static data is written last, and only when there is something to keep.
	if (result.write) data.state = result.write;
	memorise(nodeKey, result.remembered);
	return result.events.length > 0 ? [result.events.map((event) => ({ json: rowOf(event) }))] : null;
}

/**
 * One poll: null when nothing happened, else one item for each event. It takes the state that n8n stored, or the newer one that
 * this process remembers, and finds out what may have been lost since (turn.ts). It asks the service what is new, how what
 * is unfinished stands, and some of what is older by turns (watching/). Each observation is compared with what is known of the
 * object, and a difference that the user wants to hear of is an event (events/change.ts). Events that n8n may have lost are added,
 * and all are made into items of twelve fields (events/row.ts). Last it writes the new state; in the editor it returns an example
 * and writes nothing.
 * @throws NodeApiError when the service could not be asked (the state is untouched), NodeOperationError when a field is wrong
 */
export async function pollService(ctx: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const now = Date.now();
	if (ctx.getMode() === 'manual') {
		const parameters = readParameters(ctx);
		const settings = serviceSettings(await ctx.getCredentials(CREDENTIAL));
		const source = sourceOf(ctx, parameters, BUDGET_MS, settings);
		return [[{ json: await example(source, parameters, now) }]];
	}
	const nodeKey = nodeKeyOf(ctx);
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
