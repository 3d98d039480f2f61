import type { IDataObject, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import { startEngine } from './harness.mts';
import type { Engine, RunResult } from './harness.mts';
import { statuses } from './contrarySupport.mts';
import { KEY, people } from './sendsSupport.mts';
import { QuietService } from './support/quietService.mts';
import { job, listRetry } from './support/savedExecutions.mts';

// Campaigns with references of the user's own, which another execution uses between the first try and a retry. What that one brought is
// not of this one, however often this one is retried.

let engine: Engine;
let service: QuietService;
let baseUrl: string;
const realNow = Date.now.bind(Date);
/** How far the clock of n8n and of the service is ahead, in milliseconds. */
let ahead = 0;
beforeAll(async () => {
	engine = await startEngine();
	Date.now = () => realNow() + ahead;
});
afterAll(() => {
	Date.now = realNow;
});
beforeEach(async () => {
	ahead = 0;
	service = new QuietService();
	Object.assign(service.quiet, { showsAfterMs: 0, showsNewest: true });
	baseUrl = await service.start();
});
afterEach(async () => await service.stop());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ALL = people(3).map((json): INodeExecutionData => ({ json }));
const NOT_KNOWN = expect.stringMatching(
	/^It is not known whether the service accepted the send/,
) as string;
let executions = 80;

/** A campaign to these people, under their references. */
async function run(
	saved: IRunExecutionData,
	{ retries = false, tries = 1, ...form }: IDataObject & { retries?: boolean; tries?: number } = {},
): Promise<RunResult> {
	return await engine.run({
		credential: { baseUrl, apiKey: KEY, authentication: 'apiKey' },
		saved,
		executionId: String(++executions),
		mode: retries ? 'retry' : 'trigger',
		node: { retryOnFail: tries > 1, maxTries: tries, waitBetweenTries: 0 },
		parameters: {
			resource: 'campaign',
			operation: 'sendSms',
			sender: 'Shop',
			text: 'Sale',
			referenceMode: 'custom',
			referenceField: 'order',
			...form,
			options: { retryFor: 0, maxInFlight: 1 },
		},
	});
}

const execution = (items = ALL): IRunExecutionData => job(items)();
const retryOf = async (
	failed: RunResult,
	options: Parameters<typeof run>[1] = {},
): Promise<RunResult> => await run(listRetry(failed), { retries: true, ...options });

const refuses = (): void => {
	service.quiet = { ...service.quiet, answers: { first: 99, with: 402 }, handles: false };
};
const works = (): void => {
	service.quiet = { ...service.quiet, answers: { first: 0, with: 502 }, handles: true };
};

/** Another execution makes a campaign under the same references. */
async function otherCampaign(items = ALL): Promise<void> {
	works();
	expect((await run(execution(items))).error).toBeUndefined();
}

/** A campaign that was refused, and one of another execution a day later; two days later it is retried. */
async function refusedThenOther(): Promise<{ refused: RunResult; posts: number }> {
	refuses();
	const refused = await run(execution());
	expect(refused.error).toBeDefined();
	ahead += DAY_MS;
	await otherCampaign();
	ahead += DAY_MS;
	return { refused, posts: service.posts.length };
}

it('a retry of a retry does not take the other campaign for its own', async () => {
	const { refused, posts } = await refusedThenOther();
	const retried = await retryOf(refused);
	ahead += HOUR_MS;
	const again = await retryOf(retried);
	expect([retried.error?.message, again.error?.message]).toEqual([NOT_KNOWN, NOT_KNOWN]);
	expect([service.posts.length, service.campaigns.length]).toEqual([posts, 1]);
});

it('nor does the second try of Retry On Fail in a retry', async () => {
	const { refused, posts } = await refusedThenOther();
	const retried = await retryOf(refused, { tries: 2 });
	expect(retried.error?.message).toEqual(NOT_KNOWN);
	expect([service.posts.length, service.campaigns.length]).toEqual([posts, 1]);
});

it('nor does a retry of a retry that was refused before the other campaign came', async () => {
	refuses();
	const first = await run(execution());
	ahead += HOUR_MS;
	const second = await retryOf(first);
	expect(second.error?.message).not.toEqual(NOT_KNOWN);
	ahead += HOUR_MS;
	await otherCampaign();
	const posts = service.posts.length;
	ahead += HOUR_MS;
	const third = await retryOf(second);
	expect(third.error?.message).toEqual(NOT_KNOWN);
	expect([service.posts.length, service.campaigns.length]).toEqual([posts, 1]);
});

it('a campaign of the first try that shows by then does not vouch for what came in between', async () => {
	const form = {
		recipientSource: 'item',
		phone: '={{ $json.phone }}',
		reference: '={{ $json.order }}',
	};
	service.quiet = { ...service.quiet, answers: { first: 99, with: 502 }, handles: true };
	service.onPost = async () => {
		refuses();
		await Promise.resolve();
	};
	const first = await run(execution(), form);
	expect([first.error?.message, service.posts.length, service.campaigns.length]).toEqual([
		expect.stringContaining('asks for payment'),
		2,
		1,
	]);
	service.onPost = async () => await Promise.resolve();
	ahead += DAY_MS;
	await otherCampaign(ALL.slice(1));
	const posts = service.posts.length;
	ahead += DAY_MS;
	const retried = await retryOf(first, form);
	expect([retried.error?.message, statuses(retried)]).toEqual([NOT_KNOWN, []]);
	expect(service.posts.length).toBe(posts);
});

it('what the service showed before the first try tells nothing of a later one, where it tells no times', async () => {
	service.quiet.tellsTimes = false;
	await otherCampaign();
	ahead += 7 * DAY_MS;
	const { refused, posts } = await refusedThenOther();
	const retried = await retryOf(refused);
	expect([retried.error?.message, statuses(retried)]).toEqual([NOT_KNOWN, []]);
	expect(service.posts.length).toBe(posts);
});
