import { hash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { ServiceReply } from '../../shared/errors';
import type { RequestParts } from '../../shared/service';
import type { OperationContext } from './context';
import { nodeContext } from './memory';
import type { PastWrites } from './writes';

/*
 * What became of the writing requests of a run, for Retry in n8n's list of executions: it makes new input items, by which writes.ts
 * cannot know them.
 *
 * Owner: the context of the node, which n8n saves with an execution that failed, and hands to the retry.
 * Bound: none of its own. It grows with the items of the run, and holds of each what the service replied: once, and once more for each
 * change of the item, or of the API key, with which it was tried again and taken.
 * Life: until all items of the run are done, or until n8n deletes the execution.
 */

interface KeptWrite {
	/** Digest of the request: one that the user has changed since is another one. */
	request: string;
	/** The account that it was made in (see accountOf). */
	account?: string;
	/** Digest of the record that it sets, where it sets one: see PastWrites. */
	sets?: string;
	/** What the service replied where it carried the request out; undefined where nobody knows whether it did. */
	reply?: Omit<ServiceReply, 'headers'>;
}

/**
 * The field of the node's context that is ours: the runs of the node by their index, and in each its items by theirs. Of an item there is an
 * entry for each request in each account that was carried out, or may have been, in the order of their last tries.
 */
const FIELD = 'messagingServiceWrites';
type KeptRun = Partial<Record<number, KeptWrite[]>>;
type KeptRuns = Partial<Record<number, KeptRun>>;

const DIGEST_LENGTH = 24;

/** Takes a request; returns what tells it from others, and nothing of its content. */
export function digestOf(method: string, { path, qs, body }: RequestParts): string {
	return hash('sha256', JSON.stringify([method, path, qs, body]), 'base64url').slice(
		0,
		DIGEST_LENGTH,
	);
}

/** Takes the path of a request that sets a record, and perhaps says after it what becomes of it ("stop"); returns a digest of the record. */
export const recordOf = (path: string): string =>
	digestOf('PUT', { path: path.replace(/\/[a-z]+$/, '') });

/** What is kept of an item. A version before kept one entry for each item, which stood by itself. */
const entriesOf = (items: KeptRun | undefined, index: number): KeptWrite[] =>
	[items?.[index] ?? []].flat();

/** Whether an entry is of the account that a try uses. What a version before kept names none, and counts as made in the same one. */
const isOfAccount = ({ account }: PastWrites, entry: KeptWrite): boolean =>
	entry.account === undefined || entry.account === account;

/** Whether an entry is about the request of a try, in its account. */
const isOwn = (past: PastWrites, entry: KeptWrite): boolean =>
	entry.request === past.request && isOfAccount(past, entry);

/**
 * Reads into `past` what a run that n8n saved knows of the request of an item. What another account replied says nothing of this one:
 * the record is looked at first, as it may be the same account with a new key. What a later request may have set otherwise has to be
 * set again.
 */
export function recallWrite(ctx: OperationContext, index: number, past: PastWrites): void {
	const runs = nodeContext(ctx)[FIELD] as KeptRuns | undefined;
	const entries = entriesOf(runs?.[ctx.identity.runIndex], index);
	past.hasOthers = entries.some(({ request }) => request !== past.request);
	const place = entries.findIndex((entry) => isOwn(past, entry));
	const own = entries[place];
	if (!own) {
		past.open = entries.some(({ request }) => request === past.request);
		return;
	}
	const { sets, reply } = own;
	const isSetOtherwise =
		sets !== undefined &&
		entries.slice(place + 1).some((later) => later.sets === sets && isOfAccount(past, later));
	if (isSetOtherwise) return;
	if (reply) past.reply = { ...reply, headers: {} };
	else past.open = true;
}

/**
 * What is to be kept of the request of a try; undefined where it was certainly not carried out. One that waits for its turn will leave
 * also where n8n has ended the node because an expression of another item failed, but not where the execution was stopped.
 */
function writeOf(
	request: string,
	{ account, sets, reply, open, isUnderWay, hasLeft }: PastWrites,
	isStopped: boolean,
): KeptWrite | undefined {
	if (!reply && !open && !(isUnderWay && (hasLeft || !isStopped))) return undefined;
	const write = { request, account, ...(sets !== undefined && { sets }) };
	if (!reply) return write;
	const { statusCode, body, fromRecord } = reply;
	return { ...write, reply: { statusCode, body, ...(fromRecord && { fromRecord }) } };
}

/**
 * Keeps what became of the request of an item, and leaves alone what is known of others: those of the item before it was changed, and
 * those in another account. A try that made none, as a check refused the item, takes nothing back. Once all items of the run are done,
 * no other try will come, and all is forgotten.
 */
export function keepWrite(
	ctx: OperationContext,
	index: number,
	past: PastWrites,
	areAllDone: boolean,
): void {
	const context = nodeContext(ctx);
	const runs = (context[FIELD] ?? {}) as KeptRuns;
	const items = runs[ctx.identity.runIndex] ?? {};
	if (past.request !== undefined) {
		const others = entriesOf(items, index).filter((entry) => !isOwn(past, entry));
		const own = writeOf(past.request, past, ctx.signal?.aborted === true);
		const kept = own ? [...others, own] : others;
		if (kept.length > 0) items[index] = kept;
		else delete items[index];
	}
	if (areAllDone || Object.keys(items).length === 0) delete runs[ctx.identity.runIndex];
	else runs[ctx.identity.runIndex] = items;
	if (Object.keys(runs).length > 0) context[FIELD] = runs as unknown as IDataObject;
	else delete context[FIELD];
}
