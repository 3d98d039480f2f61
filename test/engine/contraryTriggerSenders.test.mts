import type { IDataObject } from 'n8n-workflow';
import {
	beginStub,
	campaign,
	endStub,
	listOf,
	polls,
	serviceTime,
	stub,
	trigger,
} from './contraryTriggerSupport.mts';
import type { Campaign } from './contraryTriggerSupport.mts';
import { pageOf } from './stubService.mts';

/** The option Senders: the service may write a sender otherwise than the user does, and tell it late or not at all. */
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
		result.push({
			sender,
			recipient: '380991112233',
			message: 'Hi',
			time_received: serviceTime(Date.now()),
		});
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
