import { KEY, openStage } from './stage.mts';
import type { Stage } from './stage.mts';

// Services list campaigns at /api/campaign or at /api/campaigns, and take pages of 30 to 500: the node must do with either.

let stage: Stage;
beforeAll(async () => {
	stage = await openStage({ clock: 'real', now: undefined });
});
beforeEach(async () => await stage.fresh());
afterAll(async () => await stage.close());

const MODES = ['automatic', 'apiKey', 'bearer'];

describe.each(['campaign', 'campaigns'] as const)('a list of campaigns at /api/%s only', (path) => {
	beforeEach(() => {
		stage.sandbox.config.dialect.campaignPath = path;
	});

	it.each(MODES)('is read by the test of the credential (%s)', async (authentication) => {
		const credential = { baseUrl: stage.sandbox.url, apiKey: KEY, authentication };
		expect(await stage.engine.testCredential(credential)).toMatchObject({ status: 'OK' });
	});

	it('is asked after a lost reply to a send to contact lists', async () => {
		stage.sandbox.faults.add({ kind: 'dropAfter', method: 'POST', times: 1 });
		const run = await stage.act('campaign.sendSmsToContactLists', {
			groups: [201],
			sender: 'Shop',
			text: 'Sale',
			options: { retryFor: 2 },
		});
		const newest = Math.max(...stage.sandbox.store.campaigns.keys());
		expect(run.error?.message).toMatch(/^It is not known/);
		expect(run.error?.description).toContain(
			`New campaigns of this sender, one of which may be it: ${newest} (created at `,
		);
	});

	it('is not asked after a lost reply to a send to numbers: the error names the reference', async () => {
		stage.sandbox.config.dialect.campaignReferences = 'never';
		stage.sandbox.config.dialect.messageList = 'never';
		stage.sandbox.faults.add({ kind: 'dropAfter', method: 'POST', times: 1 });
		const run = await stage.act('campaign.sendSms', {
			recipientSource: 'list',
			recipients: '380671001000',
			sender: 'Shop',
			text: 'Sale',
			options: { retryFor: 2 },
		});
		Object.assign(stage.sandbox.config.dialect, {
			campaignReferences: 'atOnce',
			messageList: 'atOnce',
		});
		const [message] = [...stage.sandbox.store.messages.values()].slice(-1);
		expect(run.error?.message).toMatch(/^It is not known/);
		expect(run.error?.description).toContain(
			`ask for the reference ${message?.reference} with SMS: Get by Reference`,
		);
	});
});

describe('the size of a page', () => {
	/** The sizes that were asked for; none may be refused. */
	const sizes = (): number[] => {
		const asked = stage.sandbox.requests.map(({ query, status }) => ({
			size: new URLSearchParams(query).get('page[limit]'),
			status,
		}));
		const paged = asked.filter(({ size }) => size !== null);
		expect(paged.map(({ status }) => status)).toEqual(paged.map(() => 200));
		return paged.map(({ size }) => Number(size));
	};
	const expectBounded = (): void => {
		const asked = sizes();
		expect(asked.length).toBeGreaterThan(0);
		expect(Math.min(...asked)).toBeGreaterThanOrEqual(30);
		expect(Math.max(...asked)).toBeLessThanOrEqual(500);
	};

	beforeEach(() => {
		Object.assign(stage.sandbox.config.dialect, { pageLimit: 'bounded', campaignPath: 'both' });
	});

	it.each(MODES.slice(0, 3))('in the test of the credential (%s)', async (authentication) => {
		const credential = { baseUrl: stage.sandbox.url, apiKey: KEY, authentication };
		expect(await stage.engine.testCredential(credential)).toMatchObject({ status: 'OK' });
		if (authentication !== 'apiKey' || stage.sandbox.requests.some(({ query }) => query !== ''))
			expectBounded();
	});

	it.each([
		['campaign.getAll', { type: 'sms', limit: 1 }],
		['campaign.getAll', { type: 'sms', returnAll: true }],
		['campaign.getMessages', { limit: 1 }],
		['sender.getAll', { limit: 2 }],
		['stopList.getAll', { limit: 1 }],
	])('of %s with %j', async (name, parameters) => {
		stage.sandbox.seedHistory({ campaigns: 40 });
		const run = await stage.act(name, { ...parameters, options: { retryFor: 0 } });
		expect(run.error).toBeUndefined();
		if ('limit' in parameters) expect(run.items.length).toBeLessThanOrEqual(parameters.limit);
		expectBounded();
	});

	it.each(['searchStoppableCampaigns', 'searchPausedCampaigns'])(
		'in the list of campaigns of the form (%s)',
		async (method) => {
			await stage.engine.listSearch(method, { credential: stage.credential });
			expectBounded();
		},
	);
});
