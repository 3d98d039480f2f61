import { ok } from '../http/answers.mts';
import type { Answer } from '../http/answers.mts';
import type { AccountCall, AccountRoute } from '../http/route.mts';
import { judgeRecipients } from '../judge/campaign.mts';
import type { CampaignAccount, Recipient } from '../judge/campaign.mts';
import { judgeChannels } from '../judge/channels.mts';
import type { Complaints } from '../judge/complaints.mts';
import { judgeRcs } from '../judge/rcs.mts';
import { isObject, own } from '../judge/values.mts';
import { isStopListed } from '../phones.mts';
import { sendOne } from '../sending.mts';
import type { CampaignOrder } from '../sending.mts';
import { TestData } from '../testData.mts';
import { messageInfoView } from '../views.mts';
import { judgeOrder, orderedLinks, remember } from './orders.mts';
import type { OrderReader } from './orders.mts';

// Single messages of the /api interface, both extensions (extensions notes, sections 1 and 5).

/** Judges `phone`, which holds the number and the reference of the one recipient. */
function judgePhone(
	body: Record<string, unknown>,
	common: { sender: string; text: string },
	account: CampaignAccount,
	complaints: Complaints,
): Recipient[] {
	const phone = own(body, 'phone');
	if (isObject(phone))
		return judgeRecipients(
			{ phones: [phone] },
			{ list: 'phones', phone: 'number', common },
			account,
			complaints,
		);
	complaints.add('phone', 'The phone must be an object with a number.');
	return [];
}

/** Sends the one message that a request orders, and answers with it, or refuses it. */
function answerNewMessage(call: AccountCall, read: OrderReader<CampaignOrder>): Answer {
	const { service, caller, url } = call;
	const judged = judgeOrder(call, (body, account, complaints) => {
		const order = read(body, account, complaints);
		const { type, checkStopList, recipients } = order;
		if (checkStopList && recipients.some(({ phone }) => isStopListed(service, phone, type)))
			complaints.add('phone.number', 'The phone is on the stop list.');
		return order;
	});
	if ('refusal' in judged) return judged.refusal;
	if (!caller.testKey) remember(call);
	const message = caller.testKey ? undefined : sendOne(service, judged.order);
	return ok({
		data: messageInfoView(service, message ?? new TestData(service, url).message({})),
	});
}

/** Sends one RCS message. */
export const sendRcsMessage: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/messages/rcs/send',
	answer: (call) =>
		answerNewMessage(call, (body, account, complaints) => {
			const order = judgeRcs(body, account, complaints);
			const recipients = judgePhone(body, order, account, complaints);
			return { type: 'rcs', recipients, ...order };
		}),
};

/** Sends one message by the first of its channels that reaches the phone. */
export const sendMessage: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/messages/send',
	answer: (call) =>
		answerNewMessage(call, (body, account, complaints) => {
			const order = judgeChannels(body, account, complaints);
			const sms = own(body, 'sms');
			const links = isObject(sms) ? orderedLinks(call, sms, complaints) : [];
			const recipients = judgePhone(body, order, account, complaints);
			return { ...order, recipients, links };
		}),
};
