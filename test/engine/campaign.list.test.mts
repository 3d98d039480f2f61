import type { INodeParameters } from 'n8n-workflow';
import { asked, jsonOf, openStage, pairsOf } from './stage.mts';
import type { Stage } from './stage.mts';

const OPTIONS = { options: { retryFor: 0 } };
let stage: Stage;
let ids: number[];

beforeAll(async () => {
	stage = await openStage();
});
beforeEach(async () => {
	await stage.fresh();
	ids = stage.sandbox.seedHistory({ campaigns: 620, days: 300 }).map(({ id }) => id);
});
afterAll(async () => await stage.close());

const list = async (parameters: INodeParameters) => await stage.act('campaign.getAll', parameters);
/** Ids of the campaigns that lie in the last three months, newest first. */
const recent = (type = 'sms') => {
	const from = Date.parse('2026-08-21T10:00:00Z');
	return [...stage.sandbox.store.campaigns.values()]
		.filter((campaign) => campaign.type === type && campaign.createdMs >= from)
		.map(({ id }) => id)
		.reverse();
};

describe('Campaign: Get Many', () => {
	it('gives as many as Limit says, simplified, paired', async () => {
		const run = await stage.act('campaign.getAll', { limit: 3 }, { items: [{}, {}] });
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toHaveLength(6);
		expect(pairsOf(run)).toEqual([0, 0, 0, 1, 1, 1]);
		expect(Object.keys(jsonOf(run)[0] ?? {})).toEqual([
			'campaign_id',
			'name',
			'status',
			'sent',
			'delivered',
			'failed',
			'finished_at',
			'on_the_way',
			'sender',
			'message_type',
			'created_at',
			'start_at',
			'started_at',
			'price',
		]);
		expect(jsonOf(run)[0]).toMatchObject({
			campaign_id: recent()[0],
			message_type: 'sms',
			sent: expect.any(Number),
			created_at: expect.stringMatching(/\+00:00$/),
		});
	});

	it('gives all of a period longer than three months, each once, in order', async () => {
		const run = await list({
			returnAll: true,
			filters: { from: '2026-01-01T00:00:00', to: '2026-11-22T00:00:00' },
			options: { way: 'asc' },
		});
		expect(jsonOf(run).map(({ campaign_id }) => campaign_id)).toEqual(ids);
		expect(asked(stage).length).toBeGreaterThanOrEqual(4);
	});

	it('gives the newest first over several spans', async () => {
		const run = await list({
			limit: 250,
			filters: { from: '2026-01-01T00:00:00', to: '2026-11-22T00:00:00' },
		});
		expect(jsonOf(run).map(({ campaign_id }) => campaign_id)).toEqual(
			[...ids].reverse().slice(0, 250),
		);
	});

	it('sorts over several spans by a field that does not follow time', async () => {
		const run = await list({
			returnAll: true,
			filters: { from: '2026-01-01T00:00:00', to: '2026-11-22T00:00:00' },
			options: { sort: 'sender', way: 'desc' },
		});
		const senders = jsonOf(run).map(({ sender }) => sender);
		expect(senders).toHaveLength(620);
		expect(senders).toEqual([...senders].sort().reverse());
	});
});

