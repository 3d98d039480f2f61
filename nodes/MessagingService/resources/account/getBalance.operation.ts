import type { IDataObject } from 'n8n-workflow';
import { extensionFault, faultOfNoAnswer } from '../../../shared/errors';
import { amountOf, deniesChange, holdsFault, textOf, unwrap } from '../../../shared/reply';
import { readAtEither } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { COMMON_OPTIONS } from '../../dispatch/commonOptions';
import { carryOut } from '../../dispatch/declared';
import type { Operation } from '../../dispatch/operation';
import { toRecord } from '../../listing/records';

/** Reads `{data: {balance, currency, credit}}`, or `{amount, currency, limit}` of the legacy interface, under the names of the first. */
function readBalance(body: unknown): IDataObject {
	const { balance, amount, currency, credit, limit } = unwrap(body);
	const own = amountOf(balance ?? amount);
	return {
		balance: own.amount,
		currency: textOf(currency) ?? own.currency,
		credit: amountOf(credit ?? limit).amount,
	};
}

/** A sentence that speaks of money, of which a service may tell that there is none. */
const OF_MONEY =
	/(?<![^.;!?])[^.;!?]*(?:balance|credit|fund|money|pay|top up|баланс|гро[шн]|деньг|денег|кошт|оплат|пополн|поповн|рахун|средств|сч[её]т)[^.;!?]*/giu;

/**
 * Whether a reply tells no balance. A number is what was asked for, whatever words tell of too little money: only a fault speaks against
 * it. A 0 may also stand there for nothing, beside words that refuse.
 */
function tellsNoBalance(body: unknown): boolean {
	const { balance } = readBalance(body);
	if (typeof balance !== 'number') return balance === null || deniesChange(body);
	return balance === 0 ? deniesChange(body, [OF_MONEY]) : holdsFault(body);
}

/** Get the balance of the account, an extension (extensions notes, section 6). */
export const getBalance: Operation = {
	option: {
		name: 'Get Balance',
		value: 'getBalance',
		action: 'Get account balance',
		description: 'Get the money that is left on the account. Not every service offers this.',
	},
	fields: [
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: COMMON_OPTIONS,
		},
	],
	routing: {
		request: { method: 'GET', url: ENDPOINTS.getBalance.path },
		output: { postReceive: [toRecord({ read: readBalance, whole: (balance) => balance })] },
		operations: {
			pagination: carryOut({
				call: async ({ service }) => await readAtEither(service, ENDPOINTS.getBalance),
				judge: (_item, _request, body) =>
					tellsNoBalance(body)
						? faultOfNoAnswer(
								body,
								'The service tells no balance',
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
