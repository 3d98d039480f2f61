import type { INodeExecutionData, INodeParameters, IRunExecutionData } from 'n8n-workflow';
import type { RequestEntry } from '../../sandbox/types.mts';
import type { RunResult, StoredCredential } from '../engine/harness.mts';
import { job, listRetry, retryOfCutOff } from '../engine/support/savedExecutions.mts';
import type { Chronicle, Execution, ReadStory, SendStory } from './chronicle.mts';
import { changeForm, readForm, truthOf } from './acts.mts';
import { authenticationOf } from './beginnings.mts';
import { seedRandom } from './randomness.mts';
import { keyOf } from './keys.mts';
import { takeLog } from './n8nLog.mts';
import { addresseesOf, itemsFor, linesOf, parametersFor } from './sends.mts';
import { answer, furnish, inject, readLedger } from './service.mts';
import type { Stage } from './stage.mts';
import { nextMorning, pass, untilDone, whenStill } from '../support/clock/fastClock.mts';
import { Trigger } from './trigger.mts';
import { shownFromMs } from './witness.mts';
import { SHOWN } from './chronicle.mts';
import { QUIET_FATE } from './world.mts';
import type { Fate, Read, Send, Step, World } from './world.mts';

/** Polls after the last fault, and how long before each: an application takes 66 minutes. */
const LAST_POLLS_S = [60, 60, 4200, 300, 60];

/** How long after its first execution a send begins that is to start later. */
const STARTS_LATER_MS = 12 * 3_600_000;

/** What n8n recovers of an execution that was cut off in the node. */
const CUT_OFF_NODES = [
	{ name: 'Start', finished: true },
	{ name: 'Messaging Service', finished: false },
];

/** How another operation than a send is run. */
interface Acting {
	tries?: number;
	onError?: Send['onError'];
	items?: INodeExecutionData[];
	/** What is retried from the list, in place of the items. */
	retryOf?: RunResult;
}

let played = 0;

/** One world while it is played. */
class Play {
	readonly chronicle: Chronicle;
	private readonly key: string;
	private readonly credentials: StoredCredential[];
	private readonly workflowId: string;
	private executions = 0;
	private sends = 0;
	/** Which process runs the next execution; another one knows nothing of it. */
	private turn = 0;

	constructor(
		private readonly stage: Stage,
		private readonly world: World,
	) {
		played++;
		this.key = `live_worlds_${String(played).padStart(16, '0')}`;
		this.workflowId = `world-${played}`;
		this.chronicle = {
			world,
			stories: [],
			ledger: [],
			older: new Set(),
			campaigns: new Map(),
			fortunes: new Map(),
			replies: [],
			secrets: [this.key],
			log: [],
			refusesKnownInCampaigns: world.personality.accents.apiReferences !== 'accept',
		};
		this.credentials = stage.processes.map((engine) =>
			engine.store({
				baseUrl: stage.sandbox.url,
				apiKey: this.key,
				authentication: authenticationOf(world),
				headerFormat: world.personality.accents.bearer === 'bearerColon' ? 'bearerColon' : 'bearer',
				timeZone: world.personality.timeZone,
			}),
		);
	}

	/** Plays the world from its first step to the polls after its last fault. */
	async run(): Promise<Chronicle> {
		const { chronicle, credentials, key, stage, workflowId } = this;
		const { sandbox } = stage;
		const { witness, watched } = await furnish(sandbox, chronicle, key);
		const trigger = new Trigger(stage, chronicle, credentials, workflowId, watched, witness);
		const stop = sandbox.events.on((type, data) => witness.note(type, data));
		try {
			await trigger.poll(false);
			for (const step of this.world.steps) await this.take(step, trigger);
			sandbox.faults.clear();
			for (const seconds of LAST_POLLS_S) {
				await pass(seconds * 1000);
				await trigger.poll(false);
			}
		} finally {
			stop();
			sandbox.faults.clear();
		}
		readLedger(sandbox, chronicle);
		chronicle.log.push(...takeLog());
		chronicle.secrets.push(...sandbox.tokens.all().slice(-20));
		return chronicle;
	}

