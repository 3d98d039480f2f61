import { CODE_20, CONTINUE, isPost, ok } from './contrarySupport.mts';
import { phoneOf } from './sendsSupport.mts';
import { openStub, type Answer, type Stub } from './stubService.mts';

/* Answers that speak of each recipient of a large campaign: n8n runs all its executions in one process, which waits while one is read. */

const RECIPIENTS = 10_000;
const NUMBERS = Array.from({ length: RECIPIENTS }, (_, at) => phoneOf(at));
const WRONG = [...NUMBERS.keys()].filter((at) => at % 2 === 0);
const CAMPAIGN = { id: 6, sender: 'Shop', status: 'creation', message_type: 'sms' };

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

/** Sends to all; returns how many recipients each campaign had. */
async function sendAll(answer: Answer): Promise<number[]> {
	const campaigns: number[] = [];
	stub.answer = (asked) => {
		if (!isPost(asked)) return CODE_20;
		campaigns.push((asked.body.phones as unknown[]).length);
		return campaigns.length === 1 ? answer : ok({ data: CAMPAIGN });
	};
	const fields = {
		sender: 'Shop',
		text: 'Sale',
		recipientSource: 'list',
		recipients: NUMBERS.join(', '),
		options: { invalidRecipients: 'skip' },
	};
	await stub.run('campaign.sendSms', fields, CONTINUE);
	return campaigns;
}

describe(`an answer about ${RECIPIENTS} recipients is read where it`, () => {
	it('refuses half of them, each with words of its own', async () => {
		const errors = Object.fromEntries(
			WRONG.map((at) => [`phones.${at}.number`, [`Number ${NUMBERS[at]} is invalid`]]),
		);
		const campaigns = await sendAll({
			status: 422,
			body: { message: 'Validation error', errors },
		});
		expect(campaigns).toEqual([RECIPIENTS, RECIPIENTS / 2]);
	});

	it('repeats each of them in the record of the campaign', async () => {
		const phones = NUMBERS.map((number) => ({ number, status: 'accepted' }));
		const campaigns = await sendAll(ok({ data: { ...CAMPAIGN, phones } }));
		expect(campaigns).toEqual([RECIPIENTS]);
	});
});
