import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { DEFAULT_DIALECT } from '../../sandbox/settings.mts';
import type { RunRequest, RunResult } from './harness.mts';
import { jsonOf, KEY, openStage, people } from './sendsSupport.mts';
import type { Stage } from './sendsSupport.mts';
import { job, listRetry, retryOfCutOff } from './support/savedExecutions.mts';

// Retry in the list of executions, of one that the user has corrected, or has retried already. The sandbox's store judges.

let stage: Stage;
beforeAll(async () => {
	stage = await openStage({ authentication: 'apiKey' });
});
beforeEach(() => {
	stage.sandbox.reset();
	Object.assign(stage.sandbox.config.dialect, DEFAULT_DIALECT);
});
afterAll(async () => await stage.close());

const CREATE = '/rest/sms/create';
const LOOK_UP = '/rest/sms/reference';
const CAMPAIGNS = '/api/campaigns/sms';

async function send(
	operation: string,
	parameters: IDataObject,
	request: Omit<RunRequest, 'parameters'>,
): Promise<RunResult> {
	const [resource = '', name = ''] = operation.split('.');
	return await stage.engine.run({
		...request,
		credential: { baseUrl: stage.sandbox.url, apiKey: KEY, authentication: 'apiKey' },
		parameters: {
			resource,
			operation: name,
			sender: 'Shop',
			text: 'Sale',
			recipientSource: 'list',
			...(parameters as object),
			options: { maxInFlight: 1, retryFor: 0, ...(parameters.options as object) },
		},
	});
}

const phones = people(4).map(({ phone }) => String(phone));
const [first = '', ...others] = phones;
const once = new Map(phones.map((phone) => [phone, 1]));

describe('a list that the user corrects before the retry', () => {
	/** The service turns it away, and keeps no message for it. */
	const WRONG = '380991110005';

	it.each([
		['without the wrong number', [first, WRONG, ...others], phones],
		['with a number more', others, phones],
	])('gets nobody a message twice: %s', async (_, before, after) => {
		for (const operation of ['sms.sendBulk', 'sms.sendIndividual']) {
			stage.sandbox.reset();
			stage.sandbox.faults.add({ kind: 'dropAfter', path: CREATE, times: 1 });
			stage.sandbox.faults.add({ kind: 'status', status: 403, path: LOOK_UP, times: 99 });
			const failed = await send(
				operation,
				{ recipients: before.join(', ') },
				{ items: [{ json: {} }] },
			);
			expect(failed.error?.message).toMatch(/^It is not known/);
			stage.sandbox.faults.clear();
			const retried = await send(
				operation,
				{ recipients: after.join(', ') },
				{ saved: listRetry(failed), mode: 'retry', executionId: '2' },
			);
			expect(retried.error).toBeUndefined();
			expect(jsonOf(retried).map(({ status }) => status)).toEqual(after.map(() => 'accepted'));
			expect(stage.stored()).toEqual(once);
		}
	});

	it.each([
		['is taken out', '={{ $json.list.filter(({ name }) => name) }}'],
		['is mended', "={{ $json.list.map(({ phone, name = 'Anna' }) => ({ phone, name })) }}"],
	])('gets nobody a message twice where a refused entry before it %s', async (_, after) => {
		for (const operation of ['sms.sendIndividual', 'campaign.sendPersonalizedSms']) {
			stage.sandbox.reset();
			Object.assign(stage.sandbox.config.dialect, { apiReferences: 'accept' });
			const list = [{ phone: first }, { phone: first, name: 'Ann' }];
			const items = [{ json: { list } }, { json: { list: [{ phone: others[0], name: 'Bob' }] } }];
			const parameters = { text: 'Hi {name}', options: { invalidRecipients: 'skip', retryFor: 0 } };
			const path = operation.startsWith('sms') ? CREATE : CAMPAIGNS;
			stage.sandbox.faults.add({ kind: 'status', status: 402, path, skip: 1, times: 1 });
			const failed = await send(
				operation,
				{ ...parameters, recipients: '={{ $json.list }}' },
				{ items },
			);
			expect(failed.status).toBe('error');
			const retried = await send(
				operation,
				{ ...parameters, recipients: after },
				{ saved: listRetry(failed), mode: 'retry', executionId: '2' },
			);
			expect(retried.error).toBeUndefined();
			expect(stage.stored()).toEqual(new Map([first, others[0] ?? ''].map((phone) => [phone, 1])));
		}
	});

	it('still sends each of several messages to one number', async () => {
		const recipients = { recipients: `${first}, ${first}`, operation: 'sendIndividual' };
		const run = await stage.engine.run({
			credential: { baseUrl: stage.sandbox.url, apiKey: KEY, authentication: 'apiKey' },
			items: [{ json: {} }],
			parameters: {
				resource: 'sms',
				sender: 'Shop',
				text: 'Sale',
				recipientSource: 'list',
				...recipients,
				options: { repeatedNumbers: 'send', retryFor: 0 },
			},
		});
		expect(new Set(jsonOf(run).map(({ reference }) => reference)).size).toBe(2);
		expect(stage.stored().get(first)).toBe(2);
	});
});

