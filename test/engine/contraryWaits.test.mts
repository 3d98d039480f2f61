import type { IDataObject } from 'n8n-workflow';
import { openStub, pageOf } from './stubService.mts';
import type { Stub } from './stubService.mts';

/* Messages that are waited for by a reference which another send has used before: its status is not that of this one. */

let stub: Stub;
beforeAll(async () => {
	stub = await openStub();
});
afterAll(async () => await stub.close());

const PHONE = 380991112233;
const range = (count: number, make: (at: number) => IDataObject): IDataObject[] =>
	Array.from({ length: count }, (_, at) => make(at));

describe('Wait for Delivery', () => {
	const sent = range(8, (at) => ({
		reference: `c${at}`,
		campaign_id: 7,
		phone: String(PHONE + at),
		status: 'accepted',
	}));
	const wait = async (items: readonly IDataObject[]): Promise<unknown[]> => {
		const run = await stub.engine.run({
			items: items.map((json) => ({ json })),
			credential: {
				baseUrl: stub.baseUrl,
				apiKey: `live_${'a'.repeat(32)}`,
				authentication: 'apiKey',
			},
			parameters: {
				resource: 'sms',
				operation: 'waitForDelivery',
				waitMinutes: 0,
				outputMode: 'single',
				identifyBy: 'reference',
				reference: '={{ $json.reference }}',
				options: { retryFor: 0 },
			} as never,
		});
		expect(run.error).toBeUndefined();
		return run.items.map(({ json }) => json.status);
	};
	const listed = (campaign: unknown, shift = 0): IDataObject[] =>
		sent.map(({ reference }, at) => ({
			id: 100 + at,
			campaign_id: campaign as number,
			reference_id: reference,
			phone: PHONE + at + shift,
			status: 'delivered',
		}));
	const answerWith = (list: IDataObject[], single: IDataObject = {}): void => {
		stub.answer = ({ path }) => {
			if (path === '/api/messages') return { body: pageOf(list) };
			const reference = String(path.split('/').at(-1));
			const code = { error: 20, errorDescription: 'SMS not found' };
			return { body: single.id === undefined ? code : { error: 0, reference, ...single } };
		};
	};

	it.each<[string, IDataObject[], string]>([
		['messages of another campaign', listed(5), 'not found'],
		['messages to other numbers', listed(null, 50), 'not found'],
		[
			'its own messages behind those of another campaign',
			[...listed(5), ...listed('7')],
			'delivered',
		],
		['its own messages behind those to others', [...listed(7, 50), ...listed(7)], 'delivered'],
		['messages that say of no campaign', listed(null), 'delivered'],
	])('a list that shows %s', async (_, list, status) => {
		answerWith(list);
		expect(await wait(sent)).toEqual(Array(8).fill(status));
	});

	it.each<[unknown, string]>([
		['380997777777', 'not found'],
		[PHONE, 'delivered'],
		['0991112233', 'delivered'],
		['38099*****33', 'delivered'],
		[null, 'delivered'],
	])('a message under the reference to %j', async (msisdn, status) => {
		answerWith([], { id: 5, msisdn: msisdn as string, status: 'delivered' });
		expect(await wait(sent.slice(0, 1))).toEqual([status]);
	});

	it('an item that is no row of a send may have its number in any form', async () => {
		answerWith([], { id: 5, msisdn: '5215512345678', status: 'delivered' });
		expect(await wait([{ reference: 'c0', phone: '+52 55 1234 5678' }])).toEqual(['delivered']);
	});

	it('a service that is down says nothing of whether there is a message', async () => {
		stub.answer = () => ({ status: 503, body: '' });
		expect(await wait(sent.slice(0, 1))).toEqual(['not known']);
		stub.answer = () => ({ body: { error: 20, errorDescription: 'SMS not found' } });
		expect(await wait(sent.slice(0, 1))).toEqual(['not found']);
	});
});