describe('Campaign: Get Many', () => {
	it('leaves the period to the service when none is given', async () => {
		const run = await list({ returnAll: true });
		expect(jsonOf(run).map(({ campaign_id }) => campaign_id)).toEqual(recent());
		expect(stage.sandbox.requests.at(-1)?.query).not.toContain('from');
	});

	it('searches by sender and by id', async () => {
		const bySender = await list({
			returnAll: true,
			filters: { searchField: 'sender', searchValue: 'Shop' },
		});
		expect(new Set(jsonOf(bySender).map(({ sender }) => sender))).toEqual(new Set(['Shop']));
		const byId = await list({
			filters: { searchField: 'taskname', searchValue: String(ids.at(-1)) },
		});
		expect(jsonOf(byId).map(({ campaign_id }) => campaign_id)).toEqual([ids.at(-1)]);
	});

	it('gives RCS campaigns, with what went out by SMS in their place', async () => {
		const run = await stage.act('rcsCampaign.getAll', {});
		expect(jsonOf(run)).toHaveLength(3);
		expect(jsonOf(run)[2]).toMatchObject({
			message_type: 'rcs',
			// Half of them were read: those are delivered, and count as sent no more (2.1).
			sent: 10,
			delivered: 20,
			failed: null,
			on_the_way: 0,
			price: expect.any(Number),
			fallback_sent: 0,
			fallback_delivered: 0,
		});
	});

	it('reads the period in the zone of the workflow, and asks in that of the service', async () => {
		const run = await stage.engine.run({
			settings: { timezone: 'America/New_York' },
			credential: { ...stage.credential, timeZone: 'Europe/Kyiv' },
			parameters: {
				resource: 'campaign',
				operation: 'getAll',
				type: 'sms',
				filters: { from: '2026-11-01T00:00:00Z', to: '2026-11-02 00:00:00' },
			},
		});
		expect(run.error).toBeUndefined();
		const query = decodeURIComponent(stage.sandbox.requests.at(-1)?.query ?? '');
		expect(query).toMatch(/filter\[from\]=2026-11-01[ +]02:00:00/);
		expect(query).toMatch(/filter\[to\]=2026-11-02[ +]07:00:00/);
	});

	it.each([
		['1100-01-01', '9026-01-01', 113],
		['1100-01-01', '1990-01-01', 1],
		['3026-01-01', '9026-01-01', 1],
	])('takes few requests for the period from %s to %s', async (from, to, most) => {
		const run = await list({ returnAll: true, filters: { from, to } });
		expect(run.error).toBeUndefined();
		expect(asked(stage).length).toBeLessThanOrEqual(most);
	});

	it('refuses a period that ends before it begins, and a date that is none', async () => {
		const turned = await list({ filters: { from: '2026-11-02', to: '2026-11-01' } });
		expect(turned.error?.message).toBe('Created After is later than Created Before [item 1]');
		const wrong = await list({ filters: { from: '2026-02-30' } });
		expect(wrong.error?.message).toContain('Created After');
		expect(asked(stage)).toEqual([]);
	});

	it('tells of a service that is broken, and of the items it has', async () => {
		stage.sandbox.faults.add({ kind: 'status', status: 500, path: '/api/campaign', skip: 1 });
		const run = await stage.act(
			'campaign.getAll',
			{ limit: 2, ...OPTIONS },
			{ node: { onError: 'continueErrorOutput' }, items: [{}, {}, {}] },
		);
		expect(jsonOf(run)).toHaveLength(2);
		expect(run.outputs[1]).toHaveLength(2);
		// Which item's request comes first is open: n8n reads the credential of each.
		const [served] = pairsOf(run);
		expect(pairsOf(run)).toEqual([served, served]);
		expect([served, ...pairsOf(run, 1)].sort()).toEqual([0, 1, 2]);
	});
});

describe('Campaign: Get Many, Only With Status', () => {
	it('gives the campaigns of the chosen statuses, and as many as Limit says', async () => {
		const all = jsonOf(await list({ returnAll: true }));
		const filters = { statuses: [String(all[0]?.status)] };
		const chosen = all.filter(({ status }) => status === all[0]?.status);
		expect(chosen.length).toBeLessThan(all.length);
		expect(jsonOf(await list({ returnAll: true, filters }))).toEqual(chosen);
		expect(jsonOf(await list({ limit: 2, filters }))).toEqual(chosen.slice(0, 2));
	});

	it('finds paused RCS campaigns', async () => {
		const filters = { statuses: ['paused'] };
		const run = await stage.act('rcsCampaign.getAll', { returnAll: true, filters });
		expect(jsonOf(run).map(({ status }) => status)).toEqual(['paused']);
	});
});

describe('Campaign: Get', () => {
	const get = async (campaignId: string, options = {}, resource = 'campaign') =>
		await stage.act(`${resource}.get`, { campaignId, options: { retryFor: 0, ...options } });

	it('finds an SMS campaign, an RCS campaign and one of the year before last quarter', async () => {
		expect(jsonOf(await get(String(ids.at(-1))))).toEqual([
			expect.objectContaining({ campaign_id: ids.at(-1), message_type: 'sms' }),
		]);
		const rcs = recent('rcs')[0];
		expect(jsonOf(await get(String(rcs), {}, 'rcsCampaign'))).toEqual([
			expect.objectContaining({ campaign_id: rcs, message_type: 'rcs', fallback_sent: 0 }),
		]);
		expect(jsonOf(await get(String(ids[0])))).toEqual([
			expect.objectContaining({ campaign_id: ids[0] }),
		]);
	});

	it('says how far it looked', async () => {
		const run = await get(String(ids[0]), { searchMonths: 3 });
		expect(run.error?.message).toBe(`SMS campaign ${ids[0]} was not found [item 1]`);
		expect(run.error?.description).toContain('in the last 3 months');
	});

	it('looks for RCS campaigns only among these, and names the operation for the others', async () => {
		const run = await get(String(ids.at(-1)), { searchMonths: 3 }, 'rcsCampaign');
		expect(run.error?.message).toContain('was not found');
		expect(run.error?.description).toContain(' Campaign: Get knows those of the other type.');
		const types = stage.sandbox.requests.map(({ query }) =>
			new URLSearchParams(query).get('filter[type]'),
		);
		expect(new Set(types)).toEqual(new Set(['rcs']));
	});
});
