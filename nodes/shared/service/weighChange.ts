import { faultInPlaceOfRefusal } from '../errors';
import { signOfDoing, type Asked } from '../reply';
import { CODE_TOO_MANY_PROCESSING, ENDPOINTS } from '../spec';
import type { CallOutcome, ServiceRequest } from '../transport';

/** All that a part of a request holds, as text. */
const valuesIn = (part: unknown): string[] =>
	typeof part === 'object' && part !== null
		? Object.values(part).flatMap(valuesIn)
		: [String(part)];

/**
 * One sentence that says that another contact has what was asked for. That refuses the change of a contact, whenever it comes: a change
 * that was made is no other contact, and setting the same values again is refused by nothing.
 */
const UNIQUE_OF_CONTACT =
	/^(?!.*(?:accept|chang|dupl|idempot|messag|modif|nonce|queue|replay|request|sav|updat|дубл|запит|запрос|збереж|змін|измен|обновл|оновл|очеред|повтор|сохран|черг|черз))(?=.*(?<!\p{L})(?:contact|number|phone|контакт|номер|телефон))(?=.*(?<!\p{L})(?:exists?|in use|taken|зайнят|занят|існу|существу))[^.,;:!?]{1,200}\.?$/isu;

/** What a request held, as far as an answer to it may repeat it. */
function askedBy({ path, qs, body }: ServiceRequest): Asked {
	const values = new Set(valuesIn([path.split('/'), qs, body]));
	const isOwn = (text: string) => values.has(text);
	const isOfContact = path.startsWith(ENDPOINTS.updateContact.path.replace('{id}', ''));
	return { isOwn, isOwnId: isOwn, ...(isOfContact && { unique: UNIQUE_OF_CONTACT }) };
}

/**
 * What a change came to. Its refusal does not prove that the service did not act where something else stands in its place, where whoever
 * sends on may have had it carried out, where the same answer says that something was done, and where no document says what it means.
 */
export function weighChange(outcome: CallOutcome, request: ServiceRequest): CallOutcome {
	const { fault, body, statusCode, headers } = outcome;
	if (fault?.outcome !== 'rejected') return outcome;
	const inPlace = faultInPlaceOfRefusal(statusCode, body);
	if (inPlace) return { fault: inPlace, body, statusCode };
	const { code, kind } = fault;
	const sign = signOfDoing({ statusCode, headers, body, code }, askedBy(request));
	const isDoubted = kind === 'redirect' || code === CODE_TOO_MANY_PROCESSING || sign !== undefined;
	return isDoubted
		? { fault: { ...fault, outcome: 'unknown' }, body, statusCode, headers }
		: outcome;
}
