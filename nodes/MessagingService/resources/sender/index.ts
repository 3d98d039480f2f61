import type { Resource } from '../../dispatch/operation';
import { getAll } from './getAll.operation';
import { getAllRegistered } from './getAllRegistered.operation';
import { register } from './register.operation';
import { registerNatural } from './registerNatural.operation';

export const sender: Resource = {
	option: {
		name: 'Sender',
		value: 'sender',
		description: 'SMS sender names and their registration',
	},
	operations: [getAll, getAllRegistered, register, registerNatural],
};
