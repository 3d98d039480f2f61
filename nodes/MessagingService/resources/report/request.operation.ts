import type { IDataObject } from 'n8n-workflow';
import type { ServiceFault } from '../../../shared/errors';
import {
	bool,
	choice,
	collection,
	field,
	number,
	required,
	shown,
	text,
} from '../../../shared/fields';
import { CODE_REPORT_NOT_READY, CODE_TOO_MANY_REPORTS, LIMITS } from '../../../shared/spec';
import { formatServiceTime, toInstant } from '../../../shared/time';
import { pause } from '../../../shared/transport';
import { checkFileKey, checkId, checkLength, checkPhone, refuse } from '../../../shared/validation';
import { optionsField } from '../../operations/fields';
import { rawRecords, wantsRaw, type Item, type ItemOutput } from '../../operations/item';
import type { Operation } from '../../operations/operation';
import { listEntries } from '../../../shared/validation/input';
import { downloadSettings, FILE_NAME_OPTION, outputFields, reportOperation } from './fields';
import { download } from './file';

/** Not in the specification: extensions notes, "Request a report". */
const PATH = '/rest/stat/create';
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const DEFAULT_WAIT_MINUTES = 30;
const MS_PER_MINUTE = 60_000;
/** How a service without this extension answers: as if the address were wrong. */
const NOT_OFFERED = [404, 405, 501];

function bodyOf(item: Item): IDataObject {
	const list = (name: string) => listEntries(item.parameter<unknown>(name, ''));
	if (item.parameter<string>('selectBy', 'period') === 'messageIds') {
		const ids = list('messageIds');
		if (ids.length === 0 || ids.length > LIMITS.reportMessageIds) {
			item.check(
				refuse(
					'Message IDs',
					`Message IDs holds ${ids.length} IDs instead of 1 to ${LIMITS.reportMessageIds}`,
					'Ask for several reports, or select by period.',
				),
			);
		}
		return { message_id: ids.map((id) => item.check(checkId(id, 'Message IDs'))) };
	}
	const time = (name: string, label: string) =>
		item.check(toInstant(item.parameter<unknown>(name, ''), item.zone, item.localZone, label));
	const from = time('timeFrom', 'From');
	const to = time('timeTo', 'To');
	if (from >= to)
		item.check(
			refuse('From', 'From does not lie before To', 'Exchange the two, or widen the period.'),
		);
	const phones = list('filters.phones').map((phone) =>
		item.check(checkPhone(phone, 'Phone Numbers')),
	);
	const filter = (name: string, label: string) =>
		item.check(
			checkLength(item.parameter<unknown>(`filters.${name}`, ''), LIMITS.reportFilter, label),
		);
	const country = filter('countryId', 'Country ID');
	return {
		time_in_from: formatServiceTime(from, item.zone),
		time_in_to: formatServiceTime(to, item.zone),
		message_type: item.parameter('messageType', 'sms'),
		...(phones.length > 0 && { msisdn: phones }),
		originator: filter('originator', 'Sender'),
		source_type: filter('sourceType', 'Source Type'),
		country_id: country && item.check(checkId(country, 'Country ID')),
	};
}

const offered = (fault: ServiceFault): ServiceFault =>
	!NOT_OFFERED.includes(fault.httpStatus ?? 0)
		? fault
		: {
				...fault,
				message: 'The service does not offer report requests',
				description:
					'This goes beyond the interface specification. Request the report in your account and use Report: Download with its key.',
			};

/** Pauses that grow from one second to half a minute, until the time is over or the execution is cancelled. */
function waiting(item: Item): () => Promise<boolean> {
	const until =
		Date.now() + item.parameter('options.maxWait', DEFAULT_WAIT_MINUTES) * MS_PER_MINUTE;
	let next = FIRST_PAUSE_MS;
	return async () => {
		const left = until - Date.now();
		const now = Math.min(next, left);
		next = Math.min(next * 1.6, LONGEST_PAUSE_MS);
		return left > 0 && (await pause(now, item.ctx.signal));
	};
}

async function request(item: Item): Promise<ItemOutput> {
	const body = bodyOf(item);
	const wait = item.parameter('wait', true);
	const again = waiting(item);
	const create = async () => await item.tryCall({ method: 'POST', path: PATH, body }, 'once');
	let outcome = await create();
	while (wait && outcome.fault?.code === CODE_TOO_MANY_REPORTS && (await again()))
		outcome = await create();
	if (outcome.fault) return item.fail(offered(outcome.fault), 'once');
	const [reply = {}] = rawRecords(outcome.reply.body);
	const key = item.check(checkFileKey(reply.key ?? reply.export_id));
	if (!wait) return [wantsRaw(item) ? reply : { key }];

	const settings = downloadSettings(item, key);
	for (;;) {
		const { output, fault } = await download(item, settings);
		if (output) return output;
		if (fault.code !== CODE_REPORT_NOT_READY) return item.fail(fault);
		if (await again()) continue;
		const description = `Fetch the key ${key} later with Report: Download, or raise Maximum Wait under Options. Another request would make another report.`;
		return item.fail({ ...fault, message: `Report ${key} is not ready yet`, description });
	}
}

const PERIOD = { selectBy: ['period'] };

/** Request a report, and fetch it when it is ready (extension). */
export const requestReport: Operation = {
	names:
		'request: Request: Have a message report made, wait for it and get it. Not every service offers this.',
	action: 'Request report',
	fields: [
		choice('selectBy', ['messageIds: Message IDs', 'period'], { default: 'period' }),
		...shown(
			PERIOD,
			field('dateTime', 'timeFrom: From: Messages created at this time or later', {
				required: true,
			}),
			field('dateTime', 'timeTo: To: Messages created up to this time', { required: true }),
			choice('messageType', ['hlr: HLR Lookup', 'sms: SMS', 'viber'], { default: 'sms' }),
		),
		...shown(
			{ selectBy: ['messageIds'] },
			required(
				'messageIds: Message IDs: Up to 300 IDs with commas between, or a list given by an expression',
				'1542308473, 1542308474',
			),
		),
		bool(
			'wait: Wait and Download: Whether to wait for the report and return it, instead of its key',
			true,
		),
		...outputFields({ wait: [true] }),
		...shown(
			PERIOD,
			collection('filters', 'filter', [
				text('countryId: Country ID: ID of the country as the service counts them'),
				text('phones: Phone Numbers: Recipients, with commas between', '380991112233'),
				text('originator: Sender: The sender of the messages', 'Shop'),
				text('sourceType: Source Type: Where the messages came from'),
			]),
		),
		optionsField([
			FILE_NAME_OPTION,
			number(
				'maxWait: Maximum Wait (Minutes): How long to wait until the report is ready',
				DEFAULT_WAIT_MINUTES,
				0,
			),
		]),
	],
	...reportOperation('POST', PATH, request),
};
