import type { IDataObject, PreSendAction } from 'n8n-workflow';
import { ENDPOINTS, LIMITS } from '../../../shared/spec';
import { listEntries } from '../../../shared/text';
import {
	checkDefaultCountry,
	checkEach,
	checkId,
	checkLength,
	checkPhone,
	checkSenderFilter,
	refuse,
	type PhoneRules,
} from '../../../shared/validation';
import { builtRequest, inPart, inServiceTime, type Check, type Rules } from '../../dispatch/checks';
import { optionsField, RETRY_FOR, shownWhere } from '../../dispatch/commonOptions';
import { carryOut } from '../../dispatch/declared';
import { toBody } from '../../dispatch/places';
import { withHints } from '../../dispatch/withHints';
import { DEFAULT_COUNTRY } from '../../sending/fields';
import {
	EMPTY_REPORT,
	FILE_NAME_OPTION,
	MAXIMUM_RECORDS,
	ONLY_WITH_STATUS,
	OUTPUT_FIELDS,
} from './fields';
import { createReport, DEFAULT_WAIT_MINUTES, fetchReport } from './making';

/** Any number that was sent to may be asked for, also one that no plan has. */
const checkPhones: Check = (value, _, other) => {
	const country = checkDefaultCountry(other('filters.defaultCountry'));
	if (!country.ok) return country;
	const rules: PhoneRules = { check: 'off', country: country.value };
	return checkEach(value, (phone) => checkPhone(phone, 'Phone Numbers', rules));
};

const checkMessageIds: Check = (value) => {
	const { length } = listEntries(value);
	if (length === 0 || length > LIMITS.reportMessageIds) {
		return refuse(
			'Message IDs',
			`Message IDs holds ${length} IDs instead of 1 to ${LIMITS.reportMessageIds}`,
			'Ask for several reports, or select by period.',
		);
	}
	return checkEach(value, (id) => checkId(id, 'Message IDs'));
};

const checkCountryId: Check = (value) => {
	const checked = checkLength(value, LIMITS.reportFilter, 'Country ID');
	if (!checked.ok || checked.value === '') return checked;
	return checkId(checked.value, 'Country ID');
};

const OF_PERIOD: Rules = { only: ['selectBy', 'period'] };

/** A period that ends before it begins holds nothing. Both ends are in the service's form, which sorts by time. */
const checkOrder: PreSendAction = async (options) => {
	const { time_in_from: from, time_in_to: to } = (options.body ?? {}) as IDataObject;
	const { refusals } = builtRequest(options);
	if (refusals.length > 0) return options;
	if (typeof from === 'string' && typeof to === 'string' && from >= to) {
		const cure = 'Exchange the two, or widen the period.';
		refusals.push(refuse('From', 'From is not before To', cure).refusal);
	}
	return options;
};

/** Request a report, and fetch it when it is ready (extension). */
export const requestReport = withHints({
	option: {
		name: 'Request',
		value: 'request',
		action: 'Request report',
		description:
			'Request a report on messages, wait for it, get it. Not every service offers this.',
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
			default: '={{ $today.minus({ days: 1 }).toISO() }}',
			description:
				'The start of the period: messages created at this time or later. It is preset to the beginning of yesterday.',
			displayOptions: { show: { selectBy: ['period'] } },
			routing: toBody('time_in_from', inServiceTime('From'), { ...OF_PERIOD, required: true }),
		},
		{
			displayName: 'To',
			name: 'timeTo',
			type: 'dateTime',
			required: true,
			default: '={{ $today.toISO() }}',
			description:
				'The end of the period: messages created up to this time. It is preset to the end of yesterday.',
			displayOptions: { show: { selectBy: ['period'] } },
			routing: {
				send: {
					type: 'body',
					property: 'time_in_to',
					propertyInDotNotation: false,
					preSend: [
						inPart('body', 'time_in_to', inServiceTime('To'), { ...OF_PERIOD, required: true }),
						checkOrder,
					],
				},
			},
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
			routing: toBody('message_type', undefined, { ...OF_PERIOD, fallback: 'sms' }),
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
			routing: toBody('message_id', checkMessageIds, {
				required: true,
				only: ['selectBy', 'messageIds'],
			}),
		},
		{
			displayName: 'Wait and Download',
			name: 'wait',
			type: 'boolean',
			default: true,
			description:
				'Whether to wait until the report is ready and return its records. Otherwise only its key is returned, which Report: Download takes.',
		},
		...shownWhere({ wait: [true] }, OUTPUT_FIELDS),
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
					description:
						'Only messages to the country with this ID. The service numbers countries itself.',
					routing: toBody('country_id', checkCountryId, OF_PERIOD),
				},
				DEFAULT_COUNTRY,
				{
					displayName: 'Phone Numbers',
					name: 'phones',
					type: 'string',
					default: '',
					placeholder: 'e.g. 380991112233, 380992223344',
					description: 'Only messages to these numbers, with commas or line breaks between them',
					routing: toBody('msisdn', checkPhones, OF_PERIOD),
				},
				{
					displayName: 'Sender',
					name: 'originator',
					type: 'string',
					default: '',
					placeholder: 'e.g. Shop',
					description: 'Only messages from this sender, up to 40 characters',
					routing: toBody(
						'originator',
						(value) => checkSenderFilter(value, LIMITS.reportFilter),
						OF_PERIOD,
					),
				},
				{
					displayName: 'Source Type',
					name: 'sourceType',
					type: 'string',
					default: '',
					placeholder: 'e.g. rest',
					description: 'Only messages that were sent in this way, in the words of the service',
					routing: toBody(
						'source_type',
						(value) => checkLength(value, LIMITS.reportFilter, 'Source Type'),
						OF_PERIOD,
					),
				},
			],
			displayOptions: { show: { selectBy: ['period'] } },
		},
		optionsField([
			...shownWhere({ '/wait': [true] }, [
				FILE_NAME_OPTION,
				EMPTY_REPORT,
				MAXIMUM_RECORDS,
				{
					displayName: 'Maximum Wait (Minutes)',
					name: 'maxWait',
					type: 'number',
					typeOptions: { minValue: 0 },
					default: DEFAULT_WAIT_MINUTES,
					description:
						'How many minutes to wait until the report is ready. After that the node stops and names the key: Report: Download takes it later.',
				},
				ONLY_WITH_STATUS,
			]),
			RETRY_FOR,
		]),
	],
	routing: {
		request: { method: 'POST', url: ENDPOINTS.requestReport.path },
		operations: { pagination: carryOut({ call: createReport, finish: fetchReport }) },
	},
});
