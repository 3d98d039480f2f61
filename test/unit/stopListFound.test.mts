import type { IDataObject } from 'n8n-workflow';
import { findOnStopList, removeFromStopList } from '../../nodes/shared/service/index.ts';
import type { Service } from '../../nodes/shared/service/index.ts';

/** A service that answers so, and what it was asked. */
function serviceOf(answer: (qs: IDataObject) => IDataObject) {
	const asked: Array<{ path: string; body?: IDataObject }> = [];
	const service: Service = {
		timeZone: 'UTC',
		call: async ({ path, qs = {}, body }) => {
			asked.push({ path, body });
			return await Promise.resolve({
				reply: { statusCode: 200, headers: {}, body: answer(qs) },
			});
		},
	};
	return { service, asked };
}
const LISTED = Array.from({ length: 900 }, (_, index) => ({
	id: index + 1,
	phone: 380_670_000_000 + index,
	sms_stoplist: true,
}));

it('a service that finds other numbers than the one that was looked for is a fault', async () => {
	const { service } = serviceOf(() => ({ data: LISTED.slice(0, 2), total: 2 }));
	const { fault } = await findOnStopList(service, ['380990000000']);
	expect(fault?.message).toBe(
		'The service found other numbers on the stop list than the one that was looked for',
	);
});

it('an entry of the stop list is removed under its own ID, of however many digits', async () => {
	const { service, asked } = serviceOf(() => ({}));
	await removeFromStopList(service, ['1234567890123456789', '12', 13], ['sms']);
	expect(asked[0]?.body).toEqual({ ids: ['1234567890123456789', 12, 13], types: ['sms'] });
});
