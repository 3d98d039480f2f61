/** Promise: each reply comes once, whatever the window shows again, and what has no room yet waits in the service. */
import { isLong } from '../support/options.mts';
import { Host, parametersFor } from './host.mts';
import { FakeService, type FakeReply } from './service.mts';

const set = (received = {}) => {
	const service = new FakeService();
	const parameters = parametersFor('messageReceived');
	Object.assign(parameters.received, received);
	const host = new Host(service, parameters);
	let phones = 0;
	const reply = (more: Partial<FakeReply> = {}) =>
		void service.replies.push({
			sender: 'Shop',
			phone: String(380_990_000_000 + (phones += 1)),
			text: 'Yes',
			at: service.now,
			...more,
		});
	const texts = async () => {
		host.advance(60);
		return (await host.poll()).events.map(({ record }) => record.text);
	};
	return { service, host, reply, texts };
};

test('a reply is known by its ID, else by sender, number, text and time', async () => {
	const { host, reply, texts } = set();
	reply({ text: 'Before' });
	await host.activate();
	const same = { phone: '380991112233', at: host.service.now };
	reply({ ...same, text: 'A' });
	reply({ ...same, text: 'A' });
	reply({ ...same, text: 'B', id: 1 });
	reply({ ...same, text: 'B', id: 2 });
	expect(await texts()).toEqual(['A', 'B', 'B']);
	reply({ ...same, text: 'B', id: 2 });
	reply({ ...same, text: 'Late', at: same.at - 3600 });
	expect(await texts()).toEqual(['Late']);
	expect(await texts()).toEqual([]);
});

const REPLIES = isLong ? 3_000 : 1_300;

test(`${REPLIES} replies come once each, at most 400 while their executions may run`, async () => {
	const { service, host, reply } = set();
	await host.activate();
	const got = new Set<string>();
	for (let poll = 0; poll < 120 && got.size < REPLIES; poll += 1) {
		host.advance(60);
		for (let index = 0; index < 400 && service.replies.length < REPLIES; index += 1)
			reply({ at: service.now - (index % 60) });
		const before = service.requests;
		const { events } = await host.poll();
		expect(events.length).toBeLessThanOrEqual(400);
		expect(service.requests - before).toBeLessThanOrEqual(2);
		for (const { record } of events) {
			expect(got.has(String(record.phone))).toBe(false);
			got.add(String(record.phone));
		}
	}
	expect(got.size).toBe(REPLIES);
});

test('what came while n8n was away for a week comes when it is back, and after a crash with its text', async () => {
	const { service, host, reply } = set();
	await host.activate();
	reply({ text: 'First' });
	host.advance(60);
	await host.poll();
	host.saved = host.live;
	host.restart();
	for (let day = 0; day < 7; day += 1) {
		host.advance(86_400);
		reply({ text: 'STOP', at: service.now });
	}
	expect((await host.poll({ crash: true })).delivered).toEqual([]);
	host.advance(60);
	const { events } = await host.poll();
	expect(
		events.filter(({ record }) => record.text === 'STOP' && record.opt_out === true),
	).toHaveLength(7);
	expect(events.filter(({ origin }) => origin !== 'repeated')).toEqual([]);
	host.advance(60);
	expect((await host.poll()).events).toEqual([]);
});

test('filters: words, opt-outs, senders', async () => {
	const { host, reply, texts } = set({ optOut: 'none', words: ['order'] });
	await host.activate();
	reply({ text: 'Order 5' });
	reply({ text: 'STOP' });
	reply({ text: 'No' });
	expect(await texts()).toEqual(['Order 5']);
});

test('a service that shows fewer than it counts is named in the log', async () => {
	const { host, service } = set();
	await host.activate();
	const watcher = new Host(service, parametersFor('messageReceived'), 'legacy', 0, {
		timeZone: 'UTC',
		call: async (request, policy) => {
			const { reply } = await service.call(request, policy);
			const body = { ...Object(reply?.body), total_count: 3 };
			return { reply: { statusCode: 200, headers: {}, body } };
		},
	});
	expect((await watcher.poll()).notes).toEqual([
		'the service counts more replies than it shows: some may be missed',
	]);
});
