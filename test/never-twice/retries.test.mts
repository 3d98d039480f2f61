import type { IDataObject } from 'n8n-workflow';
import type { FaultRule } from '../../sandbox/faults.mts';
import type { Dialect } from '../../sandbox/types.mts';
import {
	accepted,
	ANN,
	BOB,
	CAMPAIGN,
	CAMPAIGNS,
	CID,
	CREATE_CAMPAIGN,
	CREATE_SMS,
	EACH_ONE,
	EARLIER,
	FROM_LISTS,
	HIDDEN,
	itemsOf,
	job,
	listRetry,
	listsOf,
	lost,
	NOTHING_ELSE,
	PEOPLE,
	PERSONALIZED,
	RETRIES_OF_KILLED,
	sceneOfTests,
	UNKNOWN,
} from './scene.mts';
import type { RetryOfKilled, Setup } from './scene.mts';

// Retry in n8n's list of executions, of a failed one and of one whose process was killed.

const scene = sceneOfTests();

/** Both got one message. */
const SENT_BOTH = { messages: EACH_ONE, statuses: accepted(2), error: null };
/** Both got one message by a campaign, and that is not known. */
const LEFT = { campaigns: 1, messages: EACH_ONE, statuses: [], error: EARLIER };
const refusal = (path: string, skip: number): FaultRule[] => [
	{ kind: 'status', status: 402, body: {}, method: 'POST', path, skip, times: 1 },
];

describe('a killed worker', () => {
	const operation = PERSONALIZED;
	const SENT = { ...SENT_BOTH, campaigns: 1 };
	const UNSENT = { campaigns: 0, messages: {}, statuses: [], error: EARLIER };
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
			await scene.send(operation, {
				saved: worker(),
				parameters: list(ANN, BOB),
				diesAt: CREATE_CAMPAIGN,
			});
			const retried = await scene.send(operation, {
				retries: RETRIES_OF_KILLED[shown](worker),
				parameters: list(ANN, CID),
			});
			const error = `${UNKNOWN}the service shows a part of these messages [item 1]`;
			expect(await scene.outcome(retried)).toEqual({ ...LEFT, error });
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
					? { ...SENT_BOTH, campaigns: 2 }
					: {
							campaigns: 1,
							messages: { [ANN]: 1 },
							statuses: [],
							error: `${UNKNOWN}an earlier try may have sent it [item 2]`,
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
		expect(await scene.outcome(retried)).toEqual({ ...SENT_BOTH, campaigns: 0 });
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
			error: 'The service refused the request (HTTP 402) [item 2]',
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
		const retries = listRetry(failed);
		const retried = await scene.send('sms.send', { retries, parameters: changed });
		expect(scene.sandbox.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
			`POST ${CREATE_SMS}`,
		]);
		expect(await scene.outcome(retried)).toEqual({ ...SENT_BOTH, campaigns: 0 });
	});

	it('leaves a lost campaign unknown that does not show', async () => {
		scene.begin(lost(CREATE_CAMPAIGN), HIDDEN);
		const retries = listRetry(await scene.send(CAMPAIGN));
		const retried = await scene.send(CAMPAIGN, { retries, parameters: changed });
		expect(await scene.outcome(retried)).toEqual(LEFT);
	});
});

/** The reply to an SMS is lost, and the service cannot be asked in the first try. */
const LOST_SMS: FaultRule[] = [
	...lost(CREATE_SMS),
	{ kind: 'status', status: 403, path: '/rest/sms/reference', times: 3 },
];
const own = (reference: string) => ({ referenceMode: 'custom', reference, retryFor: 0 });
const list = (...phones: string[]) => ({ recipientSource: 'list', recipients: phones.join(', ') });
const CONTENT = { referenceMode: 'content', retryFor: 0 };

