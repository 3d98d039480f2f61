import type { IDataObject } from 'n8n-workflow';
import {
	acceptedRow,
	bulk,
	jsonOf,
	once,
	sendStageOfTests,
	people,
	personalized,
	phoneOf,
	shared,
	single,
	withOptions,
} from './sendsSupport.mts';

// What a send puts out, and what the service holds after it.

const stage = sendStageOfTests();

const REFERENCE = /^[0-9a-f]{32}$/;
const messages = () => [...stage.sandbox.store.messages.values()];
const textsSent = () =>
	messages()
		.map(({ text }) => text)
		.sort();

describe('what goes out', () => {
	it('is one SMS an item', async () => {
		const run = await stage.send({ ...single, items: people(3) });
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual(people(3).map((one) => acceptedRow(one, 'Shop', 'segments')));
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 1, 2].map((item) => ({ item })),
		);
		expect(stage.stored()).toEqual(once(3));
	});

	it('is one campaign of all items, with texts from a template', async () => {
		const run = await stage.send({ ...personalized, items: people(25) });
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(25);
		const [campaign, ...others] = stage.sandbox.store.campaigns.values();
		expect(others).toEqual([]);
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
		expect(stage.stored()).toEqual(once(25));
	});

	it.each([
		[bulk, 'task_id'],
		[shared, 'campaign_id'],
		[{ ...bulk, operation: 'sendIndividual' }, 'task_id'],
	] as const)('is one request of all items (%j)', async (request, id) => {
		const run = await stage.send({ ...request, items: people(4) });
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual(
			people(4).map(({ phone }) =>
				expect.objectContaining({
					status: 'accepted',
					[id]: expect.any(Number),
					phone,
					text: 'Sale',
				}),
			),
		);
		expect(stage.stored()).toEqual(once(4));
		const posts = stage.sandbox.requests.filter(
			({ method, path }) => method === 'POST' && !path.startsWith('/api/auth'),
		);
		expect(posts).toHaveLength(1);
	});

	it('is a campaign of each list of an item, whose fields its entries may name', async () => {
		const items = [
			{ shop: 'North', people: [1, 2].map((index) => ({ phone: phoneOf(index), name: 'Ann' })) },
			{ shop: 'South', people: [{ phone: phoneOf(3), name: 'Cid' }] },
		];
		const list = { recipientSource: 'list', recipients: '={{ $json.people }}' };
		const run = await stage.send({
			...withOptions(personalized, {}, { ...list, text: '{name}, {shop} is open' }),
			items,
		});
		expect(run.error).toBeUndefined();
		expect(jsonOf(run).map(({ text }) => text)).toEqual([
			'Ann, North is open',
			'Ann, North is open',
			'Cid, South is open',
		]);
		expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 1].map((item) => ({ item })),
		);
		expect(stage.sandbox.store.campaigns.size).toBe(2);
	});

	it('is a list written as text', async () => {
		const recipients = `${phoneOf(0)}, +${phoneOf(1)};\n${phoneOf(2)},`;
		const run = await stage.send(withOptions(shared, {}, { recipientSource: 'list', recipients }));
		expect(run.error).toBeUndefined();
		expect(stage.stored()).toEqual(once(3));
	});

	it('is a campaign of each item where the user wants it so', async () => {
		const each = {
			recipientSource: 'item',
			phone: '={{ $json.phone }}',
			text: '=Hi {{ $json.name }}',
		};
		const run = await stage.send({ ...withOptions(personalized, {}, each), items: people(3) });
		expect(run.error).toBeUndefined();
		expect(new Set(jsonOf(run).map(({ campaign_id }) => campaign_id)).size).toBe(3);
		expect(stage.sandbox.store.campaigns.size).toBe(3);
	});

	it('is a campaign to contact lists, whose start Dry Run shows', async () => {
		const start = Math.ceil(Date.now() / 1000) * 1000 + 3_600_000;
		const run = await stage.send({
			resource: 'campaign',
			operation: 'sendSmsToContactLists',
			parameters: {
				groups: [201],
				sender: 'Shop',
				text: 'Hi',
				dryRun: true,
				options: { startAt: new Date(start).toISOString() },
			},
		});
		expect(jsonOf(run).map(({ start_at }) => Date.parse(String(start_at)))).toEqual([start]);
		expect(stage.sandbox.store.campaigns.size).toBe(0);
	});

	it('is split into campaigns of 10,000, in order, and a retry makes what is missing alone', async () => {
		const path = '/api/campaigns/sms';
		stage.sandbox.faults.add({
			kind: 'status',
			status: 403,
			method: 'POST',
			path,
			skip: 1,
			times: 1,
		});
		const run = await stage.send({
			...personalized,
			items: people(10_001),
			node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 10 },
		});
		expect([run.error, run.tries]).toEqual([undefined, 2]);
		const ids = jsonOf(run).map(({ campaign_id }) => campaign_id);
		expect(ids).toEqual([...Array<unknown>(10_000).fill(ids[0]), ids[10_000]]);
		const totals = [...stage.sandbox.store.campaigns.values()].map(({ total }) => total);
		expect(totals.sort((one, other) => other - one)).toEqual([10_000, 1]);
		expect(stage.stored()).toEqual(once(10_001));
	});

	it('carries senders and references of each recipient, by names of fields', async () => {
		const items = [
			{ contact: { mobile: phoneOf(1) }, brand: 'Alpha', order: 'o1' },
			{ contact: { mobile: phoneOf(2) }, brand: '', order: 'o2' },
		];
		const run = await stage.send({
			...withOptions(
				personalized,
				{ referenceMode: 'custom', reference: '{order}' },
				{ sender: '{brand|Shop}', text: 'Order {order}', phoneField: 'contact.mobile' },
			),
			items,
		});
		expect(run.error).toBeUndefined();
		expect(
			messages()
				.map(({ sender, reference, text }) => [sender, reference, text])
				.sort(),
		).toEqual([
			['Alpha', 'o1', 'Order o1'],
			['Shop', 'o2', 'Order o2'],
		]);
	});
});

