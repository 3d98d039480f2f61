import type { GenericValue, IDataObject } from 'n8n-workflow';
import {
	CAMPAIGN_STATUSES,
	DELIVERED_MESSAGE_STATUSES,
	MESSAGE_STATUSES,
	REASONS_OF_STATUSES,
} from '../spec';
import { numberOf } from './values';

/*
 * The rows that the node puts out: for each kind of thing one shape, with what a person looks for first. Every row of a kind has
 * the same names in the same order, because n8n's table has a column for each name, and one thing has one name in all of them. What
 * there is nothing for is null, as in n8n's own nodes: a number, a date or an id is one, or null. Simplify off keeps the service's own
 * names.
 */

/** A value of a row: null where it is nothing or an empty text. */
export const orNull = (value: IDataObject[string]): IDataObject[string] =>
	value === undefined || value === '' ? null : value;

/** Puts null where a new row has nothing or an empty text. @returns the row */
export function filled(row: IDataObject): IDataObject {
	for (const name in row) row[name] = orNull(row[name]);
	return row;
}

/** Makes the row of a record in the node's form. */
export type ToRow = (record: IDataObject) => IDataObject;

/** Makes rows that end with the record's other members. `shown` names those that the row has already. */
export const withRest =
	(toRow: ToRow, shown: readonly string[]): ToRow =>
	(record) => {
		const row = toRow(record);
		const rest = Object.entries(record).filter(
			([name]) => !shown.includes(name) && !Object.hasOwn(row, name),
		);
		return { ...row, ...Object.fromEntries(rest) };
	};

/**
 * How many messages of a campaign (2.1) have left and not been delivered; null where that cannot be known. The service counts a message
 * that was read as delivered and no longer as sent, so the difference is too small by as many as were read, which it does not tell. Only
 * SMS are never read, and nothing was while nothing is delivered.
 */
function undelivered(sent: number | null, delivered: number | null, type: unknown): number | null {
	if (sent === null || delivered === null) return null;
	if (sent === 0 || delivered === 0) return sent;
	return type === 'sms' && sent >= delivered ? sent - delivered : null;
}

/**
 * The counters of a campaign (2.1), made to add up: sent = delivered + failed + on the way. The service counts every message that has left
 * as sent and tells of no failures. Once the campaign has ended, what was not delivered has failed; before that it is on the way, and what
 * failed among it is not known.
 */
function counters({ statistics, status, message_type }: IDataObject): IDataObject {
	const { sent, delivered } = Object(statistics) as IDataObject;
	const [all, arrived] = [numberOf(sent), numberOf(delivered)];
	const open = undelivered(all, arrived, message_type);
	const ended = CAMPAIGN_STATUSES[String(status)] === true;
	return {
		sent: all,
		delivered: arrived,
		failed: ended ? open : null,
		on_the_way: ended ? 0 : open,
	};
}

/** The row of a campaign (2.1). */
export function campaignRow(campaign: IDataObject): IDataObject {
	const { status } = campaign;
	const { sent, delivered, failed, on_the_way } = counters(campaign);
	return {
		campaign_id: campaign.id,
		name: campaign.name,
		status,
		sent,
		delivered,
		failed,
		finished_at: campaign.finished_at,
		on_the_way,
		sender: campaign.sender,
		message_type: campaign.message_type,
		created_at: campaign.created_at,
		start_at: campaign.start_at,
		started_at: campaign.real_start_at,
		price: campaign.calculated_price,
	};
}

/** The row of a campaign's detail: its messages by status, and the SMS in place of RCS messages (extensions notes, section 1). */
export function campaignStatisticsRow(detail: IDataObject): IDataObject {
	const fallback = detail.fallback ? Object.values(detail.fallback as IDataObject) : [];
	const { delivered, read } = Object(detail.fallback) as IDataObject;
	const sum = (counts: unknown[]): number | null =>
		detail.fallback ? counts.reduce<number>((all, one) => all + (numberOf(one) ?? 0), 0) : null;
	return {
		campaign_id: detail.id,
		name: detail.name,
		status: detail.status,
		messages: detail.total_messages,
		phones: detail.total_phones,
		...(detail.statistics as IDataObject),
		fallback_messages: sum(fallback),
		fallback_delivered: sum([delivered, read]),
		price: detail.total_price,
		currency: detail.currency,
		sender: detail.sender,
		message_type: detail.type,
		created_at: detail.created_at,
		start_at: detail.started_at,
		started_at: detail.actual_start_at,
		finished_at: detail.finished_at,
	};
}

/** The row of an RCS campaign (2.1): what went out by RCS, and by the SMS in its place. */
export function rcsCampaignRow(campaign: IDataObject): IDataObject {
	const { sms } = Object(campaign.alternative_channels) as IDataObject;
	const fallback = Object(sms) as IDataObject;
	return {
		...campaignRow(campaign),
		fallback_sent: fallback.sent,
		fallback_delivered: fallback.delivered,
	};
}

