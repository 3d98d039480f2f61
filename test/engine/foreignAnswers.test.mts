import { DEFAULT_DIALECT, SETTINGS } from '../../sandbox/settings.mts';
import { jsonOf, openStage, people, phoneOf } from './sendsSupport.mts';
import type { Send, Stage } from './sendsSupport.mts';

// Answers that somebody else than the service wrote, or that stand in another order than the request.

let stage: Stage;
beforeAll(async () => {
	stage = await openStage({ authentication: 'apiKey' });
});
beforeEach(() => {
	stage.sandbox.reset();
	Object.assign(stage.sandbox.config.dialect, DEFAULT_DIALECT);
});
afterAll(async () => await stage.close());

const OPTIONS = { retryFor: 0 };
const CAMPAIGN: Send = {
	resource: 'campaign',
	operation: 'sendSms',
	parameters: {
		sender: 'Shop',
		text: 'Sale',
		recipientSource: 'allItems',
		phoneField: 'phone',
		options: OPTIONS,
	},
	items: people(2),
};
const NO_REFERENCE: Send = {
	resource: 'sms',
	operation: 'send',
	parameters: {
		sender: 'Shop',
		text: 'Sale',
		phone: '={{ $json.phone }}',
		referenceMode: 'none',
		options: OPTIONS,
	},
	items: people(1),
};
const node = { retryOnFail: true, maxTries: 2, waitBetweenTries: 0 };
const requests = (method: string): number =>
	stage.sandbox.requests.filter((one) => one.method === method).length;

describe('a web page of a firewall in place of the answer', () => {
	it.each([403, 422])(
		'with status %i is no refusal: what the service took is not sent again',
		async (status) => {
			Object.assign(stage.sandbox.config.dialect, {
				campaignReferences: 'never',
				messageList: 'never',
				apiReferences: 'accept',
			});
			for (const request of [CAMPAIGN, NO_REFERENCE]) {
				stage.sandbox.reset();
				stage.sandbox.faults.add({ kind: 'html', status, handled: true, method: 'POST', times: 1 });
				const run = await stage.send({ ...request, node });
				expect(run.error?.message).toMatch(/^It is not known whether the service accepted/);
				expect(run.tries).toBe(2);
				expect([...stage.stored().values()].every((count) => count === 1)).toBe(true);
				expect(requests('POST')).toBe(1);
			}
		},
	);

	it('names what came, and what to do', async () => {
		stage.sandbox.config.dialect.campaignReferences = 'never';
		stage.sandbox.config.dialect.messageList = 'never';
		stage.sandbox.faults.add({ kind: 'html', status: 403, method: 'POST' });
		const { error } = await stage.send(CAMPAIGN);
		expect(error?.message).toContain(
			'a web page or text came instead of the answer of the service, HTTP 403',
		);
		expect(error?.description).toContain('A firewall or a proxy may have put it there.');
	});

	it.each([404, 405, 413])(
		'with status %i says that nobody handled the request',
		async (status) => {
			stage.sandbox.faults.add({ kind: 'html', status, method: 'POST' });
			const { error } = await stage.send(CAMPAIGN);
			expect(error?.message).not.toMatch(/^It is not known/);
			expect(requests('GET')).toBe(0);
		},
	);
});

describe('a web page in place of the answer to a question', () => {
	it('is asked over again, so that messages whose request was lost go out', async () => {
		stage.sandbox.faults.add({ kind: 'status', status: 504, method: 'POST', times: 1 });
		stage.sandbox.faults.add({ kind: 'html', method: 'GET', times: 3, skip: 1 });
		const run = await stage.send({
			resource: 'sms',
			operation: 'sendIndividual',
			parameters: { sender: 'Shop', text: 'Hi {name}', options: { retryFor: 20 } },
			items: people(3),
		});
		expect(run.error).toBeUndefined();
		expect(run.outputs[0]?.map(({ json }) => json.status)).toEqual(Array(3).fill('accepted'));
		expect([...stage.stored().values()]).toEqual([1, 1, 1]);
	});

	it('ends the questions where it comes each time: nothing is sent again', async () => {
		stage.sandbox.faults.add({ kind: 'status', status: 504, handled: true, method: 'POST' });
		stage.sandbox.faults.add({ kind: 'html', method: 'GET' });
		const run = await stage.send({
			resource: 'sms',
			operation: 'send',
			parameters: {
				sender: 'Shop',
				text: 'Hi',
				phone: '={{ $json.phone }}',
				options: { retryFor: 20 },
			},
			items: people(1),
		});
		expect(run.error?.message).toMatch(/^It is not known whether the service accepted/);
		expect([requests('POST'), requests('GET')]).toEqual([1, 4]);
		expect([...stage.stored().values()]).toEqual([1]);
	});
});

