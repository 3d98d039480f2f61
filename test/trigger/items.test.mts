/** Promise: each event has its exact item: twelve fields at most, a value keeps its type, and null stands where there is none. */
import type { TriggerEvent } from '../../nodes/MessagingServiceTrigger/events/event.ts';
import { rowOf } from '../../nodes/MessagingServiceTrigger/events/row.ts';
import { exampleRow } from '../../nodes/MessagingServiceTrigger/events/sample.ts';
import type { Parameters } from '../../nodes/MessagingServiceTrigger/triggerParameters.ts';
import { Host, parametersFor } from './host.mts';
import { FakeService, serviceText } from './service.mts';

interface Case {
	event: TriggerEvent;
	more?: Partial<Parameters>;
	/** Before the watch begins, and after. */
	before?: (service: FakeService) => void;
	after: (service: FakeService) => void;
	item: object;
}

const NOW = 1_790_000_000;
const AT = '2026-09-21T14:13:20+00:00';
const ID = expect.stringMatching(/^[0-9a-f]{24}$/);
const change = { event_id: ID, origin: 'change' };

const campaign = (status: string) => (service: FakeService) => {
	const one = service.create('sms', 'sending');
	Object.assign(one, { sent: 3, delivered: 1 });
	service.turn(one, status);
};
const move = (status: string) => (service: FakeService) => {
	const [one] = service.campaigns;
	if (one) service.turn(one, status);
	if (one) Object.assign(one, { sent: 5, delivered: 4 });
};
const message = (service: FakeService) => {
	const one = service.create('sms', 'sending');
	service.send(one, 1, 'delivered');
};

