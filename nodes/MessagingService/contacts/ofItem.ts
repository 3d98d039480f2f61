import { maskName, namedAndMore, counted } from '../../shared/text';
import type { RequestParts } from '../../shared/service';
import { extensionFault, rejected, type ServiceFault } from '../../shared/errors';
import type { Item } from '../dispatch/item';
import { columnsOfRun, type Column } from './columns';
import { isMapped, readMapped, toFields, type Mapped } from './mapped';

/** How many fields of the input a hint names. */
const FIELDS_NAMED = 10;

/** Says which fields of the input no custom field is called like; the number stands in a field of its own. */
export function hintLeftOut(ctx: Item['ctx'], leftOut: readonly string[]): void {
	const others = leftOut.filter((name) => name !== 'phone');
	if (others.length === 0) return;
	ctx.hint(
		`${counted(others.length, 'field')} of the input went nowhere, as the Contact Book has no custom field of the same name: ${namedAndMore(others.map(maskName), FIELDS_NAMED)}`,
	);
}

/** The columns, if what was mapped needs them. Ends the item if the service does not list them. */
async function columnsFor(
	{ ctx, service, fail }: Pick<Item, 'ctx' | 'service' | 'fail'>,
	mapped: unknown,
): Promise<Column[]> {
	if (!isMapped(mapped)) return [];
	const { columns, fault } = await columnsOfRun(ctx.run, service);
	// Nothing was to be changed yet.
	return fault ? fail({ ...fault, outcome: 'rejected' }) : columns;
}

/** What was mapped to the custom fields of an item. Ends the item if it is wrong. */
export async function mappedOf(item: Item, mapped: unknown): Promise<Mapped> {
	const columns = await columnsFor(item, mapped);
	const json = item.ctx.items[0]?.json ?? {};
	const read = item.check(readMapped(mapped, json, columns, item.ctx.functions.getTimezone()));
	hintLeftOut(item.ctx, read.leftOut);
	return read;
}

/** The request with the custom fields that were mapped in the place of the mapping. */
export async function withFields(item: Item, request: RequestParts): Promise<RequestParts> {
	const { fields, ...rest } = request.body ?? {};
	const { values } = await mappedOf(item, fields);
	return {
		...request,
		body: { ...rest, ...(values.size > 0 && { fields: toFields(values) }) },
	};
}

/** Ends an item before anything was changed: for a fault of what was looked up, which the service may not offer, or for what is missing. */
export function stopBefore(
	item: Pick<Item, 'fail'>,
	fault: ServiceFault,
	{ what, cure }: { what: string; cure: string },
): never {
	return item.fail({ ...extensionFault(fault, what, cure), outcome: 'rejected' });
}

/** What is said of a contact that is not in the Contact Book. */
export const noContact = (name: string) =>
	rejected(
		`Contact ${name} was not found`,
		'The Contact Book has no such contact. It may have been deleted.',
	);