	private async take(step: Step, trigger: Trigger): Promise<void> {
		if (step.kind === 'wait') return await pass(step.seconds * 1000);
		if (step.kind === 'answers') return answer(this.stage.sandbox, step);
		inject(this.stage.sandbox, step.faults);
		switch (step.kind) {
			case 'send':
				await this.sendBoth(step);
				break;
			case 'change':
				await this.change(step);
				break;
			case 'read':
				this.chronicle.stories.push(await this.read(step.read));
				break;
			case 'poll':
				await trigger.poll(step.restart);
		}
		this.stage.sandbox.faults.clear();
	}

	/** Two executions at a time, or one. */
	private async sendBoth(step: Extract<Step, { kind: 'send' }>): Promise<void> {
		const stories = [step.send, ...(step.beside ? [step.beside] : [])].map((send) =>
			this.newSend(send),
		);
		this.chronicle.stories.push(...stories);
		const [first, second] = stories;
		await untilDone(
			Promise.all([
				first && this.carryThrough(first, step.fate),
				second && this.carryThrough(second, QUIET_FATE),
			]),
		);
	}

	private newSend(send: Send): SendStory {
		const mark = `S${(this.sends += 1)}.`;
		return {
			kind: 'send',
			mark,
			send,
			addressees: addresseesOf(send, mark, this.world.history.references),
			startAt: new Date(Date.now() + STARTS_LATER_MS).toISOString(),
			executions: [],
		};
	}

	/** An execution, once more where it was ended, and as often from the list as the user tries. */
	private async carryThrough(story: SendStory, fate: Fate): Promise<void> {
		let executionId = this.newExecution();
		const takeJob = job(itemsFor(story));
		let last = await this.execute(story, {
			title: 'execution',
			executionId,
			saved: takeJob(),
			diesAt: fate.diesAt,
			diesBy: fate.diesBy,
		});
		let retries = 0;
		const correctionNow = (): Fate['correction'] =>
			++retries === 1 || fate.staysCorrected ? fate.correction : 'none';
		// n8n offers no retry of what the user stopped.
		if (last.isStopped) return;
		if (last.died)
			last = await this.execute(story, {
				title: `retry from the list of what was killed${fate.showsBegun ? SHOWN : ''}`,
				saved: fate.showsBegun ? retryOfCutOff(takeJob(), CUT_OFF_NODES) : takeJob(),
				executionId: this.newExecution(),
				isRetry: true,
				correction: correctionNow(),
			});
		const first = last;
		for (let retry = 1; retry <= fate.retries && last.result.error && last.result.run; retry++) {
			if (!fate.faultsStay) this.stage.sandbox.faults.clear();
			executionId = this.newExecution();
			last = await this.execute(story, {
				title: `retry ${retry} from the list${fate.ofFirst && retry > 1 ? ', once more of the first execution' : ''}`,
				executionId,
				isRetry: true,
				saved: listRetry(fate.ofFirst ? first.result : last.result),
				correction: correctionNow(),
			});
		}
	}

	private newExecution(): string {
		return `${played}${String((this.executions += 1)).padStart(3, '0')}`;
	}

	private async execute(
		story: SendStory,
		how: {
			title: string;
			executionId: string;
			saved: IRunExecutionData;
			diesAt?: number;
			diesBy?: Fate['diesBy'];
			isRetry?: true;
			correction?: Fate['correction'];
		},
	): Promise<Execution> {
		const { sandbox, processes } = this.stage;
		const process = this.turn++ % processes.length;
		const engine = processes[process];
		const credential = this.credentials[process];
		if (!engine || !credential) throw new Error('There is no such process.');
		const { send, mark } = story;
		const death = new AbortController();
		let sent = 0;
		const watch = sandbox.events.on((type, data) => {
			const entry = data as RequestEntry;
			if (type !== 'request' || !how.diesAt || entry.path.startsWith('/api/auth')) return;
			if (++sent === how.diesAt) death.abort();
		});
		const firstId = sandbox.stats.requests;
		const beganMs = Date.now();
		const knownSince = story.executions.some(({ died }) => died) ? firstId : 0;
		const result = await engine.run({
			credential,
			parameters: parametersFor(story, how.correction),
			workflowId: this.workflowId,
			executionId: how.executionId,
			mode: how.isRetry ? 'retry' : 'trigger',
			saved: how.saved,
			signal: death.signal,
			node: {
				id: `node-${mark}`,
				onError: send.onError,
				...(send.tries > 1
					? { retryOnFail: true, maxTries: send.tries, waitBetweenTries: 1000 }
					: {}),
			},
		});
		watch();
		if (death.signal.aborted) await whenStill();
		const messages = [...sandbox.store.messages.values()].filter(({ text }) =>
			text.startsWith(mark),
		);
		const execution: Execution = {
			title: how.title,
			correction: how.correction ?? 'none',
			result,
			lines: await linesOf(result, engine),
			requests: sandbox.requests.filter(({ id }) => id > firstId),
			beganMs,
			endedMs: Date.now(),
			died: death.signal.aborted,
			isStopped: death.signal.aborted && how.diesBy === 'stop',
			inLedgerThen: new Map(
				messages.map((message) => [
					keyOf(message.msisdn, message.text),
					shownFromMs(sandbox.config.dialect, message),
				]),
			),
			heldThen: new Map(
				messages
					// What a worker that died had sent, it could tell nobody.
					.filter(({ requestId }) => (requestId ?? 0) > knownSince)
					.map((message) => [
						keyOf(message.msisdn, message.text),
						shownFromMs(sandbox.config.dialect, message),
					]),
			),
		};
		story.executions.push(execution);
		return execution;
	}

