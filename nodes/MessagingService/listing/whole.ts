import type { Listed } from '../../shared/service';
import type { CallOutcome } from '../../shared/transport';
import { asReply } from '../dispatch/declared';
import { limitOf, type Item } from '../dispatch/item';

/**
 * What was read of a list as one reply; an error where some records were or may have been passed over that the user wants: all of them, or
 * up to a limit that those which the node kept do not reach.
 */
export function listReply(item: Item, listed: Listed): CallOutcome {
	const { fault, lack, isNarrowed, records } = listed;
	const limit = limitOf(item);
	const isWanted = limit === Infinity || (isNarrowed === true && records.length < limit);
	return !fault && lack && isWanted ? { fault: lack } : asReply(listed);
}
