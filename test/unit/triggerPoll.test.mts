import type { IDataObject, INode, INodeParameters, IPollFunctions } from 'n8n-workflow';
import {
	seeApplication,
	seeCampaign,
	seeMessage,
	seeTask,
} from '../../nodes/MessagingServiceTrigger/events/index.ts';
import { sampleOf } from '../../nodes/MessagingServiceTrigger/events/sample.ts';
import { namesOf } from '../../nodes/MessagingServiceTrigger/triggerParameters.ts';
import { pollService } from '../../nodes/MessagingServiceTrigger/poll.ts';
import { chooseState } from '../../nodes/MessagingServiceTrigger/state/choose.ts';
import {
	decode,
	encode,
	keepBounds,
	sameState,
	storedSize,
} from '../../nodes/MessagingServiceTrigger/state/codec.ts';
import { replay } from '../../nodes/MessagingServiceTrigger/replay.ts';
import {
	BOUNDS,
	compareIds,
	missed,
	newState,
} from '../../nodes/MessagingServiceTrigger/state/state.ts';
import type { TriggerState } from '../../nodes/MessagingServiceTrigger/state/state.ts';
import { campaignList } from '../../nodes/MessagingServiceTrigger/watching/source.ts';
import { shiftTime } from '../../nodes/MessagingServiceTrigger/watching/time.ts';
import { fakeFunctions, lost, NOT_THERE } from './fakeFunctions.mts';
import type { Answer, Asked } from './fakeFunctions.mts';
import { ruleFor } from './triggerHost.mts';

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
	more: { activation?: string; budgetMs?: number; timeZone?: string; node?: Partial<INode> } = {},
): Trigger {
	const staticData: IDataObject = {};
	const warnings: string[] = [];
	const { functions, asked } = fakeFunctions({
		parameters: parameters as INodeParameters,
		node: { id: `trigger-${(nodes += 1)}`, ...more.node },
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
			{ status: 'delivered', previous_status: 'sent', is_final: true },
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
		expect(await named.poll()).toMatchObject([{ status: 'sent', existing: true }]);
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
			description: 'Name 1 to 10,000 IDs or references, or share them out to several triggers.',
		});
		const names = (count: number) => Array.from({ length: count }, (_, id) => id + 1);
		await expect(
			trigger({ event: 'messageStatusChanged', messageIds: names(10_001) }, () => NOT_THERE).poll(),
		).rejects.toThrow('One trigger watches up to 10,000 of them, 10,001 are named');
		await expect(
			trigger(
				{ event: 'messageStatusChanged', lookUpBy: 'reference', references: names(251) },
				() => NOT_THERE,
			).poll(),
		).rejects.toThrow('One trigger watches up to 250 of them, 251 are named');
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
		expect(await one.poll()).toMatchObject([{ status: 'finished', previous_status: 'sending' }]);
	});

	it.each([
		[{ event: 'campaignFinished', messageType: 'sms' }, {}],
		[{ event: 'campaignFinished', messageType: 'sms' }, { data: null }],
		[{ event: 'applicationStatusChanged' }, { status: 'ok' }],
		[{ event: 'messageStatusChanged', messageIds: '1' }, { status: 'ok' }],
	])('takes a reply without what was asked for as a fault (%j, %j)', async (parameters, body) => {
		const one = trigger(parameters, () => ({ body }));
		await expect(one.poll()).rejects.toMatchObject({
			message: 'The service answered with something else than what was asked for',
			failure: { cause: 'temporarily-unavailable' },
		});
		expect(one.staticData).toEqual({});
	});

	it.each([404, 405, 501])(
		'finds a bulk task at its other path where the first is answered %d',
		async (status) => {
			let delivered = 1;
			const tasks = trigger(
				{ event: 'bulkTaskFinished', taskIds: 4, options: { expected: 3 } },
				({ path }) =>
					path === '/rest/sms/task/4'
						? { body: { task_id: 4, sent: 3, delivered } }
						: { status, body: '' },
			);
			expect(await tasks.poll()).toBeNull();
			delivered = 3;
			expect(await tasks.poll()).toMatchObject([{ task_id: 4, delivered: 3 }]);
		},
	);

	it('says which task moved where the replies leave that out, and takes no other for it', async () => {
		let sent = 1;
		const tasks = trigger({ event: 'bulkTaskProgress', taskIds: '4, 5' }, ({ path }) => ({
			body: path.endsWith('/5') ? { sent, delivered: 0 } : { task_id: 6, sent, delivered: 0 },
		}));
		await tasks.poll();
		sent = 3;
		expect(await tasks.poll()).toMatchObject([{ task_id: 5, sent: 3 }]);
	});

	it('takes no other message for the one that is named', async () => {
		const one = trigger({ event: 'messageStatusChanged', messageIds: '1' }, () => ({
			body: { id: 2, status: 'delivered' },
		}));
		await expect(one.poll()).rejects.toThrow('something else than what was asked for');
	});

	it.each([{}, { data: null }, { success: false }, { message: 'No route' }])(
		'is no first look where the list is answered with %j',
		async (body) => {
			let reply: Answer = { body };
			const lists = trigger(
				{ event: 'campaignStatusChanged', campaignTypes: ['sms'] },
				() => reply,
			);
			await expect(lists.poll()).rejects.toThrow('something else than what was asked for');
			reply = page([campaign(1, 'done'), campaign(2, 'sending')]);
			expect(await lists.poll()).toBeNull();
			reply = page([campaign(1, 'done'), campaign(2, 'paused')]);
			expect((await lists.poll())?.[0]).toMatchObject({ campaign_id: 2, status: 'paused' });
		},
	);

	it('makes no news of a message whose status is no known one', async () => {
		let status = 'sent';
		const one = trigger(
			{ event: 'messageStatusChanged', notify: 'every', messageIds: '1' },
			() => ({
				body: { id: 1, status },
			}),
		);
		await one.poll();
		for (const [now, event] of [
			['ok', null],
			['sent', null],
			['delivered', 'delivered'],
		] as const) {
			status = now;
			expect((await one.poll())?.[0]?.status ?? null).toBe(event);
		}
	});

	it('reports the others where one that is named is forbidden, from the first look on', async () => {
		let status = 'sent';
		const two = trigger({ event: 'messageStatusChanged', messageIds: '1, 2' }, ({ path }) =>
			path.endsWith('/1') ? { status: 403, body: {} } : { body: { id: 2, status } },
		);
		expect(await two.poll()).toBeNull();
		expect(two.warnings.join()).toContain('could not read 1 of those named');
		status = 'delivered';
		expect(await two.poll()).toMatchObject([{ status: 'delivered' }]);
	});

	it('is not kept off by a copy of the node with the same ID', async () => {
		const nodeId = `copied-${(nodes += 1)}`;
		const answer = (): Answer => ({ body: { id: 1, status: 'sent' } });
		const copies = ['A', 'B'].map((name) =>
			trigger(
				{
					event: 'messageStatusChanged',
					messageIds: '1',
					notify: 'every',
					options: { reportExisting: true },
				},
				answer,
				{ node: { id: nodeId, name } },
			),
		);
		const both = await Promise.all(copies.map(async (copy) => await copy.poll()));
		expect(both).toMatchObject([[{ status: 'sent' }], [{ status: 'sent' }]]);
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
		expect(await one.poll()).toMatchObject([{ campaign_id: 1 }]);
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
			return { body: { status: 'sent' } };
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
			{ sample: false, status: 'done' },
		],
		[
			{ event: 'campaignStatusChanged', messageType: 'sms', options: { statuses: 'paused' } },
			page([campaign(2, 'sending'), campaign(1, 'paused')]),
			{ sample: false, status: 'paused' },
		],
		[
			{ event: 'campaignProgress', messageType: 'sms' },
			page([]),
			{ sample: true, status: 'done', previous_sent: 0, previous_delivered: 0 },
		],
		[
			{ event: 'applicationStatusChanged' },
			page([{ id: 1, sender: 'Shop', status: 'new' }]),
			{ sample: false, status: 'new' },
		],
		[
			{ event: 'applicationStatusChanged' },
			page([]),
			{ sample: true, status: 'registration completed' },
		],
		[
			{ event: 'messageStatusChanged', messageIds: '1,2' },
			{ body: { id: 1, status: 'sent' } },
			{ sample: false, status: 'sent' },
		],
		[
			{ event: 'messageStatusChanged', messageIds: '1,2,3,4' },
			NOT_THERE,
			{ sample: true, status: 'delivered' },
		],
		[
			{ event: 'bulkTaskFinished', taskIds: '4' },
			{ body: { task_id: 4, sent: 2 } },
			{ sample: false, status: 'sending' },
		],
		[{ event: 'bulkTaskFinished', taskIds: '4' }, NOT_THERE, { sample: true, status: 'finished' }],
	])('%j', async (parameters, answer, expected) => {
		const one = trigger(parameters, () => answer);
		expect(await one.poll('manual')).toMatchObject([
			{ test: true, previous_status: '-', ...expected },
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
	it('is read however little it is', async () => {
		expect(seeCampaign({}, 'sms', 'UTC')).toMatchObject({
			key: 's',
			status: '',
			strange: true,
			final: false,
			counters: [0, 0, 0, 0],
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
		).toMatchObject({ key: 'r5', status: 'done', final: true, counters: [0, 0, 3, 2] });
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
		expect(await pageOf({ data: [null, 5, { id: 3 }], meta: { page: { total: '7' } } })).toEqual([
			['s3'],
			false,
		]);
		expect((await pageOf({ data: many }))[1]).toBe(false);
		expect((await pageOf({ data: many.slice(1) }))[1]).toBe(true);
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

it('a lost connection is a fault that n8n can back off from', async () => {
	await expect(
		trigger({ event: 'campaignFinished', messageType: 'sms' }, () => lost(), {
			budgetMs: 4,
		}).poll(),
	).rejects.toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
});
