import type { IDataObject } from 'n8n-workflow';
import { openStub, pageOf, seen } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* Changes, and replies that name what was to be changed, but show it in another way than it was wanted. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

/** Answers a change with one body, and every list with some records. */
function answer(body: unknown, records: IDataObject[] = []): void {
	stub.answer = ({ method }) => ({ body: method === 'GET' ? pageOf(records) : body });
}

describe('RCS campaigns', () => {
	const CAMPAIGN = { campaignId: { __rl: true, mode: 'id', value: '1043' } };
	const change = async (operation: string): Promise<IDataObject[string]> =>
		(await stub.run(`rcsCampaign.${operation}`, CAMPAIGN)).items[0]?.json.confirmed_by;

	it.each(['stop', 'renew'])('%s: a reply in another state, or in none', async (operation) => {
		for (const more of [{ status: 'rejected' }, { status: 'paused' }, {}]) {
			answer({ data: { id: 1043, ...more } });
			expect(seen(await stub.run(`rcsCampaign.${operation}`, CAMPAIGN))).toMatch(
				/^Whether RCS campaign 1043 was/,
			);
		}
	});

	it.each([
		['stop', 'stopped'],
		['renew', 'sending'],
	])('%s: a reply without a state, and a list that tells it', async (operation, status) => {
		answer({ data: { id: 1043 } }, [{ id: 1043, status }]);
		expect(await change(operation)).toBe('record');
	});

	it.each([
		['stop', 'stopped'],
		['renew', 'scheduled'],
		['renew', 'SENDING'],
	])('%s: a reply in the state %s', async (operation, status) => {
		answer({ data: { id: 1043, status } });
		expect(await change(operation)).toBe('reply');
	});
});
