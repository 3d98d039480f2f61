/** Messages that are named: how often they are asked for, how many at a time, and for how long. */
import type { NodeOperationError } from 'n8n-workflow';
import { decode, encode } from '../../nodes/MessagingServiceTrigger/state/codec.ts';
import { BOUNDS, newState } from '../../nodes/MessagingServiceTrigger/state/state.ts';
import { randomOf } from '../../tools/lib/random.mts';
import { NOT_THERE } from './fakeFunctions.mts';
import { trigger } from './triggerScript.mts';
import { watching } from './triggerNamed.mts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

describe('messages that are named', () => {
	it('are asked for less often as they age, and no longer once no validity can last', async () => {
		const { host, during } = watching(['1'], new Map([['1', 'sent']]));
		expect(await during(10 * MINUTE)).toBe(10);
		expect(await during(50 * MINUTE)).toBeLessThanOrEqual(26);
		expect(await during(5 * HOUR)).toBeLessThanOrEqual(31);
		expect(await during(18 * HOUR)).toBeLessThanOrEqual(37);
		expect(await during(49 * HOUR)).toBeLessThanOrEqual(50);
		await during(2 * HOUR);
		expect(host.state?.forgotten).toEqual({ count: 1, last: 'i1', why: 'validity is over' });
		expect(await during(24 * HOUR)).toBe(0);
	});

	it('begin to age when their time has come, where they were scheduled', async () => {
		const statuses = new Map([['1', 'scheduled']]);
		const { host, during } = watching(['1'], statuses);
		await during(100 * HOUR);
		statuses.set('1', 'delivered');
		expect((await host.poll()).events).toMatchObject([
			{ previousStatus: 'scheduled', newStatus: 'delivered', isFinal: true },
		]);
	});

	it('are dropped at their final status', async () => {
		const statuses = new Map([
			['1', 'sent'],
			['2', 'sent'],
		]);
		const { host, asked } = watching(['1', '2'], statuses);
		expect((await host.poll()).events).toEqual([]);
		statuses.set('1', 'undeliverable');
		host.advance(MINUTE);
		expect((await host.poll()).events).toMatchObject([
			{ newStatus: 'undeliverable', isFinal: true },
		]);
		asked.length = 0;
		host.advance(MINUTE);
		await host.poll();
		expect(asked).toEqual(['2']);
	});

	it('are asked for at most five at a time, and each has its turn', async () => {
		const names = Array.from({ length: 250 }, (_, index) => String(1000 + index));
		const { host, asked, most } = watching(names, new Map(names.map((name) => [name, 'sent'])));
		await host.poll();
		expect(new Set(asked).size).toBe(names.length);
		expect(most.inFlight).toBe(5);
		expect(JSON.stringify(host.live).length).toBeLessThan(64_000);
	});

	it('are asked for by the hundred where the service offers that: ten thousand, each final status once', async () => {
		const random = randomOf(7);
		const names = Array.from({ length: 10_000 }, (_, index) => String(5_000_000 + index * 7));
		const statuses = new Map(names.map((name) => [name, 'sent']));
		const { host, asked, together, offers } = watching(names, statuses);
		offers.many = true;
		expect((await host.poll()).events).toEqual([]);
		expect([together.length, new Set(together), asked]).toEqual([100, new Set([100]), []]);
		const told: string[] = [];
		let [largest, polls] = [0, 0];
		while (told.length < names.length) {
			host.advance(MINUTE);
			for (const name of names)
				if (statuses.get(name) === 'sent' && random() < 0.4) statuses.set(name, 'delivered');
			together.length = 0;
			const { events } = await host.poll();
			told.push(...events.map(({ record }) => String(record.id)));
			largest = Math.max(largest, JSON.stringify(host.live).length);
			expect(together.length).toBeLessThanOrEqual(100);
			expect((polls += 1)).toBeLessThan(400);
		}
		expect([told.length, new Set(told).size]).toEqual([names.length, names.length]);
		expect(largest).toBeLessThanOrEqual(BOUNDS.size);
		together.length = asked.length = 0;
		host.advance(MINUTE);
		expect((await host.poll()).events).toEqual([]);
		expect([together, asked]).toEqual([[], []]);
	});

	it('are told of again after a restart, ten thousand of them under the same IDs', async () => {
		const random = randomOf(3);
		const names = [
			...new Set(Array.from({ length: 10_000 }, () => String(1e9 + Math.floor(random() * 9e9)))),
		];
		const statuses = new Map(names.map((name) => [name, 'sent']));
		const { host, together, offers } = watching(names, statuses);
		offers.many = true;
		await host.poll();
		for (const name of names.slice(0, 1500)) statuses.set(name, 'delivered');
		host.advance(MINUTE);
		const lost = await host.poll({ crash: true });
		expect(lost.events).toHaveLength(1500);
		host.advance(MINUTE);
		together.length = 0;
		const { events } = await host.poll();
		const ids = (all: typeof events) => all.map(({ eventId }) => eventId).sort();
		expect(ids(events)).toEqual(ids(lost.events));
		expect(events.every(({ repeated, record }) => repeated && record.status === 'delivered')).toBe(
			true,
		);
		expect(together.length).toBeLessThan(120);
		expect(JSON.stringify(host.live).length).toBeLessThanOrEqual(BOUNDS.size);
	});

	it('are asked for one by one where the service does not offer more: so many a poll, in turn, and what was there is no news', async () => {
		const names = Array.from({ length: 1000 }, (_, index) => String(1000 + index));
		const statuses = new Map(names.map((name) => [name, 'sent']));
		statuses.set('1999', 'delivered').set('1001', 'delivered');
		const { host, asked } = watching(names, statuses);
		const events = [];
		for (let poll = 0; poll < 4; poll += 1) {
			asked.length = 0;
			events.push(...(await host.poll()).events);
			expect(asked).toHaveLength(250);
			host.advance(MINUTE);
		}
		expect(events).toEqual([]);
		expect(Object.keys(host.state?.watched ?? {})).toHaveLength(998);
		statuses.set('1500', 'delivered');
		for (let poll = 0; poll < 4; poll += 1) {
			events.push(...(await host.poll()).events);
			host.advance(MINUTE);
		}
		expect(events).toMatchObject([{ newStatus: 'delivered', record: { id: 1500 } }]);
	});

	it('that the answer leaves out are asked for by themselves', async () => {
		const names = ['1', '2', '3', '4', '5', '6', '007'];
		const statuses = new Map(names.map((name) => [name, 'sent']));
		statuses.delete('3');
		const { host, asked, offers } = watching(names, statuses);
		offers.many = true;
		await host.poll();
		expect(asked.sort()).toEqual(['007', '3']);
	});

	it.each([
		[15, 7000],
		[19, 400],
	])(
		'are refused where the IDs of all take too much room, and what is said to fit does: random ones of %d digits',
		async (digits, least) => {
			const random = randomOf(9);
			const draw = () =>
				Array.from({ length: digits }, () => Math.floor(1 + 9 * random())).join('');
			const names = [...new Set(Array.from({ length: 10_000 }, draw))];
			const refused = await trigger(
				{ event: 'messageStatusChanged', messageIds: names },
				() => NOT_THERE,
			)
				.poll()
				.catch((error: NodeOperationError) => error);
			const fits = Number(
				/room for ([\d,]+) of these message IDs, 10,000 are named/
					.exec(String(refused))?.[1]
					?.replace(',', ''),
			);
			expect(refused).toMatchObject({
				description:
					'They are long and lie far from each other. Split them between several triggers.',
			});
			expect(fits).toBeGreaterThan(least);
			const kept = names.slice(0, fits);
			const statuses = new Map(kept.map((name) => [name, 'sent']));
			const { host, offers } = watching(kept, statuses);
			offers.many = true;
			await host.poll();
			// What is not asked for together has its first look in turn.
			await host.poll();
			for (const name of kept) statuses.set(name, 'delivered');
			const told: string[] = [];
			let largest = 0;
			for (let poll = 0; poll < 4; poll += 1) {
				host.advance(3 * MINUTE);
				told.push(...(await host.poll()).events.map(({ eventId }) => eventId));
				largest = Math.max(largest, JSON.stringify(host.live).length);
			}
			expect(told.length).toBeGreaterThanOrEqual(Math.min(fits, 1500));
			expect(new Set(told).size).toBe(told.length);
			expect([largest <= BOUNDS.size, host.state?.forgotten]).toEqual([true, undefined]);
		},
	);

	it('are known from what an earlier release stored of them', () => {
		const keys = Array.from({ length: 40 }, (_, index) => `i${100 + index}`);
		const state = newState('test', 'life', 'process');
		for (const key of keys) state.watched[key] = { status: 'sent', askedSince: 5, nextLook: 7 };
		state.watched.i007 = { status: '', visits: { sent: 1 } };
		state.watched.xref = { status: 'something' };
		state.done = [...keys.map((key) => `i9${key.slice(1)}`), 'xdone', 'i9223372036854775807'];
		const stored = encode(state);
		expect(JSON.stringify(stored).length).toBeLessThan(450);
		const read = decode(stored, 'test');
		expect(read?.watched).toEqual(state.watched);
		expect(read?.done.sort()).toEqual(state.done.sort());
		const plain = {
			...stored,
			w: Object.fromEntries(keys.map((key) => [key, { s: 'sent', a: 5, n: 7 }])),
			d: state.done,
			g: undefined,
			k: undefined,
		};
		expect(decode(plain, 'test')?.watched[keys[3] ?? '']).toEqual(state.watched.i103);
		expect(decode(plain, 'test')?.done.sort()).toEqual(state.done.sort());
	});

	it('are reported although others cannot be read', async () => {
		const statuses = new Map([
			['1', 'sent'],
			['2', 'sent'],
		]);
		const { host } = watching(['1', '2'], statuses);
		await host.poll();
		statuses.set('1', 'away').set('2', 'delivered');
		host.advance(MINUTE);
		expect((await host.poll()).events).toMatchObject([
			{ newStatus: 'delivered', record: { id: 2 } },
		]);
		statuses.set('1', 'expired');
		host.advance(MINUTE);
		expect((await host.poll()).events).toMatchObject([{ newStatus: 'expired', record: { id: 1 } }]);
	});

	it('are reported although most of the others can never be read, from the first look on', async () => {
		const bad = Array.from({ length: 20 }, (_, index) => String(100 + index));
		const statuses = new Map([...bad.map((name) => [name, 'away'] as const), ['1', 'sent']]);
		const { host } = watching([...bad, '1'], statuses);
		const first = await host.poll();
		expect([first.fault, first.notes]).toEqual([
			undefined,
			[expect.stringMatching(/^could not read 20 of those named, .*: the service is away$/)],
		]);
		statuses.set('1', 'delivered');
		host.advance(MINUTE);
		expect((await host.poll()).events).toMatchObject([
			{ previousStatus: 'sent', newStatus: 'delivered', record: { id: 1 } },
		]);
	});

	it('make the poll fail when none can be read', async () => {
		const { host } = watching(
			['1', '2'],
			new Map([
				['1', 'away'],
				['2', 'away'],
			]),
		);
		expect((await host.poll()).fault).toBeDefined();
	});

	it('are no news when they leave the list and come back', async () => {
		const statuses = new Map([
			['1', 'sent'],
			['2', 'sent'],
		]);
		const { host, name } = watching(['1', '2'], statuses);
		await host.poll();
		statuses.set('1', 'delivered');
		host.advance(MINUTE);
		expect((await host.poll()).events).toHaveLength(1);
		for (const names of [['2'], ['1', '2']]) {
			name(names);
			host.advance(MINUTE);
			expect((await host.poll()).events).toEqual([]);
		}
	});

	it('are reported at every change by choice', async () => {
		const statuses = new Map<string, string>();
		const { host } = watching(['1'], statuses, 'status');
		const seen = [];
		for (const status of ['', 'accepted', 'sent', 'delivered', 'read']) {
			if (status !== '') statuses.set('1', status);
			seen.push(
				...(await host.poll()).events.map(
					(event) => `${event.previousStatus} > ${event.newStatus}`,
				),
			);
			host.advance(MINUTE);
		}
		expect(seen).toEqual(['null > accepted', 'accepted > sent', 'sent > delivered']);
	});
});
