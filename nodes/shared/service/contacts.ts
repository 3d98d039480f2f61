import type { IDataObject } from 'n8n-workflow';
import { rejected, type ServiceFault, type ServiceReply } from '../errors';
import { isSamePhone } from '../reply';
import { ENDPOINTS, LIMITS } from '../spec';
import type { CallOutcome } from '../transport';
import { searchContactLists, searchContacts } from './lists';
import { sameName, type Service } from './service';

// The Contact Book is an extension (extensions notes, section 4).

/** What a contact, or a list, is looked for by. */
export type SoughtBy = 'id' | 'phone';

/** A record that was looked for; neither record nor fault if there is none. */
export interface Found {
	record?: IDataObject;
	fault?: ServiceFault;
}

/** The query that looks for what has a value in a field. */
export const equals = (field: string, value: unknown): IDataObject => ({
	'search[field]': field,
	'search[operator]': '=',
	'search[value]': value as string,
});

const otherContacts = (what: string): ServiceFault =>
	rejected(
		`The service found other ${what} than the one that was looked for`,
		'Look at them in the Contact Book of your account, or ask the service.',
	);

/** Looks for a contact by its ID or its number. The list proves that there is none, which a 404 of the contact alone would not. */
export async function findContact(service: Service, by: SoughtBy, value: unknown): Promise<Found> {
	const { records, fault } = await searchContacts(service, equals(by, value), LIMITS.page.limit);
	const isSame = by === 'id' ? sameName : isSamePhone;
	const record = service.answersAtRandom
		? records[0]
		: records.find((one) => isSame(value, one[by]));
	if (record) return { record };
	if (fault) return { fault };
	return records.length > 0 ? { fault: otherContacts('contacts') } : {};
}

/** Looks for a contact list by its ID. */
export async function findContactList(service: Service, id: unknown): Promise<Found> {
	const { records, fault } = await searchContactLists(service, equals('id', id), LIMITS.page.limit);
	const record = service.answersAtRandom ? records[0] : records.find((one) => sameName(id, one.id));
	if (record) return { record };
	if (fault) return { fault };
	return records.length > 0 ? { fault: otherContacts('lists') } : {};
}

/** A record that was found, as the reply that would have held it. */
const replyWith = (record: IDataObject): ServiceReply => ({
	statusCode: 200,
	headers: {},
	body: { data: record },
});

/** After an answer that was lost: the contact that has the number. @throws if that cannot be read */
export async function lookForContact(
	service: Service,
	phone: unknown,
): Promise<ServiceReply | undefined> {
	const { record, fault } = await findContact(service, 'phone', phone);
	if (fault) throw new Error(fault.message);
	return record && replyWith(record);
}

/**
 * After a refusal: the contact that has the number. The service tells a contact that is there from a number that it does not take by words
 * alone, so that the book is asked. `wasThere` says that somebody else made it.
 */
export async function contactInstead(
	service: Service,
	phone: unknown,
	refusal: ServiceFault,
): Promise<ServiceFault | ServiceReply> {
	if (refusal.httpStatus !== 422) return refusal;
	const { record } = await findContact(service, 'phone', phone);
	return record ? { ...replyWith(record), wasThere: true } : refusal;
}

/** Adds a contact, whose number is its key: it is there once, whatever is repeated. */
export async function createContact(service: Service, body: IDataObject): Promise<CallOutcome> {
	const { method, path } = ENDPOINTS.createContact;
	const outcome = await service.call(
		{ method, path, body },
		{ kind: 'change', look: async () => await lookForContact(service, body.phone) },
	);
	if (!outcome.fault) return outcome;
	const said = await contactInstead(service, body.phone, outcome.fault);
	return 'outcome' in said ? outcome : { reply: said };
}

/** Changes a contact (4.15). */
export async function changeContact(
	service: Service,
	id: unknown,
	body: IDataObject,
): Promise<CallOutcome> {
	const { method, path } = ENDPOINTS.updateContact;
	const request = { method, path: path.replace('{id}', encodeURIComponent(String(id))), body };
	return await service.call(request, { kind: 'change' });
}

/** Adds contacts to a list, or takes them out of it: up to 200 with a request, which may be repeated. */
export async function changeMembers(
	service: Service,
	change: 'attach' | 'detach',
	contacts: readonly number[],
	list: number,
): Promise<CallOutcome> {
	const { method, path } =
		change === 'attach' ? ENDPOINTS.attachContacts : ENDPOINTS.detachContacts;
	const body = { contacts: [...contacts], groups: [list] };
	return await service.call({ method, path, body }, { kind: 'change' });
}
