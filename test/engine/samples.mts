import { createHash } from 'node:crypto';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { addClick, linkUuid } from '../../sandbox/shortLinks.mts';
import { startSandbox, type Sandbox } from '../../sandbox/server.mts';
import { COMPANY } from '../cases/applications.mts';
import { startEngine, type Engine, type RunResult } from './harness.mts';
import { runEachAlone } from './operationRuns.mts';
import { KEY } from './stage.mts';

/** What one run put out, as the documentation shows it. */
export interface Sample {
	/** How many items the run put out; the sample shows the first of them. */
	total: number;
	items: IDataObject[];
}

/** So many items of a run are shown. */
const SHOWN = 2;
/** When the day of the samples begins, on the sandbox's clock. */
const START = '2026-11-21T10:00:00Z';

/**
 * An automatic reference holds the start of its execution, so each run makes others. In a sample it has the form of a true one, and
 * follows from the message's place in it.
 */
const steadyReference = (reference: string, index: number): string =>
	createHash('sha256')
		.update(`sample ${index + 1}`)
		.digest('hex')
		.slice(0, reference.length);

function steadyItem(item: IDataObject, index: number): IDataObject {
	return Object.fromEntries(
		Object.entries(item).map(([name, value]) => {
			if (name.endsWith('reference') && typeof value === 'string')
				return [name, steadyReference(value, index)];
			// The moment of an answer is that of the run.
			if (name === 'data')
				return [name, { ...(value as IDataObject), respondedAt: '2026-11-21T10:05:00.000Z' }];
			return [name, value];
		}),
	);
}

function sampleOf(items: IDataObject[], shown = SHOWN): Sample {
	return { total: items.length, items: items.slice(0, shown).map(steadyItem) };
}

/** Runs every operation once; returns a sample for each, under the name `<resource>.<operation>`. */
export async function actionSamples(): Promise<Map<string, Sample>> {
	const samples = new Map<string, Sample>();
	for (const { step, items } of await runEachAlone()) {
		const name = `${step.resource}.${step.operation}`;
		if (!samples.has(name)) samples.set(name, sampleOf(items));
	}
	return samples;
}

/** A sandbox of its own, and a node that is connected to it. */
async function withSandbox<T>(
	work: (place: { engine: Engine; sandbox: Sandbox; credential: IDataObject }) => Promise<T>,
): Promise<T> {
	const engine = await startEngine();
	const sandbox = await startSandbox({ seed: 1, now: START });
	try {
		return await work({
			engine,
			sandbox,
			credential: { baseUrl: sandbox.url, apiKey: KEY, authentication: 'apiKey' },
		});
	} finally {
		await sandbox.close();
	}
}

const SENDER = { __rl: true, mode: 'name', value: 'Shop' };

/** What each event watches, and what is sent so that there is something to watch. */
const EVENTS: Array<{
	event: string;
	parameters: (made: IDataObject) => IDataObject;
	/** What happens between the two polls beside the time that passes. */
	happens?: (sandbox: Sandbox) => void;
}> = [
	{ event: 'campaignStatusChanged', parameters: () => ({ messageType: 'sms' }) },
	{ event: 'campaignFinished', parameters: () => ({ messageType: 'sms' }) },
	{ event: 'campaignProgress', parameters: () => ({ messageType: 'sms' }) },
	{ event: 'campaignMessageFinished', parameters: () => ({ messageType: 'sms' }) },
	{ event: 'campaignMessageStatusChanged', parameters: () => ({ messageType: 'sms' }) },
	{
		event: 'messageReceived',
		parameters: () => ({}),
		happens: ({ store, clock }) => {
			store.received.push({
				id: store.nextId('received', 9001),
				phone: '380997001021',
				sender: 'Shop',
				text: 'When do you close?',
				receivedMs: clock.now().getTime(),
			});
		},
	},
	{
		event: 'linkClicked',
		parameters: () => ({}),
		happens: (sandbox) =>
			void addClick(sandbox.service, linkUuid('e', 1), { phone: '380997001021' }),
	},
	{
		event: 'messageStatusChanged',
		parameters: ({ message_id }) => ({ lookUpBy: 'id', messageIds: String(message_id) }),
	},
	{ event: 'bulkTaskProgress', parameters: ({ task_id }) => ({ taskIds: String(task_id) }) },
	{
		event: 'bulkTaskFinished',
		parameters: ({ task_id }) => ({ taskIds: String(task_id), options: { expected: 2 } }),
	},
	{ event: 'applicationStatusChanged', parameters: () => ({}) },
];

