import type { IDataObject } from 'n8n-workflow';
import {
	beginStub,
	campaign,
	campaigns,
	endStub,
	listOf,
	polls,
	reply,
	serviceTime,
	stub,
	trigger,
} from './contraryTriggerSupport.mts';
import type { Campaign } from './contraryTriggerSupport.mts';
import { pageOf } from './stubService.mts';

/** The option Senders: the service may write a sender otherwise than the user does, and tell it late or not at all; and the types of campaigns, which it may not tell. */
beforeAll(beginStub);
afterAll(endStub);

describe.each([
	['+380445550011', '380445550011'],
	['380445550011', '+380445550011'],
	['Shop', 'Shop '],
	['Мир', 'МИР'],
])('%s is the sender that the service writes as "%s"', (senders, sender) => {
	const options = { senders };

	it('of a campaign', async () => {
		const all = [campaign(1)];
		stub.answer = listOf(all);
		const poll = trigger({ event: 'campaignStatusChanged', messageType: 'sms', options });
		await poll();
		all.push({ ...campaign(2, 'sending'), sender });
		expect(await polls(2, poll)).toMatchObject([{ campaign_id: 2 }]);
	});

	it('of a reply', async () => {
		const result: IDataObject[] = [];
		stub.answer = () => ({ body: { error: 0, result, total_count: result.length } });
		const poll = trigger({ event: 'messageReceived', options });
		await poll();
		result.push(reply('Hi', 0, sender));
		expect(await polls(2, poll)).toMatchObject([{ text: 'Hi' }]);
	});

	it('of an application', async () => {
		const all: IDataObject[] = [];
		stub.answer = () => ({ body: pageOf(all) });
		const poll = trigger({ event: 'applicationStatusChanged', options });
		await poll();
		all.push({ id: 4, sender, status: 'new', created_at: serviceTime(Date.now()) });
		expect(await polls(2, poll)).toMatchObject([{ application_id: 4 }]);
	});

	it('of the messages of a campaign', async () => {
		const all: Campaign[] = [];
		const messages: IDataObject[] = [];
		const campaignsOf = listOf(all);
		stub.answer = (asked) =>
			asked.path === '/api/messages' ? { body: pageOf(messages) } : campaignsOf(asked);
		const poll = trigger({ event: 'campaignMessageFinished', messageType: 'sms', options });
		await poll();
		all.push({ ...campaign(7, 'sending'), sender });
		await poll();
		messages.push({ id: 70, campaign_id: 7, phone: 380991112233, status: 'delivered' });
		expect(await polls(2, poll)).toMatchObject([{ message_id: 70 }]);
	});
});

/** A campaign that tells no sender. */
const senderless = (id: number, status: string): Campaign => ({
	...campaign(id, status),
	sender: null,
});

