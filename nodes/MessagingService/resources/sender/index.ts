import type { Resource } from '../../dispatch/operation';
import { getAll } from './getAll.operation';
import { register } from './register.operation';

export const sender: Resource = {
	option: {
		name: 'Sender',
		value: 'sender',
		description: 'SMS sender names and their registration',
	},
	operations: [getAll, register],
};
