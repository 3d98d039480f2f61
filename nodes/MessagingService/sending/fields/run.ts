import type { INodeProperties } from 'n8n-workflow';
import { optionsField, RETRY_FOR } from '../../dispatch/commonOptions';
import { CONTENT_FIELDS, FALL_BACK_FIELDS } from './content';
import { SMS_DELIVERY } from './message';
import { LEAVE_OUT_NUMBERS } from './numbers';
import { FILE_ENCODING } from '../file/fileFields';
import { ADD_TO_CONTACT_BOOK, AGENT, DELIVERY } from './rcs';
import { INVALID_RECIPIENTS, RECIPIENT_FIELDS } from './recipients';
import { OWN_REFERENCE, REFERENCE_MODE } from './references';

/* How a send runs, and what it gives back. */

/** Everything but the sending. */
export const DRY_RUN: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		'Whether to do everything except sending. The output then shows what would be sent to whom, when, and in how many segments, and why a recipient is refused. A hint says if the send would stop.',
};

/** What to do where it is unknown whether the service accepted a send. */
export const UNKNOWN_OUTCOME: INodeProperties = {
	displayName: 'Unknown Outcome',
	name: 'ifOutcomeUnknown',
	type: 'options',
	options: [
		{
			name: 'Count as Sent',
			value: 'countAsSent',
			description: 'For a retry, once you have looked in the service and found it there',
		},
		{
			name: 'Send Again',
			value: 'sendAgain',
			description:
				'It is sent once more, and only once in all retries. Recipients may get it twice.',
		},
		{
			name: 'Stop',
			value: 'stop',
			description: 'The node stops, and says what to look for in the service',
		},
	],
	default: 'stop',
	description:
		'What to do if the reply to a send was lost and the service, asked within Retry For, does not say whether it accepted the send',
};

/** What an SMS campaign may cost (extensions notes, section 6). */
export const MAXIMUM_PRICE: INodeProperties = {
	displayName: 'Maximum Price',
	name: 'maximumPrice',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'The most that all messages together may cost, in the currency of your account. The service is asked for the price right before sending, and above this nothing is sent. If the service names no price, nothing is sent either.',
};

/** One output item for each request, instead of one for each recipient. */
const SUMMARY_ONLY: INodeProperties = {
	displayName: 'Summary Only',
	name: 'simplify',
	type: 'boolean',
	default: false,
	description:
		'Whether to return one item for each request, with the numbers of accepted and refused recipients, instead of one item for each recipient',
	displayOptions: { show: { recipientSource: ['allItems', 'item', 'list'] } },
};

/** The form of the sends of SMS to many numbers, with options of the operation's own. */
export const sendToManyFields = (
	sender: INodeProperties,
	text: INodeProperties,
	own: readonly INodeProperties[],
): INodeProperties[] => [
	sender,
	...RECIPIENT_FIELDS,
	text,
	DRY_RUN,
	SUMMARY_ONLY,
	sendOptions([FILE_ENCODING, ...own]),
];

/** The same of RCS, whose messages show a content. */
export const sendRcsToManyFields = (own: readonly INodeProperties[]): INodeProperties[] => [
	AGENT,
	...RECIPIENT_FIELDS,
	...CONTENT_FIELDS,
	...FALL_BACK_FIELDS,
	DRY_RUN,
	SUMMARY_ONLY,
	recipientOptions([ADD_TO_CONTACT_BOOK, DELIVERY, FILE_ENCODING, ...own]),
];

/** The options that the sends of SMS to phone numbers have, with those of an operation among them. */
export const sendOptions = (own: readonly INodeProperties[]): INodeProperties =>
	recipientOptions([SMS_DELIVERY, ...own]);

/** The options that all sends to phone numbers have, in alphabetical order, with those of an operation among them. */
export const recipientOptions = (own: readonly INodeProperties[]): INodeProperties =>
	optionsField(
		[
			INVALID_RECIPIENTS,
			LEAVE_OUT_NUMBERS,
			OWN_REFERENCE,
			REFERENCE_MODE,
			RETRY_FOR,
			UNKNOWN_OUTCOME,
			...own,
		].sort((one, other) => one.displayName.localeCompare(other.displayName)),
	);
