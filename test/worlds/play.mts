import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	IRunExecutionData,
} from 'n8n-workflow';
import { DEFAULT_DIALECT } from '../../sandbox/settings.mts';
import { initialConfig } from '../../sandbox/options.mts';
import { startSandbox } from '../../sandbox/server.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import { receive } from '../../sandbox/phones.mts';
import type { RequestEntry } from '../../sandbox/types.mts';
import type { Engine, RunResult, StoredCredential } from '../engine/harness.mts';
import { job, listRetry, retryOfCutOff } from '../engine/support/savedExecutions.mts';
import type { Chronicle, Execution, PollStory, ReadStory, SendStory, Story } from './chronicle.mts';
import { changeForm, readForm, truthOf } from './acts.mts';
import { authenticationOf, oldMessage, watchOf } from './beginnings.mts';
import { seedRandom } from './randomness.mts';
import { keyOf } from './keys.mts';
import { takeLog } from './n8nLog.mts';
import { seedOthers, seedReplies, seedTask } from './seeds.mts';
import { addresseesOf, itemsFor, linesOf, parametersFor } from './sends.mts';
import { nextMorning, pass, untilDone, whenStill } from './time/fastClock.mts';
import { shownFromMs, Witness } from './witness.mts';
import { FAULTS, QUIET_FATE } from './world.mts';
import type { Fate, PlannedFault, Read, Send, Step, Target, World } from './world.mts';

/** Where worlds are played: the service, and the processes of n8n that ask it. */
export interface Stage {
	sandbox: Sandbox;
	processes: Engine[];
}

/** Starts the service of the worlds on the fast clock. */
export async function openService(): Promise<Sandbox> {
	return await startSandbox({ seed: 1, clock: 'real' });
}

const TARGETS: Readonly<Record<Target, { method?: string; path?: RegExp }>> = {
	send: { method: 'POST', path: /^\/(?:rest\/sms\/create|api\/campaigns\/sms\/send)/ },
	ask: { method: 'GET', path: /^\/(?:rest\/sms|api\/campaign|api\/messages)/ },
	login: { path: /^\/api\/auth/ },
	any: {},
};
/** Polls after the last fault, and how long before each: an application takes 66 minutes. */
const LAST_POLLS_S = [60, 60, 4200, 300, 60];

/** What n8n recovers of an execution that was cut off in the node. */
const CUT_OFF_NODES = [
	{ name: 'Start', finished: true },
	{ name: 'Messaging Service', finished: false },
];

