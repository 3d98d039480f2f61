import type { Resource } from '../../operations/operation';
import { update } from './update.operation';

export const contact: Resource = {
	value: 'contact',
	name: 'Contact',
	description: 'Contacts of the Contact Book',
	operations: [update],
};
