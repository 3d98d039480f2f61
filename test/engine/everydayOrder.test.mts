import '../support/clock/machineClock.mts';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { FaultRule } from '../../sandbox/faults.mts';
import { jsonOf, stageOfTests, WAYS } from './stage.mts';

/*
 * What concerns the same number or the same record happens in the order of the items, whatever becomes of the first request; the rest
 * goes out side by side. From a report of people whose three SMS arrived in another order (surveda 666).
 */

const stage = stageOfTests({ config: { senders: 'any' } });

const A = '380991112201';
const B = '380991112202';
const C = '380991112203';
const byName = (value: string) => ({ __rl: true, mode: 'name', value });
const SMS: INodeParameters = {
	sender: byName("={{ $json.sender ?? 'Shop' }}"),
	phone: '={{ $json.phone }}',
	text: '={{ $json.text }}',
};
const OWN_SENDER = { recipientSource: 'allItems', sender: byName('{sender}'), text: '{text}' };
const toA = (...texts: string[]): IDataObject[] => texts.map((text) => ({ phone: A, text }));

/** The texts that the service took for a number, in its order. */
const taken = (phone = A): string[] =>
	[...stage.sandbox.store.messages.values()]
		.filter(({ msisdn }) => msisdn === phone)
		.map(({ text }) => text);
/** Lets the first request that changes something be slow, so that others could overtake it, or go wrong. */
const first = (fault: Partial<FaultRule> = {}): void =>
	void stage.sandbox.faults.add({
		kind: 'slowBefore',
		delayMs: 300,
		method: 'POST',
		times: 1,
		...fault,
	});

describe.each(WAYS)('%s: SMS to one number', (way) => {
	test.each<[string, Partial<FaultRule>]>([
		['is slow', {}],
		['is repeated', { kind: 'status', status: 429, retryAfter: 1 }],
		['is carried out, and its answer is lost', { kind: 'dropAfter' }],
	])('arrive in the order of the items, also if the first %s', async (_, fault) => {
		first(fault);
		const run = await stage.act('sms.send', SMS, { items: toA('One', 'Two', 'Three'), way });
		expect(run.error).toBeUndefined();
		expect(taken()).toEqual(['One', 'Two', 'Three']);
	});

	it('do not begin after a failure, and come after a refusal that the node continues on', async () => {
		const form = { ...SMS, options: { retryFor: 0 } };
		const refused = { kind: 'status', status: 200, body: { error: 10 } } as const;
		first(refused);
		const run = await stage.act('sms.send', form, { items: toA('One', 'Two'), way });
		expect([run.error !== undefined, taken()]).toEqual([true, []]);
		first(refused);
		const node = { onError: 'continueRegularOutput' } as const;
		const items = toA('One', 'Two', 'Three');
		const went = await stage.act('sms.send', form, { items, node, way });
		expect([went.error, taken()]).toEqual([undefined, ['Two', 'Three']]);
	});

	it('hold nobody else up', async () => {
		first({ times: 3 });
		const items = [...toA('One', 'Two'), { phone: B, text: 'B' }, { phone: C, text: 'C' }];
		await stage.act('sms.send', SMS, { items, way });
		expect([taken(), stage.sandbox.stats.maxRequests]).toEqual([['One', 'Two'], 3]);
	});
});

describe('requests of several recipients that share a number', () => {
	test.each(['campaign.sendPersonalizedSms', 'sms.sendIndividual'])(
		'%s: go one after the other',
		async (operation) => {
			first();
			const items = toA('One', 'Two', 'Three').map((one, index) => ({
				...one,
				sender: `S${index}`,
			}));
			const run = await stage.act(operation, OWN_SENDER, { items });
			expect(run.error).toBeUndefined();
			expect(taken()).toEqual(['One', 'Two', 'Three']);
		},
	);

	it('keep the order of the items if one of them was to go before with another number', async () => {
		const items = [
			{ phone: A, text: 'A1', sender: 'S1' },
			{ phone: A, text: 'A2', sender: 'S2' },
			{ phone: B, text: 'B1', sender: 'S2' },
			{ phone: B, text: 'B2', sender: 'S2' },
		];
		const requestOptions = { batching: { batch: { batchSize: 1 } } };
		const form = { ...OWN_SENDER, requestOptions };
		await stage.act('campaign.sendPersonalizedSms', form, { items });
		expect([taken(A), taken(B)]).toEqual([
			['A1', 'A2'],
			['B1', 'B2'],
		]);
	});
});

