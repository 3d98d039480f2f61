import type { INodeProperties } from 'n8n-workflow';

/* The reference of each message, which keeps it from being sent twice (section 8, "External id"). */

/** How messages get the reference that keeps them from being sent twice (section 8, "External id"). */
export const REFERENCE_MODE: INodeProperties = {
	displayName: 'Message Reference',
	name: 'referenceMode',
	type: 'options',
	noDataExpression: true,
	options: [
		{
			name: 'Automatic',
			value: 'automatic',
			description: 'Made from the execution and the number, so that no retry sends anything twice',
		},
		{
			name: 'From Content and Day',
			value: 'content',
			description:
				'Made from number, sender, text and day, so that the same SMS goes to the same number once a day even if the workflow runs again. Days count in the zone of the workflow. A campaign carries them too, but the service need not refuse a second one.',
		},
		{
			name: 'Own',
			value: 'custom',
			description:
				'You give a reference for each message, for example an order number: add Own Reference, which appears under Options then',
		},
	],
	default: 'automatic',
	description:
		'Where the reference (external ID) of each message comes from. By it the node finds out whether a message was sent already, so that none is sent twice, and you find its status later.',
	builderHint: {
		propertyHint:
			'Leave it on automatic. If the same event may start the workflow twice, choose custom and give the ID of the event.',
	},
};

/**
 * The user's own reference, under Options. It stands beside Message Reference: n8n decides which parameters a node has before it reads
 * collections, so a field outside that is shown for an option's value would lose what the user typed. It is not required, since n8n
 * would ask for it where it was not added; the send itself refuses an empty one.
 */
export const OWN_REFERENCE: INodeProperties = {
	displayName: 'Own Reference',
	name: 'reference',
	type: 'string',
	default: '',
	placeholder: 'e.g. {order_id}',
	description:
		'The reference (external ID) of the message, up to 32 Latin letters and digits. Each message needs one of its own: {order_id} stands for a field of the recipient.',
	displayOptions: { show: { referenceMode: ['custom'] } },
};