const CASES: Case[] = [
	{
		event: 'campaignStatusChanged',
		before: campaign('sending'),
		after: move('paused'),
		item: {
			campaign_id: 1001,
			name: 'Campaign 1001',
			status: 'paused',
			previous_status: 'sending',
			is_final: false,
			sent: 5,
			delivered: 4,
			failed: null,
			sender: 'Shop',
			message_type: 'sms',
			...change,
		},
	},
	{
		event: 'campaignFinished',
		before: campaign('sending'),
		after: move('done'),
		item: {
			campaign_id: 1001,
			name: 'Campaign 1001',
			status: 'done',
			sent: 5,
			delivered: 4,
			failed: 1,
			sender: 'Shop',
			message_type: 'sms',
			created_at: AT,
			finished_at: AT,
			...change,
		},
	},
	{
		event: 'campaignProgress',
		before: campaign('sending'),
		after: move('sending'),
		item: {
			campaign_id: 1001,
			status: 'sending',
			is_final: false,
			sent: 5,
			delivered: 4,
			fallback_sent: null,
			fallback_delivered: null,
			previous_sent: 3,
			previous_delivered: 1,
			sender: 'Shop',
			...change,
		},
	},
	{
		event: 'campaignMessageFinished',
		after: message,
		item: {
			phone: '380990000001',
			status: 'delivered',
			reference: 'r40000001',
			campaign_id: 1001,
			message_id: 40000001,
			sender: 'Shop',
			price: 0.01,
			currency: 'EUR',
			delivered_at: AT,
			finished_at: AT,
			...change,
		},
	},
	{
		event: 'campaignMessageStatusChanged',
		after: message,
		item: {
			phone: '380990000001',
			status: 'delivered',
			previous_status: null,
			is_final: true,
			reference: 'r40000001',
			campaign_id: 1001,
			message_id: 40000001,
			sender: 'Shop',
			country: 'UA',
			delivered_at: AT,
			...change,
		},
	},
	{
		event: 'messageReceived',
		before: (service) => {
			service.send(service.create(), 1, 'delivered');
		},
		after: (service) => {
			const reply = { id: 7, sender: 'Shop', phone: '380990000001', text: 'STOP, please', at: NOW };
			service.replies.push(reply);
		},
		item: {
			phone: '380990000001',
			text: 'STOP, please',
			opt_out: true,
			sender: 'Shop',
			received_at: AT,
			answers_message_id: 40000001,
			answers_reference: 'r40000001',
			answers_text: 'Hello',
			answers_campaign_id: 1001,
			reply_id: 7,
			...change,
		},
	},
	{
		event: 'linkClicked',
		after: ({ clicks }) => {
			clicks.push({ id: '3338470c-4647-4f8d-a503-afce21e6312a', at: NOW, isHuman: true });
		},
		item: {
			phone: '380991112233',
			clicked_at: AT,
			original_link: 'https://shop.example.com',
			short_link: 'http://go.example/a',
			message_id: 40000001,
			is_human: true,
			is_unique: true,
			country_code: 'UA',
			device_os: 'Android',
			click_id: '3338470c-4647-4f8d-a503-afce21e6312a',
			...change,
		},
	},
	{
		event: 'messageStatusChanged',
		more: { keys: ['i5'] },
		before: (service) => void service.singles.set('5', 'sent'),
		after: (service) => void service.singles.set('5', 'delivered'),
		item: {
			phone: '380991112233',
			status: 'delivered',
			previous_status: 'sent',
			is_final: true,
			message_id: 5,
			reference: '5',
			price: null,
			currency: null,
			delivered_at: null,
			finished_at: null,
			...change,
		},
	},
	{
		event: 'bulkTaskProgress',
		more: { keys: ['t9'], expected: 4 },
		before: (service) => void service.tasks.set('9', { sent: 4, delivered: 1, originator: 'Shop' }),
		after: (service) =>
			void service.tasks.set('9', {
				sent: 4,
				delivered: 2,
				expired: 1,
				undeliverable: 0,
				unknown: 0,
				originator: 'Shop',
			}),
		item: {
			task_id: 9,
			status: 'sending',
			is_final: false,
			sent: 4,
			delivered: 2,
			failed: 1,
			previous_sent: 4,
			previous_delivered: 1,
			previous_failed: 0,
			sender: 'Shop',
			...change,
		},
	},
	{
		event: 'bulkTaskFinished',
		more: { keys: ['t9'], expected: 2 },
		before: (service) => void service.tasks.set('9', { sent: 2, delivered: 1 }),
		after: (service) => void service.tasks.set('9', { sent: 2, delivered: 1, expired: 1 }),
		item: {
			task_id: 9,
			status: 'finished',
			sent: 2,
			delivered: 1,
			expired: 1,
			undeliverable: null,
			unknown: null,
			price: null,
			currency: null,
			sender: null,
			...change,
		},
	},
	{
		event: 'applicationStatusChanged',
		after: ({ applications }) =>
			void applications.push({
				id: 3,
				status: 'rejected',
				sender: 'Shop',
				created_at: serviceText(NOW),
			}),
		item: {
			sender: 'Shop',
			status: 'rejected',
			previous_status: null,
			is_final: true,
			reason: null,
			country_code: null,
			legal_name: null,
			application_id: 3,
			created_at: AT,
			registered_at: null,
			...change,
		},
	},
];

const hostFor = ({ event, more }: Case) =>
	new Host(
		new FakeService({ now: NOW }),
		parametersFor(event, {}, { campaignTypes: ['sms'], ...more }),
	);

test.each(CASES)('$event', async (one) => {
	const host = hostFor(one);
	one.before?.(host.service);
	expect(await host.activate()).toEqual([]);
	one.after(host.service);
	const { events } = await host.poll();
	const items = events.map(rowOf);
	expect(items).toEqual([one.item]);
	expect(Object.keys(items[0] ?? {})).toEqual(Object.keys(one.item));
	expect(Object.keys(one.item).length).toBeLessThanOrEqual(12);
});

test.each(CASES)('the test step of $event has the same fields, made up or true', async (one) => {
	const host = hostFor(one);
	const made = exampleRow(host.rule, undefined);
	expect(Object.keys(made)).toEqual(Object.keys(one.item));
	expect(made.origin).toBe('made up');
	one.before?.(host.service);
	one.after(host.service);
	const example = await host.example();
	if (example) expect(exampleRow(host.rule, example).origin).toBe('example');
});
