import type { IDataObject } from 'n8n-workflow';
import {
	account,
	beginStub,
	endStub,
	polls,
	serviceTime,
	stub,
	trigger,
} from './contraryTriggerSupport.mts';

/** What else may change under a watch than the things that it watches: the form, the lists while they are read, and what the service takes. */
beforeAll(beginStub);
afterAll(endStub);

const NOT_FOUND = { status: 404, body: { code: 404, message: 'Not found' } };

describe('another time zone in the credential', () => {
	it('makes no news of replies that were known', async () => {
		const reply = (message: string): IDataObject => ({
			sender: 'Shop',
			recipient: '380991112233',
			message,
			time_received: serviceTime(Date.now() - 60_000),
		});
		const result = [reply('Before the watch')];
		stub.answer = ({ path }) =>
			path === '/rest/sms/2wayIncoming'
				? { body: { error: 0, result, total_count: result.length } }
				: NOT_FOUND;
		const credential = account();
		const poll = trigger({ event: 'messageReceived' }, { id: 'zone' }, credential);
		await poll();
		result.push(reply('STOP'));
		expect(await poll()).toMatchObject([{ text: 'STOP' }]);
		credential.data.timeZone = 'Europe/Kyiv';
		expect(await polls(2, poll)).toEqual([]);
		result.push(reply('After the change'));
		expect(await poll()).toMatchObject([{ text: 'After the change' }]);
	});
});
