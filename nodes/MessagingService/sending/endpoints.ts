import type { IDataObject } from 'n8n-workflow';
import {
	normaliseBulkCreate,
	normaliseCampaign,
	normaliseListedMessage,
	normaliseSingleCreate,
	unwrap,
} from '../../shared/reply';
import { ENDPOINTS, LIMITS } from '../../shared/spec';
import { asSeen, plainText } from '../../shared/text';
import { accept, type Checked, checkSender } from '../../shared/validation';
import { checkAgent } from './content';
import {
	CHANNEL_CONTENT,
	RCS_CONTENT,
	TEXT_CONTENT,
	TEXT_OF_CONTACTS,
	type ContentKind,
} from './contentKinds';
import type { Answer, Message, Terms } from './message';
import { withShortLinks } from './shortLinks';
import type { SendKind } from './verdict';

/*
 * The endpoints that take messages (specification 4.6 to 4.9). Each is one object that says where its requests go, what they look like
 * and how its replies are read.
 */

/** One endpoint that takes messages to phone numbers. */
export interface SendEndpoint {
	path: string;
	/** Of what only some services have: what a service without it does not offer, and what to do then. */
	extension?: { what: string; cure: string };
	/** By what its messages go out: only SMS are found by the look-up of 4.4. */
	channel: 'sms' | 'rcs' | 'any';
	/** What its messages say: a text, or a content. */
	says: ContentKind;
	/** How it judges senders. */
	checkSender(value: unknown): Checked<string>;
	/** Whether every recipient has a text and a sender of its own. */
	personal: boolean;
	recipientsPerRequest: number;
	/** A campaign is taken or refused by the service as a whole. */
	kind: Exclude<SendKind, 'contactLists'>;
	/** The body of the request for messages that go out together, on the same terms. */
	requestBody(messages: readonly Message[], terms: Terms): IDataObject;
	/** Reads a 2xx with an id: what the output says of all its recipients. */
	readAnswer(body: unknown, timeZone: string): Answer;
}

/** What the legacy interface (4.6) takes for all recipients. */
const legacyTerms = ({ validity, tariff, twoWay }: Terms): IDataObject => ({
	validity,
	tariff,
	'2way': twoWay,
});

/** What campaigns (4.7 to 4.9) take for all recipients. */
const campaignTerms = ({ validity, tariff, startAt }: Terms): IDataObject => ({
	validity,
	tariff_code: tariff,
	start_at: startAt,
});

const referenceIfAny = ({ reference }: Message): string | undefined => reference || undefined;

/** One message a request (4.6, mode phone). */
export const singleEndpoint: SendEndpoint = {
	path: ENDPOINTS.createSms.path,
	channel: 'sms',
	says: TEXT_CONTENT,
	checkSender: (value) => checkSender(value, 'legacy'),
	personal: true,
	recipientsPerRequest: 1,
	kind: 'sms',
	requestBody: ([message], terms) =>
		message === undefined
			? {}
			: {
					destination: 'phone',
					msisdn: message.phone,
					reference: referenceIfAny(message),
					originator: message.sender,
					body: message.text,
					...legacyTerms(terms),
				},
	readAnswer(body) {
		const { id, price, currency } = normaliseSingleCreate(body);
		return { fields: { id, price, currency } };
	},
};

/** One text from one sender to many numbers (4.6, mode phones). */
export const bulkEndpoint: SendEndpoint = {
	...singleEndpoint,
	kind: 'bulk',
	personal: false,
	recipientsPerRequest: LIMITS.recipientsPerBulk,
	requestBody: (messages, terms) => ({
		destination: 'phones',
		originator: messages[0]?.sender,
		body: messages[0]?.text,
		phones: messages.map((message) => ({
			msisdn: message.phone,
			reference: referenceIfAny(message),
		})),
		...legacyTerms(terms),
	}),
	// Of each recipient its result speaks (results.ts).
	readAnswer(body) {
		const { taskId } = normaliseBulkCreate(body);
		return { fields: { task_id: taskId } };
	},
};

/**
 * A text and a sender for each of many numbers (4.6, mode individual; wire notes).
 *
 * Section 4.6 lists `originator` and `body` as required beside `phones` in this mode as well, and does not show where the text of a
 * recipient stands. So those of the first recipient stand there, too: without them, a service that keeps to the table refuses the
 * whole. A service that reads each item is not touched by them, as every item has its own. One that reads them alone would send the
 * first text to all, and nothing in its reply would show it. It would do so whatever stands there, so leaving them out protects only
 * by being refused. Where texts must not be mixed up, Campaign: Send Personalized SMS (4.8) has one documented place for each.
 */
export const individualEndpoint: SendEndpoint = {
	...bulkEndpoint,
	personal: true,
	requestBody: (messages, terms) => ({
		destination: 'individual',
		originator: messages[0]?.sender,
		body: messages[0]?.text,
		phones: messages.map((message) => ({
			msisdn: message.phone,
			reference: referenceIfAny(message),
			originator: message.sender,
			body: message.text,
		})),
		...legacyTerms(terms),
	}),
};

/** One text to many numbers as a campaign (4.7). */
export const campaignEndpoint: SendEndpoint = {
	path: ENDPOINTS.sendCampaign.path,
	channel: 'sms',
	says: TEXT_CONTENT,
	checkSender: (value) => checkSender(value, 'campaign'),
	personal: false,
	recipientsPerRequest: LIMITS.recipientsPerCampaign,
	kind: 'campaign',
	requestBody: (messages, terms) => ({
		sender: messages[0]?.sender,
		phones: messages.map((message) => ({
			number: Number(message.phone),
			reference_id: referenceIfAny(message),
		})),
		...withShortLinks(messages[0]?.text ?? '', terms.linkDomain),
		...campaignTerms(terms),
	}),
	readAnswer(body, timeZone) {
		const summary = normaliseCampaign(body, timeZone);
		const { id, start_at } = summary;
		return { fields: { campaign_id: id, start_at }, summary };
	},
};

