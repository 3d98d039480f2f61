import type { IDataObject, INode, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { startSandbox } from '../../sandbox/server.mts';
import type { Sandbox, SandboxOptions } from '../../sandbox/server.mts';
import { startEngine } from './harness.mts';
import type { Engine, RunResult, StoredCredential } from './harness.mts';
import { KEY } from './stage.mts';
import type { Way } from './stage.mts';

export { jsonOf } from './stage.mts';
export type { Way } from './stage.mts';

/** How a test sends: what the node is set to, its input, and the node's own settings. */
export interface Send {
	resource: 'sms' | 'campaign' | 'rcsCampaign' | 'rcsMessage' | 'message';
	operation: string;
	parameters: INodeParameters;
	items?: IDataObject[];
	node?: Partial<INode>;
	executionId?: string;
	signal?: AbortSignal;
	way?: Way;
}

/** One message to each item's number. */
export const single: Send = {
	resource: 'sms',
	operation: 'send',
	parameters: { sender: 'Shop', phone: '={{ $json.phone }}', text: '=Hi {{ $json.name }}' },
};
/** A campaign with a text for each recipient. */
export const personalized: Send = {
	resource: 'campaign',
	operation: 'sendPersonalizedSms',
	parameters: { sender: 'Shop', text: 'Hi {name}' },
};
/** A campaign with one text for all. */
export const shared: Send = {
	resource: 'campaign',
	operation: 'sendSms',
	parameters: { sender: 'Shop', text: 'Sale' },
};
/** The same by the legacy interface. */
export const bulk: Send = {
	resource: 'sms',
	operation: 'sendBulk',
	parameters: { sender: 'Shop', text: 'Sale' },
};

/** The same send with these of its options, and these of its parameters, set otherwise. */
export const withOptions = (send: Send, options: object, parameters: object = {}): Send => ({
	...send,
	parameters: {
		...send.parameters,
		...parameters,
		options: { ...(send.parameters.options as object | undefined), ...options },
	},
});

/** The row of a message to one of the people that was accepted by itself. @param segments the column of its segments */
export const acceptedRow = (
	{ phone, name }: IDataObject,
	sender: string,
	segments: string,
): Record<string, unknown> => ({
	status: 'accepted',
	reason: 'Accepted by the service',
	phone,
	text: `Hi ${String(name)}`,
	[segments]: 1,
	message_id: expect.any(Number),
	price: expect.any(Number),
	currency: 'EUR',
	country: 'UA',
	sender,
	reference: expect.stringMatching(/^[0-9a-f]{32}$/),
	start_at: null,
	test: false,
});

export interface Stage {
	engine: Engine;
	sandbox: Sandbox;
	send(request: Send): Promise<RunResult>;
	/** Messages in the store, by phone. */
	stored(): Map<string, number>;
	/** The bodies of the requests that sent by /api. */
	bodies(): IDataObject[];
	/** The credential of the sandbox, as stored. */
	credential: StoredCredential;
	close(): Promise<void>;
}

/** Starts the engine and a sandbox of its own. With the API key alone no test waits for a login after the sandbox was reset. */
export async function openStage(options: SandboxOptions = {}): Promise<Stage> {
	const engine = await startEngine();
	const sandbox = await startSandbox({
		seed: 1,
		clock: 'real',
		empty: true,
		...options,
		config: { senders: 'any', ...options.config },
	});
	const credential = engine.store({
		baseUrl: sandbox.url,
		apiKey: KEY,
		authentication: 'apiKey',
	});
	return {
		engine,
		sandbox,
		credential,
		send: async ({ resource, operation, parameters, items, way = 'run', ...rest }) =>
			await engine[way]({
				...rest,
				credential,
				parameters: { resource, operation, ...parameters },
				...(items ? { items: items.map((json): INodeExecutionData => ({ json })) } : {}),
			}),
		stored() {
			const counts = new Map<string, number>();
			for (const { msisdn } of sandbox.store.messages.values())
				counts.set(msisdn, (counts.get(msisdn) ?? 0) + 1);
			return counts;
		},
		bodies: () =>
			sandbox.requests
				.filter(({ method, path }) => method === 'POST' && path.startsWith('/api/'))
				.map(({ body }) => body as IDataObject),
		close: async () => await sandbox.close(),
	};
}

/** A stage for the tests that follow, whose sandbox is empty before each of them. */
export function sendStageOfTests(): Stage {
	const stage = {} as Stage;
	beforeAll(async () => void Object.assign(stage, await openStage()));
	beforeEach(() => stage.sandbox.reset());
	afterAll(async () => await stage.close());
	return stage;
}

/** A phone number of its own for each index; none ends in the sandbox's special digits. */
export const phoneOf = (index: number): string => `38099${String(index).padStart(5, '0')}11`;

/** People as a CRM exports them. */
export const people = (count: number): IDataObject[] =>
	Array.from({ length: count }, (_, index) => ({
		phone: phoneOf(index),
		name: `Person ${index}`,
		order: `order${index}`,
	}));

/** What the store holds when each of so many people got one message: phone to messages. */
export const once = (count: number): Map<string, number> =>
	new Map(people(count).map(({ phone }) => [String(phone), 1]));
