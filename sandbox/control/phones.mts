import { failApi, ok } from '../http/answers.mts';
import type { OpenRoute } from '../http/route.mts';
import { readPhone, own } from '../judge/values.mts';
import { lastMessageTo, receive } from '../phones.mts';
import { addClick } from '../shortLinks.mts';
import { describeReceived, describeStopListed } from './describe.mts';
import { bodyOf, queryNumber } from './values.mts';

// What phones do: they answer, open links, and some are on the stop list.

/** The most replies in an answer. */
const MAX_RECORDS = 10_000;

export const listReplies: OpenRoute = {
	open: true,
	method: 'GET',
	path: '/_sandbox/replies',
	answer(call) {
		const { received } = call.service.store;
		const limit = Math.min(queryNumber(call, 'limit', 200), MAX_RECORDS);
		return ok({
			total: received.length,
			data: received.slice(-limit).map(describeReceived).reverse(),
		});
	},
};

/** Lets a phone answer: to the sender that is named, or to that of the last message that it got. */
export const addReply: OpenRoute = {
	open: true,
	method: 'POST',
	path: '/_sandbox/replies',
	answer(call) {
		const { service } = call;
		const body = bodyOf(call);
		const phone = readPhone(own(body, 'phone'));
		const text = own(body, 'text');
		if (phone === undefined) return failApi(422, 'phone must be 9 to 15 digits');
		if (typeof text !== 'string' || text.trim() === '') return failApi(422, 'text is missing');
		const named = own(body, 'sender');
		const sender = typeof named === 'string' ? named : lastMessageTo(service, phone)?.sender;
		if (sender === undefined) return failApi(422, 'the phone has no message to answer');
		const receivedMs = service.clock.ms();
		return ok(describeReceived(receive(service, { phone, sender, text, receivedMs })));
	},
};

/** Lets the phone that got a short link open it; `human: false` is a robot that looks at links, such as a preview. */
export const addClickOfLink: OpenRoute = {
	open: true,
	method: 'POST',
	path: '/_sandbox/links/:id/click',
	answer(call) {
		const { service, params } = call;
		const { links, messages, clicks } = service.store;
		const link = links.get(params.id ?? '');
		if (link?.status !== 'active') return failApi(404, 'there is no such active link');
		const phone = (link.messageId === null ? undefined : messages.get(link.messageId))?.msisdn;
		const isUnique = clicks.every(({ linkId }) => linkId !== link.id);
		const isHuman = own(bodyOf(call), 'human') !== false;
		return ok(addClick(service, link.id, { phone: phone ?? null, isHuman, isUnique }));
	},
};

export const getStopList: OpenRoute = {
	open: true,
	method: 'GET',
	path: '/_sandbox/stoplist',
	answer({ service }) {
		const listed = [...service.store.stopList.values()];
		return ok({ total: listed.length, data: listed.map(describeStopListed) });
	},
};
