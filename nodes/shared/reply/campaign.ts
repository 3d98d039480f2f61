import type { IDataObject } from 'n8n-workflow';
import { asRecord } from '../errors';
import { APPLICATION_STATUSES } from '../spec';
import type { Fields } from '../errors';
import type { Readers } from './values';
import {
	amountOf,
	flagOf,
	idOf,
	numberOf,
	others,
	readAll,
	recordsOf,
	renamed,
	statusOf,
	textOf,
	tidy,
	timeOf,
	unwrap,
} from './values';

/** The counters of 2.1; null = the service does not tell it. */
function countersOf(value: unknown): { sent: number | null; delivered: number | null } {
	const { sent, delivered } = asRecord(value) ?? ({} as Fields);
	return { sent: numberOf(sent), delivered: numberOf(delivered) };
}

const CAMPAIGN: Readers = {
	id: idOf,
	name: textOf,
	sender: textOf,
	status: statusOf,
	message_type: statusOf,
	start_at: timeOf,
	real_start_at: timeOf,
	finished_at: timeOf,
	created_at: timeOf,
	statistics: countersOf,
};

/** The specification spells two fields in two ways (2.1). */
const SPELLINGS: Readonly<Record<string, string>> = {
	mesage_type: 'message_type',
	statistic: 'statistics',
};

/** Reads a campaign (2.1), in its envelope or not. */
export function normaliseCampaign(body: unknown, zone: string): IDataObject {
	const source = renamed(unwrap(body), (key) => SPELLINGS[key] ?? key);
	const campaign = tidy(
		source,
		zone,
		CAMPAIGN,
		['created_at', 'real_start_at', 'finished_at'],
		['created_at', 'start_at'],
	);
	// RCS campaigns only.
	if ('calculated_price' in campaign)
		campaign.calculated_price = amountOf(campaign.calculated_price);
	if ('alternative_channels' in campaign) {
		const { sms, ...rest } = others(asRecord(campaign.alternative_channels) ?? {});
		const fallback = asRecord(sms);
		// The table of 2.1 shows the counters in `sms` itself, its sample one level below.
		campaign.alternative_channels = fallback
			? { ...rest, sms: countersOf(fallback.statistic ?? fallback.statistics ?? fallback) }
			: rest;
	}
	return campaign;
}

/** Reads what a campaign would cost (extensions notes, section 6); the price is null if the service does not know it. */
export function normalisePrice(body: unknown): IDataObject {
	const { price, currency, recipients, segments } = unwrap(body);
	return {
		price: amountOf(price),
		currency: textOf(currency),
		recipients: numberOf(recipients),
		segments: numberOf(segments),
	};
}

/** The statuses that a campaign's detail counts (extensions notes, section 1). */
export const COUNTED_STATUSES = [
	'delivered',
	'read',
	'sent',
	'sending',
	'accepted',
	'scheduled',
	'moderation',
	'undelivered',
	'expired',
	'failed',
	'unknown',
	'not_viber_user',
	'not_rcs_user',
] as const;

/** The counters by status; null where the service does not tell one. */
const statusCounters = (value: unknown): IDataObject =>
	readAll(
		asRecord(value) ?? {},
		'',
		Object.fromEntries(COUNTED_STATUSES.map((status) => [status, numberOf])),
	);

const DETAIL: Readers = {
	id: idOf,
	name: textOf,
	sender: textOf,
	status: statusOf,
	type: statusOf,
	started_at: timeOf,
	actual_start_at: timeOf,
	finished_at: timeOf,
	created_at: timeOf,
	statistics: statusCounters,
	total_messages: numberOf,
	total_phones: numberOf,
	total_price: amountOf,
	currency: textOf,
};

/** Reads a campaign's detail (extensions notes, section 1). Its documentation calls the start `start_date`. */
export function normaliseCampaignStatistics(body: unknown, zone: string): IDataObject {
	const { alternative_channels: channels, ...source } = renamed(unwrap(body), (key) =>
		key === 'start_date' ? 'started_at' : key,
	);
	const sms = asRecord(asRecord(channels)?.sms);
	return {
		...tidy(source, zone, DETAIL, ['created_at', 'actual_start_at', 'finished_at']),
		fallback: sms ? statusCounters(sms.statistics) : null,
	};
}

const APPLICATION: Readers = {
	id: idOf,
	sender: textOf,
	// The status words of 3.3.
	status: (value) => {
		const status = statusOf(value) ?? '';
		return (
			(Object.hasOwn(APPLICATION_STATUSES, status) ? APPLICATION_STATUSES[status]?.name : status) ||
			null
		);
	},
	created_at: timeOf,
	registered_at: timeOf,
	status_changed_at: timeOf,
	country_code: textOf,
	code_of_company: textOf,
	tax_number: textOf,
	type: textOf,
	site_url: textOf,
	name: textOf,
	legal_name: textOf,
	address: textOf,
	informing_purpose: textOf,
	comment: textOf,
	rejection_reason: textOf,
	description: textOf,
};

/** Brings a sender application, in its envelope or not, into the form of 2.4. `zone` is the service's. */
export function normaliseApplication(body: unknown, zone: string): IDataObject {
	return tidy(
		unwrap(body),
		zone,
		APPLICATION,
		['created_at', 'registered_at'],
		['created_at', 'status_changed_at'],
	);
}

const GROUP: Readers = {
	id: idOf,
	name: textOf,
	description: textOf,
	default: flagOf,
	created_at: timeOf,
};

/** A contact list as the operations on lists show it (extensions notes, section 4): `is_default` is another name of `default`. */
export function normaliseContactList(body: unknown, zone: string): IDataObject {
	const source = renamed(unwrap(body), (key) => (key === 'is_default' ? 'default' : key));
	return tidy(source, zone, { ...GROUP, items: numberOf, stop_list_count: numberOf });
}

/** A field of contacts (extensions notes, section 4). */
export function normaliseContactField(body: unknown, zone: string): IDataObject {
	return tidy(unwrap(body), zone, {
		id: idOf,
		name: textOf,
		type: statusOf,
		description: textOf,
		is_visible: flagOf,
	});
}

/** A sender of the account (extensions notes, section 9). */
export function normaliseSender(body: unknown, zone: string): IDataObject {
	return tidy(unwrap(body), zone, {
		id: idOf,
		sender: textOf,
		status: statusOf,
		country: textOf,
		is_default: flagOf,
		created_at: timeOf,
	});
}

/**
 * Custom fields as a map of name or id to text; requests and some replies write a list of `{id, value}`, and clients declare a list of
 * maps (extensions notes, section 4).
 */
function contactFields(value: unknown): IDataObject {
	const source: Fields = Array.isArray(value)
		? Object.fromEntries(
				recordsOf(value).flatMap((field) =>
					'value' in field
						? [[textOf(field.id) ?? '', field.value] as const]
						: Object.entries(field),
				),
			)
		: (asRecord(value) ?? {});
	return Object.fromEntries(
		Object.entries(others(source)).map(([key, content]) => [key, textOf(content) ?? '']),
	);
}

const CONTACT: Readers = {
	id: idOf,
	phone: textOf,
	fields: contactFields,
	groups: (value, zone) => recordsOf(value).map((group) => tidy(group, zone, GROUP)),
	hlr_status: statusOf,
	hlr_last_check: timeOf,
	created_at: timeOf,
};

/** The contact of 2.5 in a reply of 4.15. `zone` is the service's. */
export function normaliseContact(body: unknown, zone: string): IDataObject {
	return tidy(unwrap(body), zone, CONTACT);
}
