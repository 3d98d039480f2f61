import type { Resource } from '../../dispatch/operation';
import { check } from './check.operation';

export const phoneNumber: Resource = {
	option: {
		name: 'Phone Number',
		value: 'phoneNumber',
		description: 'Numbers as the node reads them, before anything is sent',
	},
	operations: [check],
};
