import type { IDataObject, INodeParameters, IPollFunctions } from 'n8n-workflow';
import { seeApplication } from '../../nodes/MessagingServiceTrigger/applications.ts';
import { seeCampaign } from '../../nodes/MessagingServiceTrigger/campaigns.ts';
import { Session } from '../../nodes/MessagingServiceTrigger/diff.ts';
import { namesOf, seeMessage, seeTask } from '../../nodes/MessagingServiceTrigger/named.ts';
import { pollService } from '../../nodes/MessagingServiceTrigger/poll.ts';
import { compareIds, pageOf, shiftTime } from '../../nodes/MessagingServiceTrigger/reader.ts';
import { replay } from '../../nodes/MessagingServiceTrigger/replay.ts';
import { sampleOf } from '../../nodes/MessagingServiceTrigger/sample.ts';
import {
	BOUNDS,
	chooseState,
	keepBounds,
	missed,
	newState,
	readState,
	sameState,
} from '../../nodes/MessagingServiceTrigger/state.ts';
import type { TriggerState } from '../../nodes/MessagingServiceTrigger/state.ts';
import { fakeFunctions, lost, NOT_THERE } from './fakeFunctions.mts';
import type { Answer, Asked } from './fakeFunctions.mts';
import { asIs, ruleFor } from './triggerHost.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

const state = (more: Partial<TriggerState> = {}): TriggerState => ({
	...newState('sig', 'life', 'run'),
	...more,
});
const NOW = Date.parse('2026-11-21T10:00:00Z');
let nodes = 0;

interface Trigger {
	poll(mode?: string): Promise<IDataObject[] | null>;
	staticData: IDataObject;
	asked: Asked[];
	warnings: string[];
}

/** A trigger on n8n's context, with a scripted service. */
function trigger(
	parameters: object,
	answer: (asked: Asked, count: number) => Answer,
	more: { activation?: string; budgetMs?: number; timeZone?: string } = {},
): Trigger {
	const staticData: IDataObject = {};
	const warnings: string[] = [];
	const { functions, asked } = fakeFunctions({
		parameters: parameters as INodeParameters,
		node: { id: `trigger-${(nodes += 1)}` },
		credential: { timeZone: more.timeZone ?? 'UTC' },
		answer,
	});
	let mode = 'trigger';
	const context = {
		...functions,
		getNodeParameter: (name: string, fallback: unknown) =>
			functions.getNodeParameter(name, 0, fallback),
		getWorkflowStaticData: () => staticData,
		getMode: () => mode,
		getActivationMode: () => more.activation ?? 'activate',
		logger: { warn: (text: string) => warnings.push(text) },
		...(more.budgetMs === undefined ? {} : { getPollBudgetMs: () => more.budgetMs }),
	} as unknown as IPollFunctions;
	return {
		staticData,
		asked,
		warnings,
		async poll(now = 'trigger') {
			mode = now;
			return (await pollService(context))?.[0]?.map(({ json }) => json) ?? null;
		},
	};
}

const page = (data: IDataObject[]): Answer => ({
	body: { data, meta: { page: { total: data.length } } },
});
const campaign = (id: number, status: string, more: IDataObject = {}): IDataObject => ({
	id,
	status,
	sender: 'Shop',
	created_at: '2026-11-21 09:00:00',
	statistics: { sent: 1, delivered: 1 },
	...more,
});