/** A text and a sender for each number as a campaign (4.8). */
export const personalizedCampaignEndpoint: SendEndpoint = {
	...campaignEndpoint,
	path: ENDPOINTS.sendPersonalizedCampaign.path,
	checkSender: (value) => checkSender(value, 'personalized'),
	personal: true,
	requestBody: (messages, terms) => ({
		messages: messages.map((message) => ({
			phone: Number(message.phone),
			sender: message.sender,
			text: message.text,
			reference_id: referenceIfAny(message),
		})),
		...campaignTerms(terms),
	}),
};

/** What RCS, and messages by several channels, take for all recipients. What the service does behind the user's back is off until it is asked for. */
const rcsTerms = (terms: Terms): IDataObject => ({
	...campaignTerms(terms),
	validity_seconds: terms.validitySeconds,
	add_to_contact_book: terms.addsContacts === true,
	check_stop_list: terms.checksStopList !== false,
});

/** What a message says by other channels than SMS, in the service's form: each channel, or what RCS shows and the SMS in its place. */
function contentBody({
	content,
	terms,
}: Partial<Pick<Message, 'content' | 'terms'>> = {}): IDataObject {
	if (!content) return {};
	if ('channels' in content) {
		const { sms } = content;
		const linked = sms && { ...sms, ...withShortLinks(sms.text, terms?.linkDomain) };
		return { ...content, ...(linked && { sms: linked }) };
	}
	const { shows, sms } = content;
	return { options: shows, ...(sms && { alternative_channel: { sms } }) };
}

/** Said if the service has no RCS. */
const WITHOUT_RCS = {
	what: 'RCS',
	cure: 'Send a text by SMS, with the address of a picture in it.',
};

/** One content to many numbers as an RCS campaign, an extension (extensions notes, section 5). */
export const rcsCampaignEndpoint: SendEndpoint = {
	...campaignEndpoint,
	path: ENDPOINTS.sendRcsCampaign.path,
	extension: WITHOUT_RCS,
	channel: 'rcs',
	says: RCS_CONTENT,
	checkSender: checkAgent,
	recipientsPerRequest: LIMITS.rcs.recipients,
	requestBody: (messages, terms) => ({
		sender: messages[0]?.sender,
		phones: messages.map((message) => ({
			number: message.phone,
			reference_id: referenceIfAny(message),
		})),
		...contentBody(messages[0]),
		...rcsTerms(terms),
	}),
};

/** What one message by other channels than SMS alone takes beside its sender. It cannot be scheduled. */
const ofOne = (message: Message, terms: Terms): IDataObject => ({
	phone: { number: message.phone, reference_id: referenceIfAny(message) },
	...contentBody(message),
	...rcsTerms({ ...terms, startAt: undefined }),
});

/** One RCS message, an extension (extensions notes, section 5). */
export const rcsMessageEndpoint: SendEndpoint = {
	...rcsCampaignEndpoint,
	path: ENDPOINTS.sendRcsMessage.path,
	personal: true,
	recipientsPerRequest: 1,
	kind: 'message',
	requestBody: ([message], terms) =>
		message === undefined ? {} : { sender: message.sender, ...ofOne(message, terms) },
	readAnswer(body, timeZone) {
		const { id, price, currency } = normaliseListedMessage(unwrap(body), timeZone);
		return { fields: { id, price, currency } };
	},
};

/** One message by one or two channels, an extension (extensions notes, section 1). Its content holds the sender of each, and judges it. */
export const channelsEndpoint: SendEndpoint = {
	...rcsMessageEndpoint,
	path: ENDPOINTS.sendMessage.path,
	extension: {
		what: 'messages by several channels',
		cure: 'RCS Message: Send and SMS: Send send by one.',
	},
	channel: 'any',
	says: CHANNEL_CONTENT,
	checkSender: (value) => accept(asSeen(plainText(value) ?? '')),
	requestBody: ([message], terms) => (message === undefined ? {} : ofOne(message, terms)),
};

/** One endpoint that takes a message to contact lists. The contacts stand in the service: the node knows no numbers of them. */
export interface ListsEndpoint
	extends Pick<
		SendEndpoint,
		'channel' | 'checkSender' | 'extension' | 'path' | 'readAnswer' | 'says'
	> {
	/** What stands in braces and is filled by nobody. */
	unfilled: RegExp;
	requestBody(groups: readonly number[], message: Message): IDataObject;
}

/** One text to the contacts of lists as a campaign (4.9), which the service fills for each. */
export const contactListsEndpoint: ListsEndpoint = {
	...campaignEndpoint,
	path: ENDPOINTS.sendCampaignToContactLists.path,
	says: TEXT_OF_CONTACTS,
	unfilled: /\{(?!\d+\})[^{}]*\}/,
	requestBody: (groups, { sender, text, terms }) => ({
		groups: [...groups],
		sender,
		...withShortLinks(text, terms.linkDomain),
		...campaignTerms(terms),
	}),
};

/** One content to the contacts of lists, an extension (extensions notes, section 5). No document shows that the service fills it. */
export const rcsContactListsEndpoint: ListsEndpoint = {
	...rcsCampaignEndpoint,
	path: ENDPOINTS.sendRcsCampaignToContactLists.path,
	unfilled: /\{[^{}]*\}/,
	requestBody: (groups, message) => ({
		groups: [...groups],
		sender: message.sender,
		...contentBody(message),
		...rcsTerms(message.terms),
	}),
};