describe('a campaign that tells its sender late', () => {
	const options = { senders: 'Shop' };

	it.each([
		['campaignFinished', [{ campaign_id: 2, status: 'done' }]],
		[
			'campaignStatusChanged',
			[
				{ campaign_id: 2, status: 'creation', previous_status: '-' },
				{ campaign_id: 2, status: 'sending', previous_status: 'creation' },
				{ campaign_id: 2, status: 'done', previous_status: 'sending' },
			],
		],
		['campaignProgress', [{ campaign_id: 2, previous_sent: 0, sent: 10 }]],
	])('is followed: %s', async (event, expected) => {
		const all = [campaign(1)];
		stub.answer = listOf(all);
		const poll = trigger({ event, messageType: 'sms', options });
		await poll();
		const fresh = { ...senderless(2, 'creation'), statistics: { sent: 0, delivered: 0 } };
		all.push(fresh);
		const items = await polls(2, poll);
		Object.assign(fresh, { sender: 'Shop', status: 'sending', statistics: { sent: 10 } });
		items.push(...(await polls(2, poll)));
		Object.assign(fresh, { status: 'done' });
		items.push(...(await polls(2, poll)));
		expect(items.slice(0, expected.length)).toMatchObject(expected);
		expect(items.at(-1)).toMatchObject({ status: 'done' });
		expect(items.length).toBeLessThanOrEqual(3);
	});

	it.each([
		[true, [{ campaign_id: 2, status: 'creation', previous_status: '-' }]],
		[false, []],
	])('is reported when first seen only where that is wanted: %s', async (reportNew, expected) => {
		const all = [campaign(1)];
		stub.answer = listOf(all);
		const poll = trigger({
			event: 'campaignStatusChanged',
			messageType: 'sms',
			options: { ...options, reportNew },
		});
		await poll();
		const fresh = senderless(2, 'creation');
		all.push(fresh);
		expect(await polls(2, poll)).toEqual([]);
		fresh.sender = 'Shop';
		expect(await polls(2, poll)).toMatchObject(expected);
	});

	it('is no news where it was there before the watch, and its change is', async () => {
		const old = senderless(1, 'moderation');
		stub.answer = listOf([old]);
		const poll = trigger({ event: 'campaignStatusChanged', messageType: 'sms', options });
		await poll();
		old.sender = 'Shop';
		expect(await polls(2, poll)).toEqual([]);
		old.status = 'sending';
		expect(await polls(2, poll)).toMatchObject([
			{ campaign_id: 1, status: 'sending', previous_status: 'moderation' },
		]);
	});

	it('is left alone when it is one of another sender, also while that is not told again', async () => {
		const all = [campaign(1)];
		stub.answer = listOf(all);
		const poll = trigger({ event: 'campaignStatusChanged', messageType: 'sms', options });
		await poll();
		const fresh = senderless(2, 'creation');
		all.push(fresh);
		await poll();
		Object.assign(fresh, { sender: 'Bookstore', status: 'sending' });
		expect(await polls(2, poll)).toEqual([]);
		Object.assign(fresh, { sender: null, status: 'done' });
		expect(await polls(2, poll)).toEqual([]);
	});

	it('is followed on when its sender is left out again', async () => {
		const all = [campaign(1), campaign(2, 'sending')];
		stub.answer = listOf(all);
		const poll = trigger({ event: 'campaignFinished', messageType: 'sms', options });
		await poll();
		Object.assign(all[1] as Campaign, { sender: null });
		await poll();
		Object.assign(all[1] as Campaign, { status: 'done' });
		expect(await polls(2, poll)).toMatchObject([{ campaign_id: 2, status: 'done' }]);
	});

	it.each([
		['campaignFinished', ['done']],
		['campaignStatusChanged', ['creation', 'done']],
	])('while its status is none that is known, and leaves it out again: %s', async (event, all) => {
		const shown = [campaign(1)];
		stub.answer = listOf(shown);
		const poll = trigger({ event, messageType: 'sms', options });
		await poll();
		const fresh = senderless(2, 'creation');
		shown.push(fresh);
		const items = await poll();
		Object.assign(fresh, { sender: 'Shop', status: 'validating' });
		items.push(...(await polls(2, poll)));
		Object.assign(fresh, { sender: null, status: 'done' });
		items.push(...(await polls(2, poll)));
		expect(items.map(({ status }) => status)).toEqual(all);
	});

	it('while it was seen in no status that is known is followed from then on', async () => {
		const all = [campaign(1)];
		stub.answer = listOf(all);
		const poll = trigger({ event: 'campaignStatusChanged', messageType: 'sms', options });
		await poll();
		const fresh = senderless(2, 'validating');
		all.push(fresh);
		expect(await poll()).toEqual([]);
		Object.assign(fresh, { sender: 'Shop' });
		expect(await polls(2, poll)).toEqual([]);
		Object.assign(fresh, { sender: null, status: 'sending' });
		expect(await polls(2, poll)).toMatchObject([{ status: 'sending', previous_status: '-' }]);
	});

	it('is looked up when newer ones have pushed it off the page', async () => {
		const all = [campaign(1)];
		stub.answer = listOf(all);
		const poll = trigger({ event: 'campaignFinished', messageType: 'sms', options });
		await poll();
		const fresh = senderless(2, 'creation');
		all.push(fresh);
		await poll();
		all.push(...campaigns(600, 3).map((one) => ({ ...one, sender: 'Bookstore' })));
		Object.assign(fresh, { sender: 'Shop', status: 'sending' });
		await polls(2, poll);
		Object.assign(fresh, { status: 'done' });
		expect(await polls(2, poll)).toMatchObject([{ campaign_id: 2, status: 'done' }]);
	});

	it('has its messages followed, from its first one on', async () => {
		const all = [senderless(6, 'creation')];
		const messages: IDataObject[] = [];
		const campaignsOf = listOf(all);
		stub.answer = (asked) =>
			asked.path === '/api/messages'
				? {
						body: pageOf(
							messages.filter(
								(one) => asked.query.get('filter[campaign_id]') === String(one.campaign_id),
							),
						),
					}
				: campaignsOf(asked);
		const poll = trigger({ event: 'campaignMessageFinished', messageType: 'sms', options });
		await poll();
		const fresh = senderless(7, 'creation');
		all.push(fresh, senderless(8, 'creation'));
		await poll();
		for (const id of [6, 7, 8])
			messages.push({ id: id * 10, campaign_id: id, phone: 380991112233, status: 'delivered' });
		expect(await poll()).toEqual([]);
		Object.assign(all[0] as Campaign, { sender: 'Shop', status: 'sending' });
		Object.assign(fresh, { sender: 'Shop', status: 'sending' });
		Object.assign(all[2] as Campaign, { sender: 'Bookstore', status: 'sending' });
		const found = await polls(3, poll);
		expect(found.map(({ message_id }) => message_id).sort()).toEqual([60, 70]);
	});
});

describe('a service that does not heed the type of campaigns, and tells none', () => {
	const typeless = (id: number, status: string): Campaign => ({
		...campaign(id, status),
		message_type: undefined,
	});

	it.each([0, 3])('has each campaign reported once, after a first look at %s', async (old) => {
		const all = Array.from({ length: old }, (_, at) => typeless(at + 1, 'sending'));
		stub.answer = listOf(all);
		const poll = trigger({ event: 'campaignStatusChanged', messageType: 'both' });
		await poll();
		const fresh = typeless(9, 'sending');
		all.push(fresh);
		expect(await polls(2, poll)).toMatchObject([{ campaign_id: 9, status: 'sending' }]);
		fresh.status = 'done';
		for (const one of all.slice(0, old)) one.status = 'done';
		const ended = (await polls(3, poll)).map(({ campaign_id }) => campaign_id);
		expect(ended).toHaveLength(old + 1);
		expect(new Set(ended).size).toBe(old + 1);
	});

	it('is another one than a service that numbers the campaigns of each type by themselves', async () => {
		const lists = {
			sms: [typeless(1, 'sending'), typeless(2, 'sending')],
			rcs: [{ ...typeless(1, 'sending'), created_at: '2026-01-05 10:00:00' }],
		};
		stub.answer = (asked) =>
			listOf(asked.query.get('filter[type]') === 'rcs' ? lists.rcs : lists.sms)(asked);
		const poll = trigger({ event: 'campaignFinished', messageType: 'both' });
		await poll();
		for (const one of [...lists.sms, ...lists.rcs]) one.status = 'done';
		expect(await polls(3, poll)).toHaveLength(3);
	});
});