describe('a poll', () => {
	it('watches named messages, by id and by reference, until they are final', async () => {
		let status = 'sent';
		const one = trigger({ event: 'messageStatusChanged', messageIds: '1, 2' }, ({ path }) =>
			path.endsWith('/1') ? { body: { id: 1, status } } : NOT_THERE,
		);
		expect(await one.poll()).toBeNull();
		status = 'delivered';
		expect(await one.poll()).toMatchObject([
			{ newStatus: 'delivered', previousStatus: 'sent', isFinal: true },
		]);
		const named = trigger(
			{
				event: 'messageStatusChanged',
				notify: 'every',
				lookUpBy: 'reference',
				references: ['a_B-1'],
				options: { reportExisting: true },
			},
			() => ({ body: { id: 1, status: 'sent' } }),
		);
		expect(await named.poll()).toMatchObject([{ newStatus: 'sent', existing: true }]);
		expect(named.asked[0]?.path).toBe('/rest/sms/reference/a_B-1');
	});

	it('takes 404 for unknown, and tells every other fault', async () => {
		expect(
			await trigger({ event: 'messageStatusChanged', messageIds: '1' }, () => ({
				status: 404,
				body: '',
			})).poll(),
		).toBeNull();
		await expect(
			trigger({ event: 'messageStatusChanged', messageIds: '1' }, () => ({
				status: 403,
				body: {},
			})).poll(),
		).rejects.toThrow('The account may not do this');
		await expect(
			trigger({ event: 'campaignFinished' }, () => ({ status: 404, body: '' })).poll(),
		).rejects.toThrow('The service does not know this record or address');
	});

	it('refuses nothing to watch, and too much', async () => {
		await expect(
			trigger({ event: 'messageStatusChanged', messageIds: ' ' }, () => NOT_THERE).poll(),
		).rejects.toMatchObject({
			message: 'Nothing is named to be watched',
			description: 'Name 1 to 250 IDs or references, or share them out to several triggers.',
		});
		await expect(
			trigger(
				{ event: 'bulkTaskFinished', taskIds: Array.from({ length: 251 }, (_, id) => id) },
				() => NOT_THERE,
			).poll(),
		).rejects.toThrow('One trigger watches up to 250 of them, 251 are named');
	});

	it.each([
		[
			{ event: 'messageStatusChanged', messageIds: '1, 40300001x' },
			'Message IDs "40300001x" is not in the form that the service takes',
			'Use the number that the service gave, 1 to 19 digits.',
		],
		[
			{ event: 'messageStatusChanged', messageIds: ['12345678901234567890'] },
			'Message IDs "…7890" is not in the form that the service takes',
			'Use the number that the service gave, 1 to 19 digits.',
		],
		[
			{ event: 'messageStatusChanged', lookUpBy: 'reference', references: 'order1, ../sms' },
			'References "../sms" is not in the form that the service takes',
			'Use 1 to 32 Latin letters, digits, _ and -.',
		],
		[
			{ event: 'bulkTaskFinished', taskIds: 'T1' },
			'Task IDs "T1" is not in the form that the service takes',
			'Use the number that the service gave, 1 to 19 digits.',
		],
	])(
		'refuses what no message or task is named, before it asks for any (%j)',
		async (parameters, message, description) => {
			const one = trigger(parameters, () => ({ body: { id: 1, status: 'sent' } }));
			await expect(one.poll()).rejects.toMatchObject({ message, description });
			await expect(one.poll('manual')).rejects.toMatchObject({ message });
			expect(one.asked).toEqual([]);
		},
	);

	it('takes the address of a message for its ID', async () => {
		const one = trigger(
			{ event: 'messageStatusChanged', messageIds: 'https://example.com/messages/7 7' },
			() => ({ body: { id: 7, status: 'sent' } }),
		);
		await one.poll();
		expect(one.asked.map(({ path }) => path)).toEqual(['/rest/sms/7']);
	});

	it('hides in the log what may be a phone', async () => {
		const clock = jest.spyOn(Date, 'now').mockReturnValue(NOW);
		const one = trigger(
			{ event: 'messageStatusChanged', messageIds: '380991112233' },
			() => NOT_THERE,
		);
		await one.poll();
		clock.mockReturnValue(NOW + 74 * 3_600_000);
		await one.poll().finally(() => clock.mockRestore());
		expect(one.warnings).toEqual([
			'Messaging Service Trigger no longer watches i…2233 (validity is over); forgotten so far: 1',
		]);
	});

	it('watches bulk tasks until as many have ended as are expected', async () => {
		let delivered = 1;
		const one = trigger(
			{ event: 'bulkTaskFinished', taskIds: 4, options: { expected: 3 } },
			() => ({ body: { task_id: 4, sent: 3, delivered } }),
		);
		expect(await one.poll()).toBeNull();
		delivered = 3;
		expect(await one.poll()).toMatchObject([{ newStatus: 'finished', previousStatus: 'sending' }]);
	});

	it('lets the other of two at a time do the work', async () => {
		const one = trigger({ event: 'campaignFinished', messageType: 'sms' }, () => page([]));
		expect(await Promise.all([one.poll(), one.poll()])).toEqual([null, null]);
		expect(one.asked).toHaveLength(1);
	});

	it('does not let a restart fail for a moment’s fault, but for one that stays', async () => {
		const away = trigger(
			{ event: 'campaignFinished', messageType: 'sms' },
			() => ({ status: 503, headers: { 'retry-after': '99' }, body: '' }),
			{ activation: 'leadershipChange', budgetMs: 1000 },
		);
		expect(await away.poll()).toBeNull();
		expect(away.warnings).toEqual([
			'Messaging Service Trigger: The service is not available at the moment, HTTP 503. The next poll asks again.',
		]);
		await expect(away.poll()).rejects.toThrow('not available');
		await expect(
			trigger(
				{ event: 'campaignFinished', messageType: 'sms' },
				() => ({ status: 403, body: {} }),
				{ activation: 'init' },
			).poll(),
		).rejects.toThrow('The account may not do this');
	});

	it('keeps to the senders, states and steps of its options', async () => {
		const one = trigger(
			{
				event: 'campaignProgress',
				messageType: 'sms',
				options: {
					step: 'x',
					senders: 'SHOP',
					campaignIds: '1',
					reportExisting: true,
					reportNew: false,
				},
			},
			() =>
				page([
					campaign(1, 'sending'),
					campaign(2, 'sending'),
					campaign(3, 'sending', { sender: 'Other' }),
				]),
			{ timeZone: '' },
		);
		expect(await one.poll()).toMatchObject([{ record: { id: 1 } }]);
	});

	it('goes on for hundreds of nodes', async () => {
		for (let count = 0; count < 205; count += 1)
			expect(
				await trigger({ event: 'messageStatusChanged', messageIds: '1' }, () => ({
					body: { id: 1, status: 'sent' },
				})).poll(),
			).toBeNull();
	});

	it('ends in time for an activation, and goes on at the next tick', async () => {
		const real = Date.now;
		let passed = 0;
		const clock = jest.spyOn(Date, 'now').mockImplementation(() => real() + passed);
		const ids = Array.from({ length: 200 }, (_, id) => id + 1).join();
		const one = trigger({ event: 'messageStatusChanged', messageIds: ids }, () => {
			passed += 2000;
			return { body: { id: 1, status: 'sent' } };
		});
		await one.poll();
		const first = one.asked.length;
		await one.poll().finally(() => clock.mockRestore());
		// 2 seconds a request, 50 seconds a poll, ten requests at a time.
		expect(first).toBeGreaterThanOrEqual(25);
		expect(first).toBeLessThanOrEqual(45);
		expect(one.asked.length).toBeGreaterThan(first);
	});

	it('says what its bounds made it forget', async () => {
		let count = 1;
		const one = trigger({ event: 'applicationStatusChanged' }, () =>
			page(Array.from({ length: count }, (_, id) => ({ id: id + 1, status: 'new', sender: 'S' }))),
		);
		await one.poll();
		count = 420;
		for (let polls = 0; polls < 4; polls += 1) await one.poll();
		expect(one.warnings.at(-1)).toMatch(
			/^Messaging Service Trigger no longer watches a\d+ \(too many unfinished\); forgotten so far: \d+$/,
		);
	});
});

