import type { IDataObject } from 'n8n-workflow';
import type { Dialect } from '../../sandbox/types.mts';
import {
	accepted,
	ANN,
	BOB,
	CAMPAIGN,
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
import type { RetryOfKilled } from './scene.mts';

// Retry in n8n's list of executions, as n8n saves a failed one and one whose process was killed; each other way, explore.test.mts tries.

const scene = sceneOfTests();

/** Both got one message. */
const SENT_BOTH = { messages: EACH_ONE, statuses: accepted(2), error: null };
/** Both got one message by a campaign, and that is not known. */
const LEFT = { campaigns: 1, messages: EACH_ONE, statuses: [], error: EARLIER };

describe('a killed worker', () => {
	const operation = PERSONALIZED;
	const SENT = { ...SENT_BOTH, campaigns: 1 };
	const TWICE = {
		campaigns: 2,
		messages: { [ANN]: 2, [BOB]: 2 },
		statuses: accepted(2),
		error: null,
	};
	it.each<[shown: RetryOfKilled, dialect: Partial<Dialect>, is: object]>([
		['n8n restarted', {}, SENT],
		['queue mode', {}, SENT],
		['n8n restarted', HIDDEN, LEFT],
		// Given up: nothing shows that the node had begun, and the service shows nothing either.
		['queue mode', HIDDEN, TWICE],
	])(
		'after the campaign, retried with %s at a service that says %j',
		async (shown, dialect, is) => {
			scene.begin([], dialect);
			const worker = job(itemsOf(PEOPLE));
			await scene.send(operation, { saved: worker(), diesAt: CREATE_CAMPAIGN });
			const retried = await scene.send(operation, { retries: RETRIES_OF_KILLED[shown](worker) });
			expect(await scene.outcome(retried)).toEqual(is);
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
});

it('Retry with the workflow as it is now makes the rest of the campaigns', async () => {
	const path = CREATE_CAMPAIGN;
	scene.begin([{ kind: 'status', status: 402, body: {}, method: 'POST', path, skip: 1, times: 1 }]);
	const failed = await scene.send(CAMPAIGN, {
		items: listsOf(ANN, BOB, CID),
		parameters: FROM_LISTS,
	});
	expect(await scene.outcome(failed)).toEqual({
		campaigns: 1,
		messages: { [ANN]: 1 },
		statuses: [],
		error: 'The service refused the request (HTTP 402) [item 2]',
	});
	const retried = await scene.send(CAMPAIGN, {
		retries: listRetry(failed),
		parameters: { ...FROM_LISTS, text: 'What it should have said' },
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

it.each<[string, IDataObject]>([
	['', {}],
	[', with a corrected text', { text: 'Corrected' }],
])('Retry after midnight knows an SMS from content and day%s', async (_, parameters) => {
	scene.begin([
		...lost(CREATE_SMS),
		{ kind: 'status', status: 403, path: '/rest/sms/reference', times: 3 },
	]);
	const options = { referenceMode: 'content', retryFor: 0 };
	const failed = await scene.send('sms.send', { options, items: itemsOf(PEOPLE.slice(0, 1)) });
	expect(failed.error?.message).toBe(`${UNKNOWN}the connection to the service was lost [item 1]`);
	await scene.later(24 * 3_600_000);
	const retries = listRetry(failed);
	const retried = await scene.send('sms.send', { options, parameters, retries });
	expect(await scene.outcome(retried)).toEqual({
		...NOTHING_ELSE,
		messages: { [ANN]: 1 },
		statuses: ['already sent'],
	});
});
