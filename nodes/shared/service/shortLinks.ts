import type { IDataObject } from 'n8n-workflow';
import { listOf } from '../reply';
import { ENDPOINTS, LIMITS, type Endpoint } from '../spec';
import type { Found } from './contacts';
import { lately } from './days';
import { recordKey, noList, notShown, type Listed } from './paging';
import { readAt, sameName, type Service } from './service';

// Short links are an extension (extensions notes, section 7). Their lists have numbered pages, whole days and no order.

/** So often a list is read from its first page on, before it is said that its pages do not show all: records move meanwhile. */
const PASSES = 3;

/** Reads up to `limit` records of some days, page by page until all that the service counts have been seen. */
async function readNumbered(
	service: Service,
	endpoint: Endpoint,
	query: IDataObject,
	limit: number,
	isSought: (record: IDataObject) => boolean = () => false,
): Promise<Listed> {
	const { pageSizes } = LIMITS.shortLink;
	const size = pageSizes.find((one) => one >= limit) ?? Math.max(...pageSizes);
	const found = new Map<string, IDataObject>();
	const listed = () => [...found.values()].slice(0, limit);
	const filters = { ...query };
	delete filters['page[limit]'];
	let count: number | undefined;
	for (let pass = 0; pass < PASSES; pass++)
		for (let page = 1, isEnd = false; !isEnd; page++) {
			const { reply, fault } = await readAt(service, endpoint, {
				...filters,
				page,
				per_page: size,
			});
			if (fault) return { records: listed(), fault };
			const { records, total, found: isList } = listOf(reply.body);
			if (!isList) return { records: listed(), fault: noList(reply.body) };
			for (const record of records) found.set(recordKey(record), record);
			count = total;
			isEnd =
				records.length === 0 ||
				(total === undefined ? records.length < size : page * size >= total);
			const isAll = isEnd && found.size >= (total ?? 0);
			if (isAll || found.size >= limit || service.answersAtRandom || records.some(isSought))
				return { records: listed() };
		}
	return { records: listed(), fault: notShown(found.size, count) };
}

const listOfDays =
	(endpoint: Endpoint) =>
	async (service: Service, query: IDataObject, limit: number): Promise<Listed> => {
		const [from, to] = lately(service.timeZone);
		return await readNumbered(service, endpoint, { from, to, ...query }, limit);
	};

/** Reads links, or clicks, of some days; the last three months unless the query says otherwise. */
export const listLinks = listOfDays(ENDPOINTS.listLinks);
export const listClicks = listOfDays(ENDPOINTS.listClicks);

/** Nothing was made before this day. */
const FIRST_DAY = '2000-01-01';

/** Reads the domains of the account. */
export const listDomains = async (service: Service): Promise<Listed> =>
	await listOfDays(ENDPOINTS.listDomains)(service, { from: FIRST_DAY }, Infinity);

/** Looks for a link by its ID; nothing else than the list shows its status. */
export async function findLink(service: Service, id: string): Promise<Found> {
	const [, to] = lately(service.timeZone);
	const isThis = (record: IDataObject): boolean => sameName(id, record.id);
	const query = { from: FIRST_DAY, to };
	const listed = await readNumbered(service, ENDPOINTS.listLinks, query, Infinity, isThis);
	const record = service.answersAtRandom ? listed.records[0] : listed.records.find(isThis);
	return record ? { record } : { fault: listed.fault };
}
