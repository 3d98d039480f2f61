import { numberOf } from '../../shared/reply';
import { listContactFields, listContactLists, type Listed } from '../../shared/service';
import { LIMITS } from '../../shared/spec';
import { cleanName, counted, maskName, nearName } from '../../shared/text';
import type { OperationContext } from '../dispatch/context';
import type { RecipientEvent } from './message';

/*
 * What the service's Contact Book tells of the fields and the lists that a send names (extensions notes, section 4). Not every service
 * tells it: fields are then named by their IDs, and nobody is counted.
 */

/** The fields of contacts, as a text names them. */
export interface ContactFields {
	/** The ID of the field that stands in braces, there by its ID or its name; undefined if there is none, or several are called so. */
	idOf(place: string): string | undefined;
	/** What to write in place of braces that name no field. */
	cureOf(wrong: string): string;
}

/** Of RCS: no document shows that the service fills fields of contacts. */
export const NO_CONTACT_FIELDS: ContactFields = {
	idOf: () => undefined,
	cureOf: () =>
		'The service fills no fields of contacts in RCS messages. For a field of the item, set the field to Expression and write {{ $json.name }}; for words of their own for each recipient, send to phone numbers.',
};

const ID = /^\d+$/;
/** What may be the name of a field in braces: no ID, and no expression. */
const NAMED = /\{[^{}$]*[^{}$\d][^{}$]*\}/;
const BY_ID =
	'The service fills only {388077}, with the field of this ID. For a field of the item, set Text to Expression and write {{ $json.name }}. \\{ stands for a brace.';
/** So many fields an error names. */
const FIELDS_AT_MOST = 20;

/** What an error says of the fields that there are. */
function availableFields({ records, fault }: Listed, wrong: string): string {
	if (fault) return `The service does not list the fields of contacts: ${fault.message}.`;
	const ids = Object.fromEntries(records.map(({ id, name }) => [String(name), id]));
	const near = nearName(ids, wrong.replace(/[{}]/g, ''));
	if (near !== undefined && records.length === Object.keys(ids).length)
		return `The field is called {${maskName(near)}}.`;
	const known = records
		.slice(0, FIELDS_AT_MOST)
		.map(({ id, name }) => `${maskName(String(name))} {${String(id)}}`);
	return `The Contact Book has the fields ${known.join(', ')}${records.length > FIELDS_AT_MOST ? ', …' : ''}.`;
}

/** The fields of contacts, which the service is asked for only if the text of an item names one by its name. */
export async function readContactFields(ctx: OperationContext): Promise<ContactFields> {
	const isNamed = ctx.items.some((_, item) => {
		try {
			return NAMED.test(String(ctx.parameter<unknown>('text', item, '')));
		} catch {
			// An expression that fails is the error of its item.
			return false;
		}
	});
	const listed = isNamed ? await listContactFields(await ctx.service(0)) : undefined;
	const ids = new Map<string, string | undefined>();
	for (const { id, name } of listed?.records ?? []) {
		const key = cleanName(String(name));
		ids.set(key, ids.has(key) ? undefined : String(id));
	}
	return {
		idOf: (place) => (ID.test(place) ? place : ids.get(cleanName(place))),
		cureOf: (wrong) => (listed ? `${availableFields(listed, wrong)} ${BY_ID}` : BY_ID),
	};
}

/** Makes what a Dry Run says of lists: how many contacts they have, of whom one may be in several. */
export function dryRunReader(
	ctx: OperationContext,
): (groups: readonly number[], item: number) => Promise<RecipientEvent> {
	let listed: Promise<Listed> | undefined;
	return async (groups, item) => {
		const service = await ctx.service(item);
		// With a test key the lists are random.
		if (service.answersAtRandom) return { status: 'dry run' };
		listed ??= listContactLists(service, {}, LIMITS.recipientsPerCampaign);
		const { records, fault } = await listed;
		if (fault) return { status: 'dry run' };
		const sizes = new Map(records.map(({ id, items }) => [String(id), numberOf(items)]));
		const missing = groups.filter((group) => !sizes.has(String(group)));
		if (missing.length > 0) {
			const lists = `${missing.length > 1 ? 'lists' : 'list'} ${missing.join(', ')}`;
			const reason = `Would be sent, but the Contact Book shows no ${lists}`;
			return { status: 'dry run', reason };
		}
		const contacts = groups.reduce((sum, group) => sum + (sizes.get(String(group)) ?? NaN), 0);
		if (Number.isNaN(contacts)) return { status: 'dry run' };
		const most = groups.length > 1 ? 'up to ' : '';
		const reason = `Would be sent to ${most}${counted(contacts, 'contact')}`;
		return { status: 'dry run', reason, answer: { fields: { contacts } } };
	};
}