describe('a number that stands twice in a list', () => {
	it.each(['automatic', 'none'])(
		'makes no try forget that its first message may be out: %s',
		async (referenceMode) => {
			// A service that takes a campaign under references that it knows, and the same one twice, and shows none.
			Object.assign(stage.sandbox.config.dialect, {
				apiReferences: 'accept',
				duplicates: 'accept',
			});
			stage.sandbox.faults.add({ kind: 'dropAfter', path: CAMPAIGNS, times: 1 });
			stage.sandbox.faults.add({ kind: 'status', status: 500, path: /reference|campaign$/ });
			const run = await send(
				'campaign.sendSms',
				{ recipients: `${first}, ${first}`, referenceMode },
				{
					items: [{ json: {} }],
					node: { retryOnFail: true, maxTries: 3, waitBetweenTries: 10 },
				},
			);
			expect(run.error?.message).toMatch(/^It is not known/);
			expect(stage.sandbox.store.campaigns.size).toBe(1);
		},
	);
});

describe('an execution that is retried once more after a retry that failed, too', () => {
	it('creates no campaign again that the first retry created, where the service shows it', async () => {
		// A service that takes a campaign under references that it knows, and the same one twice.
		Object.assign(stage.sandbox.config.dialect, { apiReferences: 'accept', duplicates: 'accept' });
		const parameters = { recipients: '={{ $json.list }}' };
		const items = phones.map((phone): INodeExecutionData => ({ json: { list: [{ phone }] } }));
		const refuse = (skip: number): void =>
			void stage.sandbox.faults.add({
				kind: 'status',
				status: 402,
				path: CAMPAIGNS,
				skip,
				times: 1,
			});
		refuse(1);
		const failed = await send('campaign.sendPersonalizedSms', parameters, { items });
		refuse(2);
		const retried = await send('campaign.sendPersonalizedSms', parameters, {
			saved: listRetry(failed),
			mode: 'retry',
			executionId: '2',
		});
		expect([failed.status, retried.status, stage.sandbox.store.campaigns.size]).toEqual([
			'error',
			'error',
			3,
		]);
		const again = await send('campaign.sendPersonalizedSms', parameters, {
			saved: listRetry(failed),
			mode: 'retry',
			executionId: '3',
		});
		expect(again.error).toBeUndefined();
		expect(jsonOf(again).map(({ already_accepted }) => already_accepted)).toEqual([
			true,
			true,
			true,
			false,
		]);
		expect(stage.stored()).toEqual(once);
	});
});

