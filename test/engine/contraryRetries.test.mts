import type { IDataObject, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import {
	ALL_ITEMS,
	FROM_LIST,
	NO_MONEY,
	doubles,
	people,
	retryOf,
	send,
	service,
	useService,
} from './contraryRetriesSupport.mts';
import { isPost, statuses } from './contrarySupport.mts';
import type { RunResult } from './harness.mts';
import { phoneOf } from './sendsSupport.mts';
import { job } from './support/savedExecutions.mts';

// Retries whose input or form is another one than before.

useService();

describe('the retry of an execution that was cut off, which runs the nodes before this one again', () => {
	/** Sends; then does so again in a retry that finds nothing of it, and to which the nodes before give other items. */
	async function sendTwice(
		operation: string,
		parameters: IDataObject,
		[before, after]: readonly [INodeExecutionData[], INodeExecutionData[]],
	): Promise<RunResult> {
		const worker = job(before);
		const first = await send(operation, parameters, { saved: worker(), executionId: '1' });
		expect(first.error).toBeUndefined();
		const saved: IRunExecutionData = worker();
		saved.resultData.pinData = { Start: after };
		return await send(operation, parameters, { saved, mode: 'retry', executionId: '2' });
	}

	describe.each([
		['in another order', [2, 1, 0]],
		['without the first', [1, 2]],
		['with one more in front', [9, 0, 1, 2]],
	])('%s', (_, order) => {
		it('sends no SMS twice, and each that is new', async () => {
			const retried = await sendTwice('sms.send', { phone: '={{ $json.phone }}' }, [
				people([0, 1, 2]),
				people(order),
			]);
			expect(statuses(retried)).toEqual(order.map(() => 'accepted'));
			expect(retried.items.map(({ json }) => json.already_accepted)).toEqual(
				order.map((index) => index < 3),
			);
			expect([doubles(), service.got.has(phoneOf(9))]).toEqual([[], order.includes(9)]);
		});

		it.each(['campaign.sendSms', 'campaign.sendPersonalizedSms'])(
			'makes no campaign again that shows: %s',
			async (operation) => {
				const retried = await sendTwice(operation, ALL_ITEMS, [people([0, 1, 2]), people(order)]);
				// What an earlier campaign need not have carried is not sent unasked.
				if (order.includes(9)) expect(retried.error?.message).toMatch(/^It is not known/);
				else expect(statuses(retried)).toEqual(order.map(() => 'accepted'));
				expect([service.posts, doubles()]).toEqual([1, []]);
			},
		);

		it('sends no line of a file twice by the legacy interface', async () => {
			const files = await Promise.all(
				[[0, 1, 2], order].map(async (lines) => {
					const text = `phone\n${lines.map(phoneOf).join('\n')}\n`;
					const data = await service.stub.engine.storeBinary(Buffer.from(text), 'list.csv');
					return [{ json: {}, binary: { data } }];
				}),
			);
			const parameters = { recipientSource: 'file', phoneField: 'phone' };
			const [before = [], after = []] = files;
			const retried = await sendTwice('sms.sendBulk', parameters, [before, after]);
			expect(retried.items[0]?.json).toMatchObject({ status: 'accepted', accepted: order.length });
			expect([doubles(), service.got.has(phoneOf(9))]).toEqual([[], order.includes(9)]);
		});
	});

	it('still tells several messages to one number apart', async () => {
		const both = [0, 0, 1].map((index, order) => ({ json: { phone: phoneOf(index), order } }));
		const parameters = { phone: '={{ $json.phone }}', text: '=Order {{ $json.order }}' };
		const retried = await sendTwice('sms.send', parameters, [both, both]);
		expect(retried.items.map(({ json }) => json.already_accepted)).toEqual([true, true, true]);
		expect(service.got.get(phoneOf(0))).toBe(2);
	});
});

describe('contact lists that are others in the retry', () => {
	const operation = 'campaign.sendSmsToContactLists';

	it('are not called accepted, nor is anything sent that an earlier try sent', async () => {
		service.instead = (post) => (post === 2 ? NO_MONEY : undefined);
		const failed = await send(operation, { groups: [1, 3] }, { items: people([0, 1]) });
		expect(failed.error).toBeDefined();
		const other = await send(operation, { groups: [1] }, retryOf(failed));
		expect(other.error?.message).toContain('Contact Lists are other ones than in the earlier try');
		expect(other.error?.description).toContain('start the workflow anew');
		const same = await send(operation, { groups: [3, 1] }, retryOf(other));
		expect(same.items.map(({ json }) => json.already_accepted)).toEqual([true, false]);
		expect(Object.fromEntries(service.got)).toEqual({ '1,3': 1, '3,1': 1 });
	});

	it('go out where the service refused the earlier ones', async () => {
		service.instead = (post) => (post === 1 ? NO_MONEY : undefined);
		const failed = await send(operation, { groups: [1] }, { items: people([0]) });
		const retried = await send(operation, { groups: [2] }, retryOf(failed));
		expect(statuses(retried)).toEqual(['accepted']);
		expect([...service.got]).toEqual([['2', 1]]);
	});
});

describe('what went out before and is service.held back by the retry', () => {
	it('is told for each of several messages to one number', async () => {
		const list = ['one', 'two'].map((order) => ({ phone: phoneOf(0), order }));
		const parameters = { ...FROM_LIST, text: 'Order {order}' };
		const options = { repeatedNumbers: 'send', invalidRecipients: 'skip' };
		service.instead = (post) => (post === 2 ? { status: 502, body: '' } : undefined);
		const operation = 'campaign.sendPersonalizedSms';
		const failed = await send(
			operation,
			{ ...parameters, options },
			{ items: [{ json: { list } }] },
		);
		expect(failed.error?.message).toMatch(/^It is not known/);
		const retried = await send(
			operation,
			{ ...parameters, options: { ...options, leaveOutNumbers: phoneOf(0) } },
			retryOf(failed),
		);
		expect(retried.items[0]?.json).toMatchObject({ status: 'accepted', text: 'Order one' });
		expect(retried.items[1]?.json.status).not.toBe('accepted');
	});

	it('stays accepted where Quiet Hours allow no moment any more', async () => {
		const items = [0, 1].map((index) => ({ json: { list: [{ phone: phoneOf(index) }] } }));
		const options = { invalidRecipients: 'skip' };
		service.instead = (post) => (post === 2 ? NO_MONEY : undefined);
		const failed = await send('campaign.sendSms', { ...FROM_LIST, options }, { items });
		expect(failed.error).toBeDefined();
		const last = new Date(Date.now() + 29.99 * 86_400_000);
		const days = [(last.getUTCDay() + 3) % 7];
		const retried = await send(
			'campaign.sendSms',
			{
				...FROM_LIST,
				options: {
					...options,
					startAt: last.toISOString().slice(0, 19).replace('T', ' '),
					quietHours: { hours: { from: '00:00', to: '23:59', days } },
				},
			},
			retryOf(failed),
		);
		expect(statuses(retried)).toEqual(['accepted', 'refused']);
		expect(service.posts).toBe(2);
	});
});

describe('a file in which a number stands twice', () => {
	it.each(['merge', 'refuse'])(
		'sends to it once where its first line can be sent by the retry only: %s',
		async (repeatedNumbers) => {
			const first = { phone: phoneOf(0), nome: 'Ann' };
			const others = Array.from({ length: 1001 }, (_, index) => ({
				phone: phoneOf(index),
				name: 'Ann',
				nome: 'Ann',
			}));
			const text = [first, ...others].map((row) => JSON.stringify(row)).join('\n');
			const data = await service.stub.engine.storeBinary(Buffer.from(text), 'list.ndjson');
			const options = { invalidRecipients: 'skip', referenceMode: 'none', repeatedNumbers };
			const parameters = { recipientSource: 'file', phoneField: 'phone', options };
			const operation = 'sms.sendIndividual';
			service.instead = (post) => (post === 2 ? NO_MONEY : undefined);
			const failed = await send(
				operation,
				{ ...parameters, text: 'Hi {name}' },
				{ items: [{ json: {}, binary: { data } }] },
			);
			expect([failed.error?.message, service.got.size]).toEqual([expect.any(String), 1000]);
			const retried = await send(operation, { ...parameters, text: 'Hi {nome}' }, retryOf(failed));
			expect(retried.error).toBeUndefined();
			expect(retried.items[0]?.json).toMatchObject({ accepted: 1000, merged: 1 });
			expect([doubles(), service.got.size]).toEqual([[], 1001]);
		},
	);
});

describe('a campaign of which nobody knows what became', () => {
	const lost = async (): Promise<RunResult> => {
		service.instead = (post) => (post === 1 ? { status: 504, body: '' } : undefined);
		const failed = await send('campaign.sendSms', ALL_ITEMS, { items: people([0, 1]) });
		expect(failed.error?.message).toMatch(/^It is not known/);
		return failed;
	};

	it.each(['sms.sendBulk', 'sms.sendIndividual', 'sms.send'])(
		'does not go out as messages in the retry: %s',
		async (operation) => {
			const parameters = { ...ALL_ITEMS, phone: '={{ $json.phone }}' };
			const retried = await send(operation, parameters, retryOf(await lost()));
			expect(retried.error?.message).toMatch(/^It is not known/);
			const again = await send(operation, parameters, retryOf(retried));
			expect(again.error?.message).toMatch(/^It is not known/);
			expect(service.posts).toBe(1);
			// The user may choose so.
			const options = { ifOutcomeUnknown: 'sendAgain' };
			const sent = await send(operation, { ...parameters, options }, retryOf(again));
			expect([sent.error, service.got.size]).toEqual([undefined, 2]);
		},
	);

	it('comes out as accepted messages where the service shows them', async () => {
		const failed = await lost();
		const sent = service.stub.asked.find(isPost)?.body.phones as IDataObject[];
		for (const { reference_id, number } of sent)
			service.held.set(String(reference_id), String(number));
		const retried = await send('sms.sendBulk', ALL_ITEMS, retryOf(failed));
		expect(statuses(retried)).toEqual(['accepted', 'accepted']);
		expect(service.posts).toBe(1);
	});
});

describe('a message that comes twice under one own reference', () => {
	it.each(['campaign.sendSms', 'campaign.sendPersonalizedSms', 'sms.sendBulk'])(
		'goes out once, whatever the service does with a reference that it knows: %s',
		async (operation) => {
			const list = [{ phone: phoneOf(0), reference: 'order1' }];
			const parameters = { ...FROM_LIST, options: { referenceMode: 'custom' } };
			const twice = [{ json: { list } }, { json: { list } }];
			const sent = await send(operation, parameters, { items: twice });
			expect([sent.error, Object.fromEntries(service.got)]).toEqual([
				undefined,
				{ [phoneOf(0)]: 1 },
			]);
			const isCampaign = operation.startsWith('campaign');
			expect(statuses(sent)).toEqual(['accepted', isCampaign ? 'merged' : 'accepted']);
		},
	);
});
