import type { IDataObject } from 'n8n-workflow';
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
import type { Stage } from './sendsSupport.mts';

let stage: Stage;
beforeAll(async () => {
	stage = await openStage();
});
beforeEach(() => stage.sandbox.reset());
afterAll(async () => await stage.close());

describe('recipients', () => {
	it('splits more than 10,000 into campaigns, in order', async () => {
		const run = await stage.send({ ...personalized, items: people(20_500) });
		expect(run.error).toBeUndefined();
		expect(run.items).toHaveLength(20_500);
		const ids = jsonOf(run).map(({ campaign_id }) => campaign_id);
		expect(new Set([ids[0], ids[9_999]]).size).toBe(1);
		expect(new Set([ids[9_999], ids[10_000], ids[20_000]]).size).toBe(3);
		expect(
			[...stage.sandbox.store.campaigns.values()].map(({ total }) => total).sort((a, b) => b - a),
		).toEqual([10_000, 10_000, 500]);
		expect(stage.stored().size).toBe(20_500);
	});

	it('sends different texts to a number, each in a request', async () => {
		const items = [...people(2), { phone: phoneOf(0), name: 'Again' }];
		const sent = await stage.send({ ...personalized, items });
		expect(sent.error).toBeUndefined();
		expect(stage.sandbox.store.campaigns.size).toBe(2);
		expect(stage.stored()).toEqual(
			new Map([
				[phoneOf(0), 2],
				[phoneOf(1), 1],
			]),
		);
	});

	it.each(['={{ $json.stopped }}', '={{ $json.stop.list }}', '={{ null }}', "={{ '' }}"])(
		'sends to nobody where the expression of who is left out leads to nothing: %s',
		async (leaveOutNumbers) => {
			const run = await stage.send({
				...personalized,
				items: people(2),
				parameters: { ...personalized.parameters, options: { leaveOutNumbers } },
			});
			expect(run.error?.message).toContain('The expression of Leave Out Numbers leads to nothing');
			expect(stage.stored().size).toBe(0);
		},
	);

	it('says of a text that is no number what it is, and not that it differs from itself', async () => {
		const parameters = { sender: 'Shop', text: '={{ NaN }}' };
		const run = await stage.send({
			resource: 'campaign',
			operation: 'sendSms',
			items: people(2),
			parameters,
		});
		expect(run.error?.message).toMatch(/^Text is a number .*\[item 0\]$/);
	});

	it.each([`={{ new Set(['${phoneOf(1)}']) }}`, `={{ new Map([['${phoneOf(1)}', 1]]) }}`])(
		'sends to nobody where nothing can be read of who is left out: %s',
		async (leaveOutNumbers) => {
			const run = await stage.send({
				...personalized,
				items: people(2),
				parameters: { ...personalized.parameters, options: { leaveOutNumbers } },
			});
			expect(run.error?.message).toMatch(
				/Leave Out Numbers cannot be read: it is of the type (?:Set|Map) /,
			);
			expect(stage.stored().size).toBe(0);
		},
	);

	it.each(['', '={{ [] }}', '={{ $json.stopped || [] }}'])(
		'sends to all where the list of who is left out is empty: %s',
		async (leaveOutNumbers) => {
			const run = await stage.send({
				...personalized,
				items: people(2),
				parameters: { ...personalized.parameters, options: { leaveOutNumbers } },
			});
			expect(run.error).toBeUndefined();
			expect(stage.stored().size).toBe(2);
		},
	);

	it('takes names of fields, with senders and references of each recipient', async () => {
		const items = [
			{ contact: { mobile: phoneOf(1) }, brand: 'Alpha', order: 'o1' },
			{ contact: { mobile: phoneOf(2) }, brand: '', order: 'o2' },
		];
		const run = await stage.send({
			...personalized,
			items,
			parameters: {
				sender: '{brand|Shop}',
				text: 'Order {order}',
				phoneField: 'contact.mobile',
				options: { referenceMode: 'custom', reference: '{order}' },
			},
		});
		expect(run.error).toBeUndefined();
		expect(
			[...stage.sandbox.store.messages.values()]
				.map(({ sender, reference, text }) => [sender, reference, text])
				.sort(),
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
		expect(unfilled.error?.message).toContain(
			'Text names the field "name", but this operation has one text for all',
		);
		expect(stage.sandbox.stats.requests).toBe(0);
	});

	it('says of a text that is no text that it is none, not that it differs', async () => {
		const { error } = await stage.send({
			...shared,
			items: people(2),
			parameters: { sender: 'Shop', text: "={{ ({ greeting: 'Hi' }) }}" },
		});
		expect(error?.message).toBe('Text is an object [item 0]');
		expect(stage.sandbox.stats.requests).toBe(0);
	});

	it('refuses a reference that two recipients share', async () => {
		const items = people(2).map((person) => ({ ...person, order: 'same' }));
		const run = await stage.send({
			...personalized,
			items,
			parameters: {
				...personalized.parameters,
				options: { referenceMode: 'custom', reference: '{order}' },
			},
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

	it.each([
		(day: string) => `${day} 10:00:00`,
		(day: string) => `${day} 10:00`,
		(day: string) => `${day}T10:00[Europe/Kyiv]`,
	])('reads a start without a zone in that of the workflow (%#)', async (written) => {
		const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
		const { resource, operation, parameters } = personalized;
		const run = await stage.engine.run({
			settings: { timezone: 'Europe/Kyiv' },
			credential: stage.credential,
			items: people(1).map((json) => ({ json })),
			parameters: { resource, operation, ...parameters, options: { startAt: written(day) } },
		});
		expect(run.error).toBeUndefined();
		const [campaign] = stage.sandbox.store.campaigns.values();
		expect(
			new Date(campaign?.startMs ?? 0).toLocaleString('sv-SE', { timeZone: 'Europe/Kyiv' }),
		).toBe(`${day} 10:00:00`);
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

it('reads expressions that only name fields as n8n would, and refuses those that come to nothing', async () => {
	const whole = ['text', 0, 12.5, true, false, '{{ $json.x }}', '{x}', '=1+1', 'a\nb', '\\'];
	const nothing = ['', null, undefined, { a: 1 }, ' \t'];
	const items = [...whole, ...nothing].map((value) => ({ value, phone: phoneOf(1) }));
	const texts = async (text: string): Promise<unknown[]> => {
		const run = await stage.send({
			...single,
			items: items as IDataObject[],
			parameters: {
				...single.parameters,
				phone: phoneOf(1),
				text,
				dryRun: true,
				options: { invalidRecipients: 'skip' },
			},
		});
		expect(run.error).toBeUndefined();
		return jsonOf(run).map(({ status, text: own }) => (status === 'refused' ? 'refused' : own));
	};
	const filled = await texts('=[{{ $json.value }}] for {{ $json.phone }}');
	const byN8n = await texts('=[{{ ($json.value) }}] for {{ ($json.phone) }}');
	expect(filled.slice(0, whole.length)).toEqual(byN8n.slice(0, whole.length));
	expect(filled.slice(whole.length)).toEqual(nothing.map(() => 'refused'));
});

it('makes one request of 10,000 items', async () => {
	await stage.send({ ...personalized, items: people(10) });
	stage.sandbox.reset();
	const run = await stage.send({ ...personalized, items: people(10_000) });
	expect(run.error).toBeUndefined();
	expect(
		stage.sandbox.requests.filter(
			({ status, path }) => status === 200 && path.startsWith('/api/campaigns'),
		),
	).toHaveLength(1);
}, 20_000);
