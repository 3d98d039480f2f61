import type { IDataObject } from 'n8n-workflow';
import { readBody } from '../../shared/errors';
import { idOf, isId, listOf, normaliseListedMessage, normaliseMessage } from '../../shared/reply';
import { CODE_SMS_NOT_FOUND, ENDPOINTS, fillPath, LIMITS } from '../../shared/spec';
import type { OperationContext } from '../dispatch/context';
import type { SendEndpoint } from './endpoints';
import type { Message } from './message';
import { hasApiReferences, legacyCodeOf, type SendKind } from './verdict';

/*
 * Asks the service whether it has what was sent, by reference (4.4); for campaigns by the list of messages first, an extension. All
 * questions of a send are put here.
 */

/** What the service says when it is asked for a message. */
export type Shown =
	/** It has this one. */
	| { is: 'there'; record: IDataObject }
	/** It says that it has none. */
	| { is: 'none' }
	/** It says nothing. */
	| { is: 'hidden' };

const NONE: Shown = { is: 'none' };
const HIDDEN: Shown = { is: 'hidden' };

type Sought = Pick<Message, 'reference' | 'item'>;

/** Puts one question, once. */
async function read(ctx: OperationContext, item: number, path: string, qs?: IDataObject) {
	const request = { method: 'GET', path, ...(qs && { qs }) } as const;
	return await ctx.tryCall(request, { kind: 'read', itemIndex: item, retryForMs: 0 });
}

/** Asks for a message by its reference (4.4). A 404 in JSON and code 20 say that there is none; a page in HTML says nothing. */
async function askByReference(ctx: OperationContext, { reference, item }: Sought): Promise<Shown> {
	const path = fillPath(ENDPOINTS.getMessageByReference.path, { reference });
	const { reply, statusCode, body } = await read(ctx, item, path);
	const answer: unknown = reply?.body ?? body;
	if (legacyCodeOf(answer, statusCode ?? 0, 'sms') === CODE_SMS_NOT_FOUND) return NONE;
	if (statusCode === 404 && readBody(answer).form === 'json') return NONE;
	if (!reply) return HIDDEN;
	const record = normaliseMessage(answer, 'UTC');
	return isId(record.id) ? { is: 'there', record } : HIDDEN;
}

/** Asks for a message by the list of messages; undefined where the service has no such list. */
async function askByList(
	ctx: OperationContext,
	{ reference, item }: Sought,
): Promise<Shown | undefined> {
	const { reply, statusCode } = await read(ctx, item, ENDPOINTS.listMessages.path, {
		'filter[reference_id]': reference,
		'page[limit]': LIMITS.page.limit,
	});
	if (statusCode === 404) return undefined;
	const list = reply && listOf(reply.body);
	if (!list?.found) return HIDDEN;
	const own = list.records.find((record) => record.reference_id === reference);
	if (own) return { is: 'there', record: normaliseListedMessage(own, 'UTC') };
	return list.records.length === 0 ? NONE : HIDDEN;
}

/** Asks for one message, once. The look-up of 4.4 knows SMS alone: that it has no message of another channel proves nothing. */
export async function askForMessage(
	ctx: OperationContext,
	{ kind, channel }: { kind: SendKind; channel: SendEndpoint['channel'] },
	sought: Sought,
): Promise<Shown> {
	const listed = hasApiReferences(kind) ? await askByList(ctx, sought) : undefined;
	if (listed) return listed;
	return channel === 'sms' ? await askByReference(ctx, sought) : HIDDEN;
}

const LAST_OF_FIRST_MS = 3000;
/** Pauses before the first questions, in milliseconds. */
const FIRST_PAUSES_MS = [300, 1000, LAST_OF_FIRST_MS];
/** The longest pause before a further question, in milliseconds; they double up to it. */
const LONGEST_ROUND_MS = 10_000;

/** How long to wait before a round of questions (ms); rounds count from 0. */
export const pauseBefore = (round: number): number =>
	FIRST_PAUSES_MS[round] ??
	Math.min(LONGEST_ROUND_MS, LAST_OF_FIRST_MS * 2 ** (round - FIRST_PAUSES_MS.length + 1));

/** The campaign of a message that the service showed, as far as it names it. */
export const campaignIn = ({ campaign_id }: IDataObject): IDataObject =>
	isId(campaign_id) ? { id: idOf(campaign_id) } : {};

/** What the service says a message it showed costs, under the names of the output. */
export const priceIn = ({ id, price, currency }: IDataObject): IDataObject => ({
	id,
	...(price !== undefined && price !== null && { price, currency }),
});

/** Whether a message that the service showed is to this number; a service that leaves the number out says nothing against it. */
export function isTo({ msisdn }: IDataObject, phone: string): boolean {
	const digits = String(msisdn ?? '').replace(/\D/g, '');
	return digits === '' || digits === phone;
}
