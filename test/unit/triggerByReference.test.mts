/** Messages of campaigns at a service that has no list of them: by the references that the user names. */
import { rowOf } from '../../nodes/MessagingServiceTrigger/events/row.ts';
import type {
	StatusEvent,
	TriggerEvent,
} from '../../nodes/MessagingServiceTrigger/events/index.ts';
import { BOUNDS } from '../../nodes/MessagingServiceTrigger/state/state.ts';
import { watcherOf } from '../../nodes/MessagingServiceTrigger/watchers.ts';
import type { Read } from '../../nodes/MessagingServiceTrigger/watching/source.ts';
import { NOT_THERE } from './fakeFunctions.mts';
import { Host, ruleFor } from './triggerHost.mts';
import { campaign, page, trigger } from './triggerScript.mts';
import { FakeService, serviceText } from './triggerService.mts';

const MINUTE = 60;

/** A trigger on the messages of a campaign, and how often each path was asked for. */
function setUp(
	references: string[],
	event: TriggerEvent = 'campaignMessageFinished',
	hasNoMessages = true,
) {
	const service = new FakeService({ hasNoMessages });
	const statuses = new Map<string, string>();
	const asked: string[] = [];
	const read: Read = async (path, qs) => {
		asked.push(path);
		const reference = path.split('/rest/sms/reference/')[1];
		if (reference === undefined) return await service.read(path, qs);
		const status = statuses.get(reference);
		if (status === 'away') throw new Error('the service is away');
		return status === undefined
			? undefined
			: {
					id: 40_000_000 + [...statuses.keys()].indexOf(reference),
					msisdn: '380991112233',
					reference,
					status,
					time_in: serviceText(service.now),
					price: 0.01,
					currency: 'EUR',
				};
	};
	// Neither is told of a message that is asked for by its reference.
	const rule = ruleFor(event, { senders: ['shop'], ids: ['1043'] });
	const host = new Host(service, rule, 'legacy', ['sms']);
	const watcher = watcherOf(
		{
			rule,
			kind: 'campaignMessage',
			campaignTypes: ['sms'],
			keys: references.map((one) => `x${one}`),
			expected: 0,
			received: { words: [], optOut: 'any', optOutWords: [] },
			reportExisting: false,
		},
		read,
		'UTC',
	);
	host.watcher = watcher;
	const poll = async (options: Parameters<Host['poll']>[0] = {}, seconds = MINUTE) => {
		host.advance(seconds);
		asked.length = 0;
		return await host.poll(options);
	};
	return { service, host, watcher, statuses, asked, poll };
}

const referenceOf = ({ record }: StatusEvent): string => String(record.reference);

