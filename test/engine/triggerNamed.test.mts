import type { IDataObject } from 'n8n-workflow';
import { KEYS } from '../../sandbox/server.mts';
import { withTriggerStage, type TriggerStage } from './triggerStage.mts';

/** What the user names, on n8n's real poll context: messages by their IDs and references, and bulk tasks. */
describe('Messaging Service Trigger, on what is named', () => {
	let sandbox: TriggerStage['sandbox'];
	let trigger: TriggerStage['trigger'];
	withTriggerStage((stage) => ({ sandbox, trigger } = stage));

	it('follows messages by id and by reference to the end', async () => {
		const send = async (msisdn: string, reference: string) => {
			const reply = await fetch(`${sandbox.url}/rest/sms/create`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', 'x-api-key': KEYS.live },
				body: JSON.stringify({
					destination: 'phone',
					msisdn,
					reference,
					originator: 'Sandbox',
					body: 'Hi',
				}),
			});
			return (await reply.json()) as IDataObject;
		};
		sandbox.config.senders = 'any';
		await send('380991112233', 'ref1');
		await send('380991110002', 'ref2');
		const every = trigger({
			event: 'messageStatusChanged',
			lookUpBy: 'reference',
			references: 'ref1, ref2 ref3',
			notify: 'every',
		});
		expect(await every.poll()).toBeNull();
		const ids = [...sandbox.store.messages.keys()];
		const last = trigger({
			event: 'messageStatusChanged',
			lookUpBy: 'id',
			messageIds: ids.join('\n'),
			notify: 'final',
		});
		expect(await last.poll()).toBeNull();
		sandbox.clock.advance(60_000);
		const changes = (await every.poll()) ?? [];
		expect(changes.map((item) => [item.reference, item.status, item.is_final]).sort()).toEqual([
			['ref1', 'delivered', true],
			['ref2', 'undeliverable', true],
		]);
		expect(await last.poll()).toHaveLength(2);
		const before = sandbox.stats.requests;
		expect(await last.poll()).toBeNull();
		expect(sandbox.stats.requests).toBe(before);
		// One that is named later is reported when it is final.
		await send('380991112244', 'ref3');
		sandbox.clock.advance(60_000);
		expect(await every.poll()).toMatchObject([{ status: 'delivered', reference: 'ref3' }]);
	});

	it('follows many messages by the hundred where the service offers that, and one by one where not', async () => {
		sandbox.config.senders = 'any';
		const phones = Array.from({ length: 250 }, (_, index) => ({
			msisdn: String(380671002000 + index),
		}));
		await fetch(`${sandbox.url}/rest/sms/create`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-api-key': KEYS.live },
			body: JSON.stringify({ destination: 'phones', phones, originator: 'Sandbox', body: 'Hi' }),
		});
		const ids = [...sandbox.store.messages.keys()];
		const watching = trigger({ event: 'messageStatusChanged', messageIds: ids.join('\n') });
		sandbox.config.dialect.extensions = false;
		expect(await watching.poll()).toBeNull();
		sandbox.config.dialect.extensions = true;
		sandbox.clock.advance(600_000);
		const before = sandbox.requests.length;
		const items = (await watching.poll()) ?? [];
		expect(sandbox.requests.slice(before).map(({ method, path }) => `${method} ${path}`)).toEqual(
			Array(3).fill('POST /rest/sms/getStatus'),
		);
		expect(new Set(items.map((item) => item.message_id)).size).toBe(250);
		expect(items[7]).toMatchObject({
			phone: expect.stringMatching(/^380671002\d{3}$/),
			status: 'delivered',
			reference: null,
			delivered_at: expect.stringMatching(/^20/),
			price: expect.any(Number),
			is_final: true,
		});
		expect(await watching.poll()).toBeNull();
		expect(sandbox.requests.length).toBe(before + 3);
	});

	it('follows a bulk task by its counters until it is finished', async () => {
		sandbox.config.senders = 'any';
		const reply = await fetch(`${sandbox.url}/rest/sms/create`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-api-key': KEYS.live },
			body: JSON.stringify({
				destination: 'phones',
				phones: [
					{ msisdn: '380991112233' },
					{ msisdn: '380991112234' },
					{ msisdn: '380991110002' },
				],
				originator: 'Sandbox',
				body: 'Hi',
			}),
		});
		const { task_id: id } = (await reply.json()) as IDataObject;
		const progress = trigger({ event: 'bulkTaskProgress', taskIds: String(id) });
		const finished = trigger({
			event: 'bulkTaskFinished',
			taskIds: String(id),
			options: { expected: 3 },
		});
		const unknownSize = trigger({ event: 'bulkTaskFinished', taskIds: String(id) });
		for (const one of [progress, finished, unknownSize]) expect(await one.poll()).toBeNull();
		sandbox.clock.advance(60_000);
		expect(await progress.poll()).toMatchObject([
			{ delivered: 2, failed: 1, previous_delivered: 0, previous_failed: 0 },
		]);
		expect(await finished.poll()).toMatchObject([{ status: 'finished', undeliverable: 1 }]);
		expect(await unknownSize.poll()).toBeNull();
		expect(await unknownSize.poll()).toMatchObject([{ status: 'finished', delivered: 2 }]);
	});

	it('refuses a trigger that names nothing', async () => {
		await expect(
			trigger({ event: 'messageStatusChanged', lookUpBy: 'id', messageIds: ' ' }).poll(),
		).rejects.toThrow('There is nothing to watch, because no ID and no reference is given');
	});

	it('keeps to the time that n8n gives it and continues at the next tick', async () => {
		sandbox.config.latencyMs = 100;
		sandbox.seedHistory({ campaigns: 1, unfinished: 0 });
		const ids = Array.from({ length: 100 }, (_, index) => 10_000 + index).join();
		sandbox.config.dialect.extensions = false;
		const { poll } = trigger(
			{ event: 'messageStatusChanged', lookUpBy: 'id', messageIds: ids, notify: 'final' },
			{ budgetMs: 1000 },
		);
		await poll();
		/** How many messages were asked for so far. */
		const asked = () =>
			new Set(sandbox.requests.map(({ path }) => path).filter((path) => /\/sms\/\d+$/.test(path)))
				.size;
		const first = asked();
		expect(first).toBeLessThan(100);
		await poll();
		expect(asked()).toBeGreaterThan(first);
		expect(sandbox.stats.maxConnections).toBeLessThanOrEqual(10);
	});

	it('says at the activation that a service has no list of messages, and what to do', async () => {
		sandbox.config.dialect.messageList = 'never';
		const { poll } = trigger({ event: 'campaignMessageFinished', messageType: 'sms' });
		await expect(poll()).rejects.toMatchObject({
			message: expect.stringContaining('does not offer a list of messages'),
			description: expect.stringContaining('by their references instead'),
		});
	});
});
