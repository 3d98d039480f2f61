import type { IDataObject } from 'n8n-workflow';
import { failureCode, faultOfCode, safeText } from '../../shared/errors';
import { isId, normaliseBulkCreate, type BulkResult } from '../../shared/reply';
import { withSender } from './fieldFaults';
import type { Message, RecipientEvent } from './message';
import { kindOfCode, type AnswerKind } from './verdict';

/* What the answer to a bulk or individual request says of each recipient (4.6, `result[]`): by reference, then by number, never by place. */

/** What an answer says of one recipient: `idGiven` is accepted. */
export interface ResultOf {
	kind: AnswerKind;
	event: RecipientEvent;
}

/** The results that a key names once; what is named twice says nothing. */
function uniqueBy(
	results: readonly BulkResult[],
	keyOf: (result: BulkResult) => string,
): Map<string, BulkResult | undefined> {
	const found = new Map<string, BulkResult | undefined>();
	for (const result of results) {
		const key = keyOf(result);
		if (key !== '') found.set(key, found.has(key) ? undefined : result);
	}
	return found;
}

const digitsOf = (result: BulkResult): string => (result.msisdn ?? '').replace(/\D/g, '');

const UNCLEAR: RecipientEvent = {
	status: 'refused',
	refusal: {
		field: '',
		message: 'The answer of the service does not say what became of this recipient',
	},
};

/**
 * Reads what an answer says of each message of a request, in their order. Without a list of results the id of the task accepts all of them; an empty
 * list names nobody. With a test key the service answers at random, so that its results fit nobody, and the answer counts for all.
 */
export function readResults(
	body: unknown,
	messages: readonly Message[],
	isTest: boolean,
): ResultOf[] {
	const { taskId, totalprice, currency, results: listed, isList } = normaliseBulkCreate(body);
	const summary: IDataObject = { task_id: taskId, totalprice, currency };
	const byReference = uniqueBy(listed, ({ reference }) => reference ?? '');
	const byNumber = uniqueBy(listed, digitsOf);
	const accept = (result?: BulkResult): ResultOf => ({
		kind: 'idGiven',
		event: {
			status: 'accepted',
			already: false,
			answer: {
				fields: {
					task_id: taskId,
					...(result && { id: result.id, price: result.price, currency: result.currency }),
				},
				summary,
			},
		},
	});
	const resultOf = (message: Message): ResultOf => {
		if (!isList || isTest) return accept();
		const result = byReference.has(message.reference)
			? byReference.get(message.reference)
			: byNumber.get(message.phone);
		const code = failureCode(result?.error);
		if (!result || (code === undefined && !isId(result.id)))
			return { kind: 'resultUnclear', event: UNCLEAR };
		if (code === undefined) return accept(result);
		const words = result.errorDescription ? [safeText(result.errorDescription)] : [];
		const fault = faultOfCode(code, words);
		const event: RecipientEvent = {
			status: 'refused',
			refusal: {
				field: '',
				message: withSender(fault.message, [message]),
				description: fault.description,
			},
			answer: { fields: { task_id: taskId } },
		};
		return { kind: kindOfCode(code), event };
	};
	return messages.map(resultOf);
}
