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

/** Tells whoever watches that the Contact Book is another. */
export const bookChanged = (service: Service): void =>
	service.events.emit('contacts', () => 'contacts');

/** Takes contacts out of the Contact Book. */
export function deleteContacts(service: Service, contacts: Iterable<Contact>): void {
	for (const contact of contacts) {
		service.store.removeContact(contact);
		service.ledger.change('deleteContact', contact.id);
	}
	bookChanged(service);
}
