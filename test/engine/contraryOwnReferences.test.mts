import type { IDataObject, INodeExecutionData, IRunExecutionData, OnError } from 'n8n-workflow';
import { startEngine } from './harness.mts';
import type { Engine, RunResult } from './harness.mts';
import { statuses } from './contrarySupport.mts';
import { KEY, people } from './sendsSupport.mts';
import { QuietService } from './support/quietService.mts';
import { job, listRetry, retryOfCutOff } from './support/savedExecutions.mts';

// Campaigns with references of the user's own that an earlier campaign carried, too, such as the numbers of customers. What that one
// brought is no proof of this one. The service refuses no reference of a campaign, and shows one message under each.

let engine: Engine;
let service: QuietService;
beforeAll(async () => {
	engine = await startEngine();
});
let baseUrl: string;
beforeEach(async () => {
	service = new QuietService();
	service.quiet.showsAfterMs = 0;
	baseUrl = await service.start();
});
afterEach(async () => await service.stop());

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;
const ALL = people(8).map((json): INodeExecutionData => ({ json }));
const some = (...indices: number[]): INodeExecutionData[] =>
	ALL.filter((_, index) => indices.includes(index));
const NOT_KNOWN = /^It is not known whether the service accepted the send/;

/** A campaign to these people, under their references. */
async function run(
	saved: IRunExecutionData,
	{
		retries = false,
		tries = 1,
		sender = 'Shop',
		referenceMode = 'custom',
		onError = undefined as OnError | undefined,
		...options
	}: IDataObject & {
		retries?: boolean;
		tries?: number;
		sender?: string;
		referenceMode?: string;
		onError?: OnError;
	} = {},
): Promise<RunResult> {
	return await engine.run({
		credential: { baseUrl, apiKey: KEY, authentication: 'apiKey' },
		saved,
		executionId: retries ? '82' : '81',
		mode: retries ? 'retry' : 'trigger',
		node: { retryOnFail: tries > 1, maxTries: tries, waitBetweenTries: 0, onError },
		parameters: {
			resource: 'campaign',
			operation: 'sendSms',
			sender,
			text: 'Sale',
			referenceMode,
			referenceField: 'order',
			options: { retryFor: 0, ...(options as object) },
		},
	});
}

/** An execution as n8n saves it before its first node runs; it began so long ago. */
function execution(items = ALL, agoMs = 0): IRunExecutionData {
	const saved = job(items)();
	if (saved.executionData)
		saved.executionData.runtimeData = {
			version: 1,
			establishedAt: Date.now() - agoMs,
			source: 'trigger',
		};
	return saved;
}

/** A campaign to these people that was made so long ago. */
async function earlierCampaign(agoMs: number, items = ALL, sender = 'Shop'): Promise<void> {
	const made = await run(execution(items), { sender });
	expect(made.error).toBeUndefined();
	const campaign = service.campaigns.at(-1);
	if (campaign) campaign.createdMs -= agoMs;
}

/** From now on the service answers 502 to each send, whether it handles it or not. */
function losesAnswers({ handles }: { handles: boolean }): void {
	service.quiet = { ...service.quiet, answers: { first: 99, with: 502 }, handles };
}

describe.each([
	['last week', WEEK_MS],
	['yesterday', DAY_MS],
	['three hours ago', 3 * HOUR_MS],
	['a moment ago', 0],
])('an answer was lost, and the same references went out %s', (_, agoMs) => {
	beforeEach(async () => await earlierCampaign(agoMs));

	it('a campaign that was not made is unknown', async () => {
		losesAnswers({ handles: false });
		const sent = await run(execution());
		expect([sent.error?.message, service.posts.length]).toEqual([
			expect.stringMatching(NOT_KNOWN),
			2,
		]);
	});

	it('and stays so in further tries, and in a retry from the list', async () => {
		losesAnswers({ handles: false });
		const sent = await run(execution(), { tries: 2 });
		expect([sent.tries, sent.error?.message]).toEqual([2, expect.stringMatching(NOT_KNOWN)]);
		const retried = await run(listRetry(sent), { retries: true });
		expect([retried.error?.message, service.posts.length]).toEqual([
			expect.stringMatching(NOT_KNOWN),
			2,
		]);
	});

	it('one that was made is accepted where the service shows its messages', async () => {
		service.quiet.showsNewest = true;
		losesAnswers({ handles: true });
		const sent = await run(execution());
		expect([statuses(sent), service.posts.length]).toEqual([ALL.map(() => 'accepted'), 2]);
	});

	it('and unknown where it shows those of before', async () => {
		losesAnswers({ handles: true });
		const sent = await run(execution());
		expect([sent.error?.message, service.posts.length]).toEqual([
			expect.stringMatching(NOT_KNOWN),
			2,
		]);
	});
});