describe('recipients that cannot be sent to', () => {
	const skip = { invalidRecipients: 'skip' };
	const items = [
		...people(2),
		{ phone: '12', name: 'A' },
		{ phone: ' ', name: 'B' },
		{ phone: `+${phoneOf(0)}`, name: 'Person 0' },
	];

	it.each([false, true])('are left out where the user says so (Dry Run: %s)', async (dryRun) => {
		const run = await stage.send({ ...withOptions(personalized, skip, { dryRun }), items });
		expect(run.error).toBeUndefined();
		const sent = dryRun ? ['dry run', 'Would be sent'] : ['accepted', 'Accepted by the service'];
		expect(jsonOf(run).map(({ status, reason }) => [status, reason])).toEqual([
			sent,
			sent,
			['refused', expect.stringContaining('…12')],
			['refused', 'Phone Number is empty'],
			['duplicate', 'The same number and text as item 1'],
		]);
		expect(stage.stored()).toEqual(dryRun ? new Map() : once(2));
		// Dry Run asks for the price and for the senders of the account, and for nothing else.
		if (dryRun)
			expect(stage.sandbox.requests.map(({ path }) => path)).toEqual([
				'/api/campaigns/price',
				'/api/senders',
			]);
		else
			expect(run.hints.map(({ message }) => message)).toContain(
				'2 recipients accepted (2 segments), 2 refused, 1 duplicate: see the columns status and reason. Campaign: Get shows how it goes on.',
			);
	});

	it('are named by the service, masked', async () => {
		const items = [{ phone: '380990000005', name: 'A' }];
		const run = await stage.send({ ...withOptions(single, { retryFor: 0 }), items });
		expect(run.error?.message).toMatch(/country or network \(code 33\)/);
		expect(run.error?.description).toMatch(/^The number is …0005\./);
		expect(`${run.error?.message} ${run.error?.description}`).not.toContain('380990000005');
	});
});

