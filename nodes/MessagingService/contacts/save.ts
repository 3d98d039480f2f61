import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { pool } from '../../shared/pool';
import { changeContact, createContact, type Service } from '../../shared/service';
import { ENDPOINTS } from '../../shared/spec';
import { callError } from '../../shared/transport';
import { asGiven } from '../../shared/text';
import { maskPhone, type ServiceFault } from '../../shared/errors';
import { wrongField } from '../dispatch/choices';
import type { OperationContext } from '../dispatch/context';
import { recordOfRun, writeKey } from '../dispatch/record';
import { changeOf, creationOf, mergedInto, personOf, type Person, type Wanted } from './book';
import { columnsOfRun, type Column } from './columns';
import { checkContactPhone, checkLists } from './fields';
import { findPeople } from './find';
import { isMapped, readMapped } from './mapped';
import { hintLeftOut, noContact } from './ofItem';
import {
	bookFault,
	endsAll,
	notTried,
	outputOf,
	STOPPED,
	type Outcome,
	type ContactRow,
} from './outcome';
import type { Checked } from '../../shared/validation';

/** The columns, if an item maps something to them. @throws NodeApiError if the service does not list them */
async function columnsOf(ctx: OperationContext, service: Service): Promise<Column[]> {
	const needs = ctx.items.some((_, item) =>
		isMapped(ctx.parameter<unknown>('customFields', item, undefined)),
	);
	if (!needs) return [];
	const { columns, fault } = await columnsOfRun(ctx.run, service);
	if (fault) throw callError(ctx.node, fault, { kind: 'read', itemIndex: 0 });
	return columns;
}

/** What an item asks for. The fields of the input that no column is called like are added to `leftOut`. */
function wantedOf(
	ctx: OperationContext,
	item: number,
	columns: readonly Column[],
	leftOut: Set<string>,
): Checked<Wanted> {
	const wrong = wrongField(ctx, item);
	if (wrong) return wrong;
	const phone = checkContactPhone(
		ctx.parameter<unknown>('phone', item, ''),
		ctx.parameter<unknown>('defaultCountry', item, ''),
	);
	if (!phone.ok) return phone;
	const lists = checkLists(ctx.parameter<unknown>('options.groups', item, undefined));
	if (!lists.ok) return lists;
	const mapped = readMapped(
		ctx.parameter<unknown>('customFields', item, undefined),
		ctx.items[item]?.json ?? {},
		columns,
		ctx.functions.getTimezone(),
	);
	if (!mapped.ok) return mapped;
	for (const name of mapped.value.leftOut) leftOut.add(name);
	const value = { phone: phone.value, values: mapped.value.values, lists: lists.value ?? [] };
	return { ok: true, value };
}

/** Makes one contact what is wanted. */
async function saveOne(
	service: Service,
	wanted: Wanted,
	known: Person | undefined,
	columns: readonly Column[],
): Promise<Outcome> {
	let person = known;
	if (!person) {
		const { reply, fault } = await createContact(service, creationOf(wanted));
		if (fault) return { fault };
		const made = personOf(reply.body, columns);
		if (!reply.wasThere) return { status: 'created', id: made.id };
		// Somebody made it since the book was read.
		person = made;
	}
	const change = changeOf(person, wanted);
	if (!change) return { status: 'unchanged', id: person.id };
	const { fault } = await changeContact(service, person.id, change);
	if (!fault) return { status: 'updated', id: person.id };
	// It was deleted since the book was read; the same answer to a search would say that the service has none.
	return { fault: fault.httpStatus === 404 ? noContact(maskPhone(person.phone)) : fault };
}

/** Under which key the record of the run knows what became of a contact. */
const saveKey = ({ phone, values, lists }: Wanted): string =>
	writeKey(0, 'POST', {
		path: ENDPOINTS.createContact.path,
		body: { phone, values: [...values], lists: [...lists] } as IDataObject,
	});

/**
 * Makes the contacts of all items what the items say: who is missing is created, who differs is changed, who is the same is left alone.
 * Of two items with one number the last one counts.
 */
export async function saveContacts(ctx: OperationContext): Promise<INodeExecutionData[][]> {
	const record = await recordOfRun(ctx);
	const service = await ctx.service(0);
	const columns = await columnsOf(ctx, service);
	const leftOut = new Set<string>();
	const read = ctx.items.map((_, item) => wantedOf(ctx, item, columns, leftOut));
	hintLeftOut(ctx, [...leftOut]);
	const merged = mergedInto(read.map((one) => (one.ok ? one.value.phone : undefined)));
	const outcomes = new Map<number, Outcome>();
	const open: Array<[item: number, wanted: Wanted]> = [];
	for (const [item, one] of read.entries()) {
		const last = merged.get(item);
		if (!one.ok) outcomes.set(item, one);
		else if (last !== undefined)
			outcomes.set(item, {
				status: 'merged',
				reason: `Item ${last + 1} has the same number, and counts`,
			});
		else {
			// What an earlier try did is not done again: by now others may have changed the same.
			const { body } = record.reply(saveKey(one.value)) ?? {};
			if (body) outcomes.set(item, body as Outcome);
			else open.push([item, one.value]);
		}
	}
	const phones = open.map(([, { phone }]) => phone);
	const { found, fault } = await findPeople(ctx, service, 'phone', phones, columns);
	// Nothing was changed yet.
	if (fault)
		throw callError(ctx.node, bookFault({ ...fault, outcome: 'rejected' }), {
			kind: 'read',
			itemIndex: 0,
		});
	let failed: ServiceFault | undefined;
	await pool(
		open,
		() => ctx.requestsInFlight(),
		async ([item, wanted]) => {
			const outcome = await saveOne(
				await ctx.service(item),
				wanted,
				found.get(wanted.phone),
				columns,
			);
			outcomes.set(item, outcome);
			if ('fault' in outcome && endsAll(outcome.fault)) failed ??= outcome.fault;
			if ('status' in outcome)
				record.noteReply(saveKey(wanted), { statusCode: 200, headers: {}, body: outcome });
		},
		() => failed !== undefined || ctx.signal?.aborted === true,
	);
	const rows = read.map((one, item): ContactRow => {
		const outcome = outcomes.get(item) ?? notTried(failed ?? STOPPED);
		const phone = one.ok ? one.value.phone : asGiven(ctx.parameter<unknown>('phone', item, ''));
		return { item, outcome, phone: phone || undefined };
	});
	const output = outputOf(ctx, rows);
	record.forget();
	return output;
}
