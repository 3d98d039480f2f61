import type { IDataObject } from 'n8n-workflow';
import { acceptedIn, always, BOTH, CODE_20, isPost, ok } from './contrarySupport.mts';
import { openStub } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* Answers that count in words or by a field who was taken or left out, and name nobody. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

const MADE = { id: 6, sender: 'Shop', status: 'creation', message_type: 'sms' };

it.each<IDataObject>([
	{ data: MADE, message: '1 number skipped' },
	{ data: MADE, warnings: ['1 recipient opted out'] },
	{ data: MADE, message: 'Рассылка создана, 1 номер пропущен' },
	{ data: MADE, message: 'Пропущено номеров: 1' },
])('a campaign does not count for all: %j', async (body) => {
	always(stub, ok(body), CODE_20);
	const run = await stub.run('campaign.sendSms', { ...BOTH, options: { retryFor: 0 } });
	expect(acceptedIn(run)).not.toHaveLength(2);
});

it.each<IDataObject>([
	{ accepted: 1, rejected: 1 },
	{ queued: true },
	{ queued: 2 },
	{ queue_position: 5 },
])('429 that tells of the send is not sent again: %j', async (counts) => {
	let posts = 0;
	stub.answer = (asked) => {
		if (!isPost(asked)) return CODE_20;
		posts += 1;
		const body = { message: 'Too many requests', ...counts };
		return posts === 1 ? { status: 429, body } : ok({ data: MADE });
	};
	await stub.run('campaign.sendSms', { ...BOTH, options: { retryFor: 10 } });
	expect(posts).toBe(1);
});
