import { createHash } from 'node:crypto';
import { contactsOf, fillPlaceholders } from '../contactBook.mts';
import { written } from '../dialect.mts';
import { failApi, failValidation, ok } from '../http/answers.mts';
import type { Answer } from '../http/answers.mts';
import type { AccountCall, AccountRoute } from '../http/route.mts';
import {
	judgeCampaignSender,
	judgeCampaignText,
	judgeIds,
	judgeRecipients,
	judgeTerms,
} from '../judge/campaign.mts';
import type { CampaignAccount } from '../judge/campaign.mts';
import { Complaints } from '../judge/complaints.mts';
import { MAX_RCS_RECIPIENTS, MAX_RECIPIENTS } from '../judge/limits.mts';
import { judgeRcs } from '../judge/rcs.mts';
import { isObject, own, readPhone } from '../judge/values.mts';
import { referenceTaken } from '../references.mts';
import { createCampaign, priceOf } from '../sending.mts';
import type { CampaignOrder } from '../sending.mts';
import type { Contact } from '../types.mts';
import { campaignView } from '../views.mts';

// What the routes have in common that create a campaign.

/** What the judge of campaigns is told about the caller's account. */
function campaignAccount({ service, caller }: AccountCall): CampaignAccount {
	const { config, store, clock } = service;
	return {
		config,
		nowMs: clock.ms(),
		senderAllowed: (sender) => config.senders === 'any' || store.senders.has(sender),
		referenceTaken: (reference) => referenceTaken(service, 'api', reference),
		inContactBook:
			caller.mode === 'test' ? (phone) => store.contactIdByPhone.has(phone) : undefined,
	};
}

/** Identifies a request by its caller, its address and its body, as it came. */
function fingerprintOf({ caller, url, rawText }: AccountCall): string {
	return createHash('sha256').update(caller.key).update(url).update(rawText).digest('base64');
}

/** Whether the same campaign was asked for a moment ago; forgets requests that were longer ago. */
function isDuplicate(call: AccountCall): boolean {
	const { recent, clock, config } = call.service;
	const oldest = clock.ms() - config.duplicateSeconds * 1000;
	for (const [fingerprint, at] of recent) {
		if (at > oldest) break;
		recent.delete(fingerprint);
	}
	return config.dialect.duplicates === 'refuse' && recent.has(fingerprintOf(call));
}

/** Reads the order of a campaign from the body of a request; what is wrong with it goes into the complaints. */
type OrderReader = (
	body: Record<string, unknown>,
	account: CampaignAccount,
	complaints: Complaints,
) => CampaignOrder;

/**
 * Judges whether a campaign may be created.
 * @returns the order, or the answer that refuses it
 */
function judgeOrder(
	call: AccountCall,
	read: OrderReader,
): { order: CampaignOrder } | { refusal: Answer } {
	const { service, caller, body } = call;
	if (caller.mode === 'demo')
		return { refusal: failApi(403, 'Creating campaigns is not available in DEMO mode') };
	if (!isObject(body)) return { refusal: failApi(400, 'The request body is not a JSON object') };
	if (isDuplicate(call))
		return { refusal: { status: 429, body: { message: 'Too many duplicate request detected' } } };
	const complaints = new Complaints();
	const order = read(body, campaignAccount(call), complaints);
	return complaints.any ? { refusal: failValidation(service, complaints) } : { order };
}

/**
 * Creates a campaign and answers with it, or refuses it.
 * @param typeKey how the reply names the campaign's type, where it is not `message_type`
 */
function answerNewCampaign(call: AccountCall, read: OrderReader, typeKey?: string): Answer {
	const judged = judgeOrder(call, read);
	if ('refusal' in judged) return judged.refusal;
	const { service, caller } = call;
	const keep = !caller.testKey;
	if (keep) service.recent.set(fingerprintOf(call), service.clock.ms());
	const campaign = createCampaign(service, judged.order, keep);
	return ok({ data: campaignView(service, campaign, { typeKey }) });
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

function isRecipient(entry: unknown): boolean {
	return isObject(entry) && readPhone(own(entry, 'phone')) !== undefined;
}

/** The text for each recipient: those of `messages`, or else the contacts of the lists. */
function textsOf(
	call: AccountCall,
	body: Record<string, unknown>,
	text: string,
	complaints: Complaints,
): string[] {
	const messages = own(body, 'messages');
	if (messages === undefined)
		return judgeGroups(call, body, Infinity, complaints).map((contact) =>
			fillPlaceholders(text, contact),
		);
	if (Array.isArray(messages) && messages.length > 0 && messages.every(isRecipient))
		return messages.map(() => text);
	complaints.add('messages', 'The messages field must be a list of phones.');
	return [];
}

/** What a campaign would cost; an extension (extensions notes, section 6). */
export const campaignPrice: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/campaigns/price',
	answer(call) {
		const { service, body } = call;
		const { dialect, currency } = service.config;
		if (!isObject(body)) return failApi(400, 'The request body is not a JSON object');
		const complaints = new Complaints();
		const account = campaignAccount(call);
		judgeCampaignSender(own(body, 'sender'), 'sender', account, complaints);
		const text = judgeCampaignText(own(body, 'text'), 'text', complaints);
		const { tariff } = judgeTerms(body, account, complaints);
		const texts = textsOf(call, body, text, complaints);
		if (complaints.any) return failValidation(service, complaints);
		const price = texts.reduce((total, filled) => total + priceOf(filled, tariff).price, 0);
		return ok({
			data: { price: written.number(dialect, Number(price.toFixed(4))), currency },
		});
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
			return { type: 'sms', sender, recipients, terms };
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
				return { type: 'sms', sender, recipients, terms };
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
			const recipients = contacts.map((contact) => ({
				phone: contact.phone,
				reference: null,
				sender: order.sender,
				text: fillPlaceholders(order.text, contact),
			}));
			return { type: 'rcs', recipients, ...order };
		}),
};

/** Sends one RCS message; an extension (extensions notes, section 5). The sandbox keeps it as a campaign of one. */
export const sendRcsMessage: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/messages/rcs/send',
	answer(call) {
		const { service, caller } = call;
		const judged = judgeOrder(call, (body, account, complaints) => {
			const order = judgeRcs(body, account, complaints);
			const phone = own(body, 'phone');
			const recipients = judgeRecipients(
				{ phones: isObject(phone) ? [phone] : [] },
				{ list: 'phones', phone: 'number', common: order },
				account,
				complaints,
			);
			return { type: 'rcs', recipients, ...order };
		});
		if ('refusal' in judged) return judged.refusal;
		const { order } = judged;
		const campaign = createCampaign(service, order, !caller.testKey);
		return ok({
			data: {
				id: campaign.messageIds[0] ?? service.random.integer(1_000_000_000, 9_999_999_999),
				phone: order.recipients[0]?.phone,
				reference_id: order.recipients[0]?.reference ?? null,
				sender: order.sender,
				status: 'new',
				message_type: 'rcs',
			},
		});
	},
};
