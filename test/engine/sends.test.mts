import { jsonOf, openStage, people, phoneOf } from './sendsSupport.mts';
import type { Send, Stage, Way } from './sendsSupport.mts';

let stage: Stage;
beforeAll(async () => {
	stage = await openStage();
});
beforeEach(() => stage.sandbox.reset());
afterAll(async () => await stage.close());

const ways: Way[] = ['run', 'viaRoute'];
const REFERENCE = /^[0-9a-f]{32}$/;
const single: Send = {
	resource: 'sms',
	operation: 'send',
	parameters: { sender: 'Shop', phone: '={{ $json.phone }}', text: '=Hi {{ $json.name }}' },
};
const personalized: Send = {
	resource: 'campaign',
	operation: 'sendPersonalizedSms',
	parameters: { sender: 'Shop', text: 'Hi {name}' },
};
const shared: Send = {
	resource: 'campaign',
	operation: 'sendSms',
	parameters: { sender: 'Shop', text: 'Sale' },
};
const bulk: Send = {
	resource: 'sms',
	operation: 'sendBulk',
	parameters: { sender: 'Shop', text: 'Sale' },
};

const once = (phones: string[]): Map<string, number> => new Map(phones.map((phone) => [phone, 1]));

describe.each(ways)('%s', (way) => {
	it('sends one SMS an item', async () => {
		const run = await stage.send({ ...single, way, items: people(3) });
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual(
			people(3).map(({ phone, name }, item) => ({
				status: 'accepted',
				reason: '-',
				phone,
				text: `Hi ${String(name)}`,
				segments: 1,
				message_id: expect.any(Number),
				price: expect.any(Number),
				currency: 'EUR',
				sender: 'Shop',
				reference: expect.stringMatching(REFERENCE),
				item,
				already_accepted: false,
				error_code: 0,
				encoding: 'GSM-7',
				characters: 11,
				country: 'UA',
				phone_given: '-',
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
				already_accepted: false,
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
			{ phone: `+${phoneOf(0)}`, name: 'C' },
		];
		const run = await stage.send({
			...personalized,
			way,
			items,
			parameters: {
				...personalized.parameters,
				options: { invalidRecipients: 'skip', emptyNumbers: 'skip' },
			},
		});
		expect(run.error).toBeUndefined();
		expect(jsonOf(run).map(({ status, reason }) => [status, reason])).toEqual([
			['accepted', '-'],
			['accepted', '-'],
			['refused', expect.stringContaining('…12')],
			['skipped', 'The phone number is empty'],
			['merged', 'The same number as item 0, with another text'],
		]);
		expect(stage.stored()).toEqual(once([phoneOf(0), phoneOf(1)]));
		if (way === 'run')
			expect(run.hints.map(({ message }) => message)).toContain(
				'2 recipients accepted (2 segments), 1 refused, 1 merged, 1 skipped: see the columns status and reason. Campaign: Get shows how it goes on.',
			);
	});

	it('does not speak of a campaign where nobody could be sent to', async () => {
		const run = await stage.send({
			...personalized,
			way,
			items: [{ phone: '12', name: 'A' }],
			parameters: { ...personalized.parameters, options: { invalidRecipients: 'skip' } },
		});
		expect(run.error).toBeUndefined();
		expect(stage.stored().size).toBe(0);
		if (way === 'run')
			expect(run.hints.map(({ message }) => message)).toEqual([
				'0 recipients accepted, 1 refused: see the columns status and reason.',
			]);
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

	it('does everything but send in a dry run', async () => {
		const items = [...people(1), { phone: '5', name: 'X' }, { phone: phoneOf(4), name: 'Їжак' }];
		const run = await stage.send({
			...personalized,
			way,
			items,
			parameters: { ...personalized.parameters, options: { dryRun: true } },
		});
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({
				status: 'dry run',
				text: 'Hi Person 0',
				encoding: 'GSM-7',
				characters: 11,
				segments: 1,
			}),
			expect.objectContaining({ status: 'refused', reason: expect.stringContaining('…5') }),
			expect.objectContaining({
				status: 'dry run',
				text: 'Hi Їжак',
				encoding: 'UCS-2',
				characters: 7,
				segments: 1,
			}),
		]);
		expect(stage.sandbox.stats.requests).toBe(0);
	});

	it('returns one item per campaign when simplified', async () => {
		const items = [...people(3), { phone: phoneOf(0), name: 'Again' }];
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
				campaign_status: expect.any(String),
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
	});

	it('sends nothing again when the same content goes out on the same day', async () => {
		const request: Send = {
			...personalized,
			way,
			items: people(5),
			parameters: { ...personalized.parameters, referenceMode: 'content' },
		};
		await stage.send(request);
		const more = await stage.send({ ...request, items: people(7) });
		expect(more.error).toBeUndefined();
		expect(jsonOf(more).map(({ already_accepted }) => already_accepted)).toEqual([
			true,
			true,
			true,
			true,
			true,
			false,
			false,
		]);
		expect(stage.stored()).toEqual(once(people(7).map(({ phone }) => String(phone))));
	});
});

describe('recipients', () => {
	it('splits more than 10,000 into campaigns, in order', async () => {
		const run = await stage.send({ ...personalized, items: people(20_500) });
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(20_500);
		const ids = jsonOf(run).map(({ campaign_id }) => campaign_id);
		expect(new Set([ids[0], ids[9_999]]).size).toBe(1);
		expect(new Set([ids[9_999], ids[10_000], ids[20_000]]).size).toBe(3);
		expect([...stage.sandbox.store.campaigns.values()].map(({ total }) => total)).toEqual([
			10_000, 10_000, 500,
		]);
		expect(stage.stored().size).toBe(20_500);
	});

	it('refuses repeated numbers, or sends all of them, by choice', async () => {
		const items = [...people(2), { phone: phoneOf(0), name: 'Again' }];
		const refused = await stage.send({
			...personalized,
			items,
			parameters: { ...personalized.parameters, options: { repeatedNumbers: 'refuse' } },
		});
		expect(refused.error?.message).toContain(
			'[item 2] The phone number …0011 is the same as in item 0',
		);
		expect(stage.sandbox.store.messages.size).toBe(0);
		const sent = await stage.send({
			...personalized,
			items,
			parameters: { ...personalized.parameters, options: { repeatedNumbers: 'send' } },
		});
		expect(sent.error).toBeUndefined();
		expect(stage.stored()).toEqual(
			new Map([
				[phoneOf(0), 2],
				[phoneOf(1), 1],
			]),
		);
	});

	it('takes names of fields, with senders and references of each recipient', async () => {
		const items = [
			{ contact: { mobile: phoneOf(1) }, brand: 'Alpha', order: 'o1' },
			{ contact: { mobile: phoneOf(2) }, brand: '', order: 'o2' },
		];
		const run = await stage.send({
			...personalized,
			items,
			parameters: {
				sender: 'Shop',
				text: 'Order {order}',
				phoneField: 'contact.mobile',
				referenceMode: 'custom',
				referenceField: 'order',
				options: { senderField: 'brand' },
			},
		});
		expect(run.error).toBeUndefined();
		expect(
			[...stage.sandbox.store.messages.values()].map(({ sender, reference, text }) => [
				sender,
				reference,
				text,
			]),
		).toEqual([
			['Alpha', 'o1', 'Order o1'],
			['Shop', 'o2', 'Order o2'],
		]);
	});

	it('says which fields there are when Phone Field names none', async () => {
		const run = await stage.send({
			...personalized,
			items: people(2),
			parameters: { ...personalized.parameters, phoneField: 'mobile' },
		});
		expect(run.error?.message).toContain('No item has the field "mobile"');
		expect(run.error?.description).toContain('phone, name, order');
	});

	it('refuses texts that differ where one text goes to all, and placeholders nobody fills', async () => {
		const differ = await stage.send({
			...shared,
			items: people(2),
			parameters: { sender: 'Shop', text: '=Hi {{ $json.name }}' },
		});
		expect(differ.error?.message).toContain('Text differs between item 0 and item 1');
		const unfilled = await stage.send({
			...shared,
			items: people(2),
			parameters: { sender: 'Shop', text: 'Hi {name}' },
		});
		expect(unfilled.error?.message).toContain('Text holds {name}');
		expect(stage.sandbox.stats.requests).toBe(0);
	});

	it('refuses a reference that two recipients share', async () => {
		const items = people(2).map((person) => ({ ...person, order: 'same' }));
		const run = await stage.send({
			...personalized,
			items,
			parameters: { ...personalized.parameters, referenceMode: 'custom', referenceField: 'order' },
		});
		expect(run.error?.message).toContain('The reference same is the same as in item 0');
	});

	it('shows partial refusals of a bulk send on their own items', async () => {
		const items = [...people(2), { phone: '380990000005' }];
		const run = await stage.send({ ...bulk, items });
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({ status: 'accepted', message_id: expect.any(Number) }),
			expect.objectContaining({ status: 'accepted' }),
			expect.objectContaining({
				status: 'refused',
				error_code: 33,
				reason: expect.stringContaining('direction'),
			}),
		]);
		expect(run.items.every(({ json }) => json.error === undefined)).toBe(true);
	});

	it.each([
		[{ options: { validity: 73 } }, /Validity/],
		[{ options: { tariff: 10 } }, /Tariff/],
		[{ options: { startAt: '2020-01-01T00:00:00Z' } }, /Start At/],
		[{ sender: 'A name that is too long' }, /Sender/],
		[{ text: 'x'.repeat(766) }, /Text has 766 characters/],
	])('refuses %j before anything is sent', async (parameters, message) => {
		const run = await stage.send({
			...personalized,
			items: people(2),
			parameters: { ...personalized.parameters, ...parameters },
		});
		expect(run.error?.message).toMatch(message);
		expect(stage.sandbox.stats.requests).toBe(0);
	});

	it('passes validity, tariff and start to the service', async () => {
		const startAt = new Date(Date.now() + 86_400_000).toISOString();
		await stage.send({
			...personalized,
			items: people(1),
			parameters: { ...personalized.parameters, options: { validity: 5, tariff: 3, startAt } },
		});
		expect([...stage.sandbox.store.messages.values()][0]).toMatchObject({
			validityHours: 5,
			tariff: 3,
		});
		const [campaign] = stage.sandbox.store.campaigns.values();
		expect(campaign?.startMs).toBe(Math.floor(Date.parse(startAt) / 1000) * 1000);
	});

	it('hints at a character that costs segments', async () => {
		const text = `Don’t miss it: ${'x'.repeat(100)}`;
		const run = await stage.send({
			...shared,
			items: people(2),
			parameters: { sender: 'Shop', text },
		});
		expect(run.hints.map(({ message }) => message).join()).toContain(
			'The character ’ makes this text 2 segments instead of 1',
		);
	});
});

it('reads expressions that only name fields as n8n would', async () => {
	const odd = [
		'text',
		'',
		0,
		12.5,
		true,
		false,
		null,
		{ a: 1 },
		[1, 'b'],
		'{{ $json.x }}',
		'=1+1',
		'a\nb',
		'\\',
	];
	const items = [...odd.map((value) => ({ value, phone: phoneOf(1) })), { phone: phoneOf(1) }];
	const texts = async (text: string): Promise<unknown[]> => {
		const run = await stage.send({
			...single,
			items,
			parameters: { ...single.parameters, phone: phoneOf(1), text, options: { dryRun: true } },
		});
		expect(run.error).toBeUndefined();
		return jsonOf(run).map((json) => json.text);
	};
	expect(await texts('=[{{ $json.value }}] for {{ $json.phone }}')).toEqual(
		await texts('=[{{ ($json.value) }}] for {{ ($json.phone) }}'),
	);
});

it('makes one request of 10,000 items in little time', async () => {
	await stage.send({ ...personalized, items: people(10) });
	stage.sandbox.reset();
	const started = Date.now();
	const run = await stage.send({ ...personalized, items: people(10_000) });
	expect(run.error).toBeUndefined();
	expect(
		stage.sandbox.requests.filter(
			({ status, path }) => status === 200 && path.startsWith('/api/campaigns'),
		),
	).toHaveLength(1);
	// One request for each item would take ten seconds and more.
	expect(Date.now() - started).toBeLessThan(5000);
}, 20_000);
