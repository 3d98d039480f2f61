import { ENDPOINTS } from '../spec';
import { readPages, type Listed } from './paging';
import { read, type Service } from './service';

/** Reads up to `limit` lists of the Contact Book, an extension (extensions notes, section 4). */
export async function listContactLists(service: Service, limit: number): Promise<Listed> {
	const { path } = ENDPOINTS.listContactLists;
	return await readPages(
		async (page) => await read(service, { path, qs: page }),
		{},
		limit,
		service,
	);
}
