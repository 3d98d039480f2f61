import type { IDataObject } from 'n8n-workflow';
import { numberOf, readAll, textOf, unwrap, type Readers } from './values';

const BALANCE: Readers = { balance: numberOf, currency: textOf, credit: numberOf };

/**
 * Takes the reply of either balance endpoint: `{data: {balance, currency, credit}}`, or `{amount, currency, limit}` of the legacy
 * interface (extensions notes, section 6). Returns both under the names of the first.
 */
export function normaliseBalance(body: unknown): IDataObject {
	const { balance, amount, credit, limit, currency } = unwrap(body);
	return readAll({ balance: balance ?? amount, currency, credit: credit ?? limit }, '', BALANCE);
}
