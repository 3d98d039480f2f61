import type { IDataObject, INode, INodeParameters, IWorkflowSettings } from 'n8n-workflow';
import { startSandbox } from '../../sandbox/server.mts';
import type { Sandbox, SandboxOptions } from '../../sandbox/server.mts';
import { DEFAULT_DIALECT } from '../../sandbox/settings.mts';
import type { Report, ReportType } from '../../sandbox/types.mts';
import { startEngine } from './harness.mts';
import type { Engine, LinkAnswer, LinkRequest, RunRequest, RunResult } from './harness.mts';

export const KEY = 'live_sandbox_0000000000000000';

/** The two ways in which n8n dispatches a node. */
export const WAYS = ['run', 'viaRoute'] as const;
export type Way = (typeof WAYS)[number];

export interface Act {
	items?: IDataObject[];
	node?: Partial<INode>;
	executionId?: string;
	onTry?: (number: number) => void;
	way?: Way;
	signal?: AbortSignal;
	settings?: IWorkflowSettings;
	waitingUrl?: string;
}

export interface Stage {
	engine: Engine;
	sandbox: Sandbox;
	credential: IDataObject;
	/** Runs one operation of the node against the sandbox. */
	act(operation: string, parameters: INodeParameters, act?: Act): Promise<RunResult>;
	/** Makes a request to the link of an execution that `act` left waiting with the same operation, parameters and act. */
	openLink(
		waiting: RunResult,
		link: LinkRequest,
		operation: string,
		parameters: INodeParameters,
		act?: Act,
	): Promise<LinkAnswer>;
	/** Begins anew: everything forgotten but the configuration, no faults, logged in, an empty request log. */
	fresh(): Promise<void>;
	close(): Promise<void>;
}

/**
 * Starts the engine and a sandbox of its own; an operation is named `resource.operation`. With the API key alone no test
 * waits for a login after the sandbox has forgotten its tokens.
 */
export async function openStage(
	options: SandboxOptions = {},
	authentication: 'automatic' | 'apiKey' = 'apiKey',
): Promise<Stage> {
	const engine = await startEngine();
	const sandbox = await startSandbox({ seed: 1, now: '2026-11-21T10:00:00Z', ...options });
	const credential = { baseUrl: sandbox.url, apiKey: KEY, authentication };
	const stored = engine.store(credential);
	const requestOf = (
		name: string,
		parameters: INodeParameters,
		{ items, ...rest }: Act,
	): RunRequest => {
		const [resource = '', operation = ''] = name.split('.');
		return {
			...rest,
			credential: stored,
			parameters: { resource, operation, ...parameters },
			...(items ? { items: items.map((json) => ({ json })) } : {}),
		};
	};
	const stage: Stage = {
		engine,
		sandbox,
		credential,
		act: async (name, parameters, act = {}) =>
			await engine[act.way ?? 'run'](requestOf(name, parameters, act)),
		openLink: async (waiting, link, name, parameters, act = {}) =>
			await engine.openLink(waiting, requestOf(name, parameters, act), link),
		async fresh() {
			sandbox.reset();
			sandbox.faults.clear();
			if (authentication === 'automatic') await stage.act('campaign.getAll', { limit: 1 });
			sandbox.requests.length = 0;
		},
		close: async () => await sandbox.close(),
	};
	return stage;
}

/** A stage for the tests that follow; before each of them it is as it was when it was opened. */
export function stageOfTests(options: SandboxOptions = {}): Stage {
	const stage = {} as Stage;
	beforeAll(async () => void Object.assign(stage, await openStage(options)));
	beforeEach(async () => {
		await stage.fresh();
		stage.sandbox.config.mode = 'live';
		Object.assign(stage.sandbox.config.dialect, DEFAULT_DIALECT);
	});
	afterAll(async () => await stage.close());
	return stage;
}

/** Puts a report of made-up records into the sandbox; returns its key. */
export function makeReport(
	{ sandbox: { clock, store } }: Stage,
	records: number,
	types: ReportType[] = ['sms'],
	more: Partial<Report> = {},
): string {
	const key = String(700_000_000 + store.reports.size);
	const now = clock.now().getTime();
	store.reports.set(key, {
		key,
		request: {},
		createdMs: now,
		readyMs: now,
		messageType: types.length === 1 ? (types[0] ?? null) : null,
		source: { records, types, bodyLength: 40 },
		shape: null,
		failed: false,
		...more,
	});
	return key;
}

export const jsonOf = (run: RunResult): IDataObject[] => run.items.map(({ json }) => json);

/** Which input item each output is paired with. */
export const pairsOf = (run: RunResult, output = 0): unknown[] =>
	(run.outputs[output] ?? []).map(({ pairedItem }) =>
		typeof pairedItem === 'object' && !Array.isArray(pairedItem) ? pairedItem.item : pairedItem,
	);

/** Requests that reached the sandbox, login aside: method and path. */
export const asked = (stage: Stage): string[] =>
	stage.sandbox.requests
		.filter(({ path }) => !path.startsWith('/api/auth'))
		.map(({ method, path }) => `${method} ${path}`);
