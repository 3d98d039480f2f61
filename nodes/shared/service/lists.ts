import type { IDataObject } from 'n8n-workflow';
import { fieldsOf } from '../errors';
import { recordsOf } from '../reply';
import { ENDPOINTS, type Endpoint } from '../spec';
import { noList, readPages, type Listed } from './paging';
import { ofUnknownPath, readAt, type Service } from './service';

/** The order of a list that can be sorted, unless the user chooses another. */
export const NEWEST_FIRST = { sort: 'id', way: 'desc' };

/** Reads up to `limit` records of a list as the service sends them; `query` holds the filters and the order that its endpoint takes. */
type ReadList = (service: Service, query: IDataObject, limit: number) => Promise<Listed>;

export const listAt =
	(endpoint: Endpoint): ReadList =>
	async (service, query, limit) =>
		await readPages(async (page) => await readAt(service, endpoint, page), query, limit, service);

export const listCampaigns = listAt(ENDPOINTS.listCampaigns);
export const listApplications = listAt(ENDPOINTS.listApplications);
export const listContactLists = listAt(ENDPOINTS.listContactLists);
export const searchContacts = listAt(ENDPOINTS.searchContacts);
export const searchContactLists = listAt(ENDPOINTS.searchContactLists);
/** Reads a list that comes all at once: what it gives has no more pages, as with a test key. */
const listWhole = async (
	service: Service,
	endpoint: Endpoint,
	query: IDataObject = {},
): Promise<Listed> =>
	await readPages(async () => await readAt(service, endpoint, query), {}, Infinity, {
		answersAtRandom: true,
	});

/** Reads the fields of contacts. */
export const listContactFields = async (service: Service): Promise<Listed> =>
	await listWhole(service, ENDPOINTS.listContactFields);
/** Reads the senders of the account for a channel. */
export const listSenders = async (service: Service, type: string): Promise<Listed> =>
	await listWhole(service, ENDPOINTS.listSenders, { type });

/** Reads a list of the legacy interface: it comes all at once, under a name of its own. */
async function listNamed(
	service: Service,
	endpoint: Endpoint,
	names: readonly string[],
): Promise<Listed> {
	const { reply, fault } = await readAt(service, endpoint);
	if (fault) return { records: [], fault: ofUnknownPath(fault) };
	const fields = fieldsOf(reply.body);
	const list = names.map((name) => fields[name]).find(Array.isArray);
	return list
		? { records: recordsOf(list) as IDataObject[] }
		: { records: [], fault: noList(reply.body) };
}

/** Reads what an SMS costs by country. @param path names the tariff, if one is meant */
export const listPrices = async (service: Service, path: string): Promise<Listed> =>
	await listNamed(service, { method: 'GET', path }, ['prices']);

/** Reads the report files of the account, in either of the forms that services have (extensions notes, section 10). */
export const listReports = async (service: Service): Promise<Listed> =>
	await listNamed(service, ENDPOINTS.listReports, ['result', 'exports']);

export const listTariffs = listAt(ENDPOINTS.listTariffs);
export const listMessages = listAt(ENDPOINTS.listMessages);
export const listStopList = listAt(ENDPOINTS.listStopList);
export const searchStopList = listAt(ENDPOINTS.searchStopList);
