import type { INodeProperties } from 'n8n-workflow';
import { LIMITS } from '../../../shared/spec';
import { deliveryWith, SENDER, TARIFF, VALIDITY } from './message';

/* What the sends of RCS have in place of a sender, and beside the options of all sends (extensions notes, section 5). */

/** The agent, which the service lists nowhere: the list shows those of earlier campaigns. */
export const AGENT: INodeProperties = {
	...SENDER,
	displayName: 'Agent',
	description:
		'The RCS agent that recipients see as the sender. It must be active for your account. The list shows the agents of the RCS campaigns of the last three months: type the name of any other. {brand} stands for a field of the recipient.',
	builderHint: {
		propertyHint:
			'Leave it to the user to choose from the list, unless the name of an RCS agent is known.',
	},
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a known agent',
			typeOptions: { searchListMethod: 'searchAgents', searchable: true },
		},
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. Shop agent',
		},
	],
};

/** Lets the service write new recipients into the Contact Book, which it does by itself if it is not told otherwise. */
export const ADD_TO_CONTACT_BOOK: INodeProperties = {
	displayName: 'Add New Recipients to the Contact Book',
	name: 'addToContactBook',
	type: 'boolean',
	default: true,
	description:
		'Whether the service adds recipients that are not in the Contact Book to it. Without this option it adds none.',
};

const CHECK_STOP_LIST: INodeProperties = {
	displayName: 'Check Stop List',
	name: 'checkStopList',
	type: 'boolean',
	default: true,
	description:
		'Whether the service sends nothing to phones on its stop list. Turn it off only for messages that these recipients must get.',
};

const VALIDITY_IN: INodeProperties[] = [
	{
		displayName: 'Validity',
		name: 'validity',
		type: 'number',
		typeOptions: { minValue: LIMITS.validityHours.min, maxValue: LIMITS.rcs.validitySeconds.max },
		default: 72,
		description:
			'How long the service tries to deliver a message. After that it expires, and the SMS goes out in its place if there is one.',
	},
	{
		displayName: 'Validity In',
		name: 'unit',
		type: 'options',
		options: [
			{ name: 'Hours', value: 'hours', description: 'From 1 to 72' },
			{ name: 'Seconds', value: 'seconds', description: 'From 30 to 86,400' },
		],
		default: 'hours',
		description: 'What the validity counts: 1 to 72 hours, or 30 to 86,400 seconds',
	},
];

const RCS_DELIVERY =
	'Whether the stop list counts, which price plan, and how long a message may take';

export const DELIVERY = deliveryWith(RCS_DELIVERY, [CHECK_STOP_LIST, TARIFF, ...VALIDITY_IN]);

/** The same to contact lists, whose validity is shown in hours alone (extensions notes, section 5). */
export const DELIVERY_IN_HOURS = deliveryWith(RCS_DELIVERY, [CHECK_STOP_LIST, TARIFF, VALIDITY]);
