import type { IDataObject } from 'n8n-workflow';
import { LIMITS } from '../../shared/spec';
import { normaliseBulkCreate, normaliseCampaign, normaliseSingleCreate } from '../../shared/reply';
import type { Entry, Rules } from './recipients';

/** What applies to all recipients of a request, checked; undefined parts are left to the service's defaults. */
export interface Terms {
	validity?: number;
	tariff?: number;
	/** yyyy-mm-dd hh:mm:ss in the service's zone. */
	startAt?: string;
	twoWay?: boolean;
}

/** What a reply says: about the whole, and about its recipients where it names them. */
export interface Accepted {
	summary: IDataObject;
	results?: Array<{ reference?: unknown; error?: unknown; fields: IDataObject }>;
}

/** One endpoint that takes messages. */
export interface Channel {
	path: string;
	rules: Rules;
	/** Whether every recipient has a text and a sender of its own. */
	personal: boolean;
	/** Recipients per request. */
	size: number;
	/** Whether the request is taken or refused as a whole, and makes a campaign. */
	campaign: boolean;
	body(entries: Entry[], terms: Terms): IDataObject;
	read(body: unknown, zone: string): Accepted;
}

const legacyTerms = ({ validity, tariff, twoWay }: Terms): IDataObject => ({
	validity,
	tariff,
	'2way': twoWay,
});
/** The common fields of 4.7 to 4.9. */
export const campaignTerms = ({ validity, tariff, startAt }: Terms): IDataObject => ({
	validity,
	tariff_code: tariff,
	start_at: startAt,
});
const referenceOf = (entry: Entry): string | undefined => entry.reference || undefined;

/** One message (4.6, mode phone). */
export const singleChannel: Channel = {
	path: '/rest/sms/create',
	rules: { sender: 'legacy', text: 'plain' },
	personal: true,
	size: 1,
	campaign: false,
	body: ([entry], terms) =>
		entry === undefined
			? {}
			: {
					destination: 'phone',
					msisdn: entry.phone,
					reference: referenceOf(entry),
					originator: entry.sender,
					body: entry.text,
					...legacyTerms(terms),
				},
	read: (body) => ({ summary: {}, results: [{ fields: priced(normaliseSingleCreate(body)) }] }),
};

const priced = ({ id, price, currency }: { id: unknown; price: unknown; currency: unknown }) =>
	({ id, price, currency }) as IDataObject;

/** The modes of 4.6 that send to many: one text for all (phones), or a text and a sender for each (individual; wire notes). */
const legacyChannel = (destination: string, personal: boolean): Channel => ({
	...singleChannel,
	personal,
	size: LIMITS.recipientsPerCampaign,
	body: (entries, terms) => ({
		destination,
		originator: entries[0]?.sender,
		body: entries[0]?.text,
		phones: entries.map((entry) => ({
			msisdn: entry.phone,
			reference: referenceOf(entry),
			...(personal && { originator: entry.sender, body: entry.text }),
		})),
		...legacyTerms(terms),
	}),
	read(body) {
		const { taskId, totalprice, currency, results } = normaliseBulkCreate(body);
		return {
			summary: { task_id: taskId, totalprice, currency },
			...(results.length > 0 && {
				results: results.map((result) => ({
					reference: result.reference,
					error: result.error,
					fields: priced(result),
				})),
			}),
		};
	},
});

export const bulkChannel = legacyChannel('phones', false);
export const individualChannel = legacyChannel('individual', true);

/** One text to many numbers as a campaign (4.7). */
export const campaignChannel: Channel = {
	path: '/api/campaigns/sms/send',
	rules: { sender: 'campaign', text: 'plain' },
	personal: false,
	size: LIMITS.recipientsPerCampaign,
	campaign: true,
	body: (entries, terms) => ({
		sender: entries[0]?.sender,
		phones: entries.map((entry) => ({
			number: Number(entry.phone),
			reference_id: referenceOf(entry),
		})),
		text: entries[0]?.text,
		...campaignTerms(terms),
	}),
	read: (body, zone) => ({ summary: normaliseCampaign(body, zone) }),
};

/** A text and a sender for each number as a campaign (4.8). */
export const personalizedChannel: Channel = {
	...campaignChannel,
	path: '/api/campaigns/sms/send-individual',
	rules: { sender: 'personalized', text: 'personalized' },
	personal: true,
	body: (entries, terms) => ({
		messages: entries.map((entry) => ({
			phone: Number(entry.phone),
			sender: entry.sender,
			text: entry.text,
			reference_id: referenceOf(entry),
		})),
		...campaignTerms(terms),
	}),
};
