import type { IDataObject } from 'n8n-workflow';
import { asRecord } from '../errors';
import type { Fields } from './values';
import { flagOf, idOf, others, priceOf, statusOf, textOf, timeOf } from './values';

/** Our names of 2.6 by the letters of the service's names, old (`Incoming date`) and newer (`time_in`). */
const NAMES: Readonly<Record<string, string>> = {
	messageid: 'message_id', id: 'message_id', messagetype: 'message_type', mesagetype: 'message_type', type: 'message_type', msisdn: 'msisdn', phone: 'msisdn',
	countryname: 'country_name', country: 'country_name', brandname: 'brand_name', brand: 'brand_name', operator: 'operator', mcc: 'mcc', mnc: 'mnc',
	originator: 'originator', sender: 'originator', price: 'price', currency: 'currency',
	incomingdate: 'time_in', timein: 'time_in', sendingdate: 'time_sent', timesent: 'time_sent',
	dlrdate: 'time_dr', timedlr: 'time_dr', timedr: 'time_dr', status: 'status', body: 'body', reference: 'reference',
	img: 'img', caption: 'caption', action: 'action', alternativesms: 'alternative', imsi: 'imsi', ported: 'ported', roaming: 'roaming',
};
const RECORD = new Set(['message_id', 'message_type', 'msisdn', 'country_name', 'brand_name', 'mcc', 'mnc', 'originator', 'price', 'currency', 'time_in', 'time_sent', 'time_dr', 'status', 'body', 'img', 'caption', 'action', 'alternative']);

function named(fields: Fields): Fields {
	const result: Fields = {};
	for (const [key, value] of Object.entries(fields)) {
		const name = NAMES[key.toLowerCase().replace(/[^a-z]/g, '')] ?? key;
		if (result[name] === undefined) result[name] = value;
	}
	return result;
}

/** An object, or its JSON text as csv carries it. */
function objectOf(value: unknown): Fields | undefined {
	if (typeof value !== 'string' || !/^\s*\{/.test(value)) return asRecord(value);
	try {
		return asRecord(JSON.parse(value));
	} catch {
		return undefined;
	}
}

function lookUp(body: Fields): IDataObject {
	const source = named(body);
	return {
		country_name: textOf(source.country_name),
		brand: textOf(source.brand_name),
		operator: textOf(source.operator),
		mcc: textOf(source.mcc),
		mnc: textOf(source.mnc),
		status: statusOf(source.status),
		imsi: textOf(source.imsi),
		ported: flagOf(source.ported),
		roaming: flagOf(source.roaming),
	};
}

/**
 * Takes a report record with either set of names (2.6, extensions notes) and the service's zone; returns one row, or two for a Viber record
 * with an alternative SMS, whose row names its parent. Every row has the same keys; `hlr` holds the findings of an HLR record.
 */
export function normaliseReportRecord(fields: Fields, zone: string, parent: number | string | null = null): IDataObject[] {
	const source = named(fields);
	const id = idOf(source.message_id);
	const body = objectOf(source.body);
	const type = statusOf(source.message_type) ?? (textOf(source.originator) === 'HLR' ? 'hlr' : parent === null ? null : 'sms');
	const { price, currency } = priceOf(source.price, source.currency);
	const row: IDataObject = {
		message_id: id,
		message_type: type,
		parent_message_id: parent,
		msisdn: textOf(source.msisdn),
		country_name: textOf(source.country_name),
		brand_name: textOf(source.brand_name),
		mcc: textOf(source.mcc),
		mnc: textOf(source.mnc),
		originator: textOf(source.originator),
		price,
		currency,
		time_in: timeOf(source.time_in, zone),
		time_sent: timeOf(source.time_sent, zone),
		time_dr: timeOf(source.time_dr, zone),
		status: statusOf(source.status),
		// A message may itself look like JSON: only an HLR record has an object here.
		body: type === 'hlr' && body !== undefined ? null : textOf(source.body),
		img: textOf(source.img),
		caption: textOf(source.caption),
		action: textOf(source.action),
		hlr: type === 'hlr' && body !== undefined ? lookUp(body) : null,
		...others(source, RECORD),
	};
	const alternative = objectOf(source.alternative);
	const filled = alternative !== undefined && Object.keys(alternative).length > 0;
	// One level only: an alternative has no alternative of its own.
	return filled && parent === null ? [row, ...normaliseReportRecord(alternative, zone, id ?? '')] : [row];
}
