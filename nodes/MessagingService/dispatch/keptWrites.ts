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
 * Bound: none of its own. It grows with the items of the run, and holds of each what the service replied.
 * Life: until all items of the run are done, or until n8n deletes the execution.
 */

interface KeptWrite {
	/** Digest of the request: one that the user has changed since is another one. */
	request: string;
	/** The account that it was made in (see accountOf). */
	account: string;
	/** What the service replied where it carried the request out; undefined where nobody knows whether it did. */
	reply?: Omit<ServiceReply, 'headers'>;
}

/** The field of the node's context that is ours: the runs of the node by their index, and in each its items by theirs. */
const FIELD = 'messagingServiceWrites';
type KeptRun = Partial<Record<number, KeptWrite>>;
type KeptRuns = Partial<Record<number, KeptRun>>;

const DIGEST_LENGTH = 24;

/** Takes a request; returns what tells it from others, and nothing of its content. */
export function digestOf(method: string, { path, qs, body }: RequestParts): string {
	return hash('sha256', JSON.stringify([method, path, qs, body]), 'base64url').slice(
		0,
		DIGEST_LENGTH,
	);
}

/**
 * Reads into `past` what a run that n8n saved knows of the request of an item; nothing where it was another request. What another
 * account replied says nothing of this one: the record is looked at first, as it may be the same account with a new key.
 */
export function recallWrite(
	ctx: OperationContext,
	index: number,
	request: string,
	past: PastWrites,
): void {
	const runs = nodeContext(ctx)[FIELD] as KeptRuns | undefined;
	const kept = runs?.[ctx.identity.runIndex]?.[index];
	if (kept?.request !== request) return;
	if (kept.reply && kept.account === past.account) past.reply = { ...kept.reply, headers: {} };
	else past.open = true;
}

/**
 * What is to be kept of the request of an item; undefined where it was certainly not carried out. A try that made none, as a check
 * refused the item, takes nothing back of what an earlier one did.
 */
function writeOf(
	{ request, account = '', reply, open, isUnderWay }: PastWrites,
	before?: KeptWrite,
): KeptWrite | undefined {
	if (request === undefined) return before;
	if (!reply && !open && !isUnderWay) return undefined;
	if (!reply) return { request, account };
	const { statusCode, body, fromRecord } = reply;
	return { request, account, reply: { statusCode, body, ...(fromRecord && { fromRecord }) } };
}

/** Keeps what became of the request of an item. Once all items of the run are done, no other try will come, and all is forgotten. */
export function keepWrite(
	ctx: OperationContext,
	index: number,
	past: PastWrites,
	areAllDone: boolean,
): void {
	const context = nodeContext(ctx);
	const runs = (context[FIELD] ?? {}) as KeptRuns;
	const items = runs[ctx.identity.runIndex] ?? {};
	const kept = writeOf(past, items[index]);
	if (kept) items[index] = kept;
	else delete items[index];
	if (areAllDone || Object.keys(items).length === 0) delete runs[ctx.identity.runIndex];
	else runs[ctx.identity.runIndex] = items;
	if (Object.keys(runs).length > 0) context[FIELD] = runs as unknown as IDataObject;
	else delete context[FIELD];
}
