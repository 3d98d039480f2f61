import { contactsOf, fillPlaceholders } from '../contactBook.mts';
import { written } from '../dialect.mts';
import { ok } from '../http/answers.mts';
import type { Answer } from '../http/answers.mts';
import type { AccountCall, AccountRoute } from '../http/route.mts';
import {
	judgeCampaignSender,
	judgeCampaignText,
	judgeIds,
	judgeRecipients,
	judgeTerms,
} from '../judge/campaign.mts';
import type { Complaints } from '../judge/complaints.mts';
import { MAX_RCS_RECIPIENTS, MAX_RECIPIENTS } from '../judge/limits.mts';
import { judgeRcs } from '../judge/rcs.mts';
import { isObject, own, readPhone } from '../judge/values.mts';
import { priceOf } from '../prices.mts';
import { createCampaign } from '../sending.mts';
import type { CampaignOrder } from '../sending.mts';
import type { Campaign, Contact } from '../types.mts';
import { campaignView } from '../views.mts';
import { judgeOrder, orderedLinks, remember } from './orders.mts';
import type { OrderReader } from './orders.mts';

// What the routes have in common that create a campaign.

/** What a request orders a campaign of. */
type Order = CampaignOrder & Pick<Campaign, 'type'>;

/**
 * Creates a campaign and answers with it, or refuses it.
 * @param typeKey how the reply names the campaign's type, where it is not `message_type`
 */
function answerNewCampaign(call: AccountCall, read: OrderReader<Order>, typeKey?: string): Answer {
	const judged = judgeOrder(call, read);
	if ('refusal' in judged) return judged.refusal;
	const { service, caller } = call;
	const keep = !caller.testKey;
	if (keep) remember(call);
	const campaign = createCampaign(service, judged.order, keep);
	const isPriced = campaign.type === 'rcs' || service.config.dialect.calculatedPrice;
	return ok({ data: campaignView(service, campaign, { typeKey, isPriced }) });
}

/**
 * Judges the lists of a campaign: they exist, somebody is in them, and not too many. In TEST mode they may hold
 * verified numbers only.
 * @returns the contacts of the lists, each of them once
 */
function judgeGroups(
	{ service, caller }: AccountCall,
	body: Record<string, unknown>,
	max: number,
	complaints: Complaints,
): Contact[] {
	const { groups: known, verified } = service.store;
	const groups = judgeIds(own(body, 'groups'), 'groups', (id) => known.has(id), complaints, false);
	const contacts = contactsOf(service, groups);
	if (groups.length > 0 && contacts.length === 0)
		complaints.add('groups', 'The lists hold no contacts.');
	if (contacts.length > max) complaints.add('groups', `The lists hold more than ${max} contacts.`);
	if (caller.mode === 'test' && contacts.some((contact) => !verified.has(contact.phone)))
		complaints.add('groups', 'In test mode the lists may hold verified numbers only.');
	return contacts;
}

/** The phones that a price is asked for: those of `messages`, or else the contacts of the lists, each with its text. */
function pricedOf(
	call: AccountCall,
	body: Record<string, unknown>,
	text: string,
	complaints: Complaints,
): Array<{ msisdn: string; text: string }> {
	const messages = own(body, 'messages');
	if (messages === undefined)
		return judgeGroups(call, body, MAX_RECIPIENTS, complaints).map((contact) => ({
			msisdn: contact.phone,
			text: fillPlaceholders(text, contact),
		}));
	if (!Array.isArray(messages) || messages.length === 0 || messages.length > MAX_RECIPIENTS) {
		complaints.add(
			'messages',
			`The messages field must be a list of 1 to ${MAX_RECIPIENTS} phones.`,
		);
		return [];
	}
	return messages.map((entry: unknown, index) => {
		const msisdn = isObject(entry) ? readPhone(own(entry, 'phone')) : undefined;
		if (msisdn === undefined)
			complaints.add(`messages.${index}.phone`, 'The phone must be an integer of 9 to 15 digits.');
		return { msisdn: msisdn ?? '', text };
	});
}

