/** Promise: a state that is stored goes on, also one that has its messages one by one; and what is written is what is read. */
import type { IDataObject } from 'n8n-workflow';
import { newState, type EmittedEvent } from '../../nodes/MessagingServiceTrigger/state.ts';
import { fromStored, toStored } from '../../nodes/MessagingServiceTrigger/stored.ts';
import { Host, parametersFor } from './host.mts';
import { FakeService } from './service.mts';

/** States as the trigger wrote them before it packed messages. */
const OF_MESSAGES = `{"version":1,"signature":"test","life":"life-1","writtenBy":"process-0","revision":3,"emittedRevision":3,"ownTime":1790000120,"polledAt":1790000120,"watched":{"s1001":{"status":"sending","counters":[0,0,0,0],"created":"2026-09-21 14:13:20","lookedAt":1790000120},"s1002":{"status":"sending","counters":[0,0,0,0],"created":"2026-09-21 14:13:20","lookedAt":1790000120}},"lists":{"sms":{"known":["1001","1002"],"floor":""}},"campaigns":{"1001":{"messages":{},"offset":0,"begunAt":1790000120,"readAt":1790000120,"changedAt":1790000000,"counters":"0,0,,"},"1002":{"messages":{"40000001":"-","40000002":"sent","40000003":"accepted","40000004":"accepted"},"offset":0,"begunAt":1790000120,"readAt":1790000120,"changedAt":1790000120,"counters":"0,0,,"}},"done":[],"emitted":[{"key":"c1002.40000001","eventId":"5a957b66c3487012b3004dd6","previousStatus":"accepted","newStatus":"delivered","isFinal":true,"emittedAt":1790000120003,"lastAt":1790000120003,"emissions":1}]}`;
const OF_CAMPAIGNS = `{"version":1,"signature":"test","life":"life-1","writtenBy":"process-0","revision":2,"emittedRevision":2,"ownTime":1790000060,"polledAt":1790000060,"watched":{"s1002":{"status":"paused","created":"2026-09-21 14:13:20","lookedAt":1790000060},"s1001":{"status":"paused","created":"2026-09-21 14:13:20","lookedAt":1790000060,"visits":{"sending":1,"paused":1}}},"lists":{"sms":{"known":["1001","1002"],"floor":""}},"campaigns":{},"done":[],"emitted":[{"key":"s1001","eventId":"476dc2a6aeea07d1e7377b7e","previousStatus":"sending","newStatus":"paused","isFinal":false,"emittedAt":1790000060002,"lastAt":1790000060002,"emissions":1}]}`;

const parse = (text: string) => JSON.parse(text) as IDataObject;

test('messages of a stored state go on: what it emitted comes once more under its id, what it knows is no news', async () => {
	const service = new FakeService();
	service.create('sms', 'sending');
	const [first, second] = service.send(service.create('sms', 'sending'), 4);
	Object.assign(first ?? {}, { status: 'delivered' });
	Object.assign(second ?? {}, { status: 'expired' });
	const parameters = parametersFor('campaignMessageFinished', {}, { campaignTypes: ['sms'] });
	const host = new Host(service, parameters);
	host.saved = parse(OF_MESSAGES);
	host.run = 'process-1';
	host.advance(180);
	const { events } = await host.poll();
	expect(events.map(({ origin, eventId, record }) => [origin, eventId, record.id])).toEqual([
		['repeated', '5a957b66c3487012b3004dd6', 40_000_001],
		['change', expect.any(String), 40_000_002],
	]);
});

test('a campaign of a stored state goes on', async () => {
	const service = new FakeService();
	const one = service.create('sms', 'paused');
	service.create('sms', 'paused');
	const host = new Host(
		service,
		parametersFor('campaignStatusChanged', {}, { campaignTypes: ['sms'] }),
	);
	host.saved = parse(OF_CAMPAIGNS);
	service.turn(one, 'done');
	host.advance(120);
	const { events } = await host.poll();
	expect(events.map(({ previousStatus, newStatus }) => [previousStatus, newStatus])).toEqual([
		['paused', 'done'],
	]);
});

test('what is written is what is read, whatever the IDs are', () => {
	const event = (id: string, more: Partial<EmittedEvent> = {}): EmittedEvent => ({
		key: `c7.${id}`,
		eventId: '',
		previousStatus: null,
		newStatus: 'delivered',
		isFinal: true,
		emittedAt: 5,
		lastAt: 6,
		emissions: 1,
		...more,
	});
	const ids = [
		'0',
		'5',
		'6',
		'4294967296',
		'90071992547409931',
		'123456789012345678901',
		'007',
		'a',
	];
	const state = newState('watch', 'life', 'process');
	const campaign = { offset: 0, begunAt: 0, readAt: 0, changedAt: 0 };
	state.campaigns = {
		7: { ...campaign, messages: Object.fromEntries(ids.map((id) => [id, id > '5' ? '-' : ''])) },
	};
	state.emitted = [
		...ids.map((id) => event(id)),
		event('8', { lastAt: 7, previousStatus: 'sent' }),
		event('9', { key: 's9', eventId: 'kept' }),
	];
	const read = fromStored(toStored(state), 'watch', 'campaignMessageFinished');
	expect(read?.campaigns).toEqual(state.campaigns);
	const idless = (one: EmittedEvent) => ({ ...one, eventId: '' });
	expect(new Set(read?.emitted.map(idless))).toEqual(new Set(state.emitted.map(idless)));
	expect(read?.emitted.find(({ key }) => key === 's9')?.eventId).toBe('kept');
});

test('a list without entries beside a total of 0 is an empty one', async () => {
	const service = new FakeService();
	const host = new Host(service, parametersFor('campaignStatusChanged'), 'legacy', 0, {
		timeZone: 'UTC',
		call: async (request, policy) => {
			await service.call(request, policy);
			const body = { meta: { page: { total: 0 } } };
			return { reply: { statusCode: 200, headers: {}, body } };
		},
	});
	for (let poll = 0; poll < 2; poll += 1)
		expect(await host.poll()).toMatchObject({ events: [], notes: [] });
	expect((await host.poll()).fault).toBeUndefined();
});
