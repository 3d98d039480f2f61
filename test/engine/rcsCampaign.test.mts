import { asked, jsonOf, stageOfTests, pairsOf } from './stage.mts';

const OPTIONS = { options: { retryFor: 0 } };
const stage = stageOfTests();

/** The seeded RCS campaign in a state. */
function campaignIn(status: string): number {
	const found = [...stage.sandbox.store.campaigns.values()].find(
		(campaign) => campaign.type === 'rcs' && campaign.status === status,
	);
	if (!found) throw new Error(`no campaign is ${status}`);
	return found.id;
}
const stateOf = (id: number) => stage.sandbox.store.campaigns.get(id)?.status;
const byId = (value: number | string) => ({
	rcsCampaignId: { __rl: true, mode: 'id', value: String(value) },
});

describe('RCS Campaign: Stop and Renew', () => {
	it('stops what is scheduled and what is paused', async () => {
		const ids = [campaignIn('scheduled'), campaignIn('paused')];
		const run = await stage.act(
			'rcsCampaign.stop',
			{ rcsCampaignId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } },
			{ items: ids.map((id) => ({ id })) },
		);
		expect(jsonOf(run).map(({ campaign_id, status }) => [campaign_id, status])).toEqual(
			ids.map((id) => [id, 'stopped']),
		);
		expect(pairsOf(run)).toEqual([0, 1]);
		expect(ids.map(stateOf)).toEqual(['stopped', 'stopped']);
	});

	it('renews a paused campaign', async () => {
		const id = campaignIn('paused');
		const run = await stage.act('rcsCampaign.renew', byId(id));
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({
				campaign_id: id,
				status: 'sending',
				price: expect.any(Number),
				// Four of the eight delivered ones were read, and count as sent no more: how many are on the way cannot be known.
				sent: 16,
				delivered: 8,
				on_the_way: null,
			}),
		]);
	});

	it('says in which state a campaign is and why it cannot be stopped', async () => {
		const id = campaignIn('done');
		const run = await stage.act('rcsCampaign.stop', { ...byId(id), ...OPTIONS });
		expect(run.error?.message).toBe(
			`RCS campaign ${id} cannot be stopped: its status is done [item 1]`,
		);
		expect(run.error?.description).toMatch(
			/moderation, scheduled, sending or paused .* The service said:/,
		);
		expect(stateOf(id)).toBe('done');
	});

	it('says the same of renewing, for each item', async () => {
		const ids = [campaignIn('scheduled'), campaignIn('paused'), 999];
		const run = await stage.act(
			'rcsCampaign.renew',
			{ rcsCampaignId: { __rl: true, mode: 'id', value: '={{ $json.id }}' }, ...OPTIONS },
			{
				node: { onError: 'continueErrorOutput' },
				items: ids.map((id) => ({ id })),
			},
		);
		expect(jsonOf(run).map(({ status }) => status)).toEqual(['sending']);
		expect(pairsOf(run)).toEqual([1]);
		expect(run.outputs[1]?.map(({ json }) => json.error)).toEqual([
			`RCS campaign ${ids[0]} cannot be renewed: its status is scheduled [item 1]`,
			'RCS campaign 999 was not found [item 3]',
		]);
		expect(pairsOf(run, 1)).toEqual([0, 2]);
	});

	it.each([
		['stop', 'stopped'],
		['renew', 'sending'],
	])(
		'takes a %s whose answer was lost for done: before it is repeated, and by the next try',
		async (verb, status) => {
			const id = campaignIn('paused');
			const lost = { kind: 'dropAfter', method: 'PUT', times: 1 } as const;
			stage.sandbox.faults.add(lost);
			const run = await stage.act(`rcsCampaign.${verb}`, byId(id));
			expect(jsonOf(run)).toEqual([expect.objectContaining({ campaign_id: id, status })]);
			expect(asked(stage).filter((request) => request.startsWith('PUT'))).toHaveLength(1);
			await stage.fresh();
			stage.sandbox.faults.add(lost);
			stage.sandbox.faults.add({ kind: 'status', status: 403, path: '/api/campaign', times: 1 });
			const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
			const retried = await stage.act(
				`rcsCampaign.${verb}`,
				{ ...byId(campaignIn('paused')), ...OPTIONS },
				{ node },
			);
			expect([retried.tries, jsonOf(retried)]).toMatchObject([
				2,
				[{ status, reason: 'Nothing had to be changed' }],
			]);
		},
	);

	it('says that it is not known where the answer is lost and the list cannot be read', async () => {
		const id = campaignIn('paused');
		stage.sandbox.faults.add({ kind: 'dropAfter', method: 'PUT', times: 1 });
		stage.sandbox.faults.add({ kind: 'status', status: 403, path: '/api/campaign' });
		const run = await stage.act('rcsCampaign.renew', { ...byId(id), ...OPTIONS });
		expect(stateOf(id)).toBe('sending');
		expect(run.error?.message).toContain(`It is not known whether RCS campaign ${id} was renewed`);
		expect(run.error?.description).toMatch(/^Look in the service before you send again/);
	});
});

describe('lists of RCS campaigns', () => {
	const search = async (method: string, filter?: string) =>
		(await stage.engine.listSearch(method, { credential: stage.credential, filter })).results;

	it('offers those that can be stopped, newest first, and those that are paused', async () => {
		expect((await search('searchStoppableCampaigns')).map(({ value }) => Number(value))).toEqual([
			campaignIn('scheduled'),
			campaignIn('paused'),
		]);
		const [paused] = await search('searchPausedCampaigns');
		expect(paused).toMatchObject({
			value: String(campaignIn('paused')),
			name: `${campaignIn('paused')} · paused · Sandbox Agent · 2026-11-19 10:00`,
		});
	});

	it('searches by name, sender and id, and says why a list is empty', async () => {
		expect(await search('searchStoppableCampaigns', String(campaignIn('paused')))).toHaveLength(1);
		expect(await search('searchStoppableCampaigns', 'sandbox agent')).toHaveLength(2);
		expect(await search('searchStoppableCampaigns', 'nothing like it')).toEqual([
			{ name: 'No campaign matches the search', value: '' },
		]);
		stage.sandbox.store.campaigns.clear();
		expect(await search('searchPausedCampaigns')).toEqual([
			{ name: 'No RCS campaign of the last 3 months is paused', value: '' },
		]);
	});
});
