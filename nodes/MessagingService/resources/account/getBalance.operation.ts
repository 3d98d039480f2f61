import type { IDataObject } from 'n8n-workflow';
import { amountOf, textOf, unwrap } from '../../../shared/reply';
import { ENDPOINTS } from '../../../shared/spec';
import { getOne } from '../builders';

/** Reads `{data: {balance, currency, credit}}`, or `{amount, currency, limit}` of the legacy interface, under the names of the first. */
function readBalance(body: unknown): IDataObject {
	const { balance, amount, currency, credit, limit } = unwrap(body);
	return {
		balance: amountOf(balance ?? amount),
		currency: textOf(currency),
		credit: amountOf(credit ?? limit),
	};
}

/** Get the balance of the account, an extension (extensions notes, section 6). */
export const getBalance = getOne({
	option: {
		name: 'Get Balance',
		value: 'getBalance',
		action: 'Get account balance',
		description: 'Get the money that is left on the account. Not every service offers this.',
	},
	endpoint: ENDPOINTS.getBalance,
	output: { read: readBalance, toRow: (balance) => balance },
	mustShow: 'balance',
	extension: {
		what: 'the balance',
		cure: 'Your account shows it on the website of the service.',
	},
});
