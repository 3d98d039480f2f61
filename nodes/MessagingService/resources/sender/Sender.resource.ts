import type { Resource } from '../../operations/operation';
import { getMany } from './getAll.operation';
import { register } from './register.operation';

export const sender: Resource = {
	value: 'sender',
	name: 'Sender',
	description: 'SMS sender names and their registration',
	operations: [getMany, register],
};
