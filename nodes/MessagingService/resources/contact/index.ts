import type { Resource } from '../../operations/operation';
import { update } from './update.operation';

export const contact: Resource = {
	option: {
		name: 'Contact',
		value: 'contact',
		description: 'Contacts of the Contact Book',
	},
	operations: [update],
};
