import type { IDataObject } from 'n8n-workflow';
import { asRecord, readBody } from '../errors';
import type { Fields } from './values';
import { idOf, numberOf, others, priceOf, recordsOf, statusOf, textOf, timeOf, unwrap } from './values';

const MESSAGE = new Set(['id', 'msisdn', 'reference', 'time_in', 'time_sent', 'time_dr', 'status', 'price', 'currency']);
const TASK_COUNTERS = ['sent', 'delivered', 'expired', 'undeliverable', 'unknown'] as const;
const TASK = new Set<string>(['task_id', 'id', 'originator', 'body', 'validity', 'totalprice', 'total_price', 'currency', ...TASK_COUNTERS]);

/** Takes the reply of 4.3 or 4.4 and the service's zone; returns the SMS of 2.2. */
export function normaliseMessage(body: unknown, zone: string): IDataObject {
	const source = unwrap(body);
	const { price, currency } = priceOf(source.price, source.currency);
	return {
		id: idOf(source.id),
		msisdn: textOf(source.msisdn),
		reference: textOf(source.reference),
		status: statusOf(source.status),
		time_in: timeOf(source.time_in, zone),
		time_sent: timeOf(source.time_sent, zone),
		time_dr: timeOf(source.time_dr, zone),
		price,
		currency,
		...others(source, MESSAGE),
	};
}

/** Takes the reply of 4.5; returns the task of 2.3. */
export function normaliseTask(body: unknown): IDataObject {
	const source = unwrap(body);
	const total = priceOf(source.totalprice ?? source.total_price, source.currency);
	const task: IDataObject = {
		task_id: idOf(source.task_id ?? source.id),
		originator: textOf(source.originator),
		body: textOf(source.body),
		validity: numberOf(source.validity),
		totalprice: total.price,
		currency: total.currency,
	};
	for (const counter of TASK_COUNTERS) task[counter] = numberOf(source[counter]);
	return { ...task, ...others(source, TASK) };
}

/** What 4.6 says about one message. */
export interface CreatedMessage {
	id: number | string | null;
	reference: string | null;
	price: number | null;
	currency: string | null;
}

/** What 4.6 says about one recipient of many: error is a code of section 7, 0 for an accepted one. */
export interface BulkResult extends CreatedMessage {
	error: number;
}

export interface BulkCreate {
	taskId: number | string | null;
	totalprice: number | null;
	currency: string | null;
	results: BulkResult[];
}

function created(source: Fields): CreatedMessage {
	return { id: idOf(source.id), reference: textOf(source.reference), ...priceOf(source.price, source.currency) };
}

/** Takes the reply of 4.6 mode phone, flat or nested; returns the message. */
export function normaliseSingleCreate(body: unknown): CreatedMessage {
	return created(unwrap(body));
}

/** Code 5, unknown fault: an `error` that is no number is no success either. */
const UNREADABLE = 5;

/** Takes the reply of 4.6 mode phones or individual; returns the task and what became of each recipient, in the reply's order. */
export function normaliseBulkCreate(body: unknown): BulkCreate {
	const read = readBody(body);
	const json: unknown = read.form === 'json' ? read.value : undefined;
	const outer = asRecord(json) ?? {};
	const inner = asRecord(outer.result) ?? {};
	// A result that is one object: either one recipient, or the whole reply once more with its own list.
	const nested = inner.result ?? (inner.id !== undefined || inner.reference !== undefined || inner.error !== undefined ? [inner] : undefined);
	const list = Array.isArray(json) ? json : (nested ?? outer.result ?? (outer.id === undefined ? [] : [outer]));
	const records = recordsOf(list);
	const holder: Fields = { ...inner, ...outer };
	const total = priceOf(holder.totalprice ?? holder.total_price, holder.currency);
	const results = records.map((record) => {
		const error = record.error === undefined || record.error === null || record.error === '' ? 0 : (numberOf(record.error) ?? UNREADABLE);
		return { ...created(record), error };
	});
	return {
		taskId: idOf(holder.task_id),
		totalprice: total.price,
		currency: total.currency ?? results.find((result) => result.currency !== null)?.currency ?? null,
		results,
	};
}
