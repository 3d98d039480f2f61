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
				'Made from number, sender, text and day, so that the same SMS goes to the same number once a day even when the workflow runs again. A campaign carries them too, but the service need not refuse a second one.',
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
			'Leave it on automatic. Where the same event may start the workflow twice, choose custom and give the ID of the event.',
	},
};

/** The reference that the user gives to the message of one item. */
const REFERENCE: INodeProperties = {
	displayName: 'Reference',
	name: 'reference',
	type: 'string',
	default: '',
	placeholder: 'e.g. order1042',
	description:
		'The reference (external ID) of the message, up to 32 Latin letters and digits. Each message needs one of its own.',
	displayOptions: { show: { referenceMode: ['custom'] } },
};

/** The field that holds the reference of each recipient, where an operation sends to many. */
const REFERENCE_FIELD: INodeProperties = {
	displayName: 'Reference Field',
	name: 'referenceField',
	type: 'string',
	requiresDataPath: 'single',
	default: 'reference',
	placeholder: 'e.g. orderNumber',
	description:
		'The name of the field that holds the reference (external ID) of each message, up to 32 Latin letters and digits. Each message needs one of its own.',
	displayOptions: { show: { referenceMode: ['custom'] } },
};

/*
 * What Message Reference needs when it is Own. It stands beside it in Options: n8n decides which parameters a node has before it
 * reads collections, so a field outside that is shown for an option's value would lose what the user typed. It is not required,
 * since n8n would ask for it where it was not added; the send itself refuses an empty one.
 */

/** The user's own reference, under Options. */
export const OWN_REFERENCE: INodeProperties = {
	...REFERENCE,
	displayName: 'Own Reference',
};

/** The field with the user's own references, under Options. */
export const OWN_REFERENCE_FIELD: INodeProperties = {
	...REFERENCE_FIELD,
	displayName: 'Own Reference Field',
};
