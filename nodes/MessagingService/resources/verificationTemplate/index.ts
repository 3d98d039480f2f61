import type { Resource } from '../../dispatch/operation';
import { create } from './create.operation';
import { deleteOne } from './delete.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';

export const verificationTemplate: Resource = {
	option: {
		name: 'Verification Template',
		value: 'verificationTemplate',
		description: 'The texts that one-time passwords are sent in',
	},
	operations: [getAll, get, create, deleteOne],
};
