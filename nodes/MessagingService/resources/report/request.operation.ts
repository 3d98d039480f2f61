import type { IDataObject } from 'n8n-workflow';
import type { ServiceFault } from '../../../shared/errors';
import { CODE_REPORT_NOT_READY, CODE_TOO_MANY_REPORTS, LIMITS } from '../../../shared/spec';
import { toInstant, toServiceTime } from '../../../shared/time';
import { callError, createLimiter, pause } from '../../../shared/transport';
import { checkFileKey, checkId, checkPhone, refuse } from '../../../shared/validation';
import { optionsField } from '../../operations/fields';
import { eachItem, rawRecords, wantsRaw, type Item, type ItemOutput } from '../../operations/item';
import { imperative, type Operation } from '../../operations/operation';
import { downloadSettings, FILE_NAME_OPTION, outputFields } from './fields';
import { download } from './file';

/** Not in the specification: extensions notes, "Request a report". */
const PATH = '/rest/stat/create';
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const DEFAULT_WAIT_MINUTES = 30;
const MS_PER_MINUTE = 60_000;
const AT_A_TIME = 2;

/** A list typed with commas or line breaks between, or given by an expression. Phones are typed with blanks in them. */
function listOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	return String(value ?? '').split(/[,;\r\n]+/).filter((entry) => entry.trim() !== '');
}

function bodyOf(item: Item): IDataObject {
	if (item.parameter<string>('selectBy', 'period') === 'messageIds') {
		const ids = listOf(item.parameter<unknown>('messageIds', ''));
		if (ids.length === 0 || ids.length > LIMITS.reportMessageIds) {
			item.check(refuse('Message IDs', `Message IDs holds ${ids.length} IDs instead of 1 to ${LIMITS.reportMessageIds}`, 'Ask for several reports, or select by period.'));
		}
		return { message_id: ids.map((id) => item.check(checkId(id, 'Message IDs'))) };
	}
	const time = (name: string, field: string) => {
		const value = item.parameter<unknown>(name, '');
		return { text: item.check(toServiceTime(value, item.zone, item.localZone, field)), at: item.check(toInstant(value, item.zone, item.localZone, field)) };
	};
	const from = time('timeFrom', 'From');
	const to = time('timeTo', 'To');
	if (from.at >= to.at) item.check(refuse('From', 'From does not lie before To', 'Exchange the two, or widen the period.'));
	const phones = listOf(item.parameter<unknown>('filters.phones', '')).map((phone) => item.check(checkPhone(phone, 'Phone Numbers')));
	return {
		time_in_from: from.text,
		time_in_to: to.text,
		message_type: item.parameter('messageType', 'sms'),
		...(phones.length > 0 ? { msisdn: phones } : {}),
		originator: item.parameter('filters.originator', ''),
		source_type: item.parameter('filters.sourceType', ''),
		country_id: item.parameter('filters.countryId', ''),
	};
}

/** A service without this extension answers as if the address were wrong. */
function offered(fault: ServiceFault): ServiceFault {
	if (![404, 405, 501].includes(fault.httpStatus ?? 0)) return fault;
	return {
		...fault,
		message: 'The service does not offer report requests',
		description: 'This operation goes beyond the interface specification. Request the report in your account and use Report: Download with its key.',
	};
}

function fail(item: Item, fault: ServiceFault, kind: 'read' | 'once'): never {
	throw callError(item.ctx.node, fault, { kind, itemIndex: item.index });
}

/** Pauses that grow from one second to half a minute, until the time is over or the execution is cancelled. */
function waiting(item: Item): () => Promise<boolean> {
	const until = Date.now() + item.parameter('options.maxWait', DEFAULT_WAIT_MINUTES) * MS_PER_MINUTE;
	let next = FIRST_PAUSE_MS;
	return async () => {
		const left = until - Date.now();
		if (left <= 0) return false;
		const now = Math.min(next, left);
		next = Math.min(next * 1.6, LONGEST_PAUSE_MS);
		return await pause(now, item.ctx.signal);
	};
}

