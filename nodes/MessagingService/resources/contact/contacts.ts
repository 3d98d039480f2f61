import { WITHOUT_BOOK } from '../../contacts/columns';

/** What is said of a service without a Contact Book that can be read and changed. */
export const NO_CONTACTS = { what: 'the contacts of the Contact Book', cure: WITHOUT_BOOK };