describe('messages of campaigns, where the service has no list of them', () => {
	it('are followed by the references that are named, each final status once', async () => {
		const { statuses, asked, poll } = setUp(['order1', 'order2', 'order3']);
		statuses.set('order1', 'sent').set('order2', 'delivered');
		expect((await poll()).events).toEqual([]);
		// Those that a service does not know yet may come.
		statuses.set('order1', 'delivered').set('order3', 'sent');
		const { events } = await poll();
		expect(events.map(referenceOf)).toEqual(['order1']);
		expect(events).toMatchObject([
			{ event: 'campaignMessageFinished', previousStatus: 'sent', newStatus: 'delivered' },
		]);
		expect(asked.sort()).toEqual(['/rest/sms/reference/order1', '/rest/sms/reference/order3']);
		statuses.set('order3', 'expired');
		expect((await poll()).events.map(referenceOf)).toEqual(['order3']);
		expect((await poll()).events).toEqual([]);
		expect(asked).toEqual([]);
	});

	it('come at every status where that is chosen', async () => {
		const { statuses, poll } = setUp(['order1'], 'campaignMessageStatusChanged');
		const seen: string[] = [];
		for (const status of ['accepted', 'sent', 'delivered', 'read']) {
			const { events } = await poll();
			seen.push(...events.map(({ newStatus }) => newStatus));
			statuses.set('order1', status);
		}
		seen.push(...(await poll()).events.map(({ newStatus }) => newStatus));
		expect(seen).toEqual(['accepted', 'sent', 'delivered']);
	});

	it('have the same fields as those of the list', async () => {
		const listed = setUp([], 'campaignMessageFinished', false);
		const named = setUp(['order1']);
		const sent = listed.service.create('sms', 'sending');
		sent.id = 1043;
		listed.service.send(sent, 1, 'delivered');
		named.statuses.set('order1', 'delivered');
		const rows = [];
		for (const { poll } of [listed, named]) {
			const [event] = (await poll({ first: 'existing' })).events;
			rows.push(rowOf(event as StatusEvent));
		}
		expect(Object.keys(rows[1] ?? {})).toEqual(Object.keys(rows[0] ?? {}));
		expect(rows[1]).toMatchObject({
			phone: '380991112233',
			status: 'delivered',
			reference: 'order1',
			message_id: 40_000_000,
			price: 0.01,
			// The service tells none of these there.
			campaign_id: null,
			sender: null,
			country: null,
			event: 'campaignMessageFinished',
		});
	});

	it('are followed in the list where the service has one, whatever is named', async () => {
		const { service, host, asked, poll } = setUp(['order1'], 'campaignMessageFinished', false);
		const sent = service.create('sms', 'sending');
		sent.id = 1043;
		const [message] = service.send(sent, 1);
		await poll();
		expect(host.state?.byReference).toBeUndefined();
		if (message) message.status = 'delivered';
		expect((await poll()).events.map(referenceOf)).toEqual([`r${message?.id}`]);
		expect(asked).toEqual(['/api/messages']);
	});

	it('stay with the references once they began so, and are told of again after a restart under the same IDs', async () => {
		const references = Array.from({ length: BOUNDS.named }, (_, index) =>
			`n8n${String(index).padStart(29, '0')}`.slice(0, 32),
		);
		const { service, host, statuses, asked, poll } = setUp(references);
		for (const reference of references) statuses.set(reference, 'sent');
		await poll();
		expect(asked).toHaveLength(1 + BOUNDS.named);
		service.options.hasNoMessages = false;
		for (const reference of references.slice(0, 150)) statuses.set(reference, 'delivered');
		const lost = await poll({ crash: true });
		expect(lost.events).toHaveLength(150);
		host.restart();
		const { events } = await poll();
		const ids = (all: StatusEvent[]) => all.map(({ eventId }) => eventId).sort();
		expect(ids(events)).toEqual(ids(lost.events));
		expect(events.every(({ repeated, record }) => repeated && record.msisdn)).toBe(true);
		expect(asked.every((path) => path.startsWith('/rest/sms/reference/'))).toBe(true);
		for (const reference of references) statuses.set(reference, 'delivered');
		const rest = [];
		let largest = 0;
		for (let count = 0; count < 4; count += 1) {
			rest.push(...(await poll()).events.map(referenceOf));
			largest = Math.max(largest, JSON.stringify(host.live).length);
		}
		expect([rest.length, new Set(rest).size]).toEqual([100, 100]);
		expect(largest).toBeLessThanOrEqual(BOUNDS.size);
	});

	it('are followed although one of them cannot be read', async () => {
		const { statuses, poll } = setUp(['order1', 'order2']);
		statuses.set('order1', 'away').set('order2', 'sent');
		expect((await poll()).notes).toEqual([
			expect.stringMatching(/^could not read 1 of those named, .*: the service is away$/),
		]);
		statuses.set('order1', 'expired').set('order2', 'delivered');
		expect((await poll()).events.map(referenceOf).sort()).toEqual(['order1', 'order2']);
	});

	it('give an example by their references', async () => {
		const { watcher, statuses } = setUp(['order1', 'order2']);
		statuses.set('order2', 'sent');
		expect(await watcher.example()).toMatchObject({ status: 'sent', key: 'xorder2' });
		await expect(setUp([]).watcher.example()).rejects.toThrow('no such list');
	});
});

describe('the option References of the Messages', () => {
	const event = 'campaignMessageFinished';

	it('is named by the error where the service has no list and none are given', async () => {
		await expect(
			trigger({ event }, () => ({ status: 404, body: '' })).poll(),
		).rejects.toMatchObject({
			message:
				'The service does not offer a list of messages, by which those of campaigns are followed',
			description:
				'Not every service has it. Add the option "References of the Messages" with up to 250 references, as the send\'s output gives them, or ask for a report.',
		});
	});

	it('takes references as text or as a list, and is used where the service has no list of messages', async () => {
		let status = 'sent';
		for (const messageReferences of ['a_B-1, b2\nc3', ['a_B-1', 'b2', 'c3']]) {
			status = 'sent';
			const one = trigger({ event, options: { messageReferences } }, ({ path }) =>
				path.startsWith('/rest/sms/reference/')
					? { body: { id: 1, reference: path.split('/').at(-1), status } }
					: { status: 404, body: '' },
			);
			expect(await one.poll()).toBeNull();
			status = 'delivered';
			// At each poll another one begins.
			const items = (await one.poll()) ?? [];
			expect(items.map(({ reference }) => reference).sort()).toEqual(['a_B-1', 'b2', 'c3']);
			expect(items[0]).toMatchObject({ status: 'delivered', event });
		}
	});

	it('does not hide another fault of the list', async () => {
		await expect(
			trigger({ event, options: { messageReferences: 'a1' } }, ({ path }) =>
				path === '/api/messages' ? { status: 403, body: {} } : page([campaign(1, 'sending')]),
			).poll(),
		).rejects.toThrow('The account may not do this');
	});

	it.each([
		[
			Array.from({ length: 251 }, (_, index) => `r${index}`),
			'One trigger watches up to 250 of them, 251 are named',
		],
		[
			'order1, ../sms',
			'References of the Messages "../sms" is not in the form that the service takes',
		],
	])(
		'refuses too many and what is no reference, before anything is asked for',
		async (messageReferences, message) => {
			const one = trigger({ event, options: { messageReferences } }, () => NOT_THERE);
			await expect(one.poll()).rejects.toMatchObject({ message });
			expect(one.asked).toEqual([]);
		},
	);
});