/** What goes before every trigger's first poll: a campaign, a bulk task, and a sender's application, all unfinished. */
async function begin(engine: Engine, credential: IDataObject): Promise<IDataObject> {
	const run = async (parameters: INodeParameters): Promise<IDataObject> => {
		const { items, error } = await engine.run({ credential, parameters, executionId: 'sample' });
		if (error) throw error;
		return items[0]?.json ?? {};
	};
	const many = { recipientSource: 'list', recipients: '380997001021, 380997001022' };
	await run({
		resource: 'campaign',
		operation: 'sendSms',
		...many,
		sender: SENDER,
		text: 'Open until eight today',
	});
	await run({
		resource: 'sender',
		operation: 'register',
		senderName: 'NewShop',
		...COMPANY,
	});
	return await run({
		resource: 'sms',
		operation: 'sendBulk',
		...many,
		sender: SENDER,
		text: 'Your parcel is here',
	});
}

/** Lets the trigger note what is there, lets an hour pass and polls again; returns a sample for each event, `trigger.<event>`. */
export async function triggerSamples(): Promise<Map<string, Sample>> {
	const samples = new Map<string, Sample>();
	for (const { event, parameters, happens } of EVENTS) {
		await withSandbox(async ({ engine, sandbox, credential }) => {
			const made = await begin(engine, credential);
			const stored = engine.store(credential);
			const staticData: IDataObject = {};
			const poll = async (): Promise<IDataObject[]> => {
				const { now } = Date;
				// The trigger asks for replies and clicks by n8n's own clock; in a sample it is that of the sandbox.
				if (['messageReceived', 'linkClicked'].includes(event))
					Date.now = () => sandbox.clock.now().getTime();
				try {
					const items = await engine.poll({
						parameters: { event, options: {}, ...parameters(made) } as INodeParameters,
						credential: stored,
						staticData,
					});
					return items?.[0]?.map(({ json }) => json) ?? [];
				} finally {
					Date.now = now;
				}
			};
			await poll();
			sandbox.clock.advance(60 * 60_000);
			happens?.(sandbox);
			samples.set(`trigger.${event}`, sampleOf(await poll(), 1));
		});
	}
	return samples;
}

/** The runs that README.md and the pages of docs/how-to show, under the names `readme.<what>` and `howTo.<what>`. */
export async function readmeSamples(): Promise<Map<string, Sample>> {
	return await withSandbox(async ({ engine, credential }) => {
		const contacts = [
			{ name: 'Olena', phone: '+380 67 111-22-33' },
			{ name: 'Petro', phone: '12345' },
			{ name: 'Олег', phone: '380671112235' },
		];
		const run = async (parameters: INodeParameters, items: IDataObject[]): Promise<RunResult> =>
			await engine.run({
				credential,
				parameters: { ...parameters, sender: SENDER },
				items: items.map((json) => ({ json })),
				executionId: 'sample',
			});
		const personal = {
			resource: 'campaign',
			operation: 'sendPersonalizedSms',
			phoneField: 'phone',
			text: 'Hi {name}, your order is ready.',
		};
		const send = {
			resource: 'sms',
			operation: 'send',
			phone: '={{ $json.phone }}',
			text: '=Hi {{ $json.name }}, your order is ready.',
		};
		const leaveOut = { invalidRecipients: 'skip' };
		const sent = await run(send, contacts.slice(0, 1));
		const campaign = await run({ ...personal, simplify: true, options: leaveOut }, contacts);
		const csv = 'phone,first_name\n+380 67 111-22-33,Olena\n12345,Petro\n380671112235,\n';
		const fromFile = await engine.run({
			credential,
			parameters: {
				...personal,
				recipientSource: 'file',
				text: 'Hi {first_name|there}, your order is ready.',
				sender: SENDER,
				options: leaveOut,
			},
			items: [
				{
					json: {},
					binary: { data: await engine.storeBinary(Buffer.from(csv), 'contacts.csv') },
				},
			],
			executionId: 'sample',
		});
		for (const { error } of [sent, campaign, fromFile]) if (error) throw error;
		const itemsOf = ({ items }: RunResult): IDataObject[] => items.map(({ json }) => json);
		return new Map([
			['readme.send', sampleOf(itemsOf(sent))],
			['readme.campaign', sampleOf(itemsOf(campaign))],
			['howTo.file', sampleOf(itemsOf(fromFile))],
		]);
	});
}
