import { accountOf, usesTestKey } from '../../shared/auth';
import { formatServiceTime } from '../../shared/time';
import { memoryOf, type RunMemory } from '../dispatch/memory';
import type { OperationContext } from '../dispatch/context';
import type { NodeFault } from '../dispatch/nodeErrors';
import { GivenIds } from './givenIds';
import type { SendEndpoint } from './requests';
import type { Message, Recipient } from './outcomes';
import { readParameters, type BatchSettings, type SendParameters } from './parameters';

/** What the steps of one send share. */
export interface SendRun {
	ctx: OperationContext;
	endpoint: SendEndpoint;
	parameters: SendParameters;
	/** IANA name of the service's time zone. */
	zone: string;
	/** When the send began (ms). */
	now: number;
	/** The day on which the send began, yyyy-mm-dd in that zone. */
	today: string;
	/** Identifies the run of the node; the same for every try of Retry On Fail. */
	key: string;
	/** What earlier tries left behind. */
	memory: RunMemory;
	/** The references that the user gave, with the message each belongs to. */
	ownReferences: Map<string, Message>;
	/** The IDs that the service gave to what belongs to this run, so that none is taken for another. */
	givenIds: GivenIds;
	/** The messages that a request of this try carried. */
	posted: Set<Message>;
}

/** Recipients that go out together: those of one item, or of all items. */
export interface Batch {
	/** Indices of the input items that they come from. */
	items: readonly number[];
	settings: BatchSettings;
	/** All recipients in the order of the input, those that will not be sent too. */
	recipients: readonly Recipient[];
	/** The recipients of each request. */
	requests: ReadonlyArray<readonly Recipient[]>;
	/** Under Continue on Fail: the errors that recipients come out as, instead of what became of them. */
	errors: ReadonlyMap<Message, NodeFault>;
}

/** Under Continue on Fail: items whose recipients could not even be read. */
export interface UnreadBatch {
	items: readonly number[];
	error: NodeFault;
}

/** Takes n8n's context and an endpoint; reads what concerns the send as a whole. */
export async function startRun(ctx: OperationContext, endpoint: SendEndpoint): Promise<SendRun> {
	const settings = await ctx.credentials();
	const { timeZone: zone } = settings;
	const memory = memoryOf(ctx, {
		lasting: !usesTestKey(settings),
		account: accountOf(settings),
	});
	const now = Date.now();
	return {
		ctx,
		endpoint,
		parameters: readParameters(ctx, endpoint, zone),
		zone,
		now,
		today: formatServiceTime(now, zone).slice(0, 10),
		key: memory.run,
		memory,
		ownReferences: new Map(),
		givenIds: new GivenIds(),
		posted: new Set(),
	};
}