describe('Leave Out Numbers', () => {
	const NOTHING = /The expression of Leave Out Numbers leads to nothing/;
	it.each<[string, RegExp | undefined]>([
		['={{ $json.stopped }}', NOTHING],
		['={{ $json.stop.list }}', NOTHING],
		['={{ null }}', NOTHING],
		["={{ '' }}", NOTHING],
		[`={{ new Set(['${phoneOf(1)}']) }}`, /cannot be read: it is of the type Set /],
		[`={{ new Map([['${phoneOf(1)}', 1]]) }}`, /cannot be read: it is of the type Map /],
		['', undefined],
		['={{ [] }}', undefined],
		['={{ $json.stopped || [] }}', undefined],
	])(
		'%s stops the send where it is nothing, and leaves out nobody where it is empty',
		async (leaveOutNumbers, message) => {
			const run = await stage.send({
				...withOptions(personalized, { leaveOutNumbers }),
				items: people(2),
			});
			if (message) expect(run.error?.message).toMatch(message);
			else expect(run.error).toBeUndefined();
			expect(stage.stored().size).toBe(message ? 0 : 2);
		},
	);
});

describe('a text', () => {
	it.each<[string, RegExp]>([
		['=Hi {{ $json.name }}', /^Text differs between item 1 and item 2/],
		['Hi {name}', /^Text names the field "name", but this operation has one text for all/],
		["={{ ({ greeting: 'Hi' }) }}", /^Text is an object \[item 1\]$/],
		['={{ NaN }}', /^Text holds "NaN", which an expression put there \[item 1\]$/],
		['Hi {{ $now }}', /^Text holds \{\{ \$now \}\}, which names no field/],
	])('of all that is %s is refused before anything is sent', async (text, message) => {
		const run = await stage.send({ ...withOptions(shared, {}, { text }), items: people(2) });
		expect(run.error?.message).toMatch(message);
		expect(stage.sandbox.stats.requests).toBe(0);
	});

	it.each<[string, string[]]>([
		['Hi {name}', ['Hi Person 0', 'Hi Person 1']],
		['Hi {{ $json.name }}', ['Hi Person 0', 'Hi Person 1']],
		['=Hi {name}', ['Hi Person 0', 'Hi Person 1']],
		['={{ $json.said }}', ['Hello {name}', 'Hello {name}']],
	])('of one SMS is filled, and its values are text: %s', async (text, sent) => {
		const items = people(2).map((one) => ({ ...one, said: 'Hello {name}' }));
		const run = await stage.send({ ...withOptions(single, {}, { text }), items });
		expect(run.error).toBeUndefined();
		expect(textsSent()).toEqual(sent);
	});

	it('with a character that costs segments brings a hint', async () => {
		const text = `Don’t miss it: ${'x'.repeat(100)}`;
		const run = await stage.send({ ...withOptions(shared, {}, { text }), items: people(2) });
		expect(run.hints.map(({ message }) => message).join()).toContain(
			'The character ’ makes this text 2 segments instead of 1',
		);
	});

	it('whose expression only names fields is read as n8n would, and refused where it comes to nothing', async () => {
		const whole = ['text', 0, 12.5, true, false, '{{ $json.x }}', '{x}', '=1+1', 'a\nb', '\\'];
		const nothing = ['', null, undefined, { a: 1 }, ' \t'];
		const items = [...whole, ...nothing].map((value) => ({ value, phone: phoneOf(1) }));
		const texts = async (text: string): Promise<unknown[]> => {
			const parameters = { phone: phoneOf(1), text, dryRun: true };
			const run = await stage.send({
				...withOptions(single, { invalidRecipients: 'skip' }, parameters),
				items: items as IDataObject[],
			});
			expect(run.error).toBeUndefined();
			return jsonOf(run).map(({ status, text: own }) => (status === 'refused' ? 'refused' : own));
		};
		const filled = await texts('=[{{ $json.value }}] for {{ $json.phone }}');
		const byN8n = await texts('=[{{ ($json.value) }}] for {{ ($json.phone) }}');
		expect(filled.slice(0, whole.length)).toEqual(byN8n.slice(0, whole.length));
		expect(filled.slice(whole.length)).toEqual(nothing.map(() => 'refused'));
	});
});