describe('a campaign that may have gone out with fewer recipients than now', () => {
	const [, between = '', last = ''] = phones;
	const corrected = [first, between, last].join(', ');
	const operations = ['campaign.sendSms', 'campaign.sendPersonalizedSms'];
	/** Nobody whom the service does not show counts as accepted, and nobody gets it twice. */
	const expectNotKnown = ({ error }: RunResult): void => {
		expect(error?.message).toMatch(/^It is not known.*shows only some of its messages/);
		expect(stage.stored().has(between)).toBe(false);
		expect(Math.max(...stage.stored().values())).toBe(1);
	};

	it.each([
		['was corrected', [first, '12', last]],
		['was put in', [first, last]],
	])('was cut off: a number that %s counts as accepted for no other', async (_, before) => {
		for (const operation of operations) {
			stage.sandbox.reset();
			const worker = job([{ json: {} }]);
			const skip = { options: { invalidRecipients: 'skip', retryFor: 0 } };
			await send(operation, { recipients: before.join(', '), ...skip }, { saved: worker() });
			const nodes = [
				{ name: 'Start', finished: true },
				{ name: 'Messaging Service', finished: false },
			];
			const retried = await send(
				operation,
				{ recipients: corrected },
				{ saved: retryOfCutOff(worker(), nodes), mode: 'retry', executionId: '2' },
			);
			expectNotKnown(retried);
		}
	});

	it('was created by the first of two retries', async () => {
		for (const operation of operations) {
			stage.sandbox.reset();
			Object.assign(stage.sandbox.config.dialect, {
				apiReferences: 'accept',
				duplicates: 'accept',
			});
			const items = [{ json: { list: [first, last] } }, { json: { list: [others[2]] } }];
			const refuse = (skip: number): void =>
				void stage.sandbox.faults.add({
					kind: 'status',
					status: 402,
					path: CAMPAIGNS,
					skip,
					times: 1,
				});
			const recipients = '={{ $json.list }}';
			refuse(0);
			const failed = await send(operation, { recipients }, { items });
			refuse(1);
			const saved = listRetry(failed);
			await send(operation, { recipients }, { saved, mode: 'retry', executionId: '2' });
			expect(stage.sandbox.store.campaigns.size).toBe(1);
			const again = await send(
				operation,
				{ recipients: `={{ $json.list.length > 1 ? '${corrected}' : $json.list }}` },
				{ saved: listRetry(failed), mode: 'retry', executionId: '3' },
			);
			expectNotKnown(again);
		}
	});

	/** A retry sends `before`, of which its own execution alone knows; then the user corrects the list to `after` and retries again. */
	async function retriedTwice(
		operation: string,
		before: readonly string[],
		after: readonly string[],
		faults: () => void = () => undefined,
	): Promise<RunResult> {
		stage.sandbox.reset();
		Object.assign(stage.sandbox.config.dialect, {
			apiReferences: 'accept',
			duplicates: 'accept',
		});
		stage.sandbox.faults.add({ kind: 'status', status: 402, path: CAMPAIGNS, times: 1 });
		const items = [{ json: {} }];
		const failed = await send(operation, { recipients: before.join(', ') }, { items });
		expect(failed.status).toBe('error');
		const retry = async (list: readonly string[], executionId: string): Promise<RunResult> =>
			await send(
				operation,
				{ recipients: list.join(', ') },
				{ saved: listRetry(failed), mode: 'retry', executionId },
			);
		await retry(before, '2');
		expect(stage.stored()).toEqual(new Map(before.map((phone) => [phone, 1])));
		faults();
		return await retry(after, '3');
	}
	const [a = '', b = '', c = '', d = ''] = phones;

	it.each([
		['the middle of the list', [b, c], [a, b, c, d]],
		['its ends', [a, d], [a, b, c, d]],
		['all of it but one', [a, b, c, d], [a, c, d]],
		['nothing but one that was taken out', [b], [a, c, d]],
		['one in the middle of many', [c], [...people(70).map(({ phone }) => String(phone))]],
	])(
		'carried %s: nobody gets it twice, nor counts as accepted unshown',
		async (_, before, after) => {
			for (const operation of operations) {
				const again = await retriedTwice(operation, before, after);
				const known = new Set(before);
				const isOver =
					after.every((phone) => known.has(phone)) || !after.some((phone) => known.has(phone));
				if (isOver) expect(again.error).toBeUndefined();
				else
					expect(again.error?.message).toMatch(/^It is not known.*shows only some of its messages/);
				expect(Math.max(...stage.stored().values())).toBe(1);
				const accepted = jsonOf(again).filter(({ status }) => status === 'accepted');
				for (const { phone } of accepted) expect(stage.stored().get(String(phone))).toBe(1);
			}
		},
	);

	it('shows only after the retry has sent as well: it proves nothing of those who were not in it', async () => {
		// The second retry learns nothing in passing; its own campaign never reaches the service.
		const again = await retriedTwice('campaign.sendSms', [a, d], [a, b, c, d], () => {
			const absent = { error: 20, errorDescription: 'SMS not found' };
			stage.sandbox.faults.add({
				kind: 'status',
				status: 200,
				body: absent,
				path: LOOK_UP,
				times: 4,
			});
			stage.sandbox.faults.add({ kind: 'status', status: 504, path: CAMPAIGNS, times: 1 });
		});
		expectNotKnown(again);
	});

	it('costs few questions where the service answered clearly, and no campaign of the sender is there', async () => {
		const many = Array.from(
			{ length: 3000 },
			(_, index) => `38099${String(index).padStart(5, '0')}11`,
		);
		const recipients = many.join(', ');
		stage.sandbox.faults.add({ kind: 'status', status: 402, path: CAMPAIGNS, times: 1 });
		const failed = await send('campaign.sendSms', { recipients }, { items: [{ json: {} }] });
		stage.sandbox.requests.length = 0;
		const retried = await send(
			'campaign.sendSms',
			{ recipients },
			{ saved: listRetry(failed), mode: 'retry', executionId: '2' },
		);
		expect(retried.error).toBeUndefined();
		expect(stage.sandbox.requests.length).toBeLessThanOrEqual(5);
	});
});
