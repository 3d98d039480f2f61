import type { IDataObject } from 'n8n-workflow';
import { asRecord, readBody, saysNoError } from '../errors';
import { CODE_UNKNOWN_FAULT, SUCCESS_CODE } from '../spec';
import { withCodeAround } from './deniesMessage';
import { TELLING_DIGITS } from './heldNumber';
import { isId } from './isId';
import { isMadeReference } from './madeReference';
import { isMarkedAsLeftOut } from './saidOfRecipient';
import { deniesId } from './saysFault';
import type { Fields, Readers } from './values';
import {
	idOf,
	numberOf,
	priceOf,
	recordsOf,
	renamed,
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
	price: numberOf,
	currency: textOf,
};
const TASK: Readers = {
	task_id: idOf,
	originator: textOf,
	body: textOf,
	validity: numberOf,
	totalprice: numberOf,
	currency: textOf,
	sent: numberOf,
	delivered: numberOf,
	expired: numberOf,
	undeliverable: numberOf,
	unknown: numberOf,
};

/** Takes the reply of 4.3 or 4.4 and the service's zone; returns the SMS of 2.2. */
export function normaliseMessage(body: unknown, zone: string): IDataObject {
	const source = unwrap(body);
	return tidy({ ...source, ...priceOf(source.price, source.currency) }, zone, MESSAGE);
}

/** The counters of a task (2.3). */
const TASK_COUNTERS = ['sent', 'delivered', 'expired', 'undeliverable', 'unknown'] as const;

/** Whether a reply to 4.5 counts the messages of a task: without a counter it is a message, or nothing of the service. */
export function isTaskReply(body: unknown): boolean {
	const source = unwrap(body);
	return TASK_COUNTERS.some((name) => numberOf(source[name]) !== null);
}

/**
 * Takes the reply of 4.5, and the ID that was asked for, which counts where the reply leaves it out; returns the task of 2.3.
 */
export function normaliseTask(body: unknown, taskId?: string): IDataObject {
	const given = unwrap(body);
	// An ID beside that of the task is one of something else.
	const isIdOfTask = idOf(given.task_id) === null;
	const source = renamed(given, (key) =>
		key === 'id' && isIdOfTask ? 'task_id' : key.replace(/^total_price$/, 'totalprice'),
	);
	const { price: totalprice, currency } = priceOf(source.totalprice, source.currency);
	return tidy({ ...source, task_id: source.task_id ?? taskId, totalprice, currency }, '', TASK);
}

/** What 4.6 says about one message. */
export interface CreatedMessage {
	id: number | string | null;
	/** The number that the service names, as it writes it. */
	msisdn: string | null;
	reference: string | null;
	price: number | null;
	currency: string | null;
}

/** What 4.6 says about one recipient of many: error is a code of section 7, 0 for an accepted one, null where nothing is said of it. */
export interface BulkResult extends CreatedMessage {
	error: number | null;
	/** What the service says about the code in words. */
	errorDescription: string | null;
}

export interface BulkCreate {
	taskId: number | string | null;
	totalprice: number | null;
	currency: string | null;
	results: BulkResult[];
	/** Whether the results stand in a list: then a recipient that it leaves out is not spoken of. */
	isList: boolean;
}

/** Names under which services write the number and the reference of a message; the first is that of the specification. */
const NUMBER_NAMES = ['msisdn', 'phone', 'number', 'recipient'];
const REFERENCE_NAMES = ['reference', 'reference_id', 'external_id'];

/** The number that a record names. Under the other names, a short one counts something. */
function numberIn(record: Fields): string | null {
	const told = NUMBER_NAMES.map((name, index) => {
		const text = textOf(record[name]);
		return index === 0 || (text ?? '').replace(/\D/g, '').length >= TELLING_DIGITS ? text : null;
	});
	return told.find((text) => text !== null) ?? null;
}

const referenceOf = (record: Fields): string | null =>
	REFERENCE_NAMES.map((name) => textOf(record[name])).find((text) => text !== null) ?? null;

function created(record: Fields): CreatedMessage {
	return {
		id: idOf(record.id),
		msisdn: numberIn(record),
		reference: referenceOf(record),
		...priceOf(record.price, record.currency),
	};
}

/** Where services write what became of each recipient; no section shows it for all modes. */
const RESULT_NAMES = ['results', 'phones', 'messages', 'data', 'list', 'items', 'recipients'];

/** Whether a value is a list that says what became of each, and not those of the request once more. */
const isListOfResults = (value: unknown): boolean =>
	Array.isArray(value) && recordsOf(value).some((one) => 'error' in one || 'id' in one);

/** Whether a map that some services write for a list names its entries so: by places from 0, by the recipients' numbers or references. */
const namesEntry = (key: string): boolean => /^\+?\d+$/.test(key) || isMadeReference(key);

/** The list that a value is; undefined where it is a record, such as the reply once more. */
function listIn(value: unknown): unknown {
	if (Array.isArray(value)) return value;
	const record = asRecord(value);
	return record && Object.keys(record).every(namesEntry) ? record : undefined;
}

