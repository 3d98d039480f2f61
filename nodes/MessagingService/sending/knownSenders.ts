import { bareSender, listOf } from '../../shared/reply';
import { ENDPOINTS } from '../../shared/spec';
import { namedAndMore, quote } from '../../shared/text';
import type { IDataObject } from 'n8n-workflow';
import type { OperationContext } from '../dispatch/context';
import type { RunBase } from './run';

/*
 * What a dry run says of senders. The list of them is an extension, and what it lacks may be allowed nevertheless: a hint says so, and
 * nothing is refused for it.
 */

/** A dry run shall not wait for it. */
const PATIENCE_MS = 5000;
/** How many senders the hint names. */
const NAMED_AT_MOST = 3;

/** Senders that may be used yet; the list shows others, too (extensions notes, section 9). */
const isActive = ({ status }: IDataObject): boolean => status === undefined || status === 'active';

/** The names of the senders of the account; undefined if the service does not say that it lists all of them. */
async function listSenders(ctx: OperationContext): Promise<ReadonlySet<string> | undefined> {
	const { reply } = await ctx.tryCall(
		{
			method: 'GET',
			path: ENDPOINTS.listSenders.path,
			qs: { type: 'sms' },
			timeoutMs: PATIENCE_MS,
		},
		{ kind: 'read', retryForMs: 0 },
	);
	const list = reply && listOf(reply.body);
	if (!list?.found || list.total === undefined || list.total > list.records.length)
		return undefined;
	return new Set(list.records.filter(isActive).map(({ sender }) => bareSender(sender)));
}

/** Tells in a hint which of the senders of a dry run the account does not list. */
export async function hintUnknownSenders(
	{ ctx, isTest }: Pick<RunBase, 'ctx' | 'isTest'>,
	senders: ReadonlySet<string>,
): Promise<void> {
	if (isTest || senders.size === 0) return;
	const known = await listSenders(ctx);
	const missing = [...senders].filter((sender) => known?.has(bareSender(sender)) === false);
	if (missing.length === 0) return;
	const are = missing.length === 1 ? 'The sender' : 'The senders';
	ctx.hint(
		`${are} ${namedAndMore(missing.map(quote), NAMED_AT_MOST)} ${missing.length === 1 ? 'is' : 'are'} not among the active ones of the account: the service may refuse the send. Sender: Register applies for one.`,
	);
}
