import { stamp } from '../clock.mts';
import { Random, seedOf } from '../random.mts';
import type { Service } from '../service.mts';
import type { Message, Report, ReportType } from '../types.mts';

/** One message of a report, before it is written in a dialect's record. */
export interface ReportEntry {
	id: number;
	type: ReportType;
	msisdn: string;
	originator: string;
	price: number;
	currency: string;
	createdMs: number;
	sendMs: number;
	reportMs: number | null;
	status: string;
	text: string;
	/** The SMS sent in place of a Viber message. */
	alternative: ReportEntry | null;
}

type Row = Record<string, unknown>;

const NETWORK = {
	country: 'Ukraine',
	brand: 'Sandbox Mobile',
	operator: 'Sandbox Mobile Ltd',
	mcc: '255',
	mnc: '01',
};

function capital(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

function ofMessage(message: Message): ReportEntry {
	return {
		id: message.id,
		type: 'sms',
		msisdn: message.msisdn,
		originator: message.sender,
		price: message.price,
		currency: message.currency,
		createdMs: message.createdMs,
		sendMs: message.sendMs,
		reportMs: message.reportMs,
		status: message.status,
		text: message.text,
		alternative: null,
	};
}

function madeUp(
	random: Random,
	type: ReportType,
	index: number,
	bodyLength: number,
	start: number,
	currency: string,
): ReportEntry {
	const createdMs = start + index * 1000;
	const entry: ReportEntry = {
		id: 1_000_000_000 + index,
		type,
		msisdn: `38099${random.integer(1_000_000, 9_999_999)}`,
		originator: type === 'hlr' ? 'HLR' : 'Sandbox',
		price: random.integer(1, 99) / 1000,
		currency,
		createdMs,
		sendMs: createdMs + 1000,
		reportMs: createdMs + 5000,
		status: 'delivered',
		text: '',
		alternative: null,
	};
	if (type === 'hlr')
		entry.status = random.pick(['active', 'active', 'absent', 'unknown'] as const);
	else entry.text = `Record ${index} `.padEnd(bodyLength, 'abcdefghij ');
	if (type === 'viber' && random.next() < 0.5) {
		entry.status = 'not-viber-user';
		entry.alternative = {
			...entry,
			id: entry.id + 1_000_000_000,
			type: 'sms',
			status: 'delivered',
			text: 'Alternative SMS',
		};
	} else if (type !== 'hlr')
		entry.status = random.pick([
			'delivered',
			'delivered',
			'delivered',
			'expired',
			'undeliverable',
		] as const);
	return entry;
}

/** The entries of a report, one after another; nothing is held. */
export function* entriesOf(service: Service, report: Report): Generator<ReportEntry> {
	if ('messageIds' in report.source) {
		for (const id of report.source.messageIds) {
			const message = service.store.messages.get(id);
			if (message) yield ofMessage(message);
		}
		return;
	}
	const { records, types, bodyLength } = report.source;
	const random = new Random(seedOf(`${service.seed} ${report.key}`));
	const start = report.createdMs - records * 1000;
	for (let index = 0; index < records; index++)
		yield madeUp(
			random,
			types[index % types.length] ?? 'sms',
			index,
			bodyLength,
			start,
			service.config.currency,
		);
}

function documented(service: Service, entry: ReportEntry): Row {
	const zone = service.config.timeZone;
	const row: Row = {
		message_ID: entry.id,
		message_type: entry.type,
		msisdn: Number(entry.msisdn),
		Country_name: NETWORK.country,
		brand_name: NETWORK.brand,
		mcc: NETWORK.mcc,
		mnc: NETWORK.mnc,
		originator: entry.originator,
		price: `${entry.price} ${entry.currency}`,
		'Incoming date': stamp(entry.createdMs, zone),
		'Sending date': stamp(entry.sendMs, zone),
		'DLR Date': stamp(entry.reportMs, zone),
		Status: entry.status === 'not-viber-user' ? entry.status : capital(entry.status),
		body: entry.type === 'hlr' ? hlrBody(entry) : entry.text,
	};
	if (entry.type === 'viber')
		Object.assign(row, {
			img: 'https://example.com/picture.png',
			Caption: 'Open',
			Action: 'https://example.com/',
		});
	if (entry.alternative) row.alternativeSMS = documented(service, entry.alternative);
	return row;
}

function hlrBody(entry: ReportEntry): Row {
	return {
		Country_name: NETWORK.country,
		Brand: NETWORK.brand,
		Operator: NETWORK.operator,
		MCC: NETWORK.mcc,
		MNC: NETWORK.mnc,
		Status: capital(entry.status),
		IMSI: `25501${String(entry.id).padStart(10, '0')}`,
		Ported: entry.id % 2,
		Roaming: entry.id % 3 === 0 ? 1 : 0,
	};
}

function newer(service: Service, entry: ReportEntry): Row {
	const zone = service.config.timeZone;
	const row: Row = {
		message_id: entry.id,
		message_type: entry.type,
		msisdn: entry.msisdn,
		country_name: NETWORK.country,
		brand: NETWORK.brand,
		mcc: NETWORK.mcc,
		mnc: NETWORK.mnc,
		originator: entry.originator,
		price: entry.price,
		currency: entry.currency,
		time_in: stamp(entry.createdMs, zone),
		time_sent: stamp(entry.sendMs, zone),
		time_dlr: stamp(entry.reportMs, zone),
		status: entry.status,
		body: entry.type === 'hlr' ? hlrBody(entry) : entry.text,
	};
	if (entry.alternative) row.alternativeSMS = newer(service, entry.alternative);
	return row;
}

/** An entry as a record of the dialect (2.6, or the newer keys of the extensions notes). */
export function recordOf(service: Service, entry: ReportEntry): Row {
	return service.config.dialect.reportRecords === 'newer'
		? newer(service, entry)
		: documented(service, entry);
}