describe('an answer was lost, and the service tells no times', () => {
	beforeEach(() => void (service.quiet.tellsTimes = false));

	it.each([
		['the messages of before', ALL],
		['those that nobody asked for before the send', some(1, 3, 5)],
	])('%s are no proof', async (_, before) => {
		await earlierCampaign(WEEK_MS, before);
		losesAnswers({ handles: false });
		const sent = await run(execution(), { onError: 'continueRegularOutput' });
		expect(sent.items.map(({ json }) => json.error)).toEqual(
			ALL.map(() => expect.stringMatching(NOT_KNOWN)),
		);
	});

	it('those that did not show before the send are, in a retry from the list, too', async () => {
		losesAnswers({ handles: true });
		service.quiet.showsAfterMs = 60_000;
		const failed = await run(execution(some(0, 1, 2, 3, 4)));
		expect(failed.error?.message).toMatch(NOT_KNOWN);
		service.quiet.showsAfterMs = 0;
		const retried = await run(listRetry(failed), { retries: true });
		expect(statuses(retried)).toEqual(Array(5).fill('accepted'));
	});
});

describe('another campaign went to some of the same people half a minute before', () => {
	beforeEach(async () => await earlierCampaign(30_000, some(1, 3, 5)));

	it('an answer was lost: what it brought to those that nobody asked for is no proof', async () => {
		losesAnswers({ handles: false });
		const sent = await run(execution(), { onError: 'continueRegularOutput' });
		expect(sent.items.map(({ json }) => json.error)).toEqual(
			ALL.map(() => expect.stringMatching(NOT_KNOWN)),
		);
	});

	it.each([0, 30_000])(
		'and no proof beside messages of this one, at a service whose clock is %i ms late',
		async (lateMs) => {
			losesAnswers({ handles: true });
			service.onPost = async () => {
				setTimeout(() => {
					for (const campaign of service.campaigns) campaign.createdMs -= lateMs;
				});
			};
			const sent = await run(execution(), { onError: 'continueRegularOutput' });
			const accepted = sent.items.filter(({ json }) => json.status === 'accepted');
			expect(accepted.map(({ json }) => json.phone)).toEqual(
				some(0, 2, 4, 6, 7).map(({ json }) => json.phone),
			);
			expect(sent.items).toHaveLength(ALL.length);
		},
	);
});

it('an answer was lost at a service whose clock is late: what came is accepted', async () => {
	losesAnswers({ handles: true });
	service.onPost = async () => {
		setTimeout(() => {
			for (const campaign of service.campaigns) campaign.createdMs -= 30_000;
		});
	};
	const sent = await run(execution());
	expect(statuses(sent)).toEqual(ALL.map(() => 'accepted'));
});

describe('n8n shows that the node had begun', () => {
	const cutOff = (): IRunExecutionData =>
		retryOfCutOff(execution(ALL, 2 * HOUR_MS), [
			{ name: 'Start', finished: true },
			{ name: 'Messaging Service', finished: false },
		]);

	it.each([WEEK_MS, DAY_MS])('messages of %i ms before the retry are no proof', async (agoMs) => {
		await earlierCampaign(agoMs);
		const retried = await run(cutOff(), { retries: true });
		expect([retried.error?.message, service.posts.length]).toEqual([
			expect.stringMatching(NOT_KNOWN),
			1,
		]);
	});

	it('messages that came since it began are', async () => {
		await earlierCampaign(HOUR_MS);
		const retried = await run(cutOff(), { retries: true });
		expect([statuses(retried), service.posts.length]).toEqual([ALL.map(() => 'accepted'), 1]);
	});
});

