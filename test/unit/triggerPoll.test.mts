import { lost, NOT_THERE } from './fakeFunctions.mts';
import type { Answer } from './fakeFunctions.mts';
import { campaign, NOW, page, trigger } from './triggerScript.mts';

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await Promise.resolve(),
}));

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

	it('takes 404 for unknown where the service says so, and tells every other fault', async () => {
		const named = { event: 'messageStatusChanged', messageIds: '1' };
		const body = { code: 404, message: 'Not found' };
		expect(await trigger(named, () => ({ status: 404, body })).poll()).toBeNull();
		await expect(trigger(named, () => ({ status: 404, body: '' })).poll()).rejects.toThrow(
			'The service does not know this record or address',
		);
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
			message: 'There is nothing to watch, because no ID and no reference is given',
			description: 'Name 1 to 10,000 IDs or references, or split them between several triggers.',
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
		const uptime = jest.spyOn(performance, 'now').mockReturnValue(0);
		const one = trigger(
			{ event: 'messageStatusChanged', messageIds: '380991112233' },
			() => NOT_THERE,
		);
		await one.poll();
		try {
			for (let hours = 1; hours <= 75; hours++) {
				if (hours <= 73) expect(one.warnings).toEqual([]);
				clock.mockReturnValue(NOW + hours * 3_600_000);
				uptime.mockReturnValue(hours * 3_600_000);
				await one.poll();
			}
		} finally {
			uptime.mockRestore();
			clock.mockRestore();
		}
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
			message: 'The service answered with something other than what was asked for',
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
		await expect(one.poll()).rejects.toThrow('something other than what was asked for');
	});

	it.each([{}, { data: null }, { success: false }, { message: 'No route' }])(
		'is no first look where the list is answered with %j',
		async (body) => {
			let reply: Answer = { body };
			const lists = trigger(
				{ event: 'campaignStatusChanged', campaignTypes: ['sms'] },
				() => reply,
			);
			await expect(lists.poll()).rejects.toThrow('something other than what was asked for');
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
		const nodeId = 'copied';
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
			'Messaging Service Trigger: The service is not available at the moment (HTTP 503). The next poll asks again.',
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
			return { body: { error: 0, msisdn: '380991112233', status: 'sent' } };
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

it('a lost connection is a fault that n8n can back off from', async () => {
	await expect(
		trigger({ event: 'campaignFinished', messageType: 'sms' }, () => lost(), {
			budgetMs: 4,
		}).poll(),
	).rejects.toMatchObject({ failure: { cause: 'temporarily-unavailable' } });
});
