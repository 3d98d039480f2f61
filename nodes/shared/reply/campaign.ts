import type { IDataObject } from 'n8n-workflow';
import { asRecord } from '../errors';
import { APPLICATION_STATUSES } from '../spec';
import type { Fields, Readers } from './values';
import {
	flagOf,
	idOf,
	numberOf,
	others,
	recordsOf,
	renamed,
	statusOf,
	textOf,
	tidy,
	timeOf,
	unwrap,
} from './values';

/** Counters of 2.1, which stand in the object itself or one level below, under either spelling; null = the service does not tell it. */
function countersOf(value: unknown): { sent: number | null; delivered: number | null } | undefined {
	const source = asRecord(value);
	if (source === undefined) return undefined;
	const { sent, delivered } = asRecord(source.statistics) ?? asRecord(source.statistic) ?? source;
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
	statistics: (value) => countersOf(value ?? {}) ?? null,
};

/** Takes a campaign, in its envelope or not, and the service's zone; returns the campaign of 2.1. */
export function normaliseCampaign(body: unknown, zone: string): IDataObject {
	const source = renamed(unwrap(body), (key) =>
		key.replace(/^mesage_type$/, 'message_type').replace(/^statistic$/, 'statistics'),
	);
	const campaign = tidy({ ...source, statistics: asRecord(source.statistics) }, zone, CAMPAIGN);
	// RCS campaigns only.
	if ('calculated_price' in campaign)
		campaign.calculated_price = numberOf(campaign.calculated_price);
	if ('alternative_channels' in campaign) {
		const { sms, ...rest } = others(asRecord(campaign.alternative_channels) ?? {});
		const counters = countersOf(sms);
		campaign.alternative_channels = counters ? { ...rest, sms: counters } : rest;
	}
	return campaign;
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

/** Takes a sender application, in its envelope or not, and the service's zone; returns the application of 2.4. */
export function normaliseApplication(body: unknown, zone: string): IDataObject {
	return tidy(unwrap(body), zone, APPLICATION);
}

const GROUP: Readers = {
	id: idOf,
	name: textOf,
	description: textOf,
	default: flagOf,
	created_at: timeOf,
};

/** Custom fields as a map of name or id to text; requests and some replies write a list of `{id, value}`. */
function contactFields(value: unknown): IDataObject {
	const source: Fields = Array.isArray(value)
		? Object.fromEntries(
				recordsOf(value).map((field) => [textOf(field.id ?? field.name) ?? '', field.value]),
			)
		: (asRecord(value) ?? {});
	return Object.fromEntries(
		Object.entries(others(source)).map(([key, content]) => [key, textOf(content) ?? '']),
	);
}

/** A list of contacts as a record; some services write its ID alone. `key` is the ID under which it stands, or its name. */
function groupOf(group: unknown, key = ''): Fields | undefined {
	const record = asRecord(group);
	const isId = /^\d+$/.test(key);
	if (record) return !isId || idOf(record.id) !== null ? record : { ...record, id: key };
	const id = idOf(group);
	if (id === null) return undefined;
	return !isId || typeof id === 'number' ? { id } : { id: key, name: id };
}

/**
 * Takes the lists of a contact as a reply shows them: one, several in a list or under the numbers of one, or each under its ID; some
 * services put them into an envelope. Returns them as records.
 */
export function contactLists(value: unknown): Fields[] {
	const record = asRecord(value);
	if (Array.isArray(record?.data)) return contactLists(record.data);
	if (record && idOf(record.id) !== null) return [record];
	const entries = Object.entries<unknown>(Array.isArray(value) ? value : (record ?? {}));
	const isList = entries.every(([key], at) => key === String(at));
	return entries
		.map(([key, group]) => groupOf(group, isList ? undefined : key))
		.filter((group) => group !== undefined);
}

const CONTACT: Readers = {
	id: idOf,
	phone: textOf,
	fields: contactFields,
	groups: (value, zone) => contactLists(value).map((group) => tidy(group, zone, GROUP)),
	hlr_status: statusOf,
	hlr_last_check: timeOf,
	created_at: timeOf,
};

/** Takes the reply of 4.15 and the service's zone; returns the contact of 2.5. */
export function normaliseContact(body: unknown, zone: string): IDataObject {
	return tidy(unwrap(body), zone, CONTACT);
}
