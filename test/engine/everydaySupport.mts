import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { holdDate } from '../support/clock/fastClock.mts';
import type { RunResult } from './harness.mts';
import { PHONES } from './everydayRows.mts';
import { openStage, type Stage } from './sendsSupport.mts';

/* What a campaign with personal texts sends, seen by what reaches the sandbox, for recipients in items, in a list and in a file. */

export const SOURCES = ['items', 'list', 'file'] as const;
export type Source = (typeof SOURCES)[number];

/** The credential's zone is UTC. */
export const WORKFLOW_ZONE = 'Europe/Kyiv';

/** One message as the sandbox received it. */
export interface Received {
	phone: string;
	text: string;
	sender: string;
	/** yyyy-mm-dd hh:mm:ss in UTC; nothing where the campaign starts at once. */
	startAt?: string;
}

export const openEveryday = async (): Promise<Stage> => await openStage();

/** A stage for the tests that follow, on a day that stands still. Before each of them the sandbox is empty but for what `fill` puts there. */
export function everydayStageOfTests(fill?: (stage: Stage) => void): Stage {
	const stage = {} as Stage;
	let releaseDate: (() => void) | undefined;
	beforeAll(async () => {
		releaseDate = holdDate('2026-12-01T09:00:00Z');
		Object.assign(stage, await openEveryday());
	});
	beforeEach(() => {
		stage.sandbox.reset();
		fill?.(stage);
	});
	afterEach(() => stage.sandbox.faults.clear());
	afterAll(async () => {
		await stage.close();
		releaseDate?.();
	});
	return stage;
}

interface Campaign {
	messages: Array<{ phone: number; text: string; sender: string }>;
	start_at?: string;
}

/** All messages that the sandbox received since it was reset, by number and text. */
export function receivedBy({ sandbox }: Stage): Received[] {
	return sandbox.requests
		.filter(
			({ method, path, status }) =>
				method === 'POST' && path.startsWith('/api/campaigns/sms') && status === 200,
		)
		.flatMap(({ body }) => {
			const { messages, start_at } = body as Campaign;
			return messages.map(({ phone, text, sender }) => ({
				phone: String(phone),
				text,
				sender,
				...(start_at !== undefined && { startAt: start_at }),
			}));
		})
		.sort(byPhone);
}

export const byPhone = (one: Received, other: Received): number =>
	`${one.phone} ${one.text}`.localeCompare(`${other.phone} ${other.text}`);

const cell = (value: unknown): string => `"${String(value ?? '').replaceAll('"', '""')}"`;

/** People as a CSV file: one column for each field that any of them has. */
export function csvOf(people: readonly IDataObject[]): string {
	const names = [...new Set(people.flatMap((one) => Object.keys(one)))];
	const rows = people.map((one) => names.map((name) => cell(one[name])).join(','));
	return [names.map(cell).join(','), ...rows].join('\n');
}

/** Sends to people who come from a source. */
export async function sendTo(
	{ engine, credential }: Stage,
	source: Source,
	people: IDataObject[],
	parameters: INodeParameters,
	dryRun = false,
): Promise<RunResult> {
	const form: INodeParameters = {
		resource: 'campaign',
		operation: 'sendPersonalizedSms',
		sender: 'Shop',
		phoneField: 'phone',
		dryRun,
		...parameters,
	};
	const settings = { timezone: WORKFLOW_ZONE };
	if (source === 'items')
		return await engine.run({
			credential,
			settings,
			parameters: { ...form, recipientSource: 'allItems' },
			items: people.map((json): INodeExecutionData => ({ json })),
		});
	if (source === 'list')
		return await engine.run({
			credential,
			settings,
			parameters: { ...form, recipientSource: 'list', recipients: '={{ $json.people }}' },
			items: [{ json: { people } }],
		});
	const data = await engine.storeBinary(Buffer.from(csvOf(people)), 'people.csv');
	return await engine.run({
		credential,
		settings,
		parameters: { ...form, recipientSource: 'file' },
		items: [{ json: {}, binary: { data } }],
	});
}

/** Runs an operation, named `resource.operation`, with the sender Shop in the workflow's zone. */
export const actOn =
	(stage: Stage) =>
	async (
		name: string,
		parameters: INodeParameters,
		items: IDataObject[] = [{ phone: PHONES[0] }],
	): Promise<RunResult> => {
		const [resource = '', operation = ''] = name.split('.');
		return await stage.engine.run({
			credential: stage.credential,
			settings: { timezone: WORKFLOW_ZONE },
			parameters: { resource, operation, sender: 'Shop', ...parameters },
			items: items.map((json): INodeExecutionData => ({ json })),
		});
	};

/** Sends `Hi {name}` to the people of a file, each with a text of its own; `form` says what is otherwise. */
export async function sendOfFile(
	{ engine, credential }: Stage,
	content: Buffer | string,
	form: INodeParameters = {},
): Promise<RunResult> {
	const data = await engine.storeBinary(Buffer.from(content), 'people.csv');
	return await engine.run({
		credential,
		parameters: {
			resource: 'campaign',
			operation: 'sendPersonalizedSms',
			sender: 'Shop',
			phoneField: 'phone',
			recipientSource: 'file',
			text: 'Hi {name}',
			...form,
		},
		items: [{ json: {}, binary: { data } }],
	});
}

/** The texts that the sandbox took, by whatever endpoint. */
export const textsOf = ({ sandbox }: Stage): unknown[] =>
	sandbox.requests
		.filter(({ method, status }) => method === 'POST' && status === 200)
		.flatMap(({ body }) => {
			const {
				text,
				body: legacy,
				messages,
			} = body as { text?: string; body?: string; messages?: unknown[] };
			return messages?.map((one) => (one as { text: string }).text) ?? [text ?? legacy];
		});
