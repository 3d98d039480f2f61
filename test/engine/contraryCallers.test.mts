import { always, BOTH, CODE_20, LISTS, NONE, ONE, refusal, RETRY } from './contrarySupport.mts';
import { openStub } from './stubService.mts';
import type { Stub } from './stubService.mts';

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

/* A refusal (403) that speaks of money or of the sender is no refusal of the caller, though its words have "прав", "right", "login" or "key" in them. */
describe.each([
	['campaign.sendSms', BOTH],
	['campaign.sendSmsToContactLists', LISTS],
	['sms.send', { ...ONE, ...NONE }],
])('%s is made once in three tries where 403 says', (operation, parameters) => {
	it.each([
		'Недостаточно средств для отправки',
		'Недостатньо коштів для відправки розсилки',
		'Insufficient funds. Please login to your account to top up',
		'Not enough money right now',
		'Текст содержит неправильные символы',
		'Text contains a prohibited keyword',
	])('%s', async (words) => {
		always(stub, refusal(403, words), CODE_20);
		await stub.run(operation, parameters, RETRY);
		expect(stub.count('POST')).toBe(1);
	});
});

it.each([200, 402])(
	'a flag `error: 1` (%s) beside words that speak of money refuses what is sent',
	async (status) => {
		always(stub, { status, body: { error: 1, message: 'Insufficient funds' } }, CODE_20);
		await stub.run('campaign.sendSmsToContactLists', LISTS, RETRY);
		expect(stub.count('POST')).toBe(1);
	},
);
