import { rejected, type ServiceFault } from '../../../shared/errors';
import { anyChannelMessageRow, normaliseAnyChannelMessage } from '../../../shared/reply';
import { findListedMessage, type RequestParts } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import type { CallOutcome } from '../../../shared/transport';
import { checkId, checkReferenceLookup } from '../../../shared/validation';
import { foundReply } from '../../dispatch/declared';
import type { Item } from '../../dispatch/item';
import { toQuery } from '../../dispatch/places';
import { getOne } from '../builders';

/** What is said of a message that the list does not show. */
const notFound = (name: string): ServiceFault => ({
	...rejected(
		`${name} was not found`,
		'The list of messages shows none, perhaps not yet. Check what names it. Some services do not list messages of the legacy interface: SMS: Get shows those.',
	),
	httpStatus: 422,
});

/** Looks for the message, and for those that went out in its place: they say which channel delivered. */
async function findMessage({ service }: Item, { qs = {} }: RequestParts): Promise<CallOutcome> {
	const { 'filter[id]': id, 'filter[reference_id]': reference } = qs;
	const { records, fault } = await findListedMessage(service, { id, reference });
	const [message, ...instead] = records;
	if (fault) return { fault };
	if (message) return { reply: foundReply({ ...message, instead }) };
	const name =
		id === undefined
			? `The message with the reference ${String(reference)}`
			: `Message ${String(id)}`;
	return { fault: notFound(name) };
}

/** Get one message of any channel, an extension (extensions notes, section 1). */
export const get = getOne({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get message',
		description:
			'Get the status of a message of any channel, and the channel that delivered it. Not every service offers this.',
	},
	endpoint: ENDPOINTS.listMessages,
	fields: [
		{
			displayName: 'Identify By',
			name: 'identifyBy',
			type: 'options',
			options: [
				{ name: 'Message ID', value: 'id', description: 'The ID that the service gave' },
				{
					name: 'Reference',
					value: 'reference',
					description: 'The reference (external ID) that the message was sent with',
				},
			],
			default: 'reference',
			description: 'What names the message',
		},
		{
			displayName: 'Message ID',
			name: 'messageId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 1542308473',
			description: 'The ID that sending the message returned',
			displayOptions: { show: { identifyBy: ['id'] } },
			routing: toQuery('filter[id]', (value) => checkId(value, 'Message ID'), {
				required: true,
				only: ['identifyBy', 'id'],
			}),
		},
		{
			displayName: 'Reference',
			name: 'reference',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. order1042',
			description:
				'The reference (external ID) that the message was sent with, up to 32 characters. All operations that send return it.',
			displayOptions: { show: { identifyBy: ['reference'] } },
			routing: toQuery('filter[reference_id]', (value) => checkReferenceLookup(value), {
				required: true,
				only: ['identifyBy', 'reference'],
			}),
		},
	],
	ask: findMessage,
	output: { read: normaliseAnyChannelMessage, toRow: anyChannelMessageRow },
	extension: {
		what: 'a list of messages',
		cure: 'SMS: Get and SMS: Get by Reference show SMS, and Report: Request shows many messages.',
	},
});
