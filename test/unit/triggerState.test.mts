import type { IDataObject } from 'n8n-workflow';
import {
	seeApplication,
	seeCampaign,
	seeMessage,
	seeTask,
} from '../../nodes/MessagingServiceTrigger/events/index.ts';
import { namesOf } from '../../nodes/MessagingServiceTrigger/triggerParameters.ts';
import { chooseState } from '../../nodes/MessagingServiceTrigger/state/choose.ts';
import {
	decode,
	encode,
	keepBounds,
	sameState,
	storedSize,
} from '../../nodes/MessagingServiceTrigger/state/codec.ts';
import { replay } from '../../nodes/MessagingServiceTrigger/replay.ts';
import { BOUNDS, compareIds, missed } from '../../nodes/MessagingServiceTrigger/state/state.ts';
import type { TriggerState } from '../../nodes/MessagingServiceTrigger/state/state.ts';
import { campaignList } from '../../nodes/MessagingServiceTrigger/watching/source.ts';
import { shiftTime } from '../../nodes/MessagingServiceTrigger/watching/time.ts';
import { NOW, state, trigger } from './triggerScript.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

describe('the state', () => {
	const full = (): TriggerState =>
		state({
			revision: 7,
			emittedRevision: 6,
			watched: {
				s1: {
					status: 'sending',
					reported: [1, 2],
					counters: [3, 4],
					visits: { sending: 2 },
					created: '2026-11-21 09:00:00',
					askedSince: 5,
					nextLook: 6,
					misses: 7,
					waited: true,
				},
			},
			lists: {
				sms: {
					ids: ['1'],
					floor: '0',
					backlog: 3,
					sortsByStatus: true,
					unfinishedAt: 9,
					history: 500,
				},
			},
			done: ['i1'],
			emitted: [
				{
					key: 's1',
					eventId: 'e',
					previousStatus: null,
					newStatus: 'done',
					noticedAt: NOW,
					emissions: 1,
					isFinal: true,
					repeatedAfter: 5,
				},
			],
			forgotten: { count: 1, last: 's0', why: 'no longer shown' },
		});

	it('comes back from its short form as it was', () => {
		expect(decode(encode(full()), 'sig')).toEqual(full());
		expect(decode(encode(state()), 'sig')).toEqual(state());
		expect(JSON.stringify(encode(full()))).not.toMatch(/emittedRevision|noticedAt|sortsByStatus/);
	});

	it('is read only when it is one of ours', () => {
		const stored = encode(full());
		for (const odd of [
			undefined,
			null,
			'text',
			[],
			{ ...stored, sig: 'other' },
			{ ...stored, version: 1 },
			{ ...stored, rev: '1' },
			{ ...stored, w: undefined },
			{ ...stored, l: [] },
			{ ...stored, d: {} },
			{ ...stored, e: {} },
		])
			expect(decode(odd, 'sig')).toBeUndefined();
		expect(
			sameState(state({ revision: 1, writtenBy: 'a' }), state({ revision: 2, writtenBy: 'b' })),
		).toBe(true);
		expect(sameState(state(), state({ emittedRevision: 1 }))).toBe(false);
	});

	it('that is newer is gone on from', () => {
		const stored = state({ revision: 5 });
		const memory = (more: Partial<TriggerState>, confirmed = 0) => ({
			state: state(more),
			confirmed,
		});
		expect(chooseState(undefined, undefined, 'run')).toBeUndefined();
		expect(chooseState(stored, undefined, 'run')).toEqual({ state: stored, replay: false });
		expect(chooseState(stored, undefined, 'other')).toEqual({ state: stored, replay: true });
		expect(chooseState(stored, memory({ revision: 5 }), 'run')?.state).toBe(stored);
		expect(chooseState(stored, memory({ revision: 9, life: 'another' }), 'run')?.state).toBe(
			stored,
		);
		expect(chooseState(stored, memory({ revision: 6, emittedRevision: 6 }), 'run')).toMatchObject({
			state: { revision: 6 },
			replay: true,
		});
		expect(chooseState(stored, memory({ revision: 6, emittedRevision: 5 }), 'run')).toMatchObject({
			replay: false,
		});
		// Another main process stored its events while ticks of this one were not stored.
		expect(chooseState(stored, memory({ revision: 6 }, 4), 'other')).toEqual({
			state: stored,
			replay: true,
		});
		expect(chooseState(stored, memory({ revision: 6 }, 5), 'other')).toMatchObject({
			state: { revision: 6 },
		});
		expect(
			chooseState(undefined, memory({ revision: 6, emittedRevision: 6 }), 'run'),
		).toMatchObject({
			replay: true,
		});
		expect(
			chooseState(undefined, memory({ revision: 6, emittedRevision: 6 }, 6), 'run'),
		).toMatchObject({
			replay: false,
		});
	});

	it('forgets what is not shown ten times in a row', () => {
		const one = state({ watched: { s1: { status: 'sending' } } });
		missed(one, 's2');
		for (let count = 1; count < BOUNDS.misses; count += 1) missed(one, 's1');
		expect(one.watched.s1?.misses).toBe(9);
		missed(one, 's1');
		expect([one.watched, one.forgotten]).toEqual([
			{},
			{ count: 1, last: 's1', why: 'no longer shown' },
		]);
	});

	it('stays small: events go first, then the oldest objects', () => {
		const large = state({
			watched: Object.fromEntries(
				Array.from({ length: 300 }, (_, id) => [`s${id}`, { status: 'x'.repeat(300) }]),
			),
		});
		large.emitted = Array.from({ length: 250 }, (_, id) => ({
			key: `s${id}`,
			eventId: 'e',
			previousStatus: null,
			newStatus: '',
			noticedAt: 0,
			emissions: 1,
		}));
		keepBounds(large);
		expect(storedSize(large)).toBeLessThanOrEqual(BOUNDS.size);
		expect(large.emitted).toEqual([]);
		expect(large.watched).not.toHaveProperty('s0');
		expect(large.forgotten?.why).toBe('state too large');
		const stuck = state({ done: ['x'.repeat(BOUNDS.size)] });
		keepBounds(stuck);
		expect(stuck.watched).toEqual({});
	});

	it('is told again with what is known, where the service shows nothing', () => {
		const emitted = ['s7', 'r8', 'i9', 't1', 'xref', 'i99999999999999999999'].map((key) => ({
			key,
			eventId: key,
			previousStatus: 'sent',
			newStatus: 'done',
			noticedAt: NOW,
			emissions: 1,
			...(key === 's7' ? { isFinal: true as const } : {}),
		}));
		const one = state({ emitted });
		const told = replay(
			one,
			{ event: 'campaignFinished', events: [], recordOf: () => undefined, now: NOW },
			true,
			emitted,
		);
		expect(told.map(({ record }) => record)).toEqual([
			{ id: 7, status: 'done', message_type: 'sms' },
			{ id: 8, status: 'done', message_type: 'rcs' },
			{ id: 9, status: 'done' },
			{ id: 1, status: 'done' },
			{ reference: 'ref', status: 'done' },
			{ id: '99999999999999999999', status: 'done' },
		]);
		expect(told.map(({ isFinal }) => isFinal)).toEqual([true, false, false, false, false, false]);
		expect(one.emitted.map(({ emissions }) => emissions)).toEqual([2, 2, 2, 2, 2, 2]);
	});
});

