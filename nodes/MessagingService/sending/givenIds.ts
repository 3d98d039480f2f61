import { isId } from '../../shared/reply';
import { SUCCESS_CODE } from '../../shared/spec';
import type { SendEndpoint, SendReply } from './requests';

/*
 * The IDs that the service gave to what the requests of one run made: campaigns, tasks and messages. It gives each once (2.2, 2.3). An
 * answer that names one of them again is that of another request, which a guard against double submits or a proxy has given once more: it
 * says nothing of what was sent now. Where two requests were under way side by side, nothing tells which of them made it.
 */

/** Who is known to have an ID. */
interface Holder {
	/** When the request left whose answer named it; nothing where it is known otherwise. */
	leftAt?: number;
	/** When it was noted. */
	at: number;
}

export class GivenIds {
	#moments = 0;
	readonly #holders = new Map<string, Holder>();
	/** IDs of what the service listed, and when: what left later did not make it. */
	readonly #listed = new Map<string, number>();
	readonly #shared = new Set<string>();

	/** The moment in which a request leaves: it tells this one from all others. */
	moment(): number {
		return ++this.#moments;
	}

	/** Notes what was made before, or is known otherwise than by the answer to a request. */
	know(ids: readonly string[]): void {
		for (const id of ids) {
			if (this.#holders.get(id)?.leftAt) this.#shared.add(id);
			else this.#holders.set(id, { at: this.moment() });
		}
	}

	/** Notes what the service lists now, be it of this run or not. */
	list(ids: readonly string[]): void {
		for (const id of ids) if (!this.#listed.has(id)) this.#listed.set(id, this.moment());
	}

	/** Whether something with one of these IDs belongs to this run. */
	has(ids: readonly string[]): boolean {
		return ids.some((id) => this.#holders.has(id));
	}

	/**
	 * Takes the IDs of what an answer says was made, and when its request left; returns whether another one made it. Else they are noted as
	 * those of this one. An answer may be weighed more than once.
	 */
	isOfOther(ids: readonly string[], leftAt: number): boolean {
		const others = ids.filter((id) => {
			const holder = this.#holders.get(id);
			if (holder) return holder.leftAt !== leftAt;
			return (this.#listed.get(id) ?? Infinity) < leftAt;
		});
		for (const id of others) {
			const holder = this.#holders.get(id);
			// What was noted before this request left is that of the other one.
			if (holder?.leftAt && leftAt < holder.at) this.#shared.add(id);
		}
		if (others.length > 0) return true;
		for (const id of ids)
			if (!this.#holders.has(id)) this.#holders.set(id, { leftAt, at: this.moment() });
		return false;
	}

	/** Whether one of these IDs came with the answers to two requests, or belongs to another one than its answer said. */
	areShared(ids: readonly string[]): boolean {
		return ids.some((id) => this.#shared.has(id));
	}
}

const idsOf = (kind: string, values: readonly unknown[]): string[] =>
	values.filter(isId).map((id) => `${kind} ${String(id)}`);

/** Takes IDs of campaigns; returns them as GivenIds notes them. */
export const campaignIds = (...ids: unknown[]): string[] => idsOf('campaign', ids);

/** Takes an endpoint, and what a reply says of a request and its recipients; returns the IDs of what the request made. */
export function madeIds(
	{ campaign }: Pick<SendEndpoint, 'campaign'>,
	{ summary = {}, recipients = [] }: Partial<Pick<SendReply, 'summary' | 'recipients'>>,
): string[] {
	if (campaign) return campaignIds(summary.id);
	const taken = recipients.filter(({ error }) => Number(error ?? SUCCESS_CODE) === SUCCESS_CODE);
	return [
		...idsOf('task', [summary.task_id]),
		...idsOf(
			'message',
			taken.map(({ fields }) => fields.id),
		),
	];
}
