import type { IDataObject, INode, INodeParameters } from 'n8n-workflow';
import { startEngine } from './harness.mts';
import type { Engine, RunResult } from './harness.mts';
import { KEY, people } from './sendsSupport.mts';
import { QuietService } from './support/quietService.mts';

// Campaigns at a service that keeps the specification and answers otherwise than the sandbox where the specification is silent: it
// refuses no reference, and shows the messages of a campaign late, in part or never.

let engine: Engine;
let service: QuietService;
let baseUrl: string;
beforeAll(async () => {
	engine = await startEngine();
});
beforeEach(async () => {
	service = new QuietService();
	baseUrl = await service.start();
});
afterEach(async () => await service.stop());

interface Setup {
	operation?: string;
	parameters?: INodeParameters;
	options?: IDataObject;
	node?: Partial<INode>;
	items?: IDataObject[];
}

async function send({
	parameters,
	options,
	node,
	items,
	operation,
}: Setup = {}): Promise<RunResult> {
	const credential = engine.store({ baseUrl, apiKey: KEY, authentication: 'apiKey' });
	return await engine.run({
		credential,
		node,
		items: (items ?? people(4)).map((json) => ({ json })),
		parameters: {
			resource: 'campaign',
			operation: operation ?? 'sendSms',
			sender: 'Shop',
			text: 'Sale',
			...parameters,
			options: { timeout: 1, retryFor: 2, ...options },
		},
	});
}

const NOT_KNOWN = /^It is not known whether the service accepted the send/;
const RETRIED = { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 };
const FAULTS = [500, 502, 503, 504, 408, 'drop'] as const;

describe('a campaign that never shows under its references', () => {
	it.each(FAULTS)('is not created again after %p', async (fault) => {
		service.quiet.answers = { first: 1, with: fault };
		const run = await send();
		expect(run.error?.message).toMatch(NOT_KNOWN);
		expect(run.error?.description).toMatch(/reference [0-9a-f]{32} \(or [0-9a-f]{32}, /);
		expect(run.error?.description).toMatch(/Campaign 1001 \(created at .*may be this one/);
		expect(service.posts).toHaveLength(1);
		expect(service.campaigns).toHaveLength(1);
	});

	it('is not created again by any try of Retry On Fail, with Retry For 0 either', async () => {
		for (const retryFor of [0, 1]) {
			service.quiet.answers = { first: 99, with: 504 };
			const run = await send({ node: RETRIED, options: { retryFor } });
			expect([run.tries, run.error?.message]).toEqual([3, expect.stringMatching(NOT_KNOWN)]);
		}
		expect(service.posts).toHaveLength(2);
	});

	it('carries its references in the error items', async () => {
		service.quiet.answers = { first: 1, with: 504 };
		const run = await send({ node: { onError: 'continueErrorOutput' }, options: { retryFor: 0 } });
		const [campaign] = service.campaigns;
		// n8n keeps nothing of an error item's json but the message.
		expect(
			run.outputs[1]?.map(({ json }) => /\(reference (\w+)\)$/.exec(String(json.error))?.[1]),
		).toEqual(campaign?.references);
		expect(run.outputs[1]?.map(({ error }) => error?.context.reference)).toEqual(
			campaign?.references,
		);
		service.quiet.answers = { first: 2, with: 504 };
		const lists = await send({
			node: { onError: 'continueErrorOutput' },
			parameters: { recipientSource: 'list', recipients: '={{ $json.list }}' },
			options: { retryFor: 0 },
			items: [{ list: people(5) }],
		});
		const references = service.campaigns.at(-1)?.references ?? [];
		const [item] = lists.outputs[1] ?? [];
		expect(item?.json.error).toMatch(
			new RegExp(`\\(reference ${references.slice(0, 3).join(', ')} and 2 more\\)$`),
		);
		expect(item?.error?.context).toMatchObject({
			reference: references[0],
			references: references.slice(0, 3),
			references_count: 5,
		});
	});

	it('is sent once more where the user chose so, and no more', async () => {
		service.quiet.answers = { first: 99, with: 504 };
		service.quiet.handles = false;
		const run = await send({ options: { retryFor: 1, ifOutcomeUnknown: 'sendAgain' } });
		expect(run.error?.message).toMatch(NOT_KNOWN);
		expect(service.posts).toHaveLength(2);
		service.quiet.answers = { first: 3, with: 504 };
		const good = await send({ options: { retryFor: 1, ifOutcomeUnknown: 'sendAgain' } });
		expect(good.error).toBeUndefined();
		expect(service.campaigns).toHaveLength(1);
	});
});

it('a campaign that shows late is found, and its repetition is not needed', async () => {
	service.quiet = { ...service.quiet, showsAfterMs: 5000, answers: { first: 1, with: 'drop' } };
	const run = await send({ options: { retryFor: 15 } });
	expect(run.error).toBeUndefined();
	expect(run.items.map(({ json }) => json.status)).toEqual(Array(4).fill('accepted'));
	expect(service.posts).toHaveLength(1);
});

it('a campaign that is created after the gateway gave up is not created twice', async () => {
	service.quiet = { ...service.quiet, commitsAfterMs: 2500, answers: { first: 9, with: 504 } };
	const run = await send({ node: RETRIED, options: { retryFor: 1 } });
	expect(run.error?.message).toMatch(NOT_KNOWN);
	await new Promise((resolve) => setTimeout(resolve, 2500));
	expect(service.campaigns).toHaveLength(1);
});

describe('a service that keeps no message for the first recipient', () => {
	beforeEach(() => {
		service.quiet = {
			...service.quiet,
			showsAfterMs: 0,
			keepsFirst: false,
			answers: { first: 1, with: 'drop' },
		};
	});

	it('has the campaign all the same', async () => {
		const run = await send();
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json }) => json.status)).toEqual(Array(4).fill('accepted'));
		expect(service.posts).toHaveLength(1);
	});

	it('leaves that recipient unknown where the references are the user’s', async () => {
		const run = await send({
			parameters: { referenceMode: 'custom', referenceField: 'order' },
			node: { onError: 'continueErrorOutput' },
		});
		expect(run.outputs[0]?.map(({ json }) => json.status)).toEqual(Array(3).fill('accepted'));
		expect(run.outputs[1]?.map(({ error }) => error?.context.reference)).toEqual(['order0']);
		expect(service.posts).toHaveLength(1);
	});
});

