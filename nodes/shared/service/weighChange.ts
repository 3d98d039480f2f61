import { faultInPlaceOfRefusal } from '../errors';
import { signOfDoing, type Asked } from '../reply';
import { CODE_TOO_MANY_PROCESSING } from '../spec';
import type { CallOutcome, ServiceRequest } from '../transport';

/** All that a part of a request holds, as text. */
const valuesIn = (part: unknown): string[] =>
	typeof part === 'object' && part !== null
		? Object.values(part).flatMap(valuesIn)
		: [String(part)];

/** What a request held, as far as an answer to it may repeat it. */
function askedBy({ path, qs, body }: ServiceRequest): Asked {
	const values = new Set(valuesIn([path.split('/'), qs, body]));
	const isOwn = (text: string) => values.has(text);
	return { isOwn, isOwnId: isOwn };
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
	const isDoubted =
		kind === 'redirect' ||
		code === CODE_TOO_MANY_PROCESSING ||
		signOfDoing({ statusCode, headers, body, code }, askedBy(request)) !== undefined;
	return isDoubted
		? { fault: { ...fault, outcome: 'unknown' }, body, statusCode, headers }
		: outcome;
}