async function request(item: Item): Promise<ItemOutput> {
	const body = bodyOf(item);
	const wait = item.parameter('wait', true);
	const again = waiting(item);
	let outcome = await item.tryCall({ method: 'POST', path: PATH, body }, 'once');
	while (wait && outcome.fault?.code === CODE_TOO_MANY_REPORTS && (await again())) {
		outcome = await item.tryCall({ method: 'POST', path: PATH, body }, 'once');
	}
	if (outcome.fault) return fail(item, offered(outcome.fault), 'once');
	const [reply = {}] = rawRecords(outcome.reply.body);
	const key = item.check(checkFileKey(reply.key ?? reply.export_id));
	if (!wait) return [wantsRaw(item) ? reply : { key }];

	const settings = downloadSettings(item, key);
	for (;;) {
		const { output, fault } = await download(item, settings);
		if (output) return output;
		if (fault.code !== CODE_REPORT_NOT_READY) return fail(item, fault, 'read');
		if (await again()) continue;
		const description = `It has the key ${key}: fetch it later with Report: Download, or raise Maximum Wait under Options. Requesting it again would make another one.`;
		return fail(item, { ...fault, message: `Report ${key} is not ready yet`, description }, 'read');
	}
}

const { routing, execute } = imperative(async (ctx) => {
	const limit = createLimiter(AT_A_TIME);
	return await eachItem(ctx, async (item) => await limit(async () => await request(item)));
});

/** Request a report, and fetch it when it is ready (extension). */
export const requestReport: Operation = {
	value: 'request',
	name: 'Request',
	action: 'Request report',
	description: 'Have a message report made, wait until it is ready and get it. Not every service offers this.',
	fields: [
		{
			displayName: 'Select By',
			name: 'selectBy',
			type: 'options',
			options: [
				{ name: 'Message IDs', value: 'messageIds' },
				{ name: 'Period', value: 'period' },
			],
			default: 'period',
		},
		{
			displayName: 'From',
			name: 'timeFrom',
			type: 'dateTime',
			required: true,
			default: '',
			displayOptions: { show: { selectBy: ['period'] } },
			description: 'Messages created at this time or later',
		},
		{
			displayName: 'To',
			name: 'timeTo',
			type: 'dateTime',
			required: true,
			default: '',
			displayOptions: { show: { selectBy: ['period'] } },
			description: 'Messages created up to this time',
		},
		{
			displayName: 'Message Type',
			name: 'messageType',
			type: 'options',
			options: [
				{ name: 'HLR Lookup', value: 'hlr' },
				{ name: 'SMS', value: 'sms' },
				{ name: 'Viber', value: 'viber' },
			],
			default: 'sms',
			displayOptions: { show: { selectBy: ['period'] } },
		},
		{
			displayName: 'Message IDs',
			name: 'messageIds',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 1542308473, 1542308474',
			displayOptions: { show: { selectBy: ['messageIds'] } },
			description: 'Up to 300 IDs with commas between, or a list given by an expression',
		},
		{
			displayName: 'Wait and Download',
			name: 'wait',
			type: 'boolean',
			default: true,
			description: 'Whether to wait until the report is ready and return it, instead of returning its key',
		},
		...outputFields({ wait: [true] }),
		{
			displayName: 'Filters',
			name: 'filters',
			type: 'collection',
			placeholder: 'Add filter',
			default: {},
			displayOptions: { show: { selectBy: ['period'] } },
			options: [
				{ displayName: 'Country ID', name: 'countryId', type: 'string', default: '', description: 'ID of the country as the service counts them' },
				{
					displayName: 'Phone Numbers',
					name: 'phones',
					type: 'string',
					default: '',
					placeholder: 'e.g. 380991112233',
					description: 'Recipients, with commas between',
				},
				{ displayName: 'Sender', name: 'originator', type: 'string', default: '', placeholder: 'e.g. Shop', description: 'The sender of the messages' },
				{ displayName: 'Source Type', name: 'sourceType', type: 'string', default: '', description: 'Where the messages came from, as the service names it' },
			],
		},
		optionsField([
			FILE_NAME_OPTION,
			{
				displayName: 'Maximum Wait (Minutes)',
				name: 'maxWait',
				type: 'number',
				typeOptions: { minValue: 0 },
				default: 30,
				description: 'How long to wait until the report is ready',
			},
		]),
	],
	routing: { request: { method: 'POST', url: PATH }, ...routing },
	execute,
};
