import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { KEYS, startSandbox, type Sandbox } from '../../sandbox/server.mts';
import { startEngine, type Engine, type PollRequest, type StoredCredential } from './harness.mts';

/** A trigger node with static data of its own, as n8n keeps it. */
interface PolledTrigger {
	poll(now?: Partial<PollRequest>, account?: StoredCredential): Promise<IDataObject[] | null>;
	staticData: IDataObject;
	/** The ID of the node. */
	id: string;
}

/** The sandbox of a test, and trigger nodes that poll it. */
export interface TriggerStage {
	readonly engine: Engine;
	readonly sandbox: Sandbox;
	trigger(parameters: IDataObject, more?: Partial<PollRequest>): PolledTrigger;
}

/** Starts n8n's engine before the tests of a file, and an empty sandbox before each of them. */
export function triggerStageOfTests(): TriggerStage {
	let engine: Engine;
	let sandbox: Sandbox;
	let nodes = 0;

	beforeAll(async () => {
		engine = await startEngine();
	});
	beforeEach(async () => {
		sandbox = await startSandbox({
			seed: 1,
			clock: 'manual',
			now: '2026-06-01T10:00:00Z',
			empty: true,
			tokens: { ttlSeconds: 400 * 86_400 },
			config: { senders: 'any' },
		});
	});
	afterEach(async () => await sandbox.close());

	function trigger(parameters: IDataObject, more: Partial<PollRequest> = {}): PolledTrigger {
		const credential = engine.store({
			baseUrl: sandbox.url,
			apiKey: KEYS.live,
			allowHttp: true,
			timeZone: 'UTC',
			...(more.credential as IDataObject | undefined),
		});
		const staticData: IDataObject = {};
		const node = { id: `trigger-${(nodes += 1)}` };
		const poll: PolledTrigger['poll'] = async (now = {}, account = credential) =>
			(
				await engine.poll({
					parameters: { options: {}, ...parameters } as PollRequest['parameters'],
					staticData,
					node,
					...more,
					...now,
					credential: account,
				})
			)?.[0]?.map((item: INodeExecutionData) => item.json) ?? null;
		return { poll, staticData, id: node.id };
	}

	return {
		get engine() {
			return engine;
		},
		get sandbox() {
			return sandbox;
		},
		trigger,
	};
}
