import type { Session } from './session';
import type { ListSource, Page } from './source';

/**
 * Reads a page of a list, newest first, from an offset on; returns it and the offset at which the next one begins. Only where nothing
 * lies behind it either is an empty page the end of the list: one that is empty by mistake is asked for again, and passed over where it
 * stays so, as it would hide all that lies behind it.
 */
export async function pageFrom(
	list: ListSource,
	session: Session,
	offset: number,
): Promise<{ page: Page; next: number }> {
	const query = { sort: 'id', way: 'desc' } as const;
	const read = async (from: number) => {
		const page = await session.page(list, { ...query, offset: from });
		return { page, next: from + page.length };
	};
	const found = await read(offset);
	const isEnd = found.page.total !== undefined && offset >= found.page.total;
	if (found.page.length > 0 || offset === 0 || isEnd) return found;
	const behind = await read(offset + 1);
	if (behind.page.length === 0) return found;
	const again = await read(offset);
	if (again.page.length > 0) return again;
	session.notes.push(
		`the list ${list.name} shows nothing from its place ${offset} on, and more behind it: one may be missed`,
	);
	return behind;
}
