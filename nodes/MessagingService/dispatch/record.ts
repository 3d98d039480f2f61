import { hash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { accountOf, usesTestKey } from '../../shared/auth';
import type { ServiceReply } from '../../shared/errors';
import type { RequestParts } from '../../shared/service';
import { formatServiceTime } from '../../shared/time';
import type { OperationContext } from './context';
import { deriveRunKey, toolRunOf, wasCutOff, type KnownOfRun } from './runKey';

/*
 * The record of a run: what the service accepted, and what it may have accepted. A retry reads it, so that nothing is sent again
 * because midnight passed, a list was corrected or the process was killed.
 *
 * Owner: the context of the node, which n8n hands to every try, saves with an execution that failed, and gives to a retry from the
 * list of executions. Nothing else of the node is kept there, but for the question of Send and Wait.
 * Written after each outcome; deleted when a try ends without a failure.
 * Bound: about 19 bytes for each message and 75 for each number on the stop list, as long as n8n keeps the failed execution.
 */

export type ServiceId = number | string;

/**
 * What a request came to. The service has what is accepted and what is already sent; the latter may be of an earlier execution, under the
 * same reference of the user's own.
 */
type RequestState = 'accepted' | 'already sent' | 'unknown';

/** A request that carried messages. */
export interface RecordedRequest {
	state: RequestState;
	/** Id of the campaign, the task or the message. */
	id?: ServiceId;
	/** The account that it went to, where it is not that of the record. */
	account?: string;
	/** Whether Send Again has repeated it. */
	sentAgain?: true;
	/** Whether the user counted it as sent. */
	counted?: true;
	/** Keys of its messages (see references.ts); of a piece of a file one key for all of them. */
	messages: string[];
	/** Ids of its messages, in the same order, where the service gave each one. */
	ids?: Array<ServiceId | null>;
	/** References that its messages went out under, in the same order, where they were not made from the run: text or day may change. */
	references?: string[];
	/** Of a piece of a file: the input item that holds the file. */
	file?: number;
	/** Of a piece of a file: the places in it of those whom the service refused. */
	refused?: number[];
	/** Of a piece of a file: the places in it of those whom the user counted as sent, if others were accepted. */
	countedOnly?: number[];
}

/**
 * A request that changed something else, and what the service answered. One whose outcome is unknown is not kept: made again, it does no
 * harm, or the service is asked first.
 */
interface RecordedWrite {
	reply?: Pick<ServiceReply, 'statusCode' | 'body'>;
}

/** A run as it is kept. */
interface KeptRun {
	account: string;
	/** The day that references From Content and Day are made of, yyyy-mm-dd in the zone of the workflow. */
	day: string;
	requests: RecordedRequest[];
	/** By a hash of item, method, path and body. */
	writes: Record<string, RecordedWrite>;
	/** Whether a try before had a record in another form, of which nothing can be read: it may have sent all. */
	hasOtherForm?: true;
}

const isString = (value: unknown): value is string => typeof value === 'string';
const STORED_STATES: readonly unknown[] = ['accepted', 'already sent', 'unknown'];

/** Whether what the context holds is a record in the form that this version writes. */
function isKeptRun(value: unknown): value is KeptRun {
	const { account, day, requests, writes } = Object(value) as Partial<KeptRun>;
	return (
		isString(account) &&
		isString(day) &&
		Array.isArray(requests) &&
		typeof writes === 'object' &&
		writes !== null &&
		requests.every((one: unknown) => {
			const { state, messages } = Object(one) as Partial<RecordedRequest>;
			return STORED_STATES.includes(state) && Array.isArray(messages) && messages.every(isString);
		})
	);
}

/** What the record holds of one message. */
export interface RecordedMessage {
	state: RequestState;
	/** Id of the campaign or task; of a single message, its own. */
	id?: ServiceId;
	/** The message's own id, where the service gave each message of the request one. */
	messageId?: ServiceId;
	/** The reference that it went out under, where it was not made from the run. */
	reference?: string;
	/** Whether another API key sent it than the one that is used now. */
	otherAccount: boolean;
	sentAgain: boolean;
	counted: boolean;
	/** Tells messages of one request from those of others. */
	request: RecordedRequest;
}

/** Under which name the context of the node holds the records, by the keys of the runs. */
const RECORD_FIELD = 'messagingService';

/** Whether a process that left no record may have begun the run before. */
export type EarlierStart = 'none' | 'possible' | 'shown';

/** What a run knows of its earlier tries. */
export interface RunRecord {
	/** Identifies the run; the same for every try (see runKey.ts). */
	readonly run: string;
	readonly day: string;
	readonly earlierStart: EarlierStart;
	/** Whether earlier tries left anything. */
	readonly isEmpty: boolean;
	/** Whether an earlier try left a record in another form: what this one does not hold may have been sent. */
	readonly hasOtherForm: boolean;
	find(key: string): RecordedMessage | undefined;
	/** All requests, in the order in which they were noted. */
	readonly requests: readonly RecordedRequest[];
	/** Notes what became of messages, in place of what was known of them. */
	note(request: RecordedRequest): void;
	/** Forgets messages of which it is known that they were not sent. */
	drop(keys: readonly string[]): void;
	/** What the service answered to another write that it has carried out. */
	reply(key: string): ServiceReply | undefined;
	noteReply(key: string, reply: ServiceReply): void;
	/** To be called when a try has succeeded: no other will come. */
	forget(): void;
}

/** The context of the node; of a tool call a context of its own, as an agent may call the same node several times at once. */
export function nodeContext(known: KnownOfRun): IDataObject {
	const tool = toolRunOf(known);
	if (tool) return tool.context;
	try {
		return 'getContext' in known.functions ? known.functions.getContext('node') : {};
	} catch {
		// n8n throws where there is no execution, as in some calls by agents. No retry comes there.
		return {};
	}
}

/**
 * Whether a process may have begun the run of which there is no record: only Retry from the list runs a node again in n8n 2.x, and the
 * list offers an execution for a retry again and again, so that a second retry knows nothing of the first.
 */
function earlierStartOf(known: KnownOfRun): EarlierStart {
	if (known.toolCall || known.functions.getMode() !== 'retry') return 'none';
	return wasCutOff(known) ? 'shown' : 'possible';
}

/**
 * Reads the record of a run. `account` stands for the API key (see accountOf). With a test key nothing is recorded: what such a key had
 * accepted was never sent.
 */
export function recordOf(
	ofRun: Pick<OperationContext, 'identity' | 'functions' | 'toolCall'>,
	{ account, today, lasting }: { account: string; today: string; lasting: boolean },
): RunRecord {
	const context = nodeContext(ofRun);
	const run = deriveRunKey(ofRun);
	const runs = (): Partial<Record<string, KeptRun>> =>
		(context[RECORD_FIELD] as unknown as Partial<Record<string, KeptRun>> | undefined) ?? {};
	const left: unknown = lasting ? runs()[run] : undefined;
	const kept: KeptRun = isKeptRun(left)
		? left
		: {
				account,
				day: today,
				requests: [],
				writes: {},
				...(left !== undefined && { hasOtherForm: true }),
			};
	/** Where each message stands that the record holds. */
	const known = new Map<string, { request: RecordedRequest; at: number }>();
	/** Requests whose messages are put there when the next one is looked for: after the last one, none is. */
	let unplaced = kept.requests;
	const places = () => {
		for (const request of unplaced)
			for (const [at, key] of request.messages.entries()) known.set(key, { request, at });
		unplaced = [];
		return known;
	};

	const save = (changed: KeptRun = kept): void => {
		if (lasting) context[RECORD_FIELD] = { ...runs(), [run]: changed } as unknown as IDataObject;
	};
	/** The run as it is kept by now: n8n carries declared writes out item by item, each with a record of its own. */
	const current = (): KeptRun => {
		const now: unknown = lasting ? runs()[run] : undefined;
		return isKeptRun(now) ? now : kept;
	};
	/** Takes messages out of the requests that held them. */
	function remove(keys: readonly string[]): void {
		const held = places();
		if (held.size === 0) return;
		const moved = new Set(keys.filter((key) => held.has(key)));
		if (moved.size === 0) return;
		kept.requests = kept.requests.flatMap((request) => {
			if (!request.messages.some((key) => moved.has(key))) return [request];
			const stays = request.messages.map((key) => !moved.has(key));
			const rest: RecordedRequest = {
				...request,
				messages: request.messages.filter((_, at) => stays[at]),
				...(request.ids && { ids: request.ids.filter((_, at) => stays[at]) }),
				...(request.references && {
					references: request.references.filter((_, at) => stays[at]),
				}),
			};
			unplaced = [...unplaced, rest];
			return rest.messages.length > 0 ? [rest] : [];
		});
		for (const key of moved) held.delete(key);
	}

	function forget(): void {
		const { [run]: own, ...others } = runs();
		if (!own) return;
		if (Object.keys(others).length > 0) context[RECORD_FIELD] = others as unknown as IDataObject;
		else delete context[RECORD_FIELD];
	}

	return {
		run,
		day: kept.day,
		earlierStart: earlierStartOf(ofRun),
		isEmpty: kept.requests.length === 0 && kept.hasOtherForm !== true,
		hasOtherForm: kept.hasOtherForm === true,
		get requests() {
			return kept.requests;
		},
		find(key) {
			const found = places().get(key);
			if (!found) return undefined;
			const { request, at } = found;
			return {
				state: request.state,
				id: request.id,
				messageId: request.ids?.[at] ?? undefined,
				reference: request.references?.[at],
				otherAccount: (request.account ?? kept.account) !== account,
				sentAgain: request.sentAgain === true,
				counted: request.counted === true,
				request,
			};
		},
		note(request) {
			remove(request.messages);
			const own = kept.account === account ? request : { ...request, account };
			kept.requests.push(own);
			unplaced = [...unplaced, own];
			save();
		},
		drop(keys) {
			const held = places();
			if (!keys.some((key) => held.has(key))) return;
			remove(keys);
			save();
		},
		reply(key) {
			const reply = current().writes[key]?.reply;
			return reply && { ...reply, headers: {} };
		},
		noteReply(key, { statusCode, body }) {
			const changed = current();
			changed.writes[key] = { reply: { statusCode, body } };
			save(changed);
		},
		forget,
	};
}

/**
 * The record of a run that changes something else than a send does. It holds the replies to what was carried out, so that no later try
 * does it again: by then others may have changed the same.
 */
export async function recordOfRun(ctx: OperationContext): Promise<RunRecord> {
	const settings = await ctx.credentials();
	return recordOf(ctx, {
		account: accountOf(settings),
		today: formatServiceTime(Date.now(), settings.timeZone).slice(0, 10),
		lasting: !usesTestKey(settings),
	});
}

const WRITE_KEY_LENGTH = 24;

/** Under which key the record knows such a request of an item. n8n gives every try of a run the same items. */
export const writeKey = (index: number, method: string, { path, qs, body }: RequestParts): string =>
	hash('sha256', JSON.stringify([index, method, path, qs, body]), 'base64url').slice(
		0,
		WRITE_KEY_LENGTH,
	);
