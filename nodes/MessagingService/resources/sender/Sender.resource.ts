import type { Resource } from '../../operations/operation';
import { getMany } from './getAll.operation';
import { register } from './register.operation';

export const sender: Resource = {
	names: 'sender: Sender: SMS sender names and their registration',
	operations: [getMany, register],
};
