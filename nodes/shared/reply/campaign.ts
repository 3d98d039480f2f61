import type { IDataObject } from 'n8n-workflow';
import { asRecord, readBody } from '../errors';
import { APPLICATION_STATUSES } from '../spec';
import type { Fields } from './values';
import { flagOf, idOf, numberOf, others, recordsOf, statusOf, textOf, timeOf, unwrap } from './values';

const CAMPAIGN = new Set([
	'id', 'name', 'sender', 'status', 'message_type', 'mesage_type', 'start_at', 'real_start_at', 'finished_at', 'created_at',
	'statistics', 'statistic', 'calculated_price', 'alternative_channels',
]);

/** Counters of 2.1, which stand in the object itself or one level below, under either spelling. */
function countersOf(value: unknown): { sent: number; delivered: number } | null {
	const source = asRecord(value);
	if (source === undefined) return null;
	const counters = asRecord(source.statistics) ?? asRecord(source.statistic) ?? source;
	return { sent: numberOf(counters.sent) ?? 0, delivered: numberOf(counters.delivered) ?? 0 };
}

/** Takes a campaign, in its envelope or not, and the service's zone; returns the campaign of 2.1. */
export function normaliseCampaign(body: unknown, zone: string): IDataObject {
	const source = unwrap(body);
	const campaign: IDataObject = {
		id: idOf(source.id),
		name: textOf(source.name),
		sender: textOf(source.sender),
		status: statusOf(source.status),
		message_type: statusOf(source.message_type ?? source.mesage_type),
		start_at: timeOf(source.start_at, zone),
		real_start_at: timeOf(source.real_start_at, zone),
		finished_at: timeOf(source.finished_at, zone),
		created_at: timeOf(source.created_at, zone),
		statistics: countersOf(source.statistics ?? source.statistic) ?? { sent: 0, delivered: 0 },
	};
	if (source.calculated_price !== undefined) campaign.calculated_price = numberOf(source.calculated_price);
	const channels = asRecord(source.alternative_channels);
	if (source.alternative_channels !== undefined) campaign.alternative_channels = channels === undefined ? {} : { ...others(channels, new Set(['sms'])), ...sms(channels.sms) };
	return { ...campaign, ...others(source, CAMPAIGN) };
}

function sms(value: unknown): IDataObject {
	const counters = countersOf(value);
	return counters === null ? {} : { sms: { ...counters } };
}

/** One page of a list of /api; the numbers are null where the service leaves them out. */
export interface Page {
	data: IDataObject[];
	meta: { total: number | null; limit: number | null; offset: number | null };
}

/** Takes a list reply `{data, meta: {page}}` and what makes an item of an entry; returns the page. */
export function normalisePage(body: unknown, item: (entry: Fields) => IDataObject): Page {
	const read = readBody(body);
	const json: unknown = read.form === 'json' ? read.value : undefined;
	const outer = asRecord(json) ?? {};
	const meta = asRecord(outer.meta);
	const page = asRecord(meta?.page) ?? meta ?? {};
	return {
		data: recordsOf(Array.isArray(json) ? json : outer.data).map(item),
		meta: { total: numberOf(page.total ?? outer.total), limit: numberOf(page.limit), offset: numberOf(page.offset) },
	};
}

/** Takes the reply of 4.10 and the service's zone; returns its campaigns. */
export function normaliseCampaignPage(body: unknown, zone: string): Page {
	return normalisePage(body, (entry) => normaliseCampaign(entry, zone));
}

const APPLICATION_TEXTS = [
	'country_code', 'code_of_company', 'tax_number', 'type', 'site_url', 'name', 'legal_name', 'address', 'informing_purpose', 'comment', 'rejection_reason', 'description',
] as const;
const APPLICATION = new Set<string>(['id', 'sender', 'status', 'created_at', 'registered_at', 'status_changed_at', ...APPLICATION_TEXTS]);

/** Takes a sender application, in its envelope or not, and the service's zone; returns the application of 2.4 with the status words of 3.3. */
export function normaliseApplication(body: unknown, zone: string): IDataObject {
	const source = unwrap(body);
	const status = statusOf(source.status);
	const application: IDataObject = {
		id: idOf(source.id),
		sender: textOf(source.sender),
		status: status !== null && Object.hasOwn(APPLICATION_STATUSES, status) ? (APPLICATION_STATUSES[status]?.name ?? status) : status,
		created_at: timeOf(source.created_at, zone),
		registered_at: timeOf(source.registered_at, zone),
		status_changed_at: timeOf(source.status_changed_at, zone),
	};
	for (const key of APPLICATION_TEXTS) application[key] = textOf(source[key]);
	return { ...application, ...others(source, APPLICATION) };
}

/** Takes the reply of 4.13 and the service's zone; returns its applications. */
export function normaliseApplicationPage(body: unknown, zone: string): Page {
	return normalisePage(body, (entry) => normaliseApplication(entry, zone));
}

const GROUP = new Set(['id', 'name', 'description', 'default', 'created_at']);

/** Takes a contact list and the service's zone; returns the list of 2.5. */
export function normaliseGroup(body: unknown, zone: string): IDataObject {
	const source = unwrap(body);
	return {
		id: idOf(source.id),
		name: textOf(source.name),
		description: textOf(source.description),
		default: flagOf(source.default),
		created_at: timeOf(source.created_at, zone),
		...others(source, GROUP),
	};
}

/** Takes a list reply of contact lists (extensions notes); returns the page. */
export function normaliseGroupPage(body: unknown, zone: string): Page {
	return normalisePage(body, (entry) => normaliseGroup(entry, zone));
}

const CONTACT = new Set(['id', 'phone', 'fields', 'groups', 'hlr_status', 'hlr_last_check', 'created_at']);

/** Custom fields as a map of name or id to text; requests and some replies write a list of `{id, value}`. */
function contactFields(value: unknown): IDataObject {
	const source: Fields = Array.isArray(value) ? Object.fromEntries(recordsOf(value).map((field) => [String(field.id ?? field.name), field.value])) : (asRecord(value) ?? {});
	const fields: IDataObject = {};
	for (const [key, content] of Object.entries(others(source, new Set()))) fields[key] = textOf(content) ?? '';
	return fields;
}

/** Takes the reply of 4.15 and the service's zone; returns the contact of 2.5. */
export function normaliseContact(body: unknown, zone: string): IDataObject {
	const source = unwrap(body);
	return {
		id: idOf(source.id),
		phone: textOf(source.phone),
		fields: contactFields(source.fields),
		groups: recordsOf(source.groups).map((group) => normaliseGroup(group, zone)),
		hlr_status: statusOf(source.hlr_status),
		hlr_last_check: timeOf(source.hlr_last_check, zone),
		created_at: timeOf(source.created_at, zone),
		...others(source, CONTACT),
	};
}
