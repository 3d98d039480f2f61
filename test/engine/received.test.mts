import { asked, jsonOf, stageOfTests } from './stage.mts';

const options = { retryFor: 0 };
const PERIOD = { from: '2026-11-20T00:00:00Z', to: '2026-11-30T00:00:00Z' };
const stage = stageOfTests();

const reply = (phone: string, text: string, sender = '380445550011') =>
	stage.sandbox.inject({
		method: 'POST',
		path: '/_sandbox/replies',
		body: { phone, text, sender },
	});

describe('SMS: Get Many Received', () => {
	const getAllReceived = async (parameters: object = {}) =>
		await stage.act('sms.getAllReceived', { options, filters: PERIOD, ...parameters });

	it('lists the newest replies first', async () => {
		await reply('380991112233', 'Yes');
		stage.sandbox.clock.advance(60_000);
		await reply('380991112244', 'No');
		expect(jsonOf(await getAllReceived())).toEqual([
			{
				phone: '380991112244',
				text: 'No',
				received_at: expect.stringMatching(/^2026-11-21T10:/),
				sender: '380445550011',
				reply_id: 9002,
				opt_out: false,
			},
			expect.objectContaining({ phone: '380991112233', text: 'Yes' }),
		]);
		expect(jsonOf(await getAllReceived({ limit: 1 }))).toHaveLength(1);
	});

	it.each([
		['STOP please', true],
		['Please do not stop', false],
		['стоп!', true],
	])('says whether “%s” is an opt-out, as the trigger does', async (text, isOptOut) => {
		await reply('380991112233', text);
		expect(jsonOf(await getAllReceived())).toEqual([
			expect.objectContaining({ text, opt_out: isOptOut }),
		]);
	});

	it('asks for the replies to one sender', async () => {
		await reply('380991112233', 'Yes');
		await reply('380991112233', 'No', 'Shop');
		const run = await getAllReceived({ filters: { ...PERIOD, sender: 'Shop' } });
		expect(jsonOf(run)).toEqual([expect.objectContaining({ text: 'No', sender: 'Shop' })]);
	});

	it('refuses a period that ends before it begins, before it asks', async () => {
		const run = await getAllReceived({ filters: { from: PERIOD.to, to: PERIOD.from } });
		expect(run.error?.message).toMatch(/Received After is later than Received Before/);
		expect(asked(stage)).toEqual([]);
	});

	it('says so where the service has no such list, whichever way it answers', async () => {
		stage.sandbox.config.dialect.extensions = false;
		const lacks = 'The service does not offer the replies to messages [item 1]';
		expect((await getAllReceived()).error?.message).toBe(lacks);
		stage.sandbox.config.dialect.extensions = true;
		stage.sandbox.faults.add({
			kind: 'status',
			status: 200,
			body: { error: 20, errorDescription: 'SMS not found' },
			path: '/rest/sms/2wayIncoming',
		});
		expect((await getAllReceived()).error?.message).toBe(lacks);
	});

	it('passes on that 2WAY is not activated', async () => {
		stage.sandbox.config.dialect.received = 'refuse';
		expect((await getAllReceived()).error?.message).toMatch(/2WAY.* not activated/);
	});
});

describe('Campaign: Get Messages', () => {
	const send = async (count: number) =>
		await stage.act('campaign.sendSms', {
			recipientSource: 'list',
			recipients: Array.from({ length: count }, (_, index) => 380_671_001_000 + index).join(),
			sender: 'Shop',
			text: 'Sale',
			options,
		});
	const getMessages = async (parameters: object = {}) =>
		await stage.act('campaign.getMessages', { options, ...parameters });

	it('lists the messages of a campaign under the names that all outputs have', async () => {
		const [sent] = jsonOf(await send(3));
		await send(1);
		stage.sandbox.clock.advance(60_000);
		const filters = { campaignId: String(sent?.campaign_id) };
		const items = jsonOf(await getMessages({ filters }));
		expect(items).toHaveLength(3);
		const own = items.find(({ reference }) => reference === sent?.reference);
		expect(own).toMatchObject({
			phone: sent?.phone,
			campaign_id: sent?.campaign_id,
			status: 'delivered',
			sender: 'Shop',
			price: 0.03,
			currency: 'EUR',
			segments: 1,
			text: 'Sale',
		});
		expect(own?.delivered_at).toMatch(/^2026-11-21T1/);
	});

	it('reads pages of 500 until all are there', async () => {
		const [sent] = jsonOf(await send(1200));
		stage.sandbox.requests.length = 0;
		const filters = { campaignId: String(sent?.campaign_id) };
		expect(jsonOf(await getMessages({ returnAll: true, filters }))).toHaveLength(1200);
		expect(asked(stage)).toHaveLength(3);
	});

	it('finds one by its reference', async () => {
		const [first] = jsonOf(await send(2));
		const run = await getMessages({ filters: { reference: String(first?.reference) } });
		expect(jsonOf(run)).toEqual([expect.objectContaining({ reference: first?.reference })]);
	});

	it('asks for a long period in spans of three months', async () => {
		stage.sandbox.requests.length = 0;
		await getMessages({ filters: { from: '2026-01-01T00:00:00Z', to: '2026-11-01T00:00:00Z' } });
		expect(asked(stage)).toHaveLength(4);
	});

	it('says so where the service has no such list', async () => {
		stage.sandbox.config.dialect.extensions = false;
		expect((await getMessages()).error?.message).toBe(
			'The service does not offer a list of messages [item 1]',
		);
	});
});