/** What an SMS campaign would cost; an extension (extensions notes, section 6). */
export const campaignPrice: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/campaigns/price',
	answer(call) {
		const judged = judgeOrder(call, (body, account, complaints) => {
			judgeCampaignSender(own(body, 'sender'), 'sender', account, complaints);
			const text = judgeCampaignText(own(body, 'text'), 'text', complaints);
			const { tariff } = judgeTerms(body, account, complaints);
			const priced = pricedOf(call, body, text, complaints);
			return priced.map((one) => priceOf({ channel: 'sms', rcs: null, tariff, ...one }).price);
		});
		if ('refusal' in judged) return judged.refusal;
		remember(call);
		const { dialect, currency } = call.service.config;
		const price = Number(judged.order.reduce((sum, one) => sum + one, 0).toFixed(4));
		const isKnown = dialect.prices === 'known';
		return ok({ price: isKnown ? written.number(dialect, price) : null, currency });
	},
};

/** Creates an SMS campaign with one text for all recipients (specification 4.7). */
export const sendSmsCampaign: AccountRoute = {
	method: 'POST',
	path: '/api/campaigns/sms/send',
	answer: (call) =>
		answerNewCampaign(call, (body, account, complaints) => {
			const sender = judgeCampaignSender(own(body, 'sender'), 'sender', account, complaints);
			const text = judgeCampaignText(own(body, 'text'), 'text', complaints);
			const recipients = judgeRecipients(
				body,
				{ list: 'phones', phone: 'number', common: { sender, text } },
				account,
				complaints,
			);
			const terms = judgeTerms(body, account, complaints);
			const links = orderedLinks(call, body, complaints);
			return { type: 'sms', sender, recipients, terms, links };
		}),
};

/** Creates an SMS campaign with a text and a sender for each recipient (specification 4.8). */
export const sendPersonalizedCampaign: AccountRoute = {
	method: 'POST',
	path: '/api/campaigns/sms/send-individual',
	answer: (call) =>
		answerNewCampaign(
			call,
			(body, account, complaints) => {
				const recipients = judgeRecipients(
					body,
					{ list: 'messages', phone: 'phone', common: null },
					account,
					complaints,
				);
				// The table of 4.8 names the start start_code, its sample start_at.
				const terms = judgeTerms(body, account, complaints, ['start_code', 'start_at']);
				return { type: 'sms', sender: recipients[0]?.sender ?? '', recipients, terms };
			},
			call.service.config.dialect.messageType,
		),
};

/** Creates an SMS campaign to the contacts of lists (specification 4.9). */
export const sendCampaignToGroups: AccountRoute = {
	method: 'POST',
	path: '/api/campaigns/sms/send-groups',
	answer: (call) =>
		answerNewCampaign(
			call,
			(body, account, complaints) => {
				const contacts = judgeGroups(call, body, MAX_RECIPIENTS, complaints);
				const sender = judgeCampaignSender(own(body, 'sender'), 'sender', account, complaints);
				const text = judgeCampaignText(own(body, 'text'), 'text', complaints);
				const terms = judgeTerms(body, account, complaints);
				const recipients = contacts.map((contact) => ({
					phone: contact.phone,
					reference: null,
					sender,
					text: fillPlaceholders(text, contact),
				}));
				const links = orderedLinks(call, body, complaints);
				return { type: 'sms', sender, recipients, terms, links };
			},
			call.service.config.dialect.messageType,
		),
};

/** Creates an RCS campaign; an extension (extensions notes, section 5). */
export const sendRcsCampaign: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/campaigns/rcs/send',
	answer: (call) =>
		answerNewCampaign(call, (body, account, complaints) => {
			const order = judgeRcs(body, account, complaints);
			const recipients = judgeRecipients(
				body,
				{ list: 'phones', phone: 'number', common: order, max: MAX_RCS_RECIPIENTS },
				account,
				complaints,
			);
			const phones = recipients.map(({ phone }) => phone);
			if (new Set(phones).size < phones.length)
				complaints.add('phones', 'The phones field has duplicate values.');
			return { type: 'rcs', recipients, ...order };
		}),
};

/** Creates an RCS campaign to the contacts of lists; an extension (extensions notes, section 5). */
export const sendRcsCampaignToGroups: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/campaigns/rcs/send-groups',
	answer: (call) =>
		answerNewCampaign(call, (body, account, complaints) => {
			const order = judgeRcs(body, account, complaints);
			const contacts = judgeGroups(call, body, MAX_RCS_RECIPIENTS, complaints);
			const { sender, text } = order;
			const recipients = contacts.map(({ phone }) => ({ phone, reference: null, sender, text }));
			return { type: 'rcs', recipients, ...order };
		}),
};
