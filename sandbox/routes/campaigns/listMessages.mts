import { failUnsupported, failValidation, ok } from '../../http/answers.mts';
import type { AccountCall, AccountRoute } from '../../http/route.mts';
import { Complaints } from '../../judge/complaints.mts';
import { judgeMessageFilter, judgePaging, type MessageFilter } from '../../judge/listing.mts';
import { isListed } from '../../references.mts';
import { TestData } from '../../testData.mts';
import type { Message } from '../../types.mts';
import { listedMessageView } from '../../views.mts';

function passes(message: Message, filter: MessageFilter): boolean {
	return (
		(filter.id === undefined || message.id === filter.id) &&
		(filter.campaignId === undefined || message.campaignId === filter.campaignId) &&
		(filter.reference === undefined || message.reference === filter.reference) &&
		message.sendMs >= filter.fromMs &&
		message.sendMs <= filter.toMs
	);
}

function messagesOf({ service, caller, url }: AccountCall, filter: MessageFilter): Message[] {
	if (caller.testKey) return [new TestData(service, url).message({ reference: filter.reference })];
	return [...service.store.messages.values()].filter(
		(message) => passes(message, filter) && isListed(service, message),
	);
}

/** A page of the messages; an extension (extensions notes, section 1). */
export const listMessages: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/messages',
	answer(call) {
		const { service, query, url } = call;
		const { dialect, timeZone } = service.config;
		if (dialect.messageList === 'never') return failUnsupported(service, url);
		const complaints = new Complaints();
		const { sort, descending, offset, limit } = judgePaging(
			query,
			['id', 'phone', 'delivered'],
			dialect,
			complaints,
		);
		const filter = judgeMessageFilter(query, timeZone, complaints);
		if (complaints.any) return failValidation(service, complaints);
		const value = (message: Message): number =>
			sort === 'phone'
				? Number(message.msisdn)
				: sort === 'delivered'
					? (message.reportMs ?? 0)
					: message.id;
		const found = messagesOf(call, filter).sort(
			(one, other) => value(one) - value(other) || one.id - other.id,
		);
		if (descending) found.reverse();
		return ok({
			data: found
				.slice(offset, offset + limit)
				.map((message) => listedMessageView(service, message)),
			meta: { page: { total: found.length, limit, offset } },
		});
	},
};
