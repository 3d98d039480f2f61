import type { Resource } from '../../dispatch/operation';
import { getBalance } from './getBalance.operation';

export const account: Resource = {
	option: {
		name: 'Account',
		value: 'account',
		description: 'The account of the credential',
	},
	operations: [getBalance],
};