	/** Runs another operation in the main process. */
	private async act(
		resource: string,
		operation: string,
		parameters: INodeParameters,
		{ tries = 1, onError, items, retryOf }: Acting = {},
	): Promise<{ result: RunResult; requests: RequestEntry[] }> {
		const { sandbox, processes } = this.stage;
		const [engine] = processes;
		const [credential] = this.credentials;
		if (!engine || !credential) throw new Error('There is no process.');
		const firstId = sandbox.stats.requests;
		const result = await untilDone(
			engine.run({
				credential,
				parameters: { resource, operation, ...parameters },
				workflowId: this.workflowId,
				executionId: this.newExecution(),
				...(retryOf ? { mode: 'retry', saved: listRetry(retryOf) } : { items }),
				node: {
					onError,
					...(tries > 1 && { retryOnFail: true, maxTries: tries, waitBetweenTries: 1000 }),
				},
			}),
		);
		return { result, requests: sandbox.requests.filter(({ id }) => id > firstId) };
	}

	/** Makes a change, and retries it from the list as often as the user does; each execution is a story of its own. */
	private async change({
		change,
		items: count,
		onError,
		tries,
		retries,
		faultsStay,
	}: Extract<Step, { kind: 'change' }>): Promise<void> {
		const { sandbox } = this.stage;
		const { store, service, stats } = sandbox;
		const { form, items, isOf } = changeForm(change, store, this.executions, count);
		const doneSince = (request: number): number[] =>
			items.map(
				(_, item) =>
					service.ledger.changes.filter(
						({ kind, id, requestId }) =>
							`${kind}` === change.replace('rcs.', '') &&
							(requestId ?? 0) > request &&
							isOf(id, item),
					).length,
			);
		const begin = stats.requests;
		let retryOf: RunResult | undefined;
		for (let retry = 0; retry <= retries; retry++) {
			if (retry > 0 && !faultsStay) sandbox.faults.clear();
			const before = stats.requests;
			const doneBefore = doneSince(-1);
			const acted = await this.act(...form, {
				tries,
				onError,
				items,
				...(retryOf && { retryOf }),
			});
			const done = doneSince(before);
			const doneInAll = doneSince(begin);
			this.chronicle.stories.push({
				kind: 'change',
				change,
				...acted,
				items: items.map((_, item) => ({
					done: done[item] ?? 0,
					doneInAll: doneInAll[item] ?? 0,
					doneBefore: doneBefore[item] ?? 0,
				})),
			});
			if (!acted.result.error || !acted.result.run) return;
			retryOf = acted.result;
		}
	}

	private async read(read: Read): Promise<ReadStory> {
		const { sandbox } = this.stage;
		const before = truthOf(read, sandbox);
		const acted = await this.act(...readForm(read, before[0]));
		return { kind: 'read', read, ...acted, truth: { before, after: truthOf(read, sandbox) } };
	}
}

/** Plays a world; returns what happened in it. */
export async function play(stage: Stage, world: World): Promise<Chronicle> {
	await nextMorning();
	takeLog();
	seedRandom(world.seed);
	return await new Play(stage, world).run();
}
