/** Whether phones are found on the stop list, however the service lists them. */
import type { IDataObject } from 'n8n-workflow';
import { detach } from '../../nodes/MessagingService/resources/stopList/detach.ts';
import {
	findOnStopList,
	removeFromStopList,
	type Service,
} from '../../nodes/shared/service/index.ts';

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

describe('a phone on the stop list of a service that pays no heed to what is searched for', () => {
	/** As many entries as that; the page at an offset, and what is told of all. */
	const heedless = (
		length: number,
		page: 'paged' | 'same page' | 'no total' = 'paged',
	): Service => {
		const listed = Array.from({ length }, (_, index) => ({
			id: index + 1,
			phone: 380_670_000_000 + index,
			sms_stoplist: true,
		}));
		return {
			timeZone: 'UTC',
			call: async ({ path, qs = {}, body }) => {
				const { ids = [] } = (body ?? {}) as { ids?: number[] };
				if (path.endsWith('/detach'))
					for (const id of ids)
						listed.splice(
							listed.findIndex((entry) => entry.id === id),
							1,
						);
				const offset = page === 'same page' ? 0 : Number(qs['page[offset]']);
				const data = listed.slice(offset, offset + Number(qs['page[limit]']));
				const told = page === 'paged' ? { data, total: listed.length } : { data };
				return await Promise.resolve({ reply: { statusCode: 200, headers: {}, body: told } });
			},
		};
	};
	const FAR = '380670000100';
	const MISSING = '380990000000';

	it.each(['paged', 'no total'] as const)(
		'is removed from behind the first page (%s)',
		async (page) => {
			const service = heedless(745, page);
			expect((await detach(service, [FAR], ['sms'])).get(FAR)).toEqual(
				expect.objectContaining({ status: 'removed', confirmedBy: 'record' }),
			);
			expect((await findOnStopList(service, [FAR])).entries.size).toBe(0);
		},
	);

	it('is not listed only where the whole list shows it', async () => {
		const changes = await detach(heedless(120), [MISSING], ['sms']);
		expect(changes.get(MISSING)).toMatchObject({ status: 'not listed' });
	});

	it.each([
		['longer than is read', heedless(10_050)],
		['that shows its first page only', heedless(600, 'same page')],
	])('is not known to be there where the list is one %s', async (_name, service) => {
		const changes = await detach(service, [MISSING], ['sms']);
		expect(changes.get(MISSING)).toMatchObject({
			message: expect.stringMatching(/^Whether .* is on the stop list is not known$/) as string,
			description: expect.stringContaining('not all that it finds could be read') as string,
			outcome: 'rejected',
		});
	});
});

it('an entry of the stop list is removed under its own ID, of however many digits', async () => {
	let sent: unknown;
	const service: Service = {
		timeZone: 'UTC',
		call: async ({ body }) => {
			sent = body;
			return await Promise.resolve({ reply: { statusCode: 200, headers: {}, body: {} } });
		},
	};
	await removeFromStopList(service, ['1234567890123456789', '12', 13], ['sms']);
	expect(sent).toEqual({ ids: ['1234567890123456789', 12, 13], types: ['sms'] });
});
