import { ONE_AT_A_TIME } from '../support/oneAtATime.mts';
import type { IDataObject, INode, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import type { FaultRule } from '../../sandbox/faults.mts';
import { startSandbox } from '../../sandbox/server.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import { DEFAULT_DIALECT } from '../../sandbox/settings.mts';
import type { Dialect } from '../../sandbox/types.mts';
import { startEngine } from '../engine/harness.mts';
import type { Engine, RunResult, StoredCredential } from '../engine/harness.mts';
import { job, listRetry, retryOfCutOff } from '../engine/support/savedExecutions.mts';
import { holdClock, pass, untilDone, whenStill } from '../support/clock/fastClock.mts';
import '../support/clock/machineClock.mts';

// Sends in n8n's engine on the fast clock, and what the sandbox holds after them.

const KEY = 'live_sandbox_0000000000000000';
export const NODE = 'Messaging Service';
export const [ANN, BOB, CID] = ['380991000011', '380991000022', '380991000033'] as const;
export const PEOPLE = [ANN, BOB].map((phone, index) => ({ phone, order: `order${index}` }));
/** What the sandbox holds where both got one message. */
export const EACH_ONE = { [ANN]: 1, [BOB]: 1 };

export const CAMPAIGN = 'campaign.sendSms';
export const PERSONALIZED = 'campaign.sendPersonalizedSms';
export const CREATE_CAMPAIGN = '/api/campaigns/sms';
export const CREATE_SMS = '/rest/sms/create';

/** Refuses no campaign for being known: what keeps people from getting one twice is the node. */
const LENIENT: Partial<Dialect> = { apiReferences: 'accept', duplicates: 'accept' };
/** Shows the messages of a campaign nowhere. */
export const HIDDEN: Partial<Dialect> = { messageList: 'never', campaignReferences: 'never' };

/** How a test sends. */
export interface Setup {
	parameters?: IDataObject;
	options?: IDataObject;
	items?: INodeExecutionData[];
	node?: Partial<INode>;
	/** Saved data that a retry from the list goes on with. */
	retries?: IRunExecutionData;
	/** Saved data that a worker takes. */
	saved?: IRunExecutionData;
	/** The process dies when a request to this path has come. */
	diesAt?: string;
	/** Called at the beginning of each try of Retry On Fail. */
	onTry?: () => void;
}

/** What the sandbox holds, and what the node says. */
export interface Outcome {
	campaigns: number;
	/** How many messages each number has. */
	messages: Record<string, number>;
	statuses: unknown[];
	error: string | null;
}

export const RETRY_ON_FAIL: Partial<INode> = {
	retryOnFail: true,
	maxTries: 3,
	waitBetweenTries: 1000,
};

export const itemsOf = (rows: IDataObject[]): INodeExecutionData[] =>
	rows.map((json) => ({ json }));

/** An item with a list of its own for each of these numbers. */
export const listsOf = (...phones: string[]): INodeExecutionData[] =>
	itemsOf(phones.map((phone) => ({ list: [{ phone }] })));
export const FROM_LISTS = { recipientSource: 'list', recipients: '={{ $json.list }}' };

/** Retry in n8n's list of executions of a killed one: what n8n shows of it after a restart, and in queue mode. */
export const RETRIES_OF_KILLED = {
	'n8n restarted': (worker: () => IRunExecutionData) =>
		retryOfCutOff(worker(), [
			{ name: 'Start', finished: true },
			{ name: NODE, finished: false },
		]),
	'queue mode': (worker: () => IRunExecutionData) => worker(),
};
export type RetryOfKilled = keyof typeof RETRIES_OF_KILLED;
export { job, listRetry, pass };

export const UNKNOWN = 'It is not known whether the service accepted the send: ';
export const EARLIER = `${UNKNOWN}an earlier try may have sent it [item 1]`;
export const NOTHING_ELSE = { campaigns: 0, messages: {}, statuses: [], error: null };
export const accepted = (count: number): string[] => Array<string>(count).fill('accepted');
/** The reply to one request at this path is lost. */
export const lost = (path: string, fault: Partial<FaultRule> = {}): FaultRule[] => [
	{ kind: 'dropAfter', method: 'POST', path, times: 1, ...fault },
];

export class Scene {
	private executions = 0;

	private constructor(
		readonly sandbox: Sandbox,
		readonly engine: Engine,
		private readonly credential: StoredCredential,
		private readonly releaseClock: () => void,
	) {}

	/** Opens a sandbox; the clock stands still but for `send` and `pass`. */
	static async open(empty = true): Promise<Scene> {
		const engine = await startEngine();
		const releaseClock = holdClock('2026-11-21T10:00:00Z');
		const sandbox = await startSandbox({
			seed: 1,
			clock: 'real',
			empty,
			config: { senders: 'any' },
		});
		const credential = engine.store({
			baseUrl: sandbox.url,
			apiKey: KEY,
			authentication: 'apiKey',
		});
		const scene = new Scene(sandbox, engine, credential, releaseClock);
		// At its first request a process loads modules, which takes time that the fast clock does not see.
		await scene.send('campaign.sendSms');
		return scene;
	}

	/** Begins anew, at a service with these faults and this personality. */
	begin(faults: FaultRule[] = [], dialect: Partial<Dialect> = {}): void {
		this.sandbox.reset();
		this.sandbox.faults.clear();
		Object.assign(this.sandbox.config.dialect, DEFAULT_DIALECT, LENIENT, dialect);
		for (const fault of faults) this.sandbox.faults.add(fault);
	}

	/** Sends to two people unless the setup says otherwise. */
	async send(operation: string, setup: Setup = {}): Promise<RunResult> {
		const {
			parameters,
			options,
			items = itemsOf(PEOPLE),
			node,
			saved,
			retries,
			diesAt,
			onTry,
		} = setup;
		const [resource = '', name = ''] = operation.split('.');
		const death = new AbortController();
		const before = this.sandbox.requests.length;
		const look = (path: string): void => {
			const came = this.sandbox.requests.slice(before);
			const hits = this.sandbox.faults.list().some((one) => one.hits > 0 && one.path === path);
			if (hits || came.some((one) => one.path.startsWith(path))) death.abort();
		};
		// While it looks, no time is passed over.
		const watch = diesAt === undefined ? undefined : setInterval(() => look(diesAt), 10);
		try {
			return await untilDone(
				this.engine.run({
					credential: this.credential,
					executionId: String((this.executions += 1)),
					mode: retries ? 'retry' : 'trigger',
					signal: death.signal,
					...(retries || saved ? { saved: retries ?? saved } : { items }),
					...(node && { node }),
					...(onTry && { onTry }),
					parameters: {
						resource,
						operation: name,
						sender: 'Shop',
						text: 'Sale',
						...(operation === 'sms.send' && { phone: '={{ $json.phone }}' }),
						...ONE_AT_A_TIME,
						...parameters,
						options: { ...options },
					} as never,
				}),
			);
		} finally {
			clearInterval(watch);
			await whenStill();
		}
	}

	/** Lets time pass, and the sandbox do what is due then. */
	async later(ms: number): Promise<void> {
		await pass(ms);
		await this.sandbox.inject({ method: 'GET', path: '/rest/sms/1' });
	}

	/** How often each number has a message. */
	messages(): Record<string, number> {
		const counts: Record<string, number> = {};
		for (const { msisdn } of this.sandbox.store.messages.values())
			counts[msisdn] = (counts[msisdn] ?? 0) + 1;
		return counts;
	}

	/** What came of a send, ten seconds after its end: what a service handles late is there by then. */
	async outcome(run: RunResult): Promise<Outcome> {
		await this.later(10_000);
		const runs = run.run?.data.resultData.runData[NODE] ?? [];
		const items = runs.at(-1)?.data?.main?.[0] ?? [];
		return {
			campaigns: this.sandbox.store.campaigns.size,
			messages: this.messages(),
			statuses: items.map(({ json }) => json.status),
			error: run.error?.message ?? null,
		};
	}

	async close(): Promise<void> {
		await this.sandbox.close();
		this.releaseClock();
	}
}

/** A scene for the tests that follow. */
export function sceneOfTests(empty = true): Scene {
	const scene = Object.create(Scene.prototype) as Scene;
	beforeAll(async () => void Object.assign(scene, await Scene.open(empty)));
	afterAll(async () => await scene.close());
	return scene;
}