/**
 * The times that the receipt in a message's report (2.2) stands for. The service reports every end: only of a message that arrived is it
 * the time of delivery.
 */
function endOf({ status, time_dr = null }: IDataObject): {
	delivered: GenericValue;
	finished: GenericValue;
} {
	const name = String(status).toLowerCase();
	return {
		delivered: DELIVERED_MESSAGE_STATUSES.includes(name) ? time_dr : null,
		finished: MESSAGE_STATUSES[name] === false ? null : time_dr,
	};
}

/** What became of a message, in words; null while it is on the way. */
const reasonOf = ({ status }: IDataObject): string | null =>
	REASONS_OF_STATUSES[String(status).toLowerCase()] ?? null;

/** The row of a message (2.2). */
export function messageRow(message: IDataObject): IDataObject {
	const { delivered, finished } = endOf(message);
	return {
		message_id: message.id,
		phone: message.msisdn,
		status: message.status,
		reason: reasonOf(message),
		delivered_at: delivered,
		price: message.price,
		currency: message.currency,
		reference: message.reference,
		sent_at: message.time_sent,
		finished_at: finished,
		created_at: message.time_in,
	};
}

/** The row of a message with all that the service tells of it. */
export const wholeMessageRow: ToRow = withRest(messageRow, [
	'id',
	'msisdn',
	'time_in',
	'time_sent',
	'time_dr',
]);

/**
 * The row of a bulk task (2.3). What expired, could not be delivered or has no report has failed; what is missing to the number of
 * sent ones is on the way.
 */
export function taskRow(task: IDataObject): IDataObject {
	// A sum cannot be given where one of its counters is missing.
	const count = (name: string): number => numberOf(task[name]) ?? NaN;
	const failed = count('expired') + count('undeliverable') + count('unknown');
	const open = count('sent') - count('delivered') - failed;
	return {
		task_id: task.task_id,
		sent: task.sent,
		delivered: task.delivered,
		failed: numberOf(failed),
		on_the_way: open < 0 ? null : numberOf(open),
		price: task.totalprice,
		currency: task.currency,
		sender: task.originator,
		text: task.body,
		expired: task.expired,
		undeliverable: task.undeliverable,
		unknown: task.unknown,
		validity: task.validity,
	};
}

/** The row of a bulk task with all that the service tells of it. */
export const wholeTaskRow: ToRow = withRest(taskRow, ['originator', 'body', 'totalprice']);

/** The row of a sender application (2.4). */
export function applicationRow(application: IDataObject): IDataObject {
	return {
		sender: application.sender,
		status: application.status,
		reason: application.rejection_reason,
		country_code: application.country_code,
		type: application.type,
		legal_name: application.legal_name,
		application_id: application.id,
		created_at: application.created_at,
		registered_at: application.registered_at,
		status_changed_at: application.status_changed_at,
	};
}

/** The row of a contact (2.5). Its lists stand as text, the custom fields under their names. */
export function contactRow(contact: IDataObject): IDataObject {
	const groups = (contact.groups ?? []) as IDataObject[];
	const joined = (name: string) => groups.map((group) => String(group[name] ?? '')).join(', ');
	return {
		contact_id: contact.id,
		phone: contact.phone,
		fields: contact.fields,
		lists: joined('name'),
		list_ids: joined('id'),
		hlr_status: contact.hlr_status,
		hlr_checked_at: contact.hlr_last_check,
		created_at: contact.created_at,
	};
}

/** The row of a contact with all that the service tells of it. */
export const wholeContactRow: ToRow = withRest(contactRow, ['id', 'groups', 'hlr_last_check']);

/** The row of a contact list. */
export const contactListRow: ToRow = (list) => ({
	list_id: list.id,
	name: list.name,
	description: list.description,
	contacts: list.items,
	on_stop_list: list.stop_list_count,
	is_default: list.default,
	created_at: list.created_at,
});

/** The row of a field of contacts. */
export const contactFieldRow: ToRow = (field) => ({
	field_id: field.id,
	name: field.name,
	type: field.type,
	description: field.description,
	is_visible: field.is_visible,
});

/** The row of a sender of the account. */
export const senderRow: ToRow = (sender) => ({
	sender: sender.sender,
	status: sender.status,
	country: sender.country,
	is_default: sender.is_default,
	sender_id: sender.id,
	created_at: sender.created_at,
});

/** The row of a report's record (2.6). */
export function reportRow(record: IDataObject): IDataObject {
	const { delivered, finished } = endOf(record);
	return {
		phone: record.msisdn,
		status: record.status,
		reason: reasonOf(record),
		delivered_at: delivered,
		sender: record.originator,
		price: record.price,
		currency: record.currency,
		sent_at: record.time_sent,
		finished_at: finished,
		message_id: record.message_id,
		message_type: record.message_type,
		in_place_of: record.parent_message_id,
	};
}
