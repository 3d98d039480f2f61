import type { IDataObject } from 'n8n-workflow';
import { asRecord } from '../errors';
import { jsonIn } from '../json';
import type { Fields } from '../errors';
import type { Readers } from './values';
import {
	amountOf,
	MESSAGE_TIMES,
	flagOf,
	idOf,
	priceOf,
	readAll,
	renamed,
	statusOf,
	textOf,
	tidy,
	timeOf,
} from './values';

/** Every row has these, under the names of 2.6. */
const ROW: Readers = {
	message_id: idOf,
	message_type: statusOf,
	msisdn: textOf,
	country_name: textOf,
	brand_name: textOf,
	mcc: textOf,
	mnc: textOf,
	originator: textOf,
	price: amountOf,
	currency: textOf,
	time_in: timeOf,
	time_sent: timeOf,
	time_dr: timeOf,
	status: statusOf,
	body: textOf,
	img: textOf,
	caption: textOf,
	action: textOf,
};
/** What an HLR record finds out. */
const FINDINGS: Readers = {
	country_name: textOf,
	brand_name: textOf,
	operator: textOf,
	mcc: textOf,
	mnc: textOf,
	status: statusOf,
	imsi: textOf,
	ported: flagOf,
	roaming: flagOf,
};
/** Our names by the letters of the service's, old (`Incoming date`) and newer (`time_in`). */
const COLUMNS_OF_REPORT = new Map([
	...Object.keys({ ...ROW, ...FINDINGS, reference: textOf }).map(
		(name) => [name.replace(/_/g, ''), name] as const,
	),
	['id', 'message_id'],
	['mesagetype', 'message_type'],
	['type', 'message_type'],
	['phone', 'msisdn'],
	['country', 'country_name'],
	['brand', 'brand_name'],
	['sender', 'originator'],
	['incomingdate', 'time_in'],
	['sendingdate', 'time_sent'],
	['dlrdate', 'time_dr'],
	['timedlr', 'time_dr'],
	['alternativesms', 'alternative'],
]);

const lettersOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

/** Whether a name is that of a column of a report, with either set of names. */
export const isReportColumn = (name: string): boolean => COLUMNS_OF_REPORT.has(lettersOf(name));

const named = (fields: Fields): Fields =>
	renamed(fields, (key) => COLUMNS_OF_REPORT.get(lettersOf(key)) ?? key);

/** An object, or its JSON text as csv carries it. */
function objectOf(value: unknown): Fields | undefined {
	if (typeof value !== 'string' || !/^\s*\{/.test(value)) return asRecord(value);
	return asRecord(jsonIn(value));
}

function findings(body: Fields, zone: string): IDataObject {
	const { brand_name: brand, ...found } = readAll(named(body), zone, FINDINGS);
	return { ...found, brand };
}

/**
 * Makes the rows of a report record with either set of names (2.6, extensions notes): one, or two for a Viber record with an alternative
 * SMS, whose row names its parent. Every row has the same keys; `hlr` holds the findings of an HLR record. `zone` is the service's.
 */
export function normaliseReportRecord(
	fields: Fields,
	zone: string,
	parent: number | string | null = null,
): IDataObject[] {
	const { alternative, ...source } = named(fields);
	const row = tidy(
		{ ...source, ...priceOf(source.price, source.currency) },
		zone,
		ROW,
		MESSAGE_TIMES,
	);
	row.message_type ??= row.originator === 'HLR' ? 'hlr' : parent === null ? null : 'sms';
	row.parent_message_id = parent;
	// A message may itself look like JSON: only an HLR record has an object here.
	const found = row.message_type === 'hlr' ? objectOf(source.body) : undefined;
	row.hlr = found ? findings(found, zone) : null;
	if (found) row.body = null;
	const other = objectOf(alternative) ?? {};
	// One level only: an alternative has no alternative of its own.
	return parent === null && Object.keys(other).length > 0
		? [row, ...normaliseReportRecord(other, zone, idOf(source.message_id) ?? '')]
		: [row];
}
