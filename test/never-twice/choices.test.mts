import {
	accepted,
	ANN,
	BOB,
	CAMPAIGN,
	CREATE_CAMPAIGN,
	CREATE_SMS,
	EACH_ONE,
	EARLIER,
	HIDDEN,
	itemsOf,
	listRetry,
	lost,
	NOTHING_ELSE,
	RETRY_ON_FAIL,
	sceneOfTests,
} from './scene.mts';

// What the user chooses: references of their own, and what counts where the outcome stays unknown.

const scene = sceneOfTests();

describe('the same order number on two SMS', () => {
	const options = { referenceMode: 'custom', reference: '={{ $json.order }}' };
	const order = (phone: string) => itemsOf([{ phone, order: 'order1042' }]);

	it('to one number: the second is already sent', async () => {
		scene.begin();
		await scene.send('sms.send', { items: order(ANN), options });
		const second = await scene.send('sms.send', { items: order(ANN), options });
		expect(await scene.outcome(second)).toEqual({
			...NOTHING_ELSE,
			messages: { [ANN]: 1 },
			statuses: ['already sent'],
		});
	});

	it('stays already sent in a retry, and counts among those that the service has', async () => {
		scene.begin([
			{ kind: 'status', status: 403, method: 'POST', path: CREATE_SMS, skip: 2, times: 1 },
		]);
		await scene.send('sms.send', { items: order(ANN), options });
		const rows = [
			{ phone: ANN, order: 'order1042' },
			{ phone: BOB, order: 'order1043' },
		];
		const failed = await scene.send('sms.send', { items: itemsOf(rows), options });
		expect(failed.error?.description).toContain(
			'1 of 2 recipients was accepted; its IDs are in the details.',
		);
		const retried = await scene.send('sms.send', { retries: listRetry(failed), options });
		expect(await scene.outcome(retried)).toEqual({
			...NOTHING_ELSE,
			messages: EACH_ONE,
			statuses: ['already sent', 'accepted'],
		});
	});

	it('to another number: the second is refused', async () => {
		scene.begin();
		await scene.send('sms.send', { items: order(ANN), options });
		const second = await scene.send('sms.send', { items: order(BOB), options });
		expect(await scene.outcome(second)).toEqual({
			...NOTHING_ELSE,
			messages: { [ANN]: 1 },
			error: 'The service has a message to another number under the reference order1042 [item 1]',
		});
	});
});

describe('Unknown Outcome', () => {
	const chosen = (ifOutcomeUnknown: string) => ({ ifOutcomeUnknown, retryFor: 5 });

	it('Send Again, one repetition in all tries', async () => {
		scene.begin(lost(CREATE_CAMPAIGN, { kind: 'dropBefore', times: 99 }), HIDDEN);
		const options = chosen('sendAgain');
		const run = await scene.send(CAMPAIGN, { options, node: RETRY_ON_FAIL });
		const posts = (): number =>
			scene.sandbox.requests.filter(
				({ method, path }) => method === 'POST' && path.startsWith(CREATE_CAMPAIGN),
			).length;
		const before = posts();
		const retried = await scene.send(CAMPAIGN, { retries: listRetry(run), options });
		expect([before, posts()]).toEqual([2, 2]);
		expect(await scene.outcome(retried)).toEqual({
			campaigns: 0,
			messages: {},
			statuses: [],
			error: EARLIER,
		});
	});

	it('Send Again, accepted', async () => {
		scene.begin(lost(CREATE_CAMPAIGN, { kind: 'dropBefore' }), HIDDEN);
		const run = await scene.send(CAMPAIGN, { options: chosen('sendAgain') });
		expect(await scene.outcome(run)).toEqual({
			campaigns: 1,
			messages: EACH_ONE,
			statuses: accepted(2),
			error: null,
		});
	});

	it('Count as Sent, in a retry', async () => {
		scene.begin(lost(CREATE_CAMPAIGN), HIDDEN);
		const failed = await scene.send(CAMPAIGN, { options: { retryFor: 5 } });
		const retries = listRetry(failed);
		const retried = await scene.send(CAMPAIGN, { retries, options: chosen('countAsSent') });
		expect(await scene.outcome(retried)).toEqual({
			campaigns: 1,
			messages: EACH_ONE,
			statuses: accepted(2),
			error: null,
		});
		expect(retried.items.map(({ json }) => json.reason)).toEqual(
			Array(2).fill('Counted as sent, as the outcome is unknown: An earlier try may have sent it'),
		);
	});
});
