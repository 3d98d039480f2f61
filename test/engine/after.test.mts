import { asked, jsonOf, openStage, WAYS } from './stage.mts';
import type { Stage, Way } from './stage.mts';

const options = { retryFor: 0 };
const PERIOD = { from: '2026-11-20T00:00:00Z', to: '2026-11-30T00:00:00Z' };
let stage: Stage;

beforeAll(async () => {
	stage = await openStage();
});
beforeEach(async () => {
	await stage.fresh();
	Object.assign(stage.sandbox.config.dialect, {
		extensions: true,
		receivedItems: 'id',
		received: 'list',
		messageList: 'atOnce',
	});
});
afterAll(async () => await stage.close());

const reply = (phone: string, text: string, sender = '380445550011') =>
	stage.sandbox.inject({
		method: 'POST',
		path: '/_sandbox/replies',
		body: { phone, text, sender },
	});

describe.each(WAYS)('SMS: Get Many Received (%s)', (way: Way) => {
	const getAllReceived = async (parameters: object = {}) =>
		await stage.act('sms.getAllReceived', { options, filters: PERIOD, ...parameters }, { way });

	it.each(['id', 'plain'] as const)('lists the newest replies first (%s)', async (form) => {
		stage.sandbox.config.dialect.receivedItems = form;
		await reply('380991112233', 'Yes');
		stage.sandbox.clock.advance(60_000);
		await reply('380991112244', 'No');
		expect(jsonOf(await getAllReceived())).toEqual([
			{
				phone: '380991112244',
				text: 'No',
				received_at: expect.stringMatching(/^2026-11-21T10:/),
				sender: '380445550011',
				reply_id: form === 'id' ? 9002 : null,
			},
			expect.objectContaining({ phone: '380991112233', text: 'Yes' }),
		]);
		expect(jsonOf(await getAllReceived({ limit: 1 }))).toHaveLength(1);
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
		const lacks = 'The service does not offer the replies to messages [item 0]';
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

describe.each(WAYS)('SMS: Wait for Delivery on many messages (%s)', (way: Way) => {
	/** Sends a campaign; returns what its messages are named by. */
	const campaign = async (count: number) =>
		jsonOf(
			await stage.act('campaign.sendSms', {
				recipientSource: 'list',
				recipients: Array.from({ length: count }, (_, index) => 380_671_001_000 + index).join(),
				sender: 'Shop',
				text: 'Sale',
				options,
			}),
		);
	const wait = async (items: object[], parameters: object) =>
		await stage.act(
			'sms.waitForDelivery',
			{ waitMinutes: 0, outputMode: 'single', options, ...parameters },
			{ way, items: items as never },
		);

	it('asks for the messages of a campaign by the hundred', async () => {
		const sent = await campaign(250);
		stage.sandbox.clock.advance(600_000);
		const ids = [...stage.sandbox.store.messages.values()]
			.filter(({ campaignId }) => campaignId === sent[0]?.campaign_id)
			.map(({ id }) => ({ message_id: id }));
		stage.sandbox.requests.length = 0;
		const run = await wait(ids, { identifyBy: 'id', messageId: '={{ $json.message_id }}' });
		expect(asked(stage)).toEqual(Array(3).fill('POST /rest/sms/getStatus'));
		const items = jsonOf(run);
		expect(items).toHaveLength(250);
		expect(items.every(({ message_id }, index) => message_id === ids[index]?.message_id)).toBe(
			true,
		);
		expect(items.filter(({ delivered }) => delivered === true).length).toBeGreaterThan(240);
		expect(items[5]).toMatchObject({ timed_out: false, reference: expect.stringMatching(/^\w+$/) });
	});

	it.each([
		['of a campaign', 'campaign.sendSms', 1000, 2],
		['of a bulk send', 'sms.sendBulk', 1000, 10],
	] as const)(
		'asks for a thousand messages %s by their references in tens of requests',
		async (_, operation, count, most) => {
			const sent = jsonOf(
				await stage.act(operation, {
					recipientSource: 'list',
					recipients: Array.from({ length: count }, (_, index) => 380_671_001_000 + index).join(),
					sender: 'Shop',
					text: 'Sale',
					options,
				}),
			);
			expect(sent).toHaveLength(count);
			stage.sandbox.clock.advance(600_000);
			stage.sandbox.requests.length = 0;
			const items = jsonOf(await wait(sent, {}));
			expect(asked(stage).length).toBeLessThanOrEqual(most);
			expect(items.map(({ reference }) => reference)).toEqual(
				sent.map(({ reference }) => reference),
			);
			expect(items.filter(({ delivered }) => delivered === true).length).toBeGreaterThan(990);
			expect(items[5]).toMatchObject({ timed_out: false, phone: sent[5]?.phone });
			expect(Object.keys(items[5] ?? {})).not.toContain('text');
		},
	);

	it('asks by the hundred for messages whose items tell their IDs', async () => {
		const sent = await campaign(120);
		const ids = [...stage.sandbox.store.messages.values()].slice(-120);
		const items = ids.map(({ id, reference }) => ({ message_id: id, reference }));
		expect(new Set(items.map(({ reference }) => reference))).toEqual(
			new Set(sent.map(({ reference }) => reference)),
		);
		stage.sandbox.clock.advance(600_000);
		stage.sandbox.requests.length = 0;
		expect(jsonOf(await wait(items as object[], {}))).toHaveLength(120);
		expect(asked(stage)).toEqual(Array(2).fill('POST /rest/sms/getStatus'));
	});

	it('asks for them one by one where the service has no such lists', async () => {
		const sent = await campaign(8);
		stage.sandbox.config.dialect.extensions = false;
		stage.sandbox.clock.advance(600_000);
		stage.sandbox.requests.length = 0;
		const items = jsonOf(await wait(sent, {}));
		expect(asked(stage)).toHaveLength(9);
		expect(items.every(({ status }) => status === 'delivered')).toBe(true);
	});

	it.each([
		['does not offer that', () => (stage.sandbox.config.dialect.extensions = false)],
		[
			'leaves them out of the reply',
			() =>
				stage.sandbox.faults.add({
					kind: 'status',
					status: 200,
					body: { error: 0, result: [] },
					path: '/rest/sms/getStatus',
				}),
		],
	])('asks for them one by one where the service %s', async (_, prepare) => {
		await campaign(6);
		stage.sandbox.clock.advance(600_000);
		const ids = [...stage.sandbox.store.messages.keys()]
			.slice(-6)
			.map((message_id) => ({ message_id }));
		prepare();
		stage.sandbox.requests.length = 0;
		const run = await wait(ids, { identifyBy: 'id', messageId: '={{ $json.message_id }}' });
		expect(asked(stage)).toHaveLength(7);
		expect(jsonOf(run).every(({ status }) => status === 'delivered')).toBe(true);
	});
});

describe.each(WAYS)('Campaign: Get Messages (%s)', (way: Way) => {
	const send = async (count: number) =>
		await stage.act('campaign.sendSms', {
			recipientSource: 'list',
			recipients: Array.from({ length: count }, (_, index) => 380_671_001_000 + index).join(),
			sender: 'Shop',
			text: 'Sale',
			options,
		});
	const getMessages = async (parameters: object = {}) =>
		await stage.act('campaign.getMessages', { options, ...parameters }, { way });

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
			'The service does not offer a list of messages [item 0]',
		);
	});
});
