import type { Listed } from '../../shared/service';
import type { CallOutcome } from '../../shared/transport';
import { asReply } from '../dispatch/declared';
import { limitOf, type Item } from '../dispatch/item';

/** What was read of a list as one reply; an error where the user wanted all records, and some were or may have been passed over. */
export function listReply(item: Item, listed: Listed): CallOutcome {
	const { fault, lack } = listed;
	return !fault && lack && limitOf(item) === Infinity ? { fault: lack } : asReply(listed);
}