describe('what the service shows', () => {
	it.each(['campaignFinished', 'campaignMessageFinished'])(
		'is read to its end where it names no IDs (%s)',
		async (event) => {
			const records = Array.from({ length: 70 }, () => ({ status: 'sending', sender: 'Shop' }));
			let requests = 0;
			const one = trigger({ event, messageType: 'sms' }, ({ options }) => {
				// Whoever asks for the same page again and again would never come to an end.
				if ((requests += 1) > 100) return { status: 403, body: {} };
				const offset = Number(options.qs?.['page[offset]'] ?? 0);
				const data = records.slice(offset, offset + 30);
				return { body: { data, meta: { page: { total: records.length } } } };
			});
			expect(await one.poll()).toBeNull();
			expect(await one.poll()).toBeNull();
			expect(one.asked.length).toBeLessThan(40);
		},
	);

	it('is read however little it is', async () => {
		expect(seeCampaign({}, 'sms', 'UTC')).toMatchObject({
			key: 's',
			status: '',
			strange: true,
			final: false,
			counters: [null, null, null, null],
			created: '',
			finished: '',
			sender: '',
		});
		expect(
			seeCampaign(
				{
					id: 5,
					status: ' DONE ',
					alternative_channels: { sms: { sent: '3', delivered: 2 } },
				},
				'rcs',
				'UTC',
			),
		).toMatchObject({ key: 'r5', status: 'done', final: true, counters: [null, null, 3, 2] });
		expect(seeApplication({ id: 1, status: 'odd' }, 'UTC')).toMatchObject({
			key: 'a1',
			status: 'odd',
			strange: true,
			final: false,
		});
		expect(seeMessage('i1', undefined, 'UTC')).toBeUndefined();
		expect(seeMessage('i1', { id: 1, status: 'ok' }, 'UTC')).toMatchObject({ strange: true });
	});

	it('of a list is a page, whatever it leaves out', async () => {
		const pageOf = async (body: unknown) => {
			const list = campaignList(async () => body, 'sms', 'UTC');
			const { seen, end } = await list.page({ sort: 'id', way: 'desc' });
			return [seen.map(({ key }) => key), end];
		};
		const many = Array.from({ length: 30 }, (_, id) => ({ id: id + 1, status: 'done' }));
		expect(await pageOf('text')).toEqual([[], true]);
		expect(await pageOf({ data: [{ id: 3 }], meta: { page: { total: '7' } } })).toEqual([
			['s3'],
			false,
		]);
		expect((await pageOf({ data: many }))[1]).toBe(false);
		expect((await pageOf({ data: many.slice(1) }))[1]).toBe(false);
		expect((await pageOf({ data: [] }))[1]).toBe(true);
		expect((await pageOf({ data: many, meta: { page: { total: 30 } } }))[1]).toBe(true);
	});

	it('of a bulk task is final when all that was sent has ended, and nothing moves', () => {
		const see = (record: IDataObject, expected = 0, before?: number[]) =>
			seeTask('t4', record, expected, before);
		expect(see({ status: 'sent' })).toBeUndefined();
		expect(see({ sent: 0 })).toMatchObject({ status: 'new', final: false });
		expect(see({ sent: 2, delivered: 2 })).toMatchObject({ status: 'sending', final: false });
		expect(see({ sent: 2, delivered: 2 }, 0, [2, 1, 0, 0, 0])).toMatchObject({
			final: false,
		});
		expect(see({ sent: 2, delivered: 1, expired: 1 }, 0, [2, 1, 1, 0, 0])).toMatchObject({
			status: 'finished',
			final: true,
		});
		expect(see({ sent: 2, delivered: 1 }, 0, [2, 1, 0, 0, 0])).toMatchObject({
			final: false,
		});
		expect(see({ sent: 2, delivered: 1, unknown: 1 }, 3)).toMatchObject({ final: false });
		expect(see({ sent: 1, delivered: 2, unknown: 1 }, 3)).toMatchObject({ final: true });
	});

	it('is compared and moved without a clock', () => {
		expect(
			[
				compareIds('9', '10'),
				compareIds('10', '9'),
				compareIds('10', '10'),
				compareIds('11', '10'),
				compareIds('10', '11'),
			].map(Math.sign),
		).toEqual([-1, 1, 0, 1, -1]);
		expect([shiftTime('2026-11-21 00:00:00', -1), shiftTime('', 5), shiftTime('soon', 5)]).toEqual([
			'2026-11-20 23:59:59',
			'',
			'soon',
		]);
		expect(namesOf(['1', 2, null, ' 1 '])).toEqual(['1', '2']);
		expect(namesOf('1 2;3,,3')).toEqual(['1', '2', '3']);
		expect(namesOf(undefined)).toEqual([]);
	});
});
