import type { IDataObject } from 'n8n-workflow';
import { concernsPath } from '../../../shared/errors';
import { normaliseListedMessage } from '../../../shared/reply';
import { getMessageStatuses, listMessages, type Service } from '../../../shared/service';
import { LIMITS } from '../../../shared/spec';
import { isPossibly, noteInPart, type Watched } from './watched';

/*
 * Asks for many messages with one request: by their IDs, or in the list of their campaign. Both are extensions; what they say nothing of
 * is asked for one by one.
 */

/** So few messages are asked for one by one, which every service offers and which tells more of each. */
const FEW = 5;
/** How many newer messages than those that are looked for may lie in the list, where it is not that of a campaign. */
const NEWER = 1000;

/** What is known of the list of messages while they are waited for. */
export interface ListKnown {
	/** The service has none: it is not asked for again. */
	isMissing: boolean;
}

/** The ID of a message, by which it is named or as the service or the item gave it, where a request of many takes it. */
function knownId({ name, json, id }: Watched): string | undefined {
	const known = String(name?.id ?? json?.id ?? id);
	return /^[1-9]\d*$/.test(known) && Number.isSafeInteger(Number(known)) ? known : undefined;
}

/** Asks for messages by their IDs, a hundred at a time. Returns those that it said nothing of. */
async function askByIds(service: Service, messages: readonly Watched[]): Promise<Watched[]> {
	const left = messages.filter((message) => knownId(message) === undefined);
	const askable = messages.filter((message) => knownId(message) !== undefined);
	if (askable.length <= FEW) return [...messages];
	for (let at = 0; at < askable.length; at += LIMITS.statusIds) {
		const part = askable.slice(at, at + LIMITS.statusIds);
		const { value, fault } = await getMessageStatuses(
			service,
			part.flatMap((one) => knownId(one) ?? []),
		);
		if (fault) return [...left, ...askable.slice(at)];
		const byId = new Map(value.map((message) => [String(message.id), message]));
		for (const message of part) {
			const found = byId.get(knownId(message) ?? '');
			if (found?.status) noteInPart(message, found);
			else left.push(message);
		}
	}
	return left;
}

/** Reads the list of a campaign, or the newest messages for all others. Returns those that it does not show. */
async function askOne(
	service: Service,
	campaign: string,
	messages: readonly Watched[],
	list: ListKnown,
): Promise<Watched[]> {
	const limit = campaign === '' ? messages.length + NEWER : LIMITS.recipientsPerCampaign;
	const query = {
		...(campaign !== '' && { 'filter[campaign_id]': campaign }),
		sort: 'id',
		way: 'desc',
	};
	const { records, fault } = await listMessages(service, query, limit);
	list.isMissing = fault !== undefined && concernsPath(fault);
	const found = new Map<string, IDataObject[]>();
	for (const record of records) {
		const message = normaliseListedMessage(record, service.timeZone);
		const reference = String(message.reference ?? '');
		if (message.status) found.set(reference, [...(found.get(reference) ?? []), message]);
	}
	return messages.filter((message) => {
		// The newest comes first: it is the one that a look-up by reference shows.
		const shown = found
			.get(String(message.name?.reference))
			?.find((said) => isPossibly(message, said));
		if (shown) noteInPart(message, shown);
		return shown === undefined;
	});
}

/** Looks for messages in the list of their campaign, or among the newest ones. Returns those that it said nothing of. */
async function askByList(
	service: Service,
	messages: readonly Watched[],
	list: ListKnown,
): Promise<Watched[]> {
	const left: Watched[] = [];
	const campaigns = new Map<string, Watched[]>();
	for (const message of messages) {
		const { campaign = '' } = message;
		const together = campaigns.get(campaign);
		if (together) together.push(message);
		else campaigns.set(campaign, [message]);
	}
	for (const [campaign, together] of campaigns) {
		const isWorthIt = together.length > FEW && !list.isMissing;
		left.push(...(isWorthIt ? await askOne(service, campaign, together, list) : together));
	}
	return left;
}

/** Asks for many messages with few requests, where the service offers that. Returns those that are to be asked for one by one. */
export async function askTogether(
	service: Service,
	messages: readonly Watched[],
	list: ListKnown,
): Promise<Watched[]> {
	// With a test key the reply is random, and about nothing that was asked for.
	if (service.answersAtRandom) return [...messages];
	const left = await askByIds(service, messages);
	const isNamed = ({ name }: Watched): boolean => name?.reference !== undefined;
	const named = left.filter(isNamed);
	return [
		...(await askByList(service, named, list)),
		...left.filter((message) => !isNamed(message)),
	];
}