describe('the test step', () => {
	it.each<[object, Answer, object]>([
		[
			{ event: 'campaignFinished', messageType: 'both' },
			page([campaign(2, 'sending'), campaign(1, 'done')]),
			{ sample: false, newStatus: 'done' },
		],
		[
			{ event: 'campaignStatusChanged', messageType: 'sms', options: { statuses: 'paused' } },
			page([campaign(2, 'sending'), campaign(1, 'paused')]),
			{ sample: false, newStatus: 'paused' },
		],
		[
			{ event: 'campaignProgress', messageType: 'sms' },
			page([]),
			{ sample: true, newStatus: 'done', previousCounters: [0, 0] },
		],
		[
			{ event: 'applicationStatusChanged' },
			page([{ id: 1, sender: 'Shop', status: 'new' }]),
			{ sample: false, newStatus: 'new' },
		],
		[
			{ event: 'applicationStatusChanged' },
			page([]),
			{ sample: true, newStatus: 'registration completed' },
		],
		[
			{ event: 'messageStatusChanged', messageIds: '1,2' },
			{ body: { id: 1, status: 'sent' } },
			{ sample: false, newStatus: 'sent' },
		],
		[
			{ event: 'messageStatusChanged', messageIds: '1,2,3,4' },
			NOT_THERE,
			{ sample: true, newStatus: 'delivered' },
		],
		[
			{ event: 'bulkTaskFinished', taskIds: '4' },
			{ body: { task_id: 4, sent: 2 } },
			{ sample: false, newStatus: 'sending' },
		],
		[
			{ event: 'bulkTaskFinished', taskIds: '4' },
			NOT_THERE,
			{ sample: true, newStatus: 'finished' },
		],
	])('%j', async (parameters, answer, expected) => {
		const one = trigger(parameters, () => answer);
		expect(await one.poll('manual')).toMatchObject([
			{ test: true, previousStatus: null, ...expected },
		]);
		expect(one.staticData).toEqual({});
	});

	it('has a sample even for an event of another time', () => {
		expect(
			sampleOf({ ...ruleFor('campaignFinished'), event: 'OTHER' as never }, undefined, NOW),
		).toMatchObject({ sample: true, newStatus: '', record: {} });
	});
});

