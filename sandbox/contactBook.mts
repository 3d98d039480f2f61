import type { Service } from './service.mts';
import type { Contact } from './types.mts';

/** The contacts of some lists, each of them once. */
export function contactsOf(service: Service, groups: readonly number[]): Contact[] {
	return [...service.store.contacts.values()].filter((contact) =>
		contact.groupIds.some((id) => groups.includes(id)),
	);
}

/** Fills `{field_id}` in a text from a contact; a field that the contact lacks becomes empty. */
export function fillPlaceholders(text: string, contact: Contact): string {
	return text.replace(/\{(\d{1,15})\}/g, (_, id: string) => contact.fields.get(Number(id)) ?? '');
}