/** What the name of an entry of such a map tells of its recipient. A place tells nothing. */
function toldByName(name: string): Fields {
	if (isMadeReference(name)) return { reference: name };
	return name.replace(/\D/g, '').length >= TELLING_DIGITS ? { msisdn: name } : {};
}

/** The results of a list; of a map by the numbers or the references of the recipients, each with its own. */
function entriesOf(list: unknown): Fields[] {
	if (Array.isArray(list)) return recordsOf(list);
	return Object.entries(asRecord(list) ?? {}).flatMap(([name, value]) => {
		const entry = asRecord(value);
		return entry ? [{ ...toldByName(name), ...entry }] : [];
	});
}

/** What a reply to 4.6 may be wrapped in. */
const innerOf = (outer: Fields): Fields => asRecord(outer.result) ?? asRecord(outer.data) ?? {};

/** The list of results that a reply holds. What it stands in may have an id and an error of its own. */
function listOfResults(json: unknown): unknown {
	if (Array.isArray(json)) return json;
	const outer = asRecord(json) ?? {};
	const inner = innerOf(outer);
	return (
		listIn(inner.result) ??
		listIn(outer.result) ??
		[outer, inner]
			.flatMap((holder) => RESULT_NAMES.map((name) => holder[name]))
			.find(isListOfResults)
	);
}

/** The JSON of a body; undefined where it is none. */
function jsonOf(body: unknown): unknown {
	const read = readBody(body);
	return read.form === 'json' ? read.value : undefined;
}

/** Takes the body of a reply to 4.6; returns what its list says of each recipient, in its order; undefined where it has no list. */
export function resultsIn(body: unknown): Fields[] | undefined {
	const list = listOfResults(jsonOf(body));
	return list === undefined ? undefined : entriesOf(list);
}

/** Takes the reply of 4.6 mode phone, flat, nested, or as the only result of a list; returns the message. */
export function normaliseSingleCreate(body: unknown): CreatedMessage {
	const whole = unwrap(body);
	const [only, ...others] = resultsIn(body) ?? [];
	// An ID beside a list is that of the message, of which the list may tell the parts.
	const own = isId(whole.id) && { id: whole.id };
	return created({ ...whole, ...(others.length === 0 && only), ...own });
}

/** Takes a record of a reply; returns its error: a code, or words. Some services write it as a record of both. */
export const errorOf = ({ error }: Fields): unknown => asRecord(error)?.code ?? error;

/** The code that the error of a result stands for. One that is no number is no success either, unless it says that there is none. */
function codeOfResult(error: unknown): number {
	const isNone = error === false || saysNoError(error);
	return numberOf(error) ?? (isNone ? SUCCESS_CODE : CODE_UNKNOWN_FAULT);
}

/** What a result says of its recipient. */
function bulkResult(record: Fields): BulkResult {
	const error = errorOf(record) ?? '';
	const code = error === '' ? null : codeOfResult(error);
	const { errorDescription, error_description, message, reason } = {
		...asRecord(record.error),
		...record,
	};
	const isDenied = deniesId(record) || isMarkedAsLeftOut(record);
	return {
		...created(record),
		error: !code && isDenied ? CODE_UNKNOWN_FAULT : code,
		errorDescription: textOf(
			errorDescription ??
				error_description ??
				message ??
				reason ??
				(code === CODE_UNKNOWN_FAULT ? error : undefined),
		),
	};
}

/**
 * Whether a list tells the parts of the one message that stands around it, and not what became of each recipient: its entries name nobody
 * and say nothing of an error. A message without a name may be a task that has an ID, unless the entries count themselves as parts.
 */
function tellsParts(list: readonly Fields[], message: BulkResult | undefined): boolean {
	if (!message || list.length === 0) return false;
	const isNamed = (result: BulkResult): boolean =>
		result.msisdn !== null || result.reference !== null;
	const results = list.map(bulkResult);
	if (results.some((result) => isNamed(result) || result.error !== null)) return false;
	const isResult = isId(message.id) && message.error !== null;
	return isNamed(message) || (isResult && list.every((entry) => 'part' in entry));
}

/** Takes the reply of 4.6 mode phones or individual; returns the task and what became of each recipient, in the reply's order. */
export function normaliseBulkCreate(body: unknown): BulkCreate {
	const outer = asRecord(jsonOf(body)) ?? {};
	const inner = innerOf(outer);
	// Without a list of recipients, what stands within is one recipient.
	const isOne =
		inner.id !== undefined || inner.reference !== undefined || inner.error !== undefined;
	// The fields of a reply without a list, as the specification names them (4.6, mode phones).
	const records = isOne ? [withCodeAround(inner, outer)] : outer.id === undefined ? [] : [outer];
	const one = records.map(bulkResult);
	const list = resultsIn(body);
	const listed = list && !tellsParts(list, one[0]) ? list.map(bulkResult) : undefined;
	const holder: Fields = { ...inner, ...outer };
	const { price: totalprice, currency } = priceOf(
		holder.totalprice ?? holder.total_price,
		holder.currency,
	);
	const results = listed ?? one;
	return {
		taskId: idOf(holder.task_id),
		totalprice,
		currency: currency ?? results.find((result) => result.currency !== null)?.currency ?? null,
		results,
		isList: listed !== undefined,
	};
}
