import type { IDataObject } from 'n8n-workflow';
import { extensionFault, faultOfNoAnswer } from '../../../shared/errors';
import { amountOf, textOf, unwrap } from '../../../shared/reply';
import { readAt } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { COMMON_OPTIONS } from '../../dispatch/commonOptions';
import { carryOut } from '../../dispatch/declared';
import type { Operation } from '../../dispatch/operation';
import { toRecord } from '../../listing/records';

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
export const getBalance: Operation = {
	option: {
		name: 'Get Balance',
		value: 'getBalance',
		action: 'Get account balance',
		description: 'Get the money that is left on the account. Not every service offers this.',
	},
	fields: [COMMON_OPTIONS],
	routing: {
		request: { method: 'GET', url: ENDPOINTS.getBalance.path },
		output: { postReceive: [toRecord({ read: readBalance, toRow: (balance) => balance })] },
		operations: {
			pagination: carryOut({
				call: async ({ service }) => await readAt(service, ENDPOINTS.getBalance),
				judge: (_item, _request, body) =>
					readBalance(body).balance === null
						? faultOfNoAnswer(
								body,
								'The answer of the service holds no balance',
								'Try again; if it keeps happening, ask the service.',
							)
						: undefined,
				explain: async (_item, _request, fault) =>
					extensionFault(
						fault,
						'the balance',
						'Your account shows it on the website of the service.',
					),
			}),
		},
	},
};
