/** Promise: what is named is followed to its end, by the hundred or one by one, less often as it ages, and given up when no message can be valid. */
import { BOUNDS } from '../../nodes/MessagingServiceTrigger/state.ts';
import { Host, parametersFor } from './host.mts';
import { FakeService } from './service.mts';

const HOUR = 3600;
const set = (keys: string[]) => {
	const service = new FakeService();
	for (const key of keys) service.singles.set(key.slice(1), 'sent');
	const parameters = parametersFor('messageStatusChanged', { mode: 'finished' }, { keys });
	const host = new Host(service, parameters);
	const poll = async (seconds = 60) => {
		host.advance(seconds);
		const before = service.requests;
		const { events, notes } = await host.poll();
		return {
			ended: events.map(({ record }) => String(record.id)),
			notes,
			requests: service.requests - before,
		};
	};
	return { service, host, poll };
};
const ids = (count: number) => Array.from({ length: count }, (_, index) => `i${1_000_000 + index}`);

test('5,000 messages by their IDs end once each, by the hundred', async () => {
	const keys = ids(BOUNDS.namedIds);
	const { service, host, poll } = set(keys);
	await host.activate();
	for (const key of keys) service.singles.set(key.slice(1), 'delivered');
	const got: string[] = [];
	for (let round = 0; round < 60 && got.length < keys.length; round += 1) {
		const { ended, requests } = await poll(121);
		expect(requests).toBeLessThanOrEqual(50);
		got.push(...ended);
	}
	expect(got.sort()).toEqual(keys.map((key) => key.slice(1)));
	expect((await poll()).requests).toBe(0);
});

test('references are asked for one by one: at every poll for 10 minutes, then less often, and given up after 73 hours', async () => {
	const { host, poll } = set(['xorder1', 'xorder2']);
	await host.activate();
	const asked: number[] = [];
	for (let minute = 0; minute < 60; minute += 1) asked.push((await poll(60)).requests);
	expect(asked.slice(0, 9)).toEqual(Array(9).fill(2));
	expect(asked.slice(10).reduce((sum, count) => sum + count)).toBe(50);
	await poll(72 * HOUR);
	expect((await poll(2 * HOUR)).notes).toHaveLength(2);
	expect((await poll(2 * HOUR)).requests).toBe(0);
});

test('one that cannot be read does not stop the others, and the log says so', async () => {
	const { service, host, poll } = set(['xgood', 'xbad']);
	await host.activate();
	service.singles.set('good', 'delivered');
	service.meanwhile = () => {
		if (service.requests % 2 === 0) throw new Error('refused');
	};
	const { notes } = await poll();
	expect(notes).toEqual(['could not read 1 of those that are named: refused']);
	service.meanwhile = () => {
		throw new Error('refused');
	};
	host.advance(60);
	expect((await host.poll()).fault).toEqual({ error: new Error('refused') });
});

test('what a first look had no time for is news from the second look on', async () => {
	const keys = ids(BOUNDS.namedIds);
	const { service, host, poll } = set(keys);
	await host.poll({ short: true });
	expect((await poll()).ended).toEqual([]);
	for (const key of keys) service.singles.set(key.slice(1), 'delivered');
	const got: string[] = [];
	for (let round = 0; round < 60 && got.length < keys.length; round += 1)
		got.push(...(await poll(121)).ended);
	expect(got.sort()).toEqual(keys.map((key) => key.slice(1)));
});

test('one that the service did not know at the first look is reported at its end', async () => {
	const { service, host, poll } = set(['x77']);
	service.singles.clear();
	await host.poll({ short: true });
	await poll();
	service.singles.set('77', 'delivered');
	expect((await poll()).ended).toEqual(['77']);
});

test('of 500 that are reported as they are at the activation none is left out', async () => {
	const keys = ids(500);
	const { host, poll } = set(keys);
	Object.assign(host.rule, { mode: 'status' });
	const got = (await host.activate('existing')).map(({ record }) => String(record.id));
	expect(got).toHaveLength(400);
	got.push(...(await poll(121)).ended);
	expect(got.sort()).toEqual(keys.map((key) => key.slice(1)));
});

test('one that is named later is reported at its end, and no more when it is named again', async () => {
	const { service, host } = set(['xfirst']);
	await host.activate();
	service.singles.set('late', 'delivered');
	const named = (keys: string[]) => {
		const parameters = parametersFor('messageStatusChanged', { mode: 'finished' }, { keys });
		const other = new Host(service, parameters);
		return async () => {
			other.saved = host.live;
			other.now = host.now += 60_000;
			const { events, write } = await other.poll();
			host.live = write;
			return events.map(({ newStatus }) => newStatus);
		};
	};
	expect(await named(['xfirst', 'xlate'])()).toEqual(['delivered']);
	expect(await named(['xfirst'])()).toEqual([]);
	expect(await named(['xfirst', 'xlate'])()).toEqual([]);
});
