import type { IDataObject } from 'n8n-workflow';
import type { FaultRule } from '../../sandbox/faults.mts';
import type { Dialect } from '../../sandbox/types.mts';
import {
	ANN,
	BOB,
	CAMPAIGNS,
	CID,
	CREATE_CAMPAIGN,
	CREATE_SMS,
	EACH_ONE,
	FROM_LISTS,
	HIDDEN,
	itemsOf,
	job,
	listRetry,
	listsOf,
	PEOPLE,
	RETRIES_OF_KILLED,
	Scene,
	UNKNOWN,
} from './scene.mts';
import type { RetryOfKilled } from './scene.mts';

// Retry in n8n's list of executions, of a failed one and of one whose process was killed.

let scene: Scene;
beforeAll(async () => {
	scene = await Scene.open();
});
afterAll(async () => await scene.close());

const NOTHING_ELSE = { campaigns: 0, messages: {}, statuses: [], error: null };
const accepted = (count: number): string[] => Array<string>(count).fill('accepted');
const EARLIER = `${UNKNOWN}an earlier try may have sent it [item 0]`;
const refusal = (path: string, skip: number): FaultRule[] => [
	{ kind: 'status', status: 402, body: {}, method: 'POST', path, skip, times: 1 },
];
const lost = (path: string, fault: Partial<FaultRule> = {}): FaultRule[] => [
	{ kind: 'dropAfter', method: 'POST', path, times: 1, ...fault },
];

describe.each(CAMPAIGNS)('a killed worker: %s', (operation) => {
	const SENT = { campaigns: 1, messages: EACH_ONE, statuses: accepted(2), error: null };
	const UNSENT = { campaigns: 0, messages: {}, statuses: [], error: EARLIER };
	const LEFT = { campaigns: 1, messages: EACH_ONE, statuses: [], error: EARLIER };
	const TWICE = {
		campaigns: 2,
		messages: { [ANN]: 2, [BOB]: 2 },
		statuses: accepted(2),
		error: null,
	};
	const HALFWAY: FaultRule[] = [
		{ kind: 'dropBefore', method: 'POST', path: CREATE_CAMPAIGN, times: 1, lateMs: 3000 },
	];
	const OWN = { referenceMode: 'custom', reference: '{order}' };

	const cases: Array<{
		killed: 'before' | 'in the middle of' | 'after';
		shown: RetryOfKilled;
		at?: string;
		dialect?: Partial<Dialect>;
		options?: IDataObject;
		is: object;
	}> = [
		{ killed: 'before', shown: 'n8n restarted', is: UNSENT },
		{ killed: 'before', shown: 'queue mode', is: SENT },
		{ killed: 'in the middle of', shown: 'n8n restarted', is: SENT },
		{ killed: 'in the middle of', shown: 'queue mode', is: SENT },
		{ killed: 'after', shown: 'n8n restarted', is: SENT },
		{ killed: 'after', shown: 'queue mode', is: SENT },
		{
			killed: 'after',
			shown: 'n8n restarted',
			at: 'a service that shows none',
			dialect: HIDDEN,
			is: LEFT,
		},
		// Given up: nothing shows that the node had begun, and the service shows nothing either.
		{
			killed: 'after',
			shown: 'queue mode',
			at: 'a service that shows none',
			dialect: HIDDEN,
			is: TWICE,
		},
		{ killed: 'after', shown: 'n8n restarted', at: 'own references', options: OWN, is: LEFT },
		{ killed: 'after', shown: 'queue mode', at: 'own references', options: OWN, is: LEFT },
	];

	it.each(cases)(
		'$killed the campaign, retried with $shown, $at',
		async ({ killed, shown, dialect, options, is }) => {
			scene.begin(killed === 'in the middle of' ? HALFWAY : [], dialect);
			const worker = job(itemsOf(PEOPLE));
			if (killed !== 'before')
				await scene.send(operation, { saved: worker(), options, diesAt: CREATE_CAMPAIGN });
			const retries = RETRIES_OF_KILLED[shown](worker);
			const retried = await scene.send(operation, { retries, options });
			expect(await scene.outcome(retried)).toEqual(is);
		},
	);

	it.each(['n8n restarted', 'queue mode'] as const)(
		'after the campaign, retried with %s and a list that ends with another person',
		async (shown) => {
			scene.begin();
			const worker = job(itemsOf([{}]));
			const list = (...phones: string[]) => ({
				recipientSource: 'list',
				recipients: phones.join(', '),
			});
			await scene.send(operation, {
				saved: worker(),
				parameters: list(ANN, BOB),
				diesAt: CREATE_CAMPAIGN,
			});
			const retried = await scene.send(operation, {
				retries: RETRIES_OF_KILLED[shown](worker),
				parameters: list(ANN, CID),
			});
			expect(await scene.outcome(retried)).toEqual(LEFT);
		},
	);

	it.each(['n8n restarted', 'queue mode'] as const)(
		'after the first of two campaigns, retried with %s',
		async (shown) => {
			scene.begin();
			const worker = job(listsOf(ANN, BOB));
			scene.sandbox.faults.add({
				kind: 'refuse',
				method: 'POST',
				path: CREATE_CAMPAIGN,
				skip: 1,
				times: 1,
			});
			await scene.send(operation, {
				saved: worker(),
				parameters: FROM_LISTS,
				options: { retryFor: 0 },
			});
			expect(scene.messages()).toEqual({ [ANN]: 1 });
			const retried = await scene.send(operation, {
				retries: RETRIES_OF_KILLED[shown](worker),
				parameters: FROM_LISTS,
			});
			expect(await scene.outcome(retried)).toEqual(
				shown === 'queue mode'
					? { campaigns: 2, messages: EACH_ONE, statuses: accepted(2), error: null }
					: {
							campaigns: 1,
							messages: { [ANN]: 1 },
							statuses: [],
							error: `${UNKNOWN}an earlier try may have sent it [item 1]`,
						},
			);
		},
	);

	it('is not made by a retry of the retry either', async () => {
		scene.begin([], HIDDEN);
		const worker = job(itemsOf(PEOPLE));
		await scene.send(operation, { saved: worker(), diesAt: CREATE_CAMPAIGN });
		const retried = await scene.send(operation, {
			retries: RETRIES_OF_KILLED['n8n restarted'](worker),
		});
		const again = await scene.send(operation, { retries: listRetry(retried) });
		expect(await scene.outcome(again)).toEqual(LEFT);
	});
});

