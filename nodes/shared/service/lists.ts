import type { IDataObject } from 'n8n-workflow';
import { ENDPOINTS, type Endpoint } from '../spec';
import { readPages, type Listed } from './paging';
import { readAt, type Service } from './service';

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
export const listMessages = listAt(ENDPOINTS.listMessages);
export const listStopList = listAt(ENDPOINTS.listStopList);
export const searchStopList = listAt(ENDPOINTS.searchStopList);
