import type { INodeParameters } from 'n8n-workflow';
import { KEY, stageOfTests } from './stage.mts';

// Services list campaigns at /api/campaign or at /api/campaigns, and take pages of 30 to 500: the node must do with either.

const stage = stageOfTests({ clock: 'real', now: undefined });

const test = async (authentication: string) =>
	await stage.engine.testCredential({ baseUrl: stage.sandbox.url, apiKey: KEY, authentication });

describe.each(['campaign', 'campaigns'] as const)('a list of campaigns at /api/%s only', (path) => {
	beforeEach(() => {
		stage.sandbox.config.dialect.campaignPath = path;
	});

	it.each(['automatic', 'apiKey', 'bearer'])(
		'is read by the test of the credential (%s)',
		async (authentication) => {
			expect(await test(authentication)).toMatchObject({ status: 'OK' });
		},
	);

	it('is asked after a lost reply to a send to contact lists', async () => {
		stage.sandbox.faults.add({ kind: 'dropAfter', method: 'POST', times: 1 });
		const parameters = { groups: [201], sender: 'Shop', text: 'Sale', options: { retryFor: 2 } };
		const run = await stage.act('campaign.sendSmsToContactLists', parameters);
		const newest = Math.max(...stage.sandbox.store.campaigns.keys());
		expect(run.error?.message).toMatch(/^It is not known/);
		expect(run.error?.description).toContain(
			`New campaigns of this sender, one of which may be it: ${newest} (created at `,
		);
	});
});

it('the error of a lost reply to a send to numbers names the reference to ask for', async () => {
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
	const [message] = [...stage.sandbox.store.messages.values()].slice(-1);
	expect(run.error?.message).toMatch(/^It is not known/);
	expect(run.error?.description).toContain(
		`ask for the reference ${message?.reference} with SMS: Get by Reference`,
	);
});

describe('the size of a page', () => {
	beforeEach(() => {
		const dialect = { pageLimit: 'bounded', campaignPath: 'both', messageList: 'atOnce' };
		Object.assign(stage.sandbox.config.dialect, dialect);
	});

	const list = (name: string, parameters: INodeParameters) => async () => {
		stage.sandbox.seedHistory({ campaigns: 40 });
		const run = await stage.act(name, { ...parameters, options: { retryFor: 0 } });
		expect(run.error).toBeUndefined();
		if (parameters.limit) expect(run.items.length).toBeLessThanOrEqual(Number(parameters.limit));
	};
	const search = (method: string) => async () =>
		await stage.engine.listSearch(method, { credential: stage.credential });

	it.each<[string, () => Promise<unknown>]>([
		['the test of the credential', async () => await test('automatic')],
		['campaign.getAll with a limit', list('campaign.getAll', { limit: 1 })],
		['campaign.getAll', list('campaign.getAll', { returnAll: true })],
		['campaign.getMessages', list('campaign.getMessages', { limit: 1 })],
		['sender.getAll', list('sender.getAll', { limit: 2 })],
		['stopList.getAll', list('stopList.getAll', { limit: 1 })],
		['the list of campaigns to stop', search('searchStoppableCampaigns')],
		['the list of paused campaigns', search('searchPausedCampaigns')],
	])('is 30 to 500 in %s', async (_, act) => {
		await act();
		const paged = stage.sandbox.requests.flatMap(({ query, status }) => {
			const size = new URLSearchParams(query).get('page[limit]');
			return size === null ? [] : [{ status, fits: Number(size) >= 30 && Number(size) <= 500 }];
		});
		expect(paged.length).toBeGreaterThan(0);
		expect(paged).toEqual(paged.map(() => ({ status: 200, fits: true })));
	});
});
