import type { IDataObject } from 'n8n-workflow';
import { isId } from '../../shared/reply';
import type { SendEndpoint } from './requests';

/*
 * The IDs that the service gave to what the requests of one run made: campaigns, tasks, or single messages. It gives each once (2.2, 2.3).
 * An answer that names one of them again is that of an earlier request, which a guard against double submits or a proxy has given once
 * more: it says nothing of what was sent now.
 */

/** Stands for an answer that nobody holds any more. */
const EARLIER = Symbol('earlier');

export class GivenIds {
	/** By ID: the answer that named it. One answer may be weighed more than once. */
	readonly #answers = new Map<string, unknown>();

	/** Notes what was made before, or is known otherwise than by the answer to a request. */
	know(id: unknown): void {
		if (isId(id)) this.#answers.set(String(id), EARLIER);
	}

	has(id: unknown): boolean {
		return this.#answers.has(String(id));
	}

	/** Takes the ID of what an answer says was made, and the answer; returns whether it came with another answer. Else it is that of this one. */
	isOfOther(id: unknown, answer: unknown): boolean {
		if (this.has(id)) return this.#answers.get(String(id)) !== answer;
		if (isId(id)) this.#answers.set(String(id), answer);
		return false;
	}
}

/** Takes what the service said of a recipient, and of the request that it went out with; returns the ID of what the request made. */
export function madeId(
	{ campaign, recipientsPerRequest }: Pick<SendEndpoint, 'campaign' | 'recipientsPerRequest'>,
	fields: IDataObject | undefined,
	summary: IDataObject | undefined,
): unknown {
	if (campaign) return summary?.id;
	return recipientsPerRequest > 1 ? summary?.task_id : fields?.id;
}
