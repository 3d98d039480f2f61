import {
	answer,
	FROM_LIST,
	retryOf,
	send,
	service,
	useService,
} from './contraryRetriesSupport.mts';
import { isPost, ok } from './contrarySupport.mts';
import { phoneOf } from './sendsSupport.mts';

// Who is left out of the retry of a campaign whose answer was lost, while the service shows somebody else's message under the reference.

useService();

const OWN = { phoneField: 'phone', referenceMode: 'custom', referenceField: 'order' };
const LEFT = { invalidRecipients: 'skip', leaveOutNumbers: phoneOf(0) };

/** The service takes each campaign, loses its first answer, and shows an older message to another number under the reference. */
beforeEach(() => {
	service.stub.answer = (asked) => {
		if (asked.path.startsWith('/rest/sms/reference/'))
			return ok({ error: 0, id: 5, msisdn: phoneOf(9), reference: 'orderA', status: 'delivered' });
		const told = answer(asked);
		return isPost(asked) && service.posts === 1 ? { status: 502, body: '' } : told;
	};
});

it.each(['campaign.sendSms', 'campaign.sendPersonalizedSms'])(
	'is not called refused: %s',
	async (operation) => {
		const parameters = { ...FROM_LIST, ...OWN };
		const items = [{ json: { list: [{ phone: phoneOf(0), order: 'orderA' }] } }];
		const failed = await send(operation, parameters, { items });
		expect(failed.error?.message).toMatch(/^It is not known/);
		const retried = await send(operation, { ...parameters, options: LEFT }, retryOf(failed));
		expect(retried.items.map(({ json }) => json.status)).toEqual(['unknown']);
		expect(service.got.get(phoneOf(0))).toBe(1);
	},
);

it('is not called refused in a file', async () => {
	const csv = Buffer.from(`phone,order\n${phoneOf(0)},orderA\n`);
	const data = await service.stub.engine.storeBinary(csv, 'list.csv');
	const parameters = { recipientSource: 'file', ...OWN };
	const failed = await send('campaign.sendSms', parameters, {
		items: [{ json: {}, binary: { data } }],
	});
	expect(failed.error?.message).toMatch(/^It is not known/);
	const retried = await send('campaign.sendSms', { ...parameters, options: LEFT }, retryOf(failed));
	expect(retried.items[0]?.json).toMatchObject({ unknown: 1, refused: 0 });
});
