import type { IDataObject } from 'n8n-workflow';
import {
	CREATE_CAMPAIGN,
	CREATE_SMS,
	FROM_LISTS,
	itemsOf,
	listRetry,
	sceneOfTests,
	type Setup,
} from './scene.mts';

/*
 * Three of four are accepted, and the fourth request is refused for want of funds: what the error says of executing again and of Retry
 * in the list of executions is what they do.
 */

const scene = sceneOfTests();

const FOUR = ['380991000011', '380991000022', '380991000033', '380991000044'];
const [FIRST = ''] = FOUR;
const OWN = { referenceMode: 'custom', reference: '=order{{ $json.order }}' };
const BY_DAY = { referenceMode: 'content' };
const ALL = 'Executing again sends to all 4. ';
const RETRY = 'Retry of this execution in the list of executions sends only what is left.';

const howOften = (times: number): Record<string, number> =>
	Object.fromEntries(FOUR.map((phone) => [phone, times]));

describe.each<[operation: string, references: string, options: IDataObject, executed: string]>([
	['sms.send', 'automatic', {}, ALL],
	['sms.sendBulk', 'automatic', {}, ALL],
	['campaign.sendSms', 'automatic', {}, ALL],
	['campaign.sendPersonalizedSms', 'own', OWN, ALL],
	['sms.send', 'own', OWN, 'Executing again with the same references sends nothing twice. '],
	[
		'sms.sendBulk',
		'by day',
		BY_DAY,
		'Executing again on the same day with the same texts sends nothing twice. ',
	],
])('%s with %s references', (operation, _, options, executed) => {
	const isCampaign = operation.startsWith('campaign');
	const setup: Setup = {
		items: itemsOf(FOUR.map((phone, order) => ({ list: [{ phone }], phone, order }))),
		...(operation !== 'sms.send' && { parameters: FROM_LISTS }),
		options,
	};
	it('says what executing again and a retry from the list do', async () => {
		const path = isCampaign ? CREATE_CAMPAIGN : CREATE_SMS;
		const refusal = { kind: 'status', status: 402, body: {}, method: 'POST', path } as const;
		scene.begin([{ ...refusal, skip: 3, times: 1 }]);
		const failed = await scene.send(operation, setup);
		expect(failed.error?.description).toBe(
			`Top up the account. 3 of 4 recipients were accepted; their IDs are in the details. ${executed}${RETRY}`,
		);
		const ofStore = [...scene.sandbox.store.messages.values()];
		const { data } = failed.error?.context as { data: { accepted: IDataObject[] } };
		expect(data.accepted).toHaveLength(3);
		expect(data.accepted[0]).toMatchObject({
			phone: `…${FIRST.slice(-4)}`,
			reference: ofStore[0]?.reference,
			...(isCampaign
				? { campaign_id: ofStore[0]?.campaignId }
				: { message_id: Number(ofStore[0]?.id) }),
		});
		expect(JSON.stringify(failed.error)).not.toContain(FIRST);

		const retried = await scene.send(operation, { ...setup, retries: listRetry(failed) });
		expect(retried.error).toBeUndefined();
		expect(scene.messages()).toEqual(howOften(1));

		const again = await scene.send(operation, setup);
		expect(again.error).toBeUndefined();
		expect(scene.messages()).toEqual(howOften(executed === ALL ? 2 : 1));
	});
});

it('one SMS that the service refuses for its number can be left out', async () => {
	scene.begin([
		{
			kind: 'status',
			status: 200,
			body: { error: 21 },
			method: 'POST',
			path: CREATE_SMS,
			skip: 1,
			times: 1,
		},
	]);
	const setup = { items: itemsOf(FOUR.map((phone) => ({ phone }))) };
	const failed = await scene.send('sms.send', setup);
	expect(failed.error?.description).toContain(
		'With Invalid Recipients: Leave Out (under Options), such a recipient is left out and the others get the message.',
	);
	const retried = await scene.send('sms.send', {
		...setup,
		options: { invalidRecipients: 'skip' },
		retries: listRetry(failed),
	});
	expect(retried.error).toBeUndefined();
	expect(scene.messages()).toEqual(howOften(1));
});
