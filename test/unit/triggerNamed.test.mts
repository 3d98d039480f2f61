/** Messages that are named: how often they are asked for, how many at a time, and for how long. */
import { watcherOf } from '../../nodes/MessagingServiceTrigger/watchers.ts';
import type { Read } from '../../nodes/MessagingServiceTrigger/watching/source.ts';
import { FakeService } from './triggerService.mts';
import { Host, ruleFor } from './triggerHost.mts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A trigger on messages that the service shows as `statuses` says. */
function watching(
	names: string[],
	statuses: Map<string, string>,
	mode: 'status' | 'finished' = 'finished',
) {
	const asked: string[] = [];
	let flying = 0;
	const most = { inFlight: 0 };
	const read: Read = async (path) => {
		const id = path.slice('/rest/sms/'.length);
		asked.push(id);
		most.inFlight = Math.max(most.inFlight, (flying += 1));
		await new Promise(setImmediate);
		flying -= 1;
		const status = statuses.get(id);
		if (status === 'away') throw new Error('the service is away');
		return status === undefined ? undefined : { id: Number(id), status };
	};
	const rule = ruleFor('messageStatusChanged', { mode });
	const host = new Host(new FakeService(), rule);
	const name = (wanted: string[]) => {
		host.watcher = watcherOf(
			{
				rule,
				kind: 'message',
				campaignTypes: [],
				keys: wanted.map((one) => `i${one}`),
				expected: 0,
				received: { words: [], optOut: 'any', optOutWords: [] },
				reportExisting: false,
			},
			read,
			'UTC',
		);
	};
	name(names);
	/** Polls once a minute for so long. @returns how often was asked */
	const during = async (seconds: number): Promise<number> => {
		const before = asked.length;
		for (let left = seconds; left > 0; left -= MINUTE) {
			await host.poll();
			host.advance(MINUTE);
		}
		return asked.length - before;
	};
	return { host, asked, most, during, name };
}

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
		expect(new Set(asked).size).toBe(250);
		expect(most.inFlight).toBe(5);
		expect(JSON.stringify(host.live).length).toBeLessThan(64_000);
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