it.each(['n8n restarted', 'queue mode'] as const)(
	'an SMS that a killed worker sent is not sent again, retried with %s',
	async (shown) => {
		scene.begin();
		const worker = job(itemsOf(PEOPLE));
		await scene.send('sms.send', { saved: worker(), diesAt: CREATE_SMS });
		const retried = await scene.send('sms.send', { retries: RETRIES_OF_KILLED[shown](worker) });
		expect(await scene.outcome(retried)).toEqual({
			...NOTHING_ELSE,
			messages: EACH_ONE,
			statuses: accepted(2),
		});
	},
);

/** The two forms of the retry: with the workflow as it ran, and as it is saved now. */
const FORMS: Array<[string, IDataObject]> = [
	['the original workflow', {}],
	['the workflow as it is now', { text: 'What it should have said' }],
];

describe.each(FORMS)('Retry from the list with %s, after a failure', (_, changed) => {
	it.each(CAMPAIGNS)('makes the rest of the campaigns: %s', async (operation) => {
		scene.begin(refusal(CREATE_CAMPAIGN, 1));
		const failed = await scene.send(operation, {
			items: listsOf(ANN, BOB, CID),
			parameters: FROM_LISTS,
		});
		expect(await scene.outcome(failed)).toEqual({
			campaigns: 1,
			messages: { [ANN]: 1 },
			statuses: [],
			error: 'The service refused the request (HTTP 402) [item 1]',
		});
		const retried = await scene.send(operation, {
			retries: listRetry(failed),
			parameters: { ...FROM_LISTS, ...changed },
		});
		expect(await scene.outcome(retried)).toEqual({
			campaigns: 3,
			messages: { [ANN]: 1, [BOB]: 1, [CID]: 1 },
			statuses: accepted(3),
			error: null,
		});
		expect(retried.items.map(({ json }) => json.reason)).toEqual([
			'Accepted by the service in an earlier try',
			'Accepted by the service',
			'Accepted by the service',
		]);
	});

	it('sends the rest of the SMS, and asks for none', async () => {
		scene.begin(refusal(CREATE_SMS, 1));
		const failed = await scene.send('sms.send');
		scene.sandbox.requests.length = 0;
		const retried = await scene.send('sms.send', {
			retries: listRetry(failed),
			parameters: changed,
		});
		expect(scene.sandbox.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
			`POST ${CREATE_SMS}`,
		]);
		expect(await scene.outcome(retried)).toEqual({
			...NOTHING_ELSE,
			messages: EACH_ONE,
			statuses: accepted(2),
		});
	});

	it.each(CAMPAIGNS)('leaves a lost campaign unknown that does not show: %s', async (operation) => {
		scene.begin(lost(CREATE_CAMPAIGN), HIDDEN);
		const failed = await scene.send(operation);
		const retried = await scene.send(operation, {
			retries: listRetry(failed),
			parameters: changed,
		});
		expect(await scene.outcome(retried)).toEqual({
			campaigns: 1,
			messages: EACH_ONE,
			statuses: [],
			error: EARLIER,
		});
	});
});

