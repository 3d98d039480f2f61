import {
	bulk,
	jsonOf,
	openStage,
	people,
	personalized,
	phoneOf,
	shared,
	single,
} from './sendsSupport.mts';
import type { Send, Stage, Way } from './sendsSupport.mts';

let stage: Stage;
beforeAll(async () => {
	stage = await openStage();
});
beforeEach(() => stage.sandbox.reset());
afterAll(async () => await stage.close());

const ways: Way[] = ['run', 'viaRoute'];
const REFERENCE = /^[0-9a-f]{32}$/;

const once = (phones: string[]): Map<string, number> => new Map(phones.map((phone) => [phone, 1]));

describe.each(ways)('%s', (way) => {
	it('sends one SMS an item', async () => {
		const run = await stage.send({ ...single, way, items: people(3) });
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual(
			people(3).map(({ phone, name }) => ({
				status: 'accepted',
				reason: 'Accepted by the service',
				phone,
				text: `Hi ${String(name)}`,
				segments: 1,
				message_id: expect.any(Number),
				price: expect.any(Number),
				currency: 'EUR',
				country: 'UA',
				sender: 'Shop',
				reference: expect.stringMatching(REFERENCE),
				start_at: null,
				test: false,
			})),
		);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 1 },
			{ item: 2 },
		]);
		expect(stage.stored()).toEqual(once(people(3).map(({ phone }) => String(phone))));
	});

	it('makes one campaign of all items, with texts from a template', async () => {
		const run = await stage.send({ ...personalized, way, items: people(25) });
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(25);
		expect(stage.sandbox.store.campaigns.size).toBe(1);
		const [campaign] = stage.sandbox.store.campaigns.values();
		expect(run.items[7]).toMatchObject({
			json: {
				status: 'accepted',
				campaign_id: campaign?.id,
				phone: phoneOf(7),
				text: 'Hi Person 7',
				reference: expect.stringMatching(REFERENCE),
			},
			pairedItem: { item: 7 },
		});
		expect(stage.stored().size).toBe(25);
	});

	it.each([
		[bulk, 'task_id'],
		[shared, 'campaign_id'],
		[{ ...bulk, operation: 'sendIndividual' }, 'task_id'],
	] as const)('sends all items in one request (%j)', async (request, id) => {
		const run = await stage.send({ ...request, way, items: people(4) });
		expect(run.error).toBeUndefined();
		expect(run.items.map(({ json }) => json)).toEqual(
			people(4).map(({ phone }) =>
				expect.objectContaining({
					status: 'accepted',
					[id]: expect.any(Number),
					phone,
					text: 'Sale',
				}),
			),
		);
		expect(stage.stored()).toEqual(once(people(4).map(({ phone }) => String(phone))));
		expect(
			stage.sandbox.requests.filter(
				({ method, path, status }) =>
					status === 200 && method === 'POST' && !path.startsWith('/api/auth'),
			),
		).toHaveLength(1);
	});

	it('stops before the first request and names all invalid recipients', async () => {
		const items = [
			...people(3),
			{ phone: '12', name: 'A' },
			{ phone: '', name: 'B' },
			{ phone: phoneOf(1), name: 'C' },
		];
		const run = await stage.send({ ...personalized, way, items });
		expect(run.error?.message).toMatch(
			/^Nothing was sent: 2 of 6 recipients cannot be used: \[item 3\] Phone Number …12 .*; \[item 4\] Phone Number is empty$/,
		);
		expect(stage.sandbox.store.messages.size).toBe(0);
		expect(stage.sandbox.stats.requests).toBe(0);
	});

	it('leaves out what the user says, with the reason', async () => {
		const items = [
			...people(2),
			{ phone: '12', name: 'A' },
			{ phone: ' ', name: 'B' },
			{ phone: `+${phoneOf(0)}`, name: 'Person 0' },
		];
		const run = await stage.send({
			...personalized,
			way,
			items,
			parameters: {
				...personalized.parameters,
				options: { invalidRecipients: 'skip' },
			},
		});
		expect(run.error).toBeUndefined();
		expect(jsonOf(run).map(({ status, reason }) => [status, reason])).toEqual([
			['accepted', 'Accepted by the service'],
			['accepted', 'Accepted by the service'],
			['refused', expect.stringContaining('…12')],
			['refused', 'Phone Number is empty'],
			['merged', 'The same number and text as item 0'],
		]);
		expect(stage.stored()).toEqual(once([phoneOf(0), phoneOf(1)]));
		if (way === 'run')
			expect(run.hints.map(({ message }) => message)).toContain(
				'2 recipients accepted (2 segments), 2 refused, 1 merged: see the columns status and reason. Campaign: Get shows how it goes on.',
			);
	});

	it('fails where it reaches nobody, whatever Invalid Recipients says', async () => {
		const run = await stage.send({
			...personalized,
			way,
			items: [{ phone: '12', name: 'A' }],
			parameters: { ...personalized.parameters, options: { invalidRecipients: 'skip' } },
		});
		expect(run.error?.message).toMatch(/^Phone Number …12 has 2 digits/);
		expect(stage.stored().size).toBe(0);
	});

	it('turns invalid items into errors under Continue, and sends the others', async () => {
		const items = [...people(2), { phone: '12', name: 'A' }, ...people(4).slice(2)];
		const run = await stage.send({
			...personalized,
			way,
			items,
			node: { onError: 'continueErrorOutput' },
		});
		expect(run.error).toBeUndefined();
		expect(run.outputs[0]?.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 3, 4].map((item) => ({ item })),
		);
		expect(run.outputs[1]).toHaveLength(1);
		expect(run.outputs[1]?.[0]).toMatchObject({ pairedItem: { item: 2 } });
		expect(stage.stored().size).toBe(4);
	});

	it('sends a list of each item', async () => {
		const items = [
			{
				shop: 'North',
				people: [
					{ phone: phoneOf(1), name: 'Ann' },
					{ phone: phoneOf(2), name: 'Bob' },
				],
			},
			{ shop: 'South', people: [{ phone: phoneOf(3), name: 'Cid' }] },
		];
		const run = await stage.send({
			...personalized,
			way,
			items,
			parameters: {
				...personalized.parameters,
				recipientSource: 'list',
				recipients: '={{ $json.people }}',
				text: '{name}, {shop} is open',
			},
		});
		expect(run.error).toBeUndefined();
		expect(jsonOf(run).map(({ text }) => text)).toEqual([
			'Ann, North is open',
			'Bob, North is open',
			'Cid, South is open',
		]);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual([
			{ item: 0 },
			{ item: 0 },
			{ item: 1 },
		]);
		expect(stage.sandbox.store.campaigns.size).toBe(2);
	});

	it('sends a list written as text', async () => {
		const run = await stage.send({
			...shared,
			way,
			parameters: {
				...shared.parameters,
				recipientSource: 'list',
				recipients: `${phoneOf(1)}, +${phoneOf(2)};\n${phoneOf(3)},`,
			},
		});
		expect(run.error).toBeUndefined();
		expect(stage.stored()).toEqual(once([1, 2, 3].map(phoneOf)));
	});

	it('sends each item as a campaign of its own', async () => {
		const run = await stage.send({
			...personalized,
			way,
			items: people(3),
			parameters: {
				sender: 'Shop',
				recipientSource: 'item',
				phone: '={{ $json.phone }}',
				text: '=Hi {{ $json.name }}',
			},
		});
		expect(run.error).toBeUndefined();
		expect(new Set(jsonOf(run).map(({ campaign_id }) => campaign_id)).size).toBe(3);
		expect(stage.sandbox.store.campaigns.size).toBe(3);
	});

	it.each(['skip', 'stop'])(
		'does everything but send in a dry run, and fails where the send would: %s',
		async (invalidRecipients) => {
			const items = [...people(1), { phone: '5', name: 'X' }, { phone: phoneOf(4), name: 'Їжак' }];
			const run = await stage.send({
				...personalized,
				way,
				items,
				parameters: { ...personalized.parameters, dryRun: true, options: { invalidRecipients } },
			});
			expect(stage.sandbox.stats.requests).toBe(0);
			if (invalidRecipients === 'stop') {
				expect(run.error?.message).toMatch(/^Nothing was sent: 1 of 3 recipients .*\[item 1\].*…5/);
				return;
			}
			expect(run.error).toBeUndefined();
			expect(jsonOf(run)).toEqual([
				expect.objectContaining({ status: 'dry run', text: 'Hi Person 0', segments: 1 }),
				expect.objectContaining({ status: 'refused', reason: expect.stringContaining('…5') }),
				expect.objectContaining({ status: 'dry run', text: 'Hi Їжак', segments: 1 }),
			]);
		},
	);

	it('returns one item per campaign when simplified', async () => {
		const items = [...people(3), ...people(1)];
		const run = await stage.send({
			...personalized,
			way,
			items,
			parameters: { ...personalized.parameters, simplify: true },
		});
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(1);
		expect(run.items[0]).toMatchObject({
			json: {
				campaign_id: expect.any(Number),
				recipients: 4,
				accepted: 3,
				refused: 0,
				merged: 1,
				skipped: 0,
				segments: 3,
			},
			pairedItem: [{ item: 0 }, { item: 1 }, { item: 2 }, { item: 3 }],
		});
	});

	it('sends to contact lists', async () => {
		stage.sandbox.reset();
		const run = await stage.send({
			resource: 'campaign',
			operation: 'sendSmsToContactLists',
			way,
			parameters: { groups: '={{ [999] }}', sender: 'Shop', text: 'Hi {1}' },
		});
		expect(run.error?.message).toMatch(/\[item 0\]$/);
		const start = Math.ceil(Date.now() / 1000) * 1000 + 3_600_000;
		const startAt = new Date(start).toISOString();
		const planned = await stage.send({
			resource: 'campaign',
			operation: 'sendSmsToContactLists',
			way,
			parameters: { groups: [201], sender: 'Shop', text: 'Hi', dryRun: true, options: { startAt } },
		});
		expect(jsonOf(planned).map(({ start_at }) => Date.parse(String(start_at)))).toEqual([start]);
	});

	it('sends no SMS again when the same content goes out on the same day', async () => {
		const request: Send = {
			...single,
			way,
			items: people(3),
			parameters: { ...single.parameters, options: { referenceMode: 'content' } },
		};
		await stage.send(request);
		const more = await stage.send({ ...request, items: people(5) });
		expect(more.error).toBeUndefined();
		expect(jsonOf(more).map(({ status }) => status)).toEqual([
			...Array<string>(3).fill('already sent'),
			...Array<string>(2).fill('accepted'),
		]);
		expect(stage.stored()).toEqual(once(people(5).map(({ phone }) => String(phone))));
	});
});
