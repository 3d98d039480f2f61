import { asked, jsonOf, KEY, pairsOf, stageOfTests } from './stage.mts';

/* What an account does with campaigns beside sending them: stop one, count its messages, ask for a price. All are extensions. */

const options = { retryFor: 0 };
const stage = stageOfTests();

/** Makes an SMS campaign of two recipients, and returns its ID. One whose text holds "spam" is not let through. */
async function makeCampaign(text = 'Sale'): Promise<number> {
	const sent = await stage.act('campaign.sendSms', {
		recipientSource: 'list',
		recipients: '380671001001, 380671001002',
		sender: 'Shop',
		text,
		options,
	});
	stage.sandbox.clock.advance(60_000);
	stage.sandbox.requests.length = 0;
	return Number(jsonOf(sent)[0]?.campaign_id);
}
const HELD = 'No spam';
const statusOf = (id: number) => stage.sandbox.store.campaigns.get(id)?.status;
const byId = (value: number | string) => ({
	smsCampaignId: { __rl: true, mode: 'id', value: String(value) },
	options,
});

describe('Campaign: Stop', () => {
	it('stops SMS campaigns that have not gone out', async () => {
		const ids = [await makeCampaign(HELD), await makeCampaign('Spam')];
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
		const id = await makeCampaign(HELD);
		await stage.act('campaign.stop', byId(id));
		expect(jsonOf(await stage.act('campaign.stop', byId(id)))).toEqual([
			expect.objectContaining({ campaign_id: id, reason: 'Nothing had to be changed' }),
		]);
	});

	it('takes a stop whose answer was lost for done', async () => {
		const id = await makeCampaign(HELD);
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
		const planned = await makeCampaign(HELD);
		stage.sandbox.config.dialect.extensions = false;
		const missing = await stage.act('campaign.stop', byId(planned));
		expect(missing.error?.message).toBe(
			'The service does not offer a way to stop SMS campaigns [item 1]',
		);
		expect(statusOf(planned)).toBe('spam');
	});

	it('offers the campaigns that can be stopped in the editor', async () => {
		await makeCampaign();
		const id = await makeCampaign(HELD);
		const { results } = await stage.engine.listSearch('searchStoppableSmsCampaigns', {
			credential: stage.credential,
		});
		expect(results.map(({ value }) => value)).toEqual([String(id)]);
	});
});