describe('the state', () => {
	it('is read only when it is one of ours', () => {
		expect(readState(state(), 'sig')).toEqual(state());
		for (const odd of [
			undefined,
			null,
			'text',
			state({ sig: 'other' }),
			{ ...state(), rev: '1' },
			{ ...state(), open: undefined },
			{ ...state(), lists: undefined },
			{ ...state(), done: {} },
			{ ...state(), batch: {} },
		])
			expect(readState(odd, 'sig')).toBeUndefined();
		expect(sameState(state({ rev: 1, run: 'a' }), state({ rev: 2, run: 'b' }))).toBe(true);
		expect(sameState(state(), state({ emitted: 1 }))).toBe(false);
	});

	it('that is newer is gone on from', () => {
		const stored = state({ rev: 5 });
		const memory = (more: Partial<TriggerState>, confirmed = 0) => ({
			state: state(more),
			confirmed,
		});
		expect(chooseState(undefined, undefined, 'run')).toBeUndefined();
		expect(chooseState(stored, undefined, 'run')).toEqual({ state: stored, replay: false });
		expect(chooseState(stored, undefined, 'other')).toEqual({ state: stored, replay: true });
		expect(chooseState(stored, memory({ rev: 5 }), 'run')?.state).toBe(stored);
		expect(chooseState(stored, memory({ rev: 9, life: 'another' }), 'run')?.state).toBe(stored);
		expect(chooseState(stored, memory({ rev: 6, emitted: 6 }), 'run')).toMatchObject({
			state: { rev: 6 },
			replay: true,
		});
		expect(chooseState(stored, memory({ rev: 6, emitted: 5 }), 'run')).toMatchObject({
			replay: false,
		});
		// Another main process stored its events while ticks of this one were not stored.
		expect(chooseState(stored, memory({ rev: 6 }, 4), 'other')).toEqual({
			state: stored,
			replay: true,
		});
		expect(chooseState(stored, memory({ rev: 6 }, 5), 'other')).toMatchObject({
			state: { rev: 6 },
		});
		expect(chooseState(undefined, memory({ rev: 6, emitted: 6 }), 'run')).toMatchObject({
			replay: true,
		});
		expect(chooseState(undefined, memory({ rev: 6, emitted: 6 }, 6), 'run')).toMatchObject({
			replay: false,
		});
	});

	it('forgets what is not shown ten times in a row', () => {
		const one = state({ open: { s1: { s: 'sending' } } });
		missed(one, 's2');
		for (let count = 1; count < BOUNDS.misses; count += 1) missed(one, 's1');
		expect(one.open.s1?.m).toBe(9);
		missed(one, 's1');
		expect([one.open, one.dropped]).toEqual([{}, { count: 1, last: 's1', why: 'no longer shown' }]);
	});

	it('stays small: events go first, then the oldest objects', () => {
		const large = state({
			open: Object.fromEntries(
				Array.from({ length: 300 }, (_, id) => [`s${id}`, { s: 'x'.repeat(300) }]),
			),
		});
		large.batch = Array.from({ length: 250 }, (_, id) => ({
			k: `s${id}`,
			p: null,
			s: '',
			e: 'e',
			w: 0,
			x: 1,
		}));
		keepBounds(large);
		expect(JSON.stringify(large).length).toBeLessThanOrEqual(BOUNDS.size);
		expect(large.batch).toEqual([]);
		expect(large.open).not.toHaveProperty('s0');
		expect(large.dropped?.why).toBe('state too large');
		const stuck = state({ done: ['x'.repeat(BOUNDS.size)] });
		keepBounds(stuck);
		expect(stuck.open).toEqual({});
	});

	it('is told again with what is known, where the service shows nothing', () => {
		const batch = ['s7', 'r8', 'i9', 't1', 'xref', 'i99999999999999999999'].map((k) => ({
			k,
			p: 'sent',
			s: 'done',
			e: k,
			w: NOW,
			x: 1,
			...(k === 's7' ? { f: 1 as const } : {}),
		}));
		const one = state({ batch });
		const told = replay(
			one,
			new Session(one, ruleFor('campaignFinished'), NOW),
			'campaignFinished',
			true,
			batch,
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
		expect(one.batch.map(({ x }) => x)).toEqual([2, 2, 2, 2, 2, 2]);
	});
});

describe('what the service shows', () => {
	it('is read however little it is', async () => {
		expect(seeCampaign({}, 'sms', asIs)).toEqual({
			key: 's',
			status: '',
			final: false,
			counters: [0, 0, 0, 0],
			created: '',
			finished: '',
			sender: '',
			record: {},
		});
		expect(
			seeCampaign({ id: 5, status: ' DONE ' }, 'rcs', (raw) => ({
				...(raw as IDataObject),
				alternative_channels: { sms: { sent: '3', delivered: 2.9 } },
			})),
		).toMatchObject({ key: 'r5', status: 'done', final: true, counters: [0, 0, 3, 2] });
		expect(seeApplication({ id: 1, status: 'odd' }, asIs)).toMatchObject({
			key: 'a1',
			status: 'odd',
			final: false,
		});
		expect(pageOf('text')).toEqual({ records: [] });
		expect(pageOf({ data: [null, 5, { a: 1 }], meta: { page: { total: '7' } } })).toEqual({
			records: [{}, {}, { a: 1 }],
			total: 7,
		});
		expect(
			await seeMessage(
				async () => undefined,
				'i1',
				() => ({}),
			),
		).toBeUndefined();
	});

	it('of a bulk task is final when all that was sent has ended, and nothing moves', async () => {
		const see = async (record: IDataObject, expected = 0, before?: number[]) =>
			await seeTask(async () => record, 't4', asIs, expected, before);
		expect(await see({ status: 'sent' })).toBeUndefined();
		expect(await see({ sent: 0 })).toMatchObject({ status: 'new', final: false });
		expect(await see({ sent: 2, delivered: 2 })).toMatchObject({ status: 'sending', final: false });
		expect(await see({ sent: 2, delivered: 2 }, 0, [2, 1, 0, 0, 0])).toMatchObject({
			final: false,
		});
		expect(await see({ sent: 2, delivered: 1, expired: 1 }, 0, [2, 1, 1, 0, 0])).toMatchObject({
			status: 'finished',
			final: true,
		});
		expect(await see({ sent: 2, delivered: 1 }, 0, [2, 1, 0, 0, 0])).toMatchObject({
			final: false,
		});
		expect(await see({ sent: 2, delivered: 1, unknown: 1 }, 3)).toMatchObject({ final: false });
		expect(await see({ sent: 1, delivered: 2, unknown: 1 }, 3)).toMatchObject({ final: true });
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

it('a lost connection is a fault that n8n can back off from', async () => {
	await expect(
		trigger({ event: 'campaignFinished', messageType: 'sms' }, () => lost(), {
			budgetMs: 4,
		}).poll(),
	).rejects.toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
});
