import type { IDataObject } from 'n8n-workflow';
import { isOfPath } from '../../../shared/errors';
import { normaliseListedMessage } from '../../../shared/reply';
import { listMessages, type Service } from '../../../shared/service';
import { LIMITS } from '../../../shared/spec';

/** So few messages are asked for one by one, which every service offers. */
const FEW = 5;
/** How many newer messages than those that are looked for may lie in the list, where it is not that of a campaign. */
const NEWER = 1000;

/** A message that may be looked for in a list. */
export interface Listable {
	/** The reference that it was sent with. */
	reference: unknown;
	/** The campaign that it belongs to, as the item says that names it; blank = none. */
	campaign: string;
	/** Whether what a list shows under the reference may be this message: another send may have used the reference, too. */
	mayBe: (message: IDataObject) => boolean;
	/** Called with what the service says of it. */
	take: (message: IDataObject) => void;
}

/** What is known of the list of messages while they are waited for. */
export interface ListKnown {
	/** The service has none: it is not asked for again. */
	isMissing: boolean;
}

/** Reads the list of a campaign, or the newest messages for all others. Returns those that it does not show. */
async function askOne<T extends Listable>(
	service: Service,
	campaign: string,
	messages: readonly T[],
	list: ListKnown,
): Promise<T[]> {
	const limit = campaign === '' ? messages.length + NEWER : LIMITS.recipientsPerCampaign;
	const query = {
		...(campaign !== '' && { 'filter[campaign_id]': campaign }),
		sort: 'id',
		way: 'desc',
	};
	const { records, fault } = await listMessages(service, query, limit);
	list.isMissing = fault !== undefined && isOfPath(fault);
	const found = new Map<string, IDataObject[]>();
	for (const record of records) {
		const message = normaliseListedMessage(record, service.timeZone);
		const reference = String(message.reference ?? '');
		if (message.status) found.set(reference, [...(found.get(reference) ?? []), message]);
	}
	return messages.filter((message) => {
		// The newest comes first: it is the one that a look-up by reference shows.
		const told = found.get(String(message.reference))?.find(message.mayBe);
		if (told) message.take(told);
		return told === undefined;
	});
}

/**
 * Looks for many messages in the list of their campaign, or among the newest ones, five hundred with a request, where the service has
 * such a list (an extension). Returns those that it said nothing of, which are to be asked for one by one. Changes what is known of the
 * list.
 */
export async function askByList<T extends Listable>(
	service: Service,
	messages: readonly T[],
	list: ListKnown,
): Promise<T[]> {
	// With a test key the reply is random, and about nothing that was asked for.
	if (service.answersAtRandom) return [...messages];
	const left: T[] = [];
	const campaigns = new Map<string, T[]>();
	for (const message of messages) {
		const together = campaigns.get(message.campaign);
		if (together) together.push(message);
		else campaigns.set(message.campaign, [message]);
	}
	for (const [campaign, together] of campaigns) {
		const isWorthIt = together.length > FEW && !list.isMissing;
		left.push(...(isWorthIt ? await askOne(service, campaign, together, list) : together));
	}
	return left;
}
