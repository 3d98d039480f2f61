import type { IDataObject } from 'n8n-workflow';
import { getMessageStatuses, type Service } from '../../../shared/service';
import { LIMITS } from '../../../shared/spec';

/** So few messages are asked for one by one, which tells more of each. */
const FEW = 5;

/** A message that may be asked for together with others. */
export interface Askable {
	/** Its ID, by which it is named or as the service gave it. */
	id: unknown;
	/** Called with what the service says of it. */
	take: (message: IDataObject) => void;
}

const isSafeId = (id: unknown): boolean =>
	/^[1-9]\d*$/.test(String(id)) && Number.isSafeInteger(Number(id));

/**
 * Asks for many messages a hundred at a time, where the service offers that (an extension). Returns those that it said nothing of,
 * which are to be asked for one by one: all of them where it does not offer it, or where the request failed.
 */
export async function askTogether<T extends Askable>(
	service: Service,
	messages: readonly T[],
): Promise<T[]> {
	const left = messages.filter(({ id }) => !isSafeId(id));
	const askable = messages.filter(({ id }) => isSafeId(id));
	// With a test key the reply is random, and about nothing that was asked for.
	if (askable.length <= FEW || service.answersAtRandom) return [...messages];
	for (let at = 0; at < askable.length; at += LIMITS.statusIds) {
		const part = askable.slice(at, at + LIMITS.statusIds);
		const { value, fault } = await getMessageStatuses(
			service,
			part.map(({ id }) => String(id)),
		);
		if (fault) return [...left, ...askable.slice(at)];
		const byId = new Map(value.map((message) => [String(message.id), message]));
		for (const message of part) {
			const found = byId.get(String(message.id));
			if (found?.status) message.take(found);
			else left.push(message);
		}
	}
	return left;
}