describe('Retry from the list of a lost SMS', () => {
	it.each<[string, Setup, Setup, number]>([
		['after midnight', { options: CONTENT }, { options: CONTENT }, 24],
		[
			'after midnight, with a corrected text',
			{ options: CONTENT },
			{ options: CONTENT, parameters: { text: 'Corrected' } },
			24,
		],
		['with a corrected reference', { options: own('order1') }, { options: own('order2') }, 0],
	])('knows it %s', async (_, first, then, hours) => {
		scene.begin(LOST_SMS);
		const failed = await scene.send('sms.send', { ...first, items: itemsOf(PEOPLE.slice(0, 1)) });
		expect(failed.error?.message).toBe(`${UNKNOWN}the connection to the service was lost [item 1]`);
		await scene.later(hours * 3_600_000);
		const retried = await scene.send('sms.send', { ...then, retries: listRetry(failed) });
		expect(await scene.outcome(retried)).toEqual({
			...NOTHING_ELSE,
			messages: { [ANN]: 1 },
			statuses: ['already sent'],
		});
	});

	it.each([
		['shorter', [ANN, BOB, CID], [ANN, CID]],
		['longer', [ANN, CID], [ANN, BOB, CID]],
		['sorted', [ANN, BOB], [BOB, ANN]],
	])(
		'knows those of a bulk request by their numbers where the list is %s',
		async (_, before, after) => {
			scene.begin([
				...lost(CREATE_SMS),
				{ kind: 'status', status: 403, path: '/rest/sms/reference' },
			]);
			const failed = await scene.send('sms.sendBulk', {
				items: itemsOf([{}]),
				parameters: list(...before),
				options: { retryFor: 0 },
			});
			expect(failed.error?.message).toBe(
				`${UNKNOWN}the connection to the service was lost [item 1]`,
			);
			scene.sandbox.faults.clear();
			const retries = listRetry(failed);
			const retried = await scene.send('sms.sendBulk', { retries, parameters: list(...after) });
			expect(await scene.outcome(retried)).toEqual({
				...NOTHING_ELSE,
				messages: Object.fromEntries([...before, ...after].map((phone) => [phone, 1])),
				statuses: accepted(after.length),
			});
		},
	);
});

describe('Retry from the list of campaigns', () => {
	it('makes none again after midnight, From Content and Day', async () => {
		scene.begin(refusal(CREATE_CAMPAIGN, 1));
		const setup = { parameters: FROM_LISTS, options: CONTENT };
		const failed = await scene.send(CAMPAIGN, { ...setup, items: listsOf(ANN, BOB) });
		await scene.later(24 * 3_600_000);
		const retried = await scene.send(CAMPAIGN, { ...setup, retries: listRetry(failed) });
		expect(await scene.outcome(retried)).toEqual({ ...SENT_BOTH, campaigns: 2 });
	});

	it('makes no second one under automatic references where the first, under own ones, is unknown', async () => {
		const hidden = { kind: 'status', status: 403, path: '/rest/sms/reference', times: 3 } as const;
		scene.begin([...lost(CREATE_CAMPAIGN), hidden], HIDDEN);
		const failed = await scene.send(CAMPAIGN, { options: own('={{ $json.order }}') });
		expect(failed.error?.message).toBe(`${UNKNOWN}the connection to the service was lost [item 1]`);
		await scene.send(CAMPAIGN, { retries: listRetry(failed), options: { retryFor: 0 } });
		expect(scene.sandbox.store.campaigns.size).toBe(1);
	});

	it('makes no lost one again where the list is longer', async () => {
		scene.begin(lost(CREATE_CAMPAIGN), HIDDEN);
		const first = { items: itemsOf([{}]), parameters: list(ANN, BOB) };
		const retries = listRetry(await scene.send(CAMPAIGN, first));
		const retried = await scene.send(CAMPAIGN, { retries, parameters: list(ANN, BOB, CID) });
		expect(await scene.outcome(retried)).toEqual(LEFT);
	});
});
