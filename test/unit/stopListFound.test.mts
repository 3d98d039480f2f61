/** Whether phones are found on the stop list, however the service lists them. */
import type { IDataObject } from 'n8n-workflow';
import { findOnStopList, type Service } from '../../nodes/shared/service/index.ts';

/** A service that answers GET requests so. */
const serviceOf = (answer: (path: string, qs: IDataObject) => IDataObject): Service => ({
	timeZone: 'UTC',
	call: async ({ path, qs = {} }) =>
		await Promise.resolve({ reply: { statusCode: 200, headers: {}, body: answer(path, qs) } }),
});
const PHONES = Array.from({ length: 900 }, (_, index) => String(380_670_000_000 + index));

describe('a phone on the stop list', () => {
	it.each(['+380670000000', '00380670000000', '+380 67 000-00-00', '380670000000'])(
		'is found where the service writes it as %s',
		async (phone) => {
			const service = serviceOf(() => ({ data: [{ id: 1, phone, sms_stoplist: true }], total: 1 }));
			for (const some of [PHONES.slice(0, 1), PHONES.slice(0, 9)]) {
				const { entries, fault } = await findOnStopList(service, some);
				expect(fault).toBeUndefined();
				expect([...entries.keys()]).toEqual(PHONES.slice(0, 1));
			}
		},
	);

	it('is found although others leave the list while it is read', async () => {
		const listed = PHONES.map((phone, index) => ({ id: index + 1, phone, sms_stoplist: true }));
		const service = serviceOf((_, qs) => {
			const searched = qs['search[value]'];
			const found = listed.filter(({ phone }) => searched === undefined || phone === searched);
			const [offset, limit] = [Number(qs['page[offset]']), Number(qs['page[limit]'])];
			const data = found.slice(offset, offset + limit);
			if (limit === 500 && offset === 0 && searched === undefined) listed.splice(0, 1);
			return { data, total: found.length };
		});
		const wanted = PHONES.slice(498, 503);
		const { entries } = await findOnStopList(service, wanted);
		expect([...entries.keys()].sort()).toEqual(wanted);
	});
});
