import { always, BOTH, CODE_20, LISTS, NONE, ONE, refusal, RETRY } from './contrarySupport.mts';
import { openStub } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* A refusal may stop a send after its first messages, whatever its words: a try of Retry On Fail does not send again what no reference protects. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

describe.each([
	['campaign.sendSms', BOTH],
	['campaign.sendSmsToContactLists', LISTS],
	['sms.send', { ...ONE, ...NONE }],
])('%s', (operation, parameters) => {
	it.each([
		'Insufficient funds',
		'5 of 20 messages were not sent: insufficient funds',
		'Request is identical to the previous one',
		'Повтор запроса',
		'На решту номерів не вистачило коштів',
	])('is made once in three tries: %s', async (words) => {
		always(stub, refusal(402, words), CODE_20);
		const run = await stub.run(operation, parameters, RETRY);
		expect(stub.count('POST')).toBe(1);
		expect(run.error?.message).not.toBeUndefined();
	});

	it('is made again where the workflow runs again', async () => {
		for (let runs = 0; runs < 2; runs += 1) {
			always(stub, refusal(422, 'Sender is not active'), CODE_20);
			await stub.run(operation, parameters, RETRY);
			expect(stub.count('POST')).toBe(1);
		}
	});
});

it('a refusal in an earlier try says so, and that it was not sent again', async () => {
	always(stub, refusal(402, 'Insufficient funds'), CODE_20);
	const { error } = await stub.run('campaign.sendSms', BOTH, RETRY);
	expect(error?.description).toMatch(/refused in an earlier try of this execution/);
});

it('an SMS under a reference is sent again: the service refuses what it has', async () => {
	always(stub, refusal(402, 'Insufficient funds'), CODE_20);
	await stub.run('sms.send', ONE, RETRY);
	expect(stub.count('POST')).toBe(3);
});
