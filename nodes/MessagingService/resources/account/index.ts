import type { Resource } from '../../dispatch/operation';
import { getBalance } from './getBalance.operation';
import { getPricesByCountry } from './getPricesByCountry.operation';
import { getTariffs } from './getTariffs.operation';

export const account: Resource = {
	option: {
		name: 'Account',
		value: 'account',
		description: 'The account of the credential',
	},
	operations: [getBalance, getPricesByCountry, getTariffs],
};
