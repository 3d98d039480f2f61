import { failValidation, ok } from '../http/answers.mts';
import type { Answer } from '../http/answers.mts';
import type { Call } from '../http/route.mts';
import { Complaints } from '../judge/complaints.mts';
import { judgePaging } from '../judge/listing.mts';

/**
 * Answers with a page of the Contact Book.
 * @param body makes the answer's body from the offset and the limit that the query asks for
 */
export function answerPage(
	{ service, query }: Call,
	body: (offset: number, limit: number) => unknown,
): Answer {
	const complaints = new Complaints();
	const { offset, limit } = judgePaging(query, ['id'], service.config.dialect, complaints);
	return complaints.any ? failValidation(service, complaints) : ok(body(offset, limit));
}