describe('nothing shows whether the node had begun', () => {
	it('messages of last week keep nothing from being sent', async () => {
		await earlierCampaign(WEEK_MS);
		service.quiet.showsNewest = true;
		const retried = await run(execution(), { retries: true });
		expect([statuses(retried), service.posts.length]).toEqual([ALL.map(() => 'accepted'), 2]);
	});

	it.each([
		['the campaigns of a service that lists none', WEEK_MS, { listsCampaigns: false }],
		['messages of yesterday', DAY_MS, {}],
	])('%s do: nothing is sent, and nothing counts as accepted', async (_, agoMs, quiet) => {
		await earlierCampaign(agoMs);
		Object.assign(service.quiet, quiet);
		const retried = await run(execution(), { retries: true });
		expect([retried.error?.message, service.posts.length]).toEqual([
			expect.stringMatching(NOT_KNOWN),
			1,
		]);
	});

	it('so does a campaign that came since, though its messages stand behind those of before', async () => {
		await earlierCampaign(WEEK_MS);
		await earlierCampaign(HOUR_MS);
		const retried = await run(execution(ALL, 2 * HOUR_MS), { retries: true });
		expect([retried.error?.message, service.posts.length]).toEqual([
			expect.stringMatching(NOT_KNOWN),
			2,
		]);
	});

	it.each([
		['380445550011', '+380445550011'],
		['380445550011', '00380445550011'],
		['380445550011', '38044555001'],
		['My Shop', 'MY-SHOP'],
	])('and one of %s that the service lists, and finds, as %s', async (sender, listed) => {
		service.quiet.writesSender = () => listed;
		await earlierCampaign(WEEK_MS, ALL, sender);
		await earlierCampaign(HOUR_MS, ALL, sender);
		const retried = await run(execution(ALL, 2 * HOUR_MS), { retries: true, sender });
		expect([retried.error?.message, service.posts.length]).toEqual([
			expect.stringMatching(NOT_KNOWN),
			2,
		]);
	});

	it('a campaign of a worker that died on Friday is known on Monday', async () => {
		await earlierCampaign(3 * DAY_MS);
		const retried = await run(execution(ALL, 3 * DAY_MS + HOUR_MS), { retries: true });
		expect([statuses(retried), service.posts.length]).toEqual([ALL.map(() => 'accepted'), 1]);
	});

	it.each([
		['the second', [0, 2], [1]],
		['the first', [1, 2], [0]],
	])(
		'beside %s, whose message came since, those of last week are not accepted',
		async (_, before, since) => {
			await earlierCampaign(WEEK_MS, some(...before));
			await earlierCampaign(HOUR_MS, some(...since));
			const retried = await run(execution(some(0, 1, 2), 2 * HOUR_MS), { retries: true });
			expect([retried.error?.message, service.posts.length]).toEqual([
				expect.stringMatching(NOT_KNOWN),
				2,
			]);
		},
	);
});

it('a recipient that a retry leaves out is not accepted for a message of last week', async () => {
	await earlierCampaign(WEEK_MS);
	losesAnswers({ handles: false });
	const failed = await run(execution());
	service.quiet.answers.first = 0;
	const retried = await run(listRetry(failed), {
		retries: true,
		leaveOutNumbers: String(ALL[0]?.json.phone),
		ifOutcomeUnknown: 'sendAgain',
	});
	expect(retried.error).toBeUndefined();
	const [first, ...others] = statuses(retried);
	expect([first, new Set(others)]).toEqual(['unknown', new Set(['accepted'])]);
});

describe.each(['automatic', 'content', 'none'])(
	'Message Reference is changed to %s before the retry of a campaign whose answer was lost',
	(referenceMode) => {
		it('messages of last week are no proof', async () => {
			await earlierCampaign(WEEK_MS);
			losesAnswers({ handles: false });
			const failed = await run(execution());
			const retried = await run(listRetry(failed), { retries: true, referenceMode });
			expect([retried.error?.message, service.posts.length]).toEqual([
				expect.stringMatching(NOT_KNOWN),
				2,
			]);
			const again = await run(listRetry(retried), { retries: true });
			expect([again.error?.message, service.posts.length]).toEqual([
				expect.stringMatching(NOT_KNOWN),
				2,
			]);
		});

		it('nor do those that were not asked for before prove the others', async () => {
			await earlierCampaign(WEEK_MS, some(1));
			losesAnswers({ handles: false });
			const failed = await run(execution());
			const retried = await run(listRetry(failed), { retries: true, referenceMode });
			expect(retried.error?.message).toMatch(NOT_KNOWN);
		});

		it('what the campaign brought is', async () => {
			losesAnswers({ handles: true });
			service.quiet.showsAfterMs = 60_000;
			const failed = await run(execution());
			expect(failed.error?.message).toMatch(NOT_KNOWN);
			service.quiet.showsAfterMs = 0;
			const retried = await run(listRetry(failed), { retries: true, referenceMode });
			expect([statuses(retried), service.posts.length]).toEqual([ALL.map(() => 'accepted'), 1]);
		});
	},
);

it('the clock of a service that is late is known in a retry, too', async () => {
	losesAnswers({ handles: true });
	service.onPost = async () => {
		setTimeout(() => {
			for (const campaign of service.campaigns) campaign.createdMs -= 30_000;
		});
	};
	service.hides = (reference) => ['order1', 'order3', 'order5'].includes(reference);
	const failed = await run(execution());
	expect(failed.error?.message).toMatch(NOT_KNOWN);
	service.hides = () => false;
	const retried = await run(listRetry(failed), { retries: true });
	expect([statuses(retried), service.posts.length]).toEqual([ALL.map(() => 'accepted'), 1]);
});

it('a campaign that was refused is not accepted for the one that carried its references before the retry', async () => {
	service.quiet = { ...service.quiet, answers: { first: 1, with: 402 }, handles: false };
	const failed = await run(execution(ALL, DAY_MS));
	expect(failed.error).toBeDefined();
	await earlierCampaign(HOUR_MS);
	const retried = await run(listRetry(failed), { retries: true });
	expect(retried.error?.message).toMatch(NOT_KNOWN);
	expect(service.posts).toHaveLength(2);
});