/** When the older message that is still under way arrives. */
const OLD_ARRIVES_MS = 20_000;

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
	private trigger: { process: number; stored: string; kept: IDataObject; fresh: boolean };
	private watched: INodeParameters = {};

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
			leftOut: new Set(),
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
		this.trigger = { process: 0, stored: '{}', kept: {}, fresh: true };
	}

	/** Plays the world from its first step to the polls after its last fault. */
	async run(): Promise<Chronicle> {
		const { sandbox } = this.stage;
		const witness = await this.begin();
		const stop = sandbox.events.on((type, data) => witness.note(type, data));
		try {
			await this.poll(false, witness);
			for (const step of this.world.steps) await this.take(step, witness);
			sandbox.faults.clear();
			for (const seconds of LAST_POLLS_S) {
				await pass(seconds * 1000);
				await this.poll(false, witness);
			}
		} finally {
			stop();
			sandbox.faults.clear();
		}
		this.readLedger();
		this.chronicle.log.push(...takeLog());
		this.chronicle.secrets.push(...sandbox.tokens.all().slice(-20));
		return this.chronicle;
	}

	/** Makes the service what this world has. */
	private async begin(): Promise<Witness> {
		const { sandbox } = this.stage;
		const { personality, history } = this.world;
		const { config } = sandbox;
		const { dialect, tokens, ...rest } = initialConfig({});
		Object.assign(config, rest, {
			moderationSeconds: personality.moderationSeconds,
			sendRate: personality.sendRate,
			timeZone: personality.timeZone,
		});
		Object.assign(config.dialect, dialect, DEFAULT_DIALECT);
		Object.assign(config.tokens, tokens, { ttlSeconds: personality.tokenSeconds });
		sandbox.service.seed = this.world.seed;
		sandbox.reset();
		sandbox.keys.set(this.key, {});
		const isTask = this.world.event.startsWith('bulkTask');
		const task = isTask ? await seedTask(sandbox, this.key) : 0;
		Object.assign(config.dialect, personality.accents);
		seedOthers(sandbox);
		seedReplies(sandbox, history.replies);
		if (history.campaigns > 0)
			sandbox.seedHistory({
				campaigns: history.campaigns,
				unfinished: Math.min(history.unfinished, history.campaigns),
				days: 20,
			});
		const now = sandbox.clock.now().getTime();
		const old = history.references.map((reference, index) =>
			oldMessage(sandbox, reference, index, now),
		);
		for (const message of old) sandbox.store.addMessage(message);
		const { lifecycle } = sandbox.service;
		const [, underWay] = old;
		if (underWay)
			lifecycle.after(OLD_ARRIVES_MS, () =>
				lifecycle.setMessage(underWay, 'delivered', sandbox.clock.now().getTime()),
			);
		const witness = new Witness(sandbox, this.chronicle, task);
		witness.begin(old);
		this.watched = watchOf(this.world, old, task);
		return witness;
	}

	private inject(faults: readonly PlannedFault[]): void {
		for (const { name, target, skip, times } of faults)
			this.stage.sandbox.faults.add({ ...FAULTS[name], ...TARGETS[target], skip, times });
	}

	private async take(step: Step, witness: Witness): Promise<void> {
		if (step.kind === 'wait') return await pass(step.seconds * 1000);
		if (step.kind === 'answers') return this.answer(step);
		this.inject(step.faults);
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
				await this.poll(step.restart, witness);
		}
		this.stage.sandbox.faults.clear();
	}

	/** Lets phones reply that nobody wrote to in this world. */
	private answer({ text, phones, times }: Extract<Step, { kind: 'answers' }>): void {
		const { service, clock } = this.stage.sandbox;
		for (let index = 0; index < phones * times; index++) {
			const phone = `3809980002${String(10 + (index % phones))}`;
			receive(service, { phone, sender: 'Shop', text, receivedMs: clock.now().getTime() });
		}
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
			executions: [],
		};
	}

	/** An execution, once more where its worker died, and as often from the list as the user tries. */
	private async carryThrough(story: SendStory, fate: Fate): Promise<void> {
		let executionId = this.newExecution();
		const takeJob = job(itemsFor(story), this.world.n8n);
		let last = await this.execute(story, {
			title: 'execution',
			executionId,
			saved: takeJob(),
			diesAt: fate.diesAt,
		});
		let retries = 0;
		const correctionNow = (): Fate['correction'] =>
			++retries === 1 || fate.staysCorrected ? fate.correction : 'none';
		if (last.died && this.world.n8n === 1)
			last = await this.execute(story, {
				title: 'the job again on another worker',
				executionId,
				saved: takeJob(),
			});
		if (last.died)
			last = await this.execute(story, {
				title: `retry from the list of what was cut off${fate.showsBegun ? ', as the saved execution shows' : ''}`,
				executionId: this.newExecution(),
				isRetry: true,
				saved: fate.showsBegun ? retryOfCutOff(takeJob(), CUT_OFF_NODES) : takeJob(),
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
		{ tries = 1, retryOf }: { tries?: number; retryOf?: RunResult } = {},
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
				...(retryOf ? { mode: 'retry', saved: listRetry(retryOf) } : {}),
				node: tries > 1 ? { retryOnFail: true, maxTries: tries, waitBetweenTries: 1000 } : {},
			}),
		);
		return { result, requests: sandbox.requests.filter(({ id }) => id > firstId) };
	}

	/** Makes a change, and retries it from the list as often as the user does; each execution is a story of its own. */
	private async change({
		change,
		tries,
		retries,
		faultsStay,
	}: Extract<Step, { kind: 'change' }>): Promise<void> {
		const { sandbox } = this.stage;
		const { store, service, stats } = sandbox;
		const form = changeForm(change, store, this.executions);
		const doneSince = (id: number): number =>
			service.ledger.changes.filter(
				({ kind, requestId }) => `${kind}` === change.replace('rcs.', '') && (requestId ?? 0) > id,
			).length;
		const begin = stats.requests;
		let retryOf: RunResult | undefined;
		for (let retry = 0; retry <= retries; retry++) {
			if (retry > 0 && !faultsStay) sandbox.faults.clear();
			const before = stats.requests;
			const doneBefore = doneSince(-1);
			const acted = await this.act(...form, { tries, ...(retryOf && { retryOf }) });
			const done = doneSince(before);
			const doneInAll = doneSince(begin);
			this.chronicle.stories.push({
				kind: 'change',
				change,
				...acted,
				done,
				doneInAll,
				doneBefore,
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

	/** A poll of the trigger; after a restart by another process, which has what n8n stored only. */
	private async poll(restart: boolean, witness: Witness): Promise<void> {
		const { sandbox, processes } = this.stage;
		const { trigger } = this;
		if (restart && trigger.process < processes.length - 1) {
			trigger.process++;
			trigger.kept = JSON.parse(trigger.stored) as IDataObject;
			trigger.fresh = true;
		}
		const engine = processes[trigger.process];
		const credential = this.credentials[trigger.process];
		if (!engine || !credential) throw new Error('There is no such process.');
		const firstId = sandbox.stats.requests;
		const story: PollStory = { kind: 'poll', atMs: Date.now(), events: [], requests: [], restart };
		const isFirst = this.chronicle.firstLook === undefined;
		try {
			const items = await untilDone(
				engine.poll({
					credential,
					parameters: this.watched,
					staticData: trigger.kept,
					workflowId: this.workflowId,
					activation: trigger.fresh && !isFirst ? 'init' : 'activate',
				}),
			);
			story.events = (items?.[0] ?? []) as INodeExecutionData[];
			if (isFirst) {
				const endedCampaigns = witness.ended();
				this.chronicle.firstLook = { beganMs: story.atMs, endedMs: Date.now(), endedCampaigns };
			}
			// What a poll without events leaves in the static data is not stored, but for the activation's.
			if (items || isFirst) trigger.stored = JSON.stringify(trigger.kept);
			trigger.fresh = false;
		} catch (error) {
			story.error = error as Error;
		}
		story.requests = sandbox.requests.filter(({ id }) => id > firstId);
		this.chronicle.stories.push(story as Story);
	}

	private readLedger(): void {
		const { store, service, config } = this.stage.sandbox;
		const { requests, leftOut } = service.ledger;
		for (const { msisdn, reference } of leftOut)
			this.chronicle.leftOut.add(`${msisdn} ${reference}`);
		for (const message of store.messages.values()) {
			const { msisdn, text, reference, campaignId, createdMs, requestId } = message;
			if (!/^S\d+\./.test(text)) continue;
			const late = requests.get(requestId ?? -1)?.fate === 'handled late';
			const shown = shownFromMs(config.dialect, message);
			this.chronicle.ledger.push({
				phone: msisdn,
				text,
				reference,
				campaignId,
				createdMs,
				late,
				shownFromMs: shown,
			});
			if (campaignId !== null)
				this.chronicle.campaigns.set(String(campaignId), /^S\d+\./.exec(text)?.[0] ?? '');
		}
	}
}

/** Plays a world; returns what happened in it. */
export async function play(stage: Stage, world: World): Promise<Chronicle> {
	await nextMorning();
	takeLog();
	seedRandom(world.seed);
	return await new Play(stage, world).run();
}
