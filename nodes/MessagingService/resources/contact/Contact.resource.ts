import type { Resource } from '../../operations/operation';
import { update } from './update.operation';

export const contact: Resource = {
	names: 'contact: Contact: Contacts of the Contact Book',
	operations: [update],
};