describe('a service that does not tell that it took a send', () => {
	const ways = SETTINGS.takenSends.values.slice(1);

	it.each(ways)('%s: nothing is sent again, and what shows is found', async (takenSends) => {
		for (const shows of [true, false]) {
			for (const request of [CAMPAIGN, NO_REFERENCE]) {
				stage.sandbox.reset();
				Object.assign(stage.sandbox.config.dialect, {
					takenSends,
					campaignReferences: shows ? 'atOnce' : 'never',
					messageList: 'never',
					apiReferences: 'accept',
					duplicates: 'accept',
				});
				const run = await stage.send({ ...request, node });
				expect([...stage.stored().values()].every((count) => count === 1)).toBe(true);
				expect(requests('POST')).toBe(1);
				if (shows && request === CAMPAIGN)
					expect(jsonOf(run).map(({ status }) => status)).toEqual(['accepted', 'accepted']);
				else expect(run.error?.message).toMatch(/^It is not known whether the service accepted/);
			}
		}
	});
});

describe('one ID for several results', () => {
	it('is proof only where references say whose they are', async () => {
		stage.sandbox.config.dialect.bulkIds = 'shared';
		const bulk: Send = { ...CAMPAIGN, resource: 'sms', operation: 'sendBulk', items: people(3) };
		const named = await stage.send(bulk);
		expect(jsonOf(named).map(({ status }) => status)).toEqual(['accepted', 'accepted', 'accepted']);
		const nameless: Send = {
			...bulk,
			parameters: { ...bulk.parameters, referenceMode: 'none' },
		};
		stage.sandbox.reset();
		const { error } = await stage.send(nameless);
		expect(error?.message).toMatch(/^It is not known whether the service accepted 3 of 3/);
		expect(error?.description).toContain('gives several recipients the same ID');
	});
});

describe('IDs that only the order of an answer gives to recipients', () => {
	const BULK: Send = {
		...CAMPAIGN,
		resource: 'sms',
		operation: 'sendBulk',
		items: people(3),
	};
	const withoutReferences: Send = {
		...BULK,
		parameters: { ...BULK.parameters, referenceMode: 'none' },
	};
	const idOf = (phone: unknown): unknown =>
		[...stage.sandbox.store.messages.values()].find(({ msisdn }) => msisdn === phone)?.id;

	it('are told where the service confirms the order', async () => {
		const run = await stage.send(withoutReferences);
		expect(jsonOf(run).map(({ message_id }) => message_id)).toEqual(
			[0, 1, 2].map((index) => idOf(phoneOf(index))),
		);
		expect(requests('GET')).toBe(2);
	});

	it.each(['reversed', 'rotated'] as const)(
		'are not told where the answer is %s: nobody is taken for another',
		async (bulkOrder) => {
			stage.sandbox.config.dialect.bulkOrder = bulkOrder;
			const none = await stage.send(withoutReferences);
			stage.sandbox.config.dialect.leaveOut = ['reference'];
			const left = await stage.send(BULK);
			for (const run of [none, left]) {
				expect(run.error).toBeUndefined();
				for (const row of jsonOf(run))
					expect(row).toMatchObject({
						status: 'accepted',
						reason: expect.stringContaining('in another order') as string,
						message_id: '-',
						price: '-',
					});
			}
		},
	);

	it('prove nothing where they are those of messages to other numbers', async () => {
		await stage.send(withoutReferences);
		// As a cache would, the service gives the answer of the request before once more.
		const said = [...stage.sandbox.store.messages.values()].map(({ id }) => ({ id, error: 0 }));
		stage.sandbox.faults.add({
			kind: 'status',
			status: 200,
			body: { task_id: 7, error: 0, result: said },
			method: 'POST',
		});
		const strangers = people(6).slice(3);
		const run = await stage.send({ ...withoutReferences, items: strangers });
		expect(run.error?.message).toMatch(/^It is not known whether the service accepted 3 of 3/);
	});

	it('need no question where the answer names references', async () => {
		stage.sandbox.config.dialect.bulkOrder = 'reversed';
		const run = await stage.send(BULK);
		expect(jsonOf(run).map(({ message_id }) => message_id)).toEqual(
			[0, 1, 2].map((index) => idOf(phoneOf(index))),
		);
		expect(requests('GET')).toBe(0);
	});
});
