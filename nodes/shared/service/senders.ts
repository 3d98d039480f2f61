import type { IDataObject } from 'n8n-workflow';
import { ENDPOINTS } from '../spec';
import { readPages, type Listed } from './paging';
import { read, type Service } from './service';

/** Reads up to `limit` sender applications as the service sends them; `query` holds the filters and the order of 4.13. */
export async function listApplications(
	service: Service,
	query: IDataObject,
	limit: number,
): Promise<Listed> {
	const { path } = ENDPOINTS.listApplications;
	return await readPages(
		async (page) => await read(service, { path, qs: page }),
		query,
		limit,
		service,
	);
}
