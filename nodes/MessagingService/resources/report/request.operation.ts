import { updateDisplayOptions, type IDataObject } from 'n8n-workflow';
import type { ServiceFault } from '../../../shared/errors';
import { CODE_REPORT_NOT_READY, CODE_TOO_MANY_REPORTS, LIMITS } from '../../../shared/spec';
import { formatServiceTime, toInstant } from '../../../shared/time';
import { pause } from '../../../shared/transport';
import { checkFileKey, checkId, checkLength, checkPhone, refuse } from '../../../shared/validation';
import { RAW_OUTPUT, REQUESTS_IN_FLIGHT, RETRY_FOR, TIMEOUT } from '../../dispatch/commonOptions';
import { rawRecords, wantsRaw, type Item, type ItemOutput } from '../../operations/item';
import type { Operation } from '../../operations/operation';
import { listEntries } from '../../operations/recipients';
import { downloadSettings, FILE_NAME_OPTION, OUTPUT_FIELDS, reportOperation } from './fields';
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

/** Request a report, and fetch it when it is ready (extension). */
export const requestReport: Operation = {
	option: {
		name: 'Request',
		value: 'request',
		action: 'Request report',
		description:
			'Have a message report made, wait for it and get it. Not every service offers this.',
	},
	fields: [
		{
			displayName: 'Select By',
			name: 'selectBy',
			type: 'options',
			options: [
				{
					name: 'Message IDs',
					value: 'messageIds',
					description: 'A report on the messages that you name',
				},
				{
					name: 'Period',
					value: 'period',
					description: 'A report on all messages of one type that were created in a period',
				},
			],
			default: 'period',
			description: 'How the messages of the report are selected',
		},
		{
			displayName: 'From',
			name: 'timeFrom',
			type: 'dateTime',
			required: true,
			default: '',
			description: 'The start of the period: messages created at this time or later',
			displayOptions: { show: { selectBy: ['period'] } },
		},
		{
			displayName: 'To',
			name: 'timeTo',
			type: 'dateTime',
			required: true,
			default: '',
			description: 'The end of the period: messages created up to this time',
			displayOptions: { show: { selectBy: ['period'] } },
		},
		{
			displayName: 'Message Type',
			name: 'messageType',
			type: 'options',
			options: [
				{ name: 'HLR Lookup', value: 'hlr', description: 'Checks whether a number is in use' },
				{ name: 'SMS', value: 'sms' },
				{
					name: 'Viber',
					value: 'viber',
					description: 'With the SMS that was sent in place of a Viber message, if there was one',
				},
			],
			default: 'sms',
			description: 'The type of the messages in the report',
			displayOptions: { show: { selectBy: ['period'] } },
		},
		{
			displayName: 'Message IDs',
			name: 'messageIds',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 1542308473, 1542308474',
			description:
				'Up to 300 message IDs, with commas or line breaks between them, or an expression that returns a list',
			displayOptions: { show: { selectBy: ['messageIds'] } },
		},
		{
			displayName: 'Wait and Download',
			name: 'wait',
			type: 'boolean',
			default: true,
			description:
				'Whether to wait until the report is ready and return its records. Otherwise only its key is returned, which Report: Download takes.',
		},
		...updateDisplayOptions({ show: { wait: [true] } }, OUTPUT_FIELDS),
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			options: [
				{
					displayName: 'Country ID',
					name: 'countryId',
					type: 'string',
					default: '',
					placeholder: 'e.g. 12',
					description: 'Only messages to the country with this ID, as the service counts countries',
				},
				{
					displayName: 'Phone Numbers',
					name: 'phones',
					type: 'string',
					default: '',
					placeholder: 'e.g. 380991112233, 380992223344',
					description: 'Only messages to these numbers, with commas or line breaks between them',
				},
				{
					displayName: 'Sender',
					name: 'originator',
					type: 'string',
					default: '',
					placeholder: 'e.g. Shop',
					description: 'Only messages from this sender, up to 40 characters',
				},
				{
					displayName: 'Source Type',
					name: 'sourceType',
					type: 'string',
					default: '',
					placeholder: 'e.g. rest',
					description: 'Only messages that were sent in this way, in the words of the service',
				},
			],
			displayOptions: { show: { selectBy: ['period'] } },
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: [
				FILE_NAME_OPTION,
				{
					displayName: 'Maximum Wait (Minutes)',
					name: 'maxWait',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: DEFAULT_WAIT_MINUTES,
					description:
						'How many minutes to wait until the report is ready. When they are over the node stops and names the key, with which the report can be downloaded later.',
				},
				RAW_OUTPUT,
				REQUESTS_IN_FLIGHT,
				RETRY_FOR,
				TIMEOUT,
			],
		},
	],
	...reportOperation('POST', PATH, request),
};
