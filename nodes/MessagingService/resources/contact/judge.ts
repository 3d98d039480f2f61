import {
	asRecord,
	faultOfNoAnswer,
	withOpenOutcome,
	type ServiceFault,
} from '../../../shared/errors';
import {
	contactLists,
	deniesChange,
	idOf,
	isToAnother,
	isToRecipient,
	normaliseContact,
	NOTICES_OF_CONTACT,
	recordsOf,
	textOf,
	unwrap,
} from '../../../shared/reply';
import { sameName, type RequestParts } from '../../../shared/service';
import type { Item } from '../../dispatch/item';

/** The IDs of the lists that a reply shows a contact in; undefined where it shows none, or lists without their IDs. */
function listsIn(groups: unknown): unknown[] | undefined {
	if (typeof groups !== 'object' || groups === null) return undefined;
	const known = contactLists(groups)
		.map(({ id }) => idOf(id))
		.filter((id) => id !== null);
	return known.length === 0 && Object.keys(groups).length > 0 ? undefined : known;
}

/** Whether a reply shows the lists of a contact, and one of those that it was to be added to is not among them. */
function lacksList(groups: unknown, wanted: unknown): boolean {
	const shown = listsIn(groups);
	return (
		shown !== undefined &&
		((wanted ?? []) as unknown[]).some((list) => !shown.some((id) => sameName(list, id)))
	);
}

/**
 * The custom fields that a reply shows, each with its ID or name: it writes them as a map, or as a list of pairs, which is empty where
 * there are none. Undefined where it shows no fields, or fields without their values.
 */
function fieldsIn(fields: unknown): Array<readonly [key: string, value: string]> | undefined {
	const map = asRecord(fields);
	if (map === undefined && !Array.isArray(fields)) return undefined;
	const pairs: ReadonlyArray<readonly [unknown, unknown]> = map
		? Object.entries(map).map(([key, content]) => {
				const field = asRecord(content);
				return field ? [field.id ?? key, field.value] : [key, content];
			})
		: recordsOf(fields).map(({ id, name, value }) => [id ?? name, value]);
	if (pairs.length > 0 && pairs.every(([, value]) => value === undefined)) return undefined;
	return pairs.map(([key, value]) => [String(key), textOf(value)?.trim() ?? '']);
}

/** Whether a reply shows the custom fields of a contact, and not what was sent for one of them. */
function lacksValue(fields: unknown, wanted: unknown): boolean {
	const shown = fieldsIn(fields);
	// Which name belongs to which ID nobody knows, and among names one of digits alone is a name, too.
	if (!shown?.every(([key]) => /^\d+$/.test(key))) return false;
	const byId = new Map(shown);
	return recordsOf(wanted ?? []).some(
		({ id, value }) => (byId.get(String(id)) ?? '') !== String(value).trim(),
	);
}

/** The contact that a request names in its path. */
const idIn = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const notKnown = (id: string): string => `Whether contact ${id} was changed is not known`;
const LOOK_AT_IT = 'Look at it in the Contact Book; setting the same values again does no harm.';

/**
 * The specification has no way to read a contact: only a reply that shows it with the phone that was sent, and names no other one, shows
 * that it was changed. One with other lists or fields than it was to have shows the contact as it was.
 */
export function judgeContact(
	item: Item,
	{ path, body: sent = {} }: RequestParts,
	body: unknown,
): ServiceFault | undefined {
	const wanted = idIn(path);
	const { id, phone } = normaliseContact(body, item.zone);
	if (item.service.answersAtRandom && (id !== null || phone !== null)) return undefined;
	const { fields, groups } = unwrap(body);
	const isNamed =
		id === null
			? isToRecipient(phone, String(sent.phone))
			: sameName(wanted, id) && phone !== null && !isToAnother(phone, String(sent.phone));
	const isAsSent = !lacksList(groups, sent.groups) && !lacksValue(fields, sent.fields);
	if (isNamed && isAsSent && !deniesChange(body, NOTICES_OF_CONTACT)) return undefined;
	return faultOfNoAnswer(
		body,
		notKnown(wanted),
		`The reply does not show the contact as it was to be. ${LOOK_AT_IT}`,
	);
}

/** Says of a fault that leaves open whether a contact was changed which one it is, and what to do. */
export const explainContact = (fault: ServiceFault, { path }: RequestParts): ServiceFault =>
	withOpenOutcome(fault, notKnown(idIn(path)), LOOK_AT_IT);
