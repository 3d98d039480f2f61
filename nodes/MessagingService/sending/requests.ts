import type { IDataObject } from 'n8n-workflow';
import {
	isId,
	normaliseBulkCreate,
	normaliseCampaign,
	normaliseSingleCreate,
} from '../../shared/reply';
import { ENDPOINTS, LIMITS } from '../../shared/spec';
import type { Message } from './outcomes';

/*
 * The endpoints that take messages (specification 4.6 to 4.9). Each is one object that tells where its requests go, what they look
 * like and how its replies are read. What all of them have in common stands elsewhere in this folder.
 */

/** How an endpoint judges senders and texts. */
export interface Rules {
	sender: 'legacy' | 'campaign' | 'personalized';
	text: 'plain' | 'personalized';
}

/** What applies to all recipients of a request, checked; what is undefined is left to the service's defaults. */
export interface Terms {
	/** Hours in which the service tries to deliver. */
	validity?: number;
	/** Tariff code. */
	tariff?: number;
	/** yyyy-mm-dd hh:mm:ss in the service's zone. */
	startAt?: string;
	/** Whether recipients can answer (2WAY). */
	twoWay?: boolean;
}

/** What a reply says about one recipient. */
export interface RecipientReply {
	reference?: unknown;
	/** The number that the service names. */
	msisdn?: unknown;
	/** Whether another result says something else of the recipient, so that neither counts. */
	isDenied?: boolean;
	/** A code of section 7; 0 or nothing where it was accepted. */
	error?: unknown;
	/** What the service says about the code in words. */
	said?: string | null;
	/** What it says, under the names of the output. */
	fields: IDataObject;
}

/** What a reply says: about the request as a whole, and about its recipients where it names them. */
export interface SendReply {
	summary: IDataObject;
	recipients?: RecipientReply[];
	/** Whether it lists its recipients, so that it does not speak of one that is not among them. */
	isList?: boolean;
	/** The body of a reply about a campaign, as the service sent it. */
	raw?: unknown;
}

/** One endpoint that takes messages to phone numbers. */
export interface SendEndpoint {
	path: string;
	rules: Rules;
	/** Whether every recipient has a text and a sender of its own. */
	personal: boolean;
	recipientsPerRequest: number;
	/** Whether a request makes a campaign, which the service takes or refuses as a whole. */
	campaign: boolean;
	/** Takes what goes out together and the terms for all; returns the body of the request. */
	requestBody(messages: readonly Message[], terms: Terms): IDataObject;
	/** Takes the body of a reply without a fault, and the service's zone. */
	readReply(body: unknown, timeZone: string): SendReply;
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

const referenceOf = ({ reference }: Message): string | undefined => reference || undefined;

/** What the legacy interface says of a message that it accepted. */
const acceptedFields = ({ id, price, currency }: IDataObject): IDataObject => ({
	id: isId(id) ? id : null,
	price,
	currency,
});

/** One message a request (4.6, mode phone). */
export const singleEndpoint: SendEndpoint = {
	path: ENDPOINTS.createSms.path,
	rules: { sender: 'legacy', text: 'plain' },
	personal: true,
	recipientsPerRequest: 1,
	campaign: false,
	requestBody: ([message], terms) =>
		message === undefined
			? {}
			: {
					destination: 'phone',
					msisdn: message.phone,
					reference: referenceOf(message),
					originator: message.sender,
					body: message.text,
					...legacyTerms(terms),
				},
	readReply: (body) => {
		const created = normaliseSingleCreate(body);
		const { reference, msisdn } = created;
		const fields = acceptedFields({ ...created });
		return { summary: {}, recipients: [{ reference, msisdn, fields }] };
	},
};

/** Reads what the legacy interface says of many messages: the task, and each recipient where it names them. */
function readBulkReply(body: unknown): SendReply {
	const { taskId, totalprice, currency, results, isList } = normaliseBulkCreate(body);
	return {
		summary: { task_id: taskId, totalprice, currency },
		recipients: results.map((result) => ({
			reference: result.reference,
			msisdn: result.msisdn,
			error: result.error,
			said: result.errorDescription,
			fields: acceptedFields({ ...result }),
		})),
		isList,
	};
}

/** One text from one sender to many numbers (4.6, mode phones). */
export const bulkEndpoint: SendEndpoint = {
	...singleEndpoint,
	personal: false,
	recipientsPerRequest: LIMITS.recipientsPerBulk,
	requestBody: (messages, terms) => ({
		destination: 'phones',
		originator: messages[0]?.sender,
		body: messages[0]?.text,
		phones: messages.map((message) => ({
			msisdn: message.phone,
			reference: referenceOf(message),
		})),
		...legacyTerms(terms),
	}),
	readReply: readBulkReply,
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
			reference: referenceOf(message),
			originator: message.sender,
			body: message.text,
		})),
		...legacyTerms(terms),
	}),
};

/** One text to many numbers as a campaign (4.7). */
export const campaignEndpoint: SendEndpoint = {
	path: ENDPOINTS.sendCampaign.path,
	rules: { sender: 'campaign', text: 'plain' },
	personal: false,
	recipientsPerRequest: LIMITS.recipientsPerCampaign,
	campaign: true,
	requestBody: (messages, terms) => ({
		sender: messages[0]?.sender,
		phones: messages.map((message) => ({
			number: Number(message.phone),
			reference_id: referenceOf(message),
		})),
		text: messages[0]?.text,
		...campaignTerms(terms),
	}),
	readReply: (body, timeZone) => ({ summary: normaliseCampaign(body, timeZone), raw: body }),
};

/** A text and a sender for each number as a campaign (4.8). */
export const personalizedCampaignEndpoint: SendEndpoint = {
	...campaignEndpoint,
	path: ENDPOINTS.sendPersonalizedCampaign.path,
	rules: { sender: 'personalized', text: 'personalized' },
	personal: true,
	requestBody: (messages, terms) => ({
		messages: messages.map((message) => ({
			phone: Number(message.phone),
			sender: message.sender,
			text: message.text,
			reference_id: referenceOf(message),
		})),
		...campaignTerms(terms),
	}),
};

/** One text to the contacts of lists, from one sender. It has no recipients that the node knows, and so no references. */
export interface ListMessage {
	/** Index of the input item. */
	readonly item: number;
	/** IDs of the lists. */
	readonly groups: number[];
	readonly sender: string;
	readonly text: string;
}

/** One text to the contacts of lists as a campaign (4.9). */
export const contactListsEndpoint = {
	path: ENDPOINTS.sendCampaignToContactLists.path,
	requestBody: ({ groups, sender, text }: ListMessage, terms: Terms): IDataObject => ({
		groups,
		sender,
		text,
		...campaignTerms(terms),
	}),
	/** Takes the body of a reply without a fault, and the service's zone; returns the campaign. */
	readReply: (body: unknown, timeZone: string): IDataObject => normaliseCampaign(body, timeZone),
};
