import {
	ANN,
	BOB,
	CREATE_SMS,
	EACH_ONE,
	itemsOf,
	listRetry,
	NOTHING_ELSE,
	sceneOfTests,
} from './scene.mts';

// References of the user's own that come again.

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