describe.each(['campaign.sendPersonalizedSms', 'sms.sendIndividual'])(
	'%s: rows of a file that share a number',
	(name) => {
		const KYIV = 'Europe/Kyiv';
		const hours = { from: '00:00', to: '00:01', days: [1, 2, 3, 4, 5, 6, 7] };
		test.each<[string, [A1: string, A2: string, B1: string, B2: string], INodeParameters]>([
			['of one sender', ['Shop', 'Shop', 'Shop', 'Shop'], {}],
			['of several senders', ['S1', 'S1', 'S2', 'S1'], { sender: byName('{own}') }],
			[
				'in several zones, under Quiet Hours',
				[KYIV, KYIV, 'Asia/Tokyo', KYIV],
				{ options: { quietHours: { hours: { ...hours, zoneField: 'own' } } } },
			],
		])('go out in their order: %s', async (_, [a1, a2, b1, b2], form) => {
			const csv = `phone,own,text\n${A},${a1},A1\n${A},${a2},A2\n${B},${b1},B1\n${B},${b2},B2`;
			const data = await stage.engine.storeBinary(Buffer.from(csv), 'people.csv');
			const [resource = '', operation = ''] = name.split('.');
			const file = { recipientSource: 'file', phoneField: 'phone', text: '{text}' };
			const { error } = await stage.engine.run({
				credential: stage.credential,
				parameters: { resource, operation, sender: byName('Shop'), ...file, ...form },
				items: [{ json: {}, binary: { data } }],
			});
			expect(error).toBeUndefined();
			expect([taken(A), taken(B)]).toEqual([
				['A1', 'A2'],
				['B1', 'B2'],
			]);
		});
	},
);

describe('changes of one record', () => {
	const contact = (phone: string, id = 5001): IDataObject => ({ id, phone });
	const UPDATE = { contactId: '={{ $json.id }}', phone: '={{ $json.phone }}' };
	const phoneOf = (id: number) => stage.sandbox.store.contacts.get(id)?.phone;
	const slow = (fault: Partial<FaultRule> = {}): void => first({ method: 'PUT', ...fault });

	it('the newer change of a contact wins', async () => {
		slow();
		const run = await stage.act('contact.update', UPDATE, { items: [contact(A), contact(B)] });
		expect([run.error, phoneOf(5001)]).toEqual([undefined, B]);
		expect(jsonOf(run).map(({ phone }) => phone)).toEqual([A, B]);
	});

	it('of six the last one wins, whichever credential n8n reads first', async () => {
		const phones = Array.from({ length: 6 }, (_, index) => `38099111220${index}`);
		const run = await stage.act('contact.update', UPDATE, {
			items: phones.map((one) => contact(one)),
		});
		expect([run.error, phoneOf(5001)]).toEqual([undefined, phones.at(-1)]);
		const puts = stage.sandbox.requests.filter(({ method }) => method === 'PUT');
		expect(puts.map(({ body }) => String(Object(body).phone))).toEqual(phones);
	});

	it('of two contacts the first is given the number that both are to have', async () => {
		slow();
		const run = await stage.act('contact.update', UPDATE, {
			items: [contact(A), contact(A, 5002)],
			node: { onError: 'continueRegularOutput' },
		});
		expect(jsonOf(run).map(({ phone }) => phone)).toEqual([A, undefined]);
	});

	it('after a failure the next change of the same record waits for a retry, which keeps the order', async () => {
		first({ method: 'PUT', kind: 'status', status: 403 });
		const items = [contact(A), contact(B)];
		const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 } as const;
		const run = await stage.act('contact.update', UPDATE, { items, node });
		expect([run.error, phoneOf(5001)]).toEqual([undefined, B]);
		const puts = stage.sandbox.requests.filter(({ method }) => method === 'PUT');
		// The sandbox keeps no body of a request that it did not handle.
		expect(puts.map(({ body }) => Object(body).phone as unknown)).toEqual([
			undefined,
			Number(A),
			Number(B),
		]);
	});

	it('the first of two stops of a campaign is the one that stops it', async () => {
		const { campaigns } = stage.sandbox.store;
		const id = [...campaigns.values()].find(
			(one) => one.type === 'rcs' && one.status === 'paused',
		)?.id;
		slow();
		const run = await stage.act(
			'rcsCampaign.stop',
			{ rcsCampaignId: { __rl: true, mode: 'id', value: '={{ $json.id }}' } },
			{ items: [{ id }, { id }] },
		);
		expect(run.error).toBeUndefined();
		const puts = stage.sandbox.requests.filter(({ method }) => method === 'PUT');
		expect(puts.map(({ status }) => status)).toEqual([200, 422]);
	});

	it('changes of other records go side by side', async () => {
		slow({ path: '/api/contacts/5001' });
		await stage.act('contact.update', UPDATE, { items: [contact(A), contact(B, 5002)] });
		expect(stage.sandbox.ledger.changes.map(({ id }) => id)).toEqual(['5002', '5001']);
	});
});
