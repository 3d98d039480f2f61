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
			description:
				'Made from the execution and the item, so that Retry On Fail sends nothing twice',
		},
		{
			name: 'From Content and Day',
			value: 'content',
			description:
				'Made from number, sender, text and day, so that the same text goes to the same number once a day even when the workflow runs again. For campaigns this holds only at a service that refuses references it knows.',
		},
		{
			name: 'None',
			value: 'none',
			description: 'The messages carry no reference, and nothing protects from sending them twice',
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

/** Where workflows store Message Reference that were made before it moved into Options, which counts where both are there. */
const STORED_REFERENCE_MODE: INodeProperties = {
	displayName: 'Message Reference',
	name: 'referenceMode',
	type: 'hidden',
	default: 'automatic',
	description: 'Where the reference of each message comes from, as older workflows store it',
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

/** Takes a field and where recipients come from; returns it required, and shown for these sources only. */
const fromSources = (field: INodeProperties, sources: string[]): INodeProperties => ({
	...field,
	required: true,
	displayOptions: { show: { ...field.displayOptions?.show, recipientSource: sources } },
});

/** What workflows hold beside Options that were made before Message Reference moved there, where an operation sends one message for each item. */
export const STORED_REFERENCE: INodeProperties[] = [
	STORED_REFERENCE_MODE,
	{ ...REFERENCE, required: true },
];

/** What workflows hold beside Options that were made before Message Reference moved there, where an operation sends to many. */
export const STORED_REFERENCES: INodeProperties[] = [
	STORED_REFERENCE_MODE,
	fromSources(REFERENCE, ['item']),
	fromSources(REFERENCE_FIELD, ['allItems', 'file', 'list']),
];

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
