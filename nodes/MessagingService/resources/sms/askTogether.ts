import type { IDataObject } from 'n8n-workflow';
import { concernsPath } from '../../../shared/errors';
import { asItEnds, normaliseListedMessage } from '../../../shared/reply';
import {
	getMessageStatuses,
	idsInstead,
	type ListKnown,
	listMessages,
	type Service,
} from '../../../shared/service';
import { LIMITS } from '../../../shared/spec';
import { fitsNumber, noteInPart, type Watched } from './watched';

/*
 * Asks for many messages with one request: by their IDs, or in the list of their campaign. Both are extensions; what they say nothing of
 * is asked for one by one.
 */

/** So few messages are asked for one by one, which every service offers and which tells more of each. */
const FEW = 5;
/** How many newer messages than those that are looked for may lie in the list, where it is not that of a campaign. */
const NEWER = 1000;

/** The ID of a message, by which it is named or as the service or the item gave it, where a request of many takes it. */
function knownId({ name, json, id }: Watched): string | undefined {
	const known = String(name?.id ?? json?.id ?? id);
	return /^[1-9]\d*$/.test(known) && Number.isSafeInteger(Number(known)) ? known : undefined;
}

/** Asks for messages by their IDs, a hundred at a time. Returns those that it said nothing of. */
async function askByIds(service: Service, messages: readonly Watched[]): Promise<Watched[]> {
	// Of what is no SMS, the statuses do not show what went out in its place.
	const isAskable = (message: Watched): boolean => message.isSms && knownId(message) !== undefined;
	const left = messages.filter((message) => !isAskable(message));
	const askable = messages.filter(isAskable);
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
	const read = (record: IDataObject): IDataObject =>
		normaliseListedMessage(record, service.timeZone);
	const byId = new Map(records.map((record) => [String(record.id), record]));
	const found = new Map<string, IDataObject[]>();
	for (const record of records) {
		const message = read(record);
		const instead = idsInstead(record).map((id) => byId.get(String(id)));
		const shown = instead.filter((one) => one !== undefined).map(read);
		// What went out in its place may lie elsewhere: the message is asked for by itself then.
		if (!message.status || shown.length < instead.length) continue;
		const reference = String(message.reference ?? '');
		found.set(reference, [...(found.get(reference) ?? []), asItEnds(message, shown)]);
	}
	return messages.filter((message) => {
		// The newest comes first: it is the one that a look-up by reference shows.
		const shown = found
			.get(String(message.name?.reference))
			?.find((said) => fitsNumber(message, said));
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
