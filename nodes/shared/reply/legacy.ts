import type { IDataObject } from 'n8n-workflow';
import { fieldsOf } from '../errors';
import type { Fields } from '../errors';
import type { Readers } from './values';
import {
	amountOf,
	MESSAGE_TIMES,
	idOf,
	numberOf,
	priceOf,
	recordsOf,
	statusOf,
	textOf,
	tidy,
	timeOf,
	unwrap,
} from './values';

const MESSAGE: Readers = {
	id: idOf,
	msisdn: textOf,
	reference: textOf,
	status: statusOf,
	time_in: timeOf,
	time_sent: timeOf,
	time_dr: timeOf,
	price: amountOf,
	currency: textOf,
};
const TASK: Readers = {
	task_id: idOf,
	originator: textOf,
	body: textOf,
	validity: numberOf,
	totalprice: amountOf,
	currency: textOf,
	sent: numberOf,
	delivered: numberOf,
	expired: numberOf,
	undeliverable: numberOf,
	unknown: numberOf,
};

/** Reads the SMS of 2.2 out of a reply of 4.3 or 4.4. */
export function normaliseMessage(body: unknown, zone: string): IDataObject {
	const source = unwrap(body);
	return tidy(
		{ ...source, ...priceOf(source.price, source.currency) },
		zone,
		MESSAGE,
		MESSAGE_TIMES,
	);
}

/** The counters of a task (2.3). */
export const TASK_COUNTERS = ['sent', 'delivered', 'expired', 'undeliverable', 'unknown'] as const;

/** Whether a reply to 4.5 counts the messages of a task. The path is also that of a message. */
export function isTaskReply(body: unknown): boolean {
	const source = unwrap(body);
	return TASK_COUNTERS.some((name) => numberOf(source[name]) !== null);
}

/** Reads the task of 2.3 out of a reply of 4.5; the ID that was asked for counts where the reply leaves it out. */
export function normaliseTask(body: unknown, taskId?: string): IDataObject {
	const { total_price, ...source } = unwrap(body);
	const { price: totalprice, currency } = priceOf(
		source.totalprice ?? total_price,
		source.currency,
	);
	return tidy({ ...source, task_id: source.task_id ?? taskId, totalprice, currency }, '', TASK);
}

/** What 4.6 says about one message. */
export interface CreatedMessage {
	id: number | string | null;
	/** The number that the service names, as it writes it. */
	msisdn: string | null;
	reference: string | null;
	price: number | string | null;
	currency: string | null;
}

/** What 4.6 says about one recipient of many: a code of section 7, 0 for success, null where none stands there. */
export interface BulkResult extends CreatedMessage {
	error: number | null;
	/** The words of the service beside the code. */
	errorDescription: string | null;
}

export interface BulkCreate {
	taskId: number | string | null;
	totalprice: number | string | null;
	currency: string | null;
	/** In the order of the reply. */
	results: BulkResult[];
	/** Whether the reply holds a list of results. */
	isList: boolean;
}

const created = (record: Fields): CreatedMessage => ({
	id: idOf(record.id),
	msisdn: textOf(record.msisdn),
	reference: textOf(record.reference),
	...priceOf(record.price, record.currency),
});

/** Reads the message out of a reply of 4.6, mode phone: flat, or nested in `result`, which may be a list of one. */
export function normaliseSingleCreate(body: unknown): CreatedMessage {
	const outer = fieldsOf(body);
	const results = recordsOf(outer.result);
	return created(results.length === 1 ? { ...outer, ...results[0] } : unwrap(body));
}

/** Reads the task, and what became of each recipient, out of a reply of 4.6, mode phones or individual. */
export function normaliseBulkCreate(body: unknown): BulkCreate {
	const { task_id, result, totalprice, total_price, currency } = fieldsOf(body);
	const total = priceOf(totalprice ?? total_price, currency);
	return {
		taskId: idOf(task_id),
		totalprice: total.price,
		currency: total.currency,
		results: recordsOf(result).map((record) => ({
			...created(record),
			error: numberOf(record.error),
			errorDescription: textOf(record.errorDescription),
		})),
		isList: Array.isArray(result),
	};
}