describe('Retry from the list after midnight, From Content and Day', () => {
	const options = { referenceMode: 'content', retryFor: 0 };

	it.each([
		['the same text', {}],
		['a corrected text', { text: 'Corrected' }],
	])('knows a lost SMS: %s', async (_, parameters) => {
		scene.begin([
			...lost(CREATE_SMS),
			{ kind: 'status', status: 403, path: '/rest/sms/reference', times: 3 },
		]);
		const items = itemsOf(PEOPLE.slice(0, 1));
		const failed = await scene.send('sms.send', { items, options });
		expect(failed.error?.message).toBe(`${UNKNOWN}the connection to the service was lost [item 0]`);
		await scene.later(24 * 3_600_000);
		const retries = listRetry(failed);
		const retried = await scene.send('sms.send', { retries, parameters, options });
		expect(await scene.outcome(retried)).toEqual({
			...NOTHING_ELSE,
			messages: { [ANN]: 1 },
			statuses: ['already sent'],
		});
	});

	it.each(CAMPAIGNS)('makes no campaign again: %s', async (operation) => {
		scene.begin(refusal(CREATE_CAMPAIGN, 1));
		const failed = await scene.send(operation, {
			items: listsOf(ANN, BOB),
			parameters: FROM_LISTS,
			options,
		});
		await scene.later(24 * 3_600_000);
		const retried = await scene.send(operation, {
			retries: listRetry(failed),
			parameters: FROM_LISTS,
			options,
		});
		expect(await scene.outcome(retried)).toEqual({
			campaigns: 2,
			messages: EACH_ONE,
			statuses: accepted(2),
			error: null,
		});
	});
});

describe('Retry from the list with a corrected reference', () => {
	it('asks for a lost SMS by the reference that it went out under', async () => {
		scene.begin([
			...lost(CREATE_SMS),
			{ kind: 'status', status: 403, path: '/rest/sms/reference', times: 3 },
		]);
		const own = (reference: string) => ({ referenceMode: 'custom', reference, retryFor: 0 });
		const items = itemsOf(PEOPLE.slice(0, 1));
		const failed = await scene.send('sms.send', { items, options: own('order1') });
		expect(failed.error?.message).toBe(`${UNKNOWN}the connection to the service was lost [item 0]`);
		const retries = listRetry(failed);
		const retried = await scene.send('sms.send', { retries, options: own('order2') });
		expect(await scene.outcome(retried)).toEqual({
			...NOTHING_ELSE,
			messages: { [ANN]: 1 },
			statuses: ['already sent'],
		});
	});
});

describe('Retry from the list with automatic references in place of own ones', () => {
	it.each(CAMPAIGNS)(
		'makes no second campaign where the first is unknown: %s',
		async (operation) => {
			scene.begin(
				[
					...lost(CREATE_CAMPAIGN),
					{ kind: 'status', status: 403, path: '/rest/sms/reference', times: 3 },
				],
				HIDDEN,
			);
			const items = itemsOf(PEOPLE.map((one, index) => ({ ...one, order: `order${index}` })));
			const own = { referenceMode: 'custom', reference: '={{ $json.order }}', retryFor: 0 };
			const failed = await scene.send(operation, { items, options: own });
			expect(failed.error?.message).toBe(
				`${UNKNOWN}the connection to the service was lost [item 0]`,
			);
			await scene.send(operation, { retries: listRetry(failed), options: { retryFor: 0 } });
			expect(scene.sandbox.store.campaigns.size).toBe(1);
		},
	);
});

describe('Retry from the list with a corrected list', () => {
	const list = (...phones: string[]) => ({
		recipientSource: 'list',
		recipients: phones.join(', '),
	});

	it.each([
		['shorter', [ANN, BOB, CID], [ANN, CID]],
		['longer', [ANN, CID], [ANN, BOB, CID]],
		['sorted', [ANN, BOB], [BOB, ANN]],
	])('knows a lost bulk request by its numbers: %s', async (_, before, after) => {
		scene.begin([
			...lost(CREATE_SMS),
			{ kind: 'status', status: 403, path: '/rest/sms/reference', times: 99 },
		]);
		const failed = await scene.send('sms.sendBulk', {
			items: itemsOf([{}]),
			parameters: list(...before),
			options: { retryFor: 0 },
		});
		expect(failed.error?.message).toBe(`${UNKNOWN}the connection to the service was lost [item 0]`);
		scene.sandbox.faults.clear();
		const retried = await scene.send('sms.sendBulk', {
			retries: listRetry(failed),
			parameters: list(...after),
		});
		expect(await scene.outcome(retried)).toEqual({
			...NOTHING_ELSE,
			messages: Object.fromEntries([...before, ...after].map((phone) => [phone, 1])),
			statuses: accepted(after.length),
		});
	});

	it.each(CAMPAIGNS)('makes no lost campaign again: %s', async (operation) => {
		scene.begin(lost(CREATE_CAMPAIGN), HIDDEN);
		const items = itemsOf([{}]);
		const failed = await scene.send(operation, { items, parameters: list(ANN, BOB) });
		const retried = await scene.send(operation, {
			retries: listRetry(failed),
			parameters: list(ANN, BOB, CID),
		});
		expect(await scene.outcome(retried)).toEqual({
			campaigns: 1,
			messages: EACH_ONE,
			statuses: [],
			error: EARLIER,
		});
	});
});
