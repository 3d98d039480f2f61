import type { INodeProperties } from 'n8n-workflow';
import { LIMITS } from '../../../shared/spec';

/* What a message is made of, and how the service sends it. */

/** What the form says of a sender; `limit` is what the operation allows. */
export const senderDescription = (limit = ''): string =>
	`The sender name that recipients see${limit}. It must be registered for your account. {brand} stands for a field of the recipient.`;

/** The sender's name; which names are allowed differs, so each operation says it. */
export const SENDER: INodeProperties = {
	displayName: 'Sender',
	name: 'sender',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: senderDescription(),
	builderHint: {
		propertyHint:
			'Leave it to the user to choose from the list, unless the name of a registered sender is known.',
	},
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a sender',
			typeOptions: { searchListMethod: 'searchSenders', searchable: true },
		},
		{
			displayName: 'By Name',
			name: 'name',
			type: 'string',
			placeholder: 'e.g. Shop',
		},
	],
};

/** The same for operations of the legacy interface (4.6). */
export const LEGACY_SENDER: INodeProperties = {
	...SENDER,
	description: senderDescription(', up to 14 characters'),
};

/** A text that is the same for everyone; operations with personal texts describe their placeholders instead. */
export const TEXT: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. Your order has been shipped.',
	description:
		'The text of the message. {field} stands for a field of the item, and {field|other words} for those words if the field is empty. One SMS (segment) holds 160 characters of the GSM alphabet, or 70 if any character lies outside it, such as Cyrillic letters or emoji. A longer text is sent in up to five segments, and may have 765 or 335 characters.',
};

/** One text for many. */
export const COMMON_TEXT: INodeProperties = {
	...TEXT,
	description:
		"The text of the message, the same for all recipients. If Recipients From is This Item's Fields, {field} stands for a field of the item. One SMS (segment) holds 160 characters of the GSM alphabet, or 70 if any character lies outside it, such as Cyrillic letters or emoji. A longer text is sent in up to five segments, and may have 765 or 335 characters.",
};

/** A text for each recipient. */
export const PERSONAL_TEXT: INodeProperties = {
	...TEXT,
	placeholder: 'e.g. Hello {first_name|there}, your order {order.number} has been shipped.',
	description:
		'The text of the messages. {field} stands for a field of the recipient, and {field|other words} for those words if the field is empty. A text is sent in five segments at most: 765 characters of the GSM alphabet, or 335 if any character lies outside it, such as Cyrillic letters or emoji.',
};

/** When a campaign starts (4.7 to 4.9). */
export const START_AT: INodeProperties = {
	displayName: 'Start At',
	name: 'startAt',
	type: 'dateTime',
	default: '',
	description:
		'When to start sending, at most 30 days ahead. Without it sending starts at once. A time that names no zone counts in the zone of the workflow.',
};

/** The price plan (4.6 to 4.9). */
export const TARIFF: INodeProperties = {
	displayName: 'Tariff',
	name: 'tariff',
	type: 'number',
	typeOptions: { minValue: LIMITS.tariff.min, maxValue: LIMITS.tariff.max },
	default: 0,
	description:
		'Which of the price plans of your account applies, from 0 to 9, as the service numbers them. Leave it out for the usual one.',
};

/** 2WAY of the legacy interface (4.6). */
export const TWO_WAY: INodeProperties = {
	displayName: 'Recipients Can Answer',
	name: 'twoWay',
	type: 'boolean',
	default: true,
	description:
		'Whether recipients can answer the message. The service calls this 2WAY: it must be activated for your account, and the sender must be the number that the service gave you for it.',
};

/** How long the service tries to deliver (4.6 to 4.9). */
export const VALIDITY: INodeProperties = {
	displayName: 'Validity (Hours)',
	name: 'validity',
	type: 'number',
	typeOptions: { minValue: LIMITS.validityHours.min, maxValue: LIMITS.validityHours.max },
	default: 72,
	description:
		'How many hours the service tries to deliver a message, from 1 to 72. After that it expires.',
};

/** How the service delivers. Whoever adds it changes nothing until a value is changed: those of the form hold without it, too. */
export const deliveryWith = (description: string, values: INodeProperties[]): INodeProperties => ({
	displayName: 'Delivery',
	name: 'delivery',
	type: 'fixedCollection',
	placeholder: 'Add delivery',
	default: { how: Object.fromEntries(values.map(({ name, default: value }) => [name, value])) },
	description,
	options: [{ displayName: 'How', name: 'how', values }],
});

/** How the service delivers an SMS (4.6 to 4.9). */
export const SMS_DELIVERY = deliveryWith('Which price plan, and how long a message may take', [
	TARIFF,
	VALIDITY,
]);