describe('Campaign: Get Statistics', () => {
	const get = async (id: number | string) =>
		await stage.act('campaign.getStatistics', { campaignId: String(id), options });

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

describe('Campaign: Get Price', () => {
	const price = async (parameters: object, items?: object[]) =>
		await stage.act(
			'campaign.getPrice',
			{ sender: 'Shop', text: 'Sale', options, ...parameters },
			items ? { items: items as never } : {},
		);

	it('follows from the countries of the recipients, each once, and the segments', async () => {
		const recipients = '380671001001, +380 67 100 10 01, 491711234567';
		expect(jsonOf(await price({ recipients, text: 'x'.repeat(161) }))).toEqual([
			{ price: 0.22, currency: 'EUR', recipients: 2, segments: 2 },
		]);
		expect(stage.sandbox.store.messages.size).toBe(60);
	});

	it('is that of all contacts of lists', async () => {
		const asked = { priceFor: 'contactLists', groups: [201] };
		expect(jsonOf(await price(asked))).toEqual([
			{ price: 0.15, currency: 'EUR', recipients: null, segments: 1 },
		]);
	});

	it('is asked for 10,000 recipients at a time, and summed', async () => {
		const recipients = Array.from({ length: 10_001 }, (_, index) => 380_671_000_001 + index);
		expect(jsonOf(await price({ recipients: `={{ ${JSON.stringify(recipients)} }}` }))).toEqual([
			{ price: 300.03, currency: 'EUR', recipients: 10_001, segments: 1 },
		]);
		expect(asked(stage)).toHaveLength(2);
	});

	it('waits if the same was asked a moment ago, and asks again', async () => {
		const end = stage.sandbox.events.on((type, entry) => {
			if (type === 'request' && (entry as { status: number }).status === 429)
				stage.sandbox.clock.advance(stage.sandbox.config.duplicateSeconds * 1000);
		});
		const run = await price({ recipients: '380671001001', options: {} }, [{}, {}]);
		end();
		expect(jsonOf(run).map((row) => row.price)).toEqual([0.03, 0.03]);
		expect(asked(stage)).toHaveLength(3);
	});

	it('is an error if the service does not know it', async () => {
		stage.sandbox.config.dialect.prices = 'unknown';
		const unknown = await price({ recipients: '380671001001' });
		expect(unknown.error?.message).toMatch(/^The answer of the service holds no price/);
	});

	it.each([
		[{ recipients: '={{ "" }}' }, /^Recipients is empty/],
		[{ recipients: '12' }, /^Recipients /],
		[{ recipients: '380671001001', text: '={{ "" }}' }, /^Text is empty/],
		[{ recipients: '380671001001', text: 'Hello {first_name}' }, /^Text holds {first_name}/],
	])('refuses %j before it asks', async (parameters, message) => {
		expect((await price(parameters)).error?.message).toMatch(message);
		expect(asked(stage)).toEqual([]);
	});
});

describe('Message: Get', () => {
	const get = async (parameters: object) =>
		await stage.act('message.get', { options, ...parameters });
	const post = async (path: string, body: object) => {
		const reply = await fetch(stage.sandbox.url + path, {
			method: 'POST',
			headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		stage.sandbox.clock.advance(60_000);
		stage.sandbox.requests.length = 0;
		return (await reply.json()) as { data: { id: number } };
	};
	const rcs = async (number: string) =>
		await post('/api/messages/rcs/send', {
			sender: 'Sandbox Agent',
			options: { text: 'Rich' },
			phone: { number, reference_id: 'offer1' },
			alternative_channel: { sms: { text: 'Plain', sender: 'Shop' } },
		});

	it('shows an RCS message by its ID, and that RCS delivered it', async () => {
		const { data } = await rcs('380991112235');
		expect(jsonOf(await get({ identifyBy: 'id', messageId: String(data.id) }))).toEqual([
			expect.objectContaining({
				message_id: data.id,
				status: 'delivered',
				delivered_by: 'rcs',
				fallback_status: null,
				reference: 'offer1',
				message_type: 'rcs',
			}),
		]);
		expect(asked(stage)).toEqual(['GET /api/messages']);
	});

	it('shows by its reference that the SMS in its place was delivered', async () => {
		await rcs('380991110002');
		expect(jsonOf(await get({ reference: 'offer1' }))).toEqual([
			expect.objectContaining({
				status: 'delivered',
				reason: 'Delivered',
				delivered_by: 'sms',
				delivered_at: expect.stringMatching(/^2026/),
				fallback_status: 'delivered',
				fallback_type: 'sms',
				fallback_message_id: expect.any(Number),
			}),
		]);
		expect(asked(stage)).toHaveLength(2);
	});

	it('says that there is no such message', async () => {
		const id = { identifyBy: 'id', messageId: '4711' };
		expect((await get(id)).error?.message).toBe('Message 4711 was not found [item 1]');
		expect((await get({ reference: 'nobody' })).error?.message).toBe(
			'The message with the reference nobody was not found [item 1]',
		);
	});

	it.each([
		[{ identifyBy: 'id', messageId: '={{ "" }}' }, /^Message ID is empty/],
		[{ reference: 'no blanks' }, /^Reference "no blanks" is not/],
	])('refuses %j before it asks', async (parameters, message) => {
		expect((await get(parameters)).error?.message).toMatch(message);
		expect(asked(stage)).toEqual([]);
	});
});