it('two executions to contact lists: none takes the campaign of the other for its own', async () => {
	const lists = (text: string): Setup => ({
		operation: 'sendSmsToContactLists',
		parameters: { groups: '={{ [202] }}', text },
		items: [{}],
	});
	let other: Promise<RunResult> | undefined;
	service.quiet = { ...service.quiet, handles: false, answers: { first: 1, with: 'drop' } };
	service.onPost = async () => {
		if (service.posts.length === 1) await (other = send(lists('B')));
	};
	const run = await send(lists('A'));
	expect((await other)?.items[0]?.json.campaign_id).toBe(1001);
	expect(run.error?.message).toMatch(NOT_KNOWN);
	expect(run.error?.description).toMatch(
		/Campaign 1001 .*may be this one, or that of somebody else/,
	);
	expect(run.items).toEqual([]);
	expect(service.campaigns.map(({ text }) => text)).toEqual(['B']);
});

describe('encryption', () => {
	beforeEach(async () => {
		await service.stop();
		service = new QuietService();
		baseUrl = await service.start(true);
	});
	const trusting = { requestOptions: { allowUnauthorizedCerts: true } };

	it('that breaks after the request was handled leaves the outcome unknown', async () => {
		service.quiet.answers = { first: 1, with: 'breakTls' };
		const run = await send({ parameters: trusting, options: { retryFor: 0 } });
		expect(run.error?.message).toMatch(
			/^It is not known .*the encrypted connection to the service broke/,
		);
		expect([service.posts.length, service.campaigns.length]).toEqual([1, 1]);
	});

	it('that is not trusted lets nothing out', async () => {
		const run = await send({ options: { retryFor: 0 } });
		expect(run.error?.message).toMatch(/^The certificate or the encryption/);
		expect([service.posts.length, service.asked.length]).toEqual([0, 0]);
	});

	it('where there is none lets nothing out', async () => {
		const plain = new QuietService();
		baseUrl = (await plain.start()).replace('http:', 'https:');
		const run = await send({ options: { retryFor: 0 } });
		await plain.stop();
		expect(run.error?.message).toMatch(/^The port of this address does not speak https/);
		expect(plain.posts).toEqual([]);
	});
});
