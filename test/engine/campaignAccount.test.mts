import { asked, jsonOf, pairsOf, stageOfTests } from './stage.mts';

/* What an account does with campaigns beside sending them: stop one, count its messages, ask for a price. All are extensions. */

const options = { retryFor: 0 };
const stage = stageOfTests();

/** Makes an SMS campaign of two recipients, and returns its ID. */
async function makeCampaign(startAt = ''): Promise<number> {
	const sent = await stage.act('campaign.sendSms', {
		recipientSource: 'list',
		recipients: '380671001001, 380671001002',
		sender: 'Shop',
		text: 'Sale',
		options: { ...options, ...(startAt !== '' && { startAt }) },
	});
	stage.sandbox.clock.advance(60_000);
	stage.sandbox.requests.length = 0;
	return Number(jsonOf(sent)[0]?.campaign_id);
}
const inDays = (days: number): string => `={{ $now.plus({ days: ${days} }).toISO() }}`;
const TOMORROW = inDays(1);
const statusOf = (id: number) => stage.sandbox.store.campaigns.get(id)?.status;
const byId = (value: number | string) => ({
	campaign: { __rl: true, mode: 'id', value: String(value) },
	options,
});

describe('Campaign: Stop', () => {
	it('stops SMS campaigns that have not gone out', async () => {
		const ids = [await makeCampaign(TOMORROW), await makeCampaign(inDays(2))];
		const run = await stage.act('campaign.stop', byId('={{ $json.id }}'), {
			items: ids.map((id) => ({ id })),
		});
		expect(jsonOf(run)).toEqual(
			ids.map((id) =>
				expect.objectContaining({
					campaign_id: id,
					status: 'stopped',
					reason: 'Changed by the service',
				}),
			),
		);
		expect(pairsOf(run)).toEqual([0, 1]);
		expect(ids.map(statusOf)).toEqual(['stopped', 'stopped']);
	});

	it('says of one that is stopped already that nothing had to be changed', async () => {
		const id = await makeCampaign(TOMORROW);
		await stage.act('campaign.stop', byId(id));
		expect(jsonOf(await stage.act('campaign.stop', byId(id)))).toEqual([
			expect.objectContaining({ campaign_id: id, reason: 'Nothing had to be changed' }),
		]);
	});

	it('takes a stop whose answer was lost for done', async () => {
		const id = await makeCampaign(TOMORROW);
		stage.sandbox.faults.add({ kind: 'dropAfter', method: 'PATCH', times: 1 });
		const run = await stage.act('campaign.stop', { ...byId(id), options: {} });
		expect(jsonOf(run)).toEqual([expect.objectContaining({ campaign_id: id, status: 'stopped' })]);
		expect(asked(stage).filter((request) => request.startsWith('PATCH'))).toHaveLength(1);
	});

	it('says why one that is done cannot be stopped, which is unknown, and that a service does not offer it', async () => {
		const id = await makeCampaign();
		const run = await stage.act('campaign.stop', byId('={{ $json.id }}'), {
			node: { onError: 'continueErrorOutput' },
			items: [{ id }, { id: 999 }],
		});
		expect(run.outputs[1]?.map(({ json }) => json.error)).toEqual([
			`SMS campaign ${id} cannot be stopped: its status is done [item 1]`,
			'SMS campaign 999 was not found [item 2]',
		]);
		const planned = await makeCampaign(TOMORROW);
		stage.sandbox.config.dialect.extensions = false;
		const missing = await stage.act('campaign.stop', byId(planned));
		expect(missing.error?.message).toBe(
			'The service does not offer a way to stop SMS campaigns [item 1]',
		);
		expect(statusOf(planned)).toBe('scheduled');
	});

	it('offers the campaigns that can be stopped in the editor', async () => {
		await makeCampaign();
		const id = await makeCampaign(TOMORROW);
		const { results } = await stage.engine.listSearch('searchStoppableSmsCampaigns', {
			credential: stage.credential,
		});
		expect(results.map(({ value }) => value)).toEqual([String(id)]);
	});
});

describe('Campaign: Get Statistics', () => {
	const get = async (id: number | string) =>
		await stage.act('campaign.getStatistics', { campaignId: String(id), options });

	it('counts the messages by status, with the price', async () => {
		const id = await makeCampaign();
		expect(jsonOf(await get(id))).toEqual([
			expect.objectContaining({
				campaign_id: id,
				status: 'done',
				messages: 2,
				delivered: 2,
				undelivered: 0,
				fallback_messages: null,
				price: 0.06,
				currency: 'EUR',
				message_type: 'sms',
			}),
		]);
	});

	it('counts what went out by SMS in place of RCS', async () => {
		const paused = [...stage.sandbox.store.campaigns.values()].find(
			({ status }) => status === 'paused',
		);
		expect(jsonOf(await get(paused?.id ?? ''))).toEqual([
			expect.objectContaining({
				messages: 20,
				delivered: 4,
				read: 4,
				accepted: 12,
				fallback_messages: 0,
				fallback_delivered: 0,
			}),
		]);
	});

	it('tells a campaign that is unknown from a service without statistics', async () => {
		expect((await get(999)).error?.message).toBe('Campaign 999 was not found [item 1]');
		const id = await makeCampaign();
		stage.sandbox.config.dialect.extensions = false;
		expect((await get(id)).error?.message).toBe(
			'The service does not offer statistics of campaigns [item 1]',
		);
	});
});
