import type { INodeProperties } from 'n8n-workflow';
import { CONTENT_FIELDS } from './content';
import { SENDER, TEXT } from './message';
import { AGENT } from './rcs';

/* The channels of a message, and what it says by each of them (extensions notes, section 1). */

/** One channel or two. A choice holds them in the order in which the service tries them, so that none can stand there twice. */
export const SEND_BY: INodeProperties = {
	displayName: 'Send By',
	name: 'sendBy',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'RCS', value: 'rcs' },
		{ name: 'RCS Then SMS', value: 'rcs,sms' },
		{ name: 'RCS Then Viber', value: 'rcs,viber' },
		{ name: 'SMS', value: 'sms' },
		{ name: 'SMS Then RCS', value: 'sms,rcs' },
		{ name: 'SMS Then Viber', value: 'sms,viber' },
		{ name: 'Viber', value: 'viber' },
		{ name: 'Viber Then RCS', value: 'viber,rcs' },
		{ name: 'Viber Then SMS', value: 'viber,sms' },
	],
	default: 'viber,sms',
	description:
		'By which channel the message goes out, and by which one to those whom the first does not reach, such as phones without Viber',
};

/** The choices of Send By that have a channel. */
const choicesWith = (channel: string): string[] =>
	(SEND_BY.options ?? []).flatMap((option) =>
		'value' in option && String(option.value).split(',').includes(channel)
			? [String(option.value)]
			: [],
	);

/** Fields that are shown if a channel is among those of Send By. */
const shownWith = (channel: string, fields: readonly INodeProperties[]): INodeProperties[] =>
	fields.map((field) => ({
		...field,
		displayOptions: { show: { ...field.displayOptions?.show, sendBy: choicesWith(channel) } },
	}));

const VIBER_FIELDS: INodeProperties[] = [
	{
		displayName: 'Viber Sender',
		name: 'viberSender',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. Shop',
		description:
			'The sender name that recipients see in Viber. It must be registered for your account: Sender: Get Many Registered lists those of Viber. {brand} stands for a field of the recipient.',
	},
	{
		...TEXT,
		displayName: 'Viber Text',
		name: 'viberText',
		description:
			'The text in Viber, up to 1,000 characters; an emoji counts as two. {field} stands for a field of the item, and {field|other words} for those words if the field is empty.',
	},
	{
		displayName: 'Picture and Button',
		name: 'viberExtras',
		type: 'fixedCollection',
		placeholder: 'Add picture or button',
		default: {},
		description: 'What Viber shows beside the text',
		options: [
			{
				displayName: 'Shown',
				name: 'shown',
				values: [
					{
						displayName: 'Picture',
						name: 'picture',
						type: 'string',
						default: '',
						placeholder: 'e.g. https://shop.example.com/sale.jpg',
						description:
							'The address of a picture, which ends in .jpg, .jpeg, .png, .gif, .bmp or .tiff, up to 255 characters',
					},
					{
						displayName: 'Button Label',
						name: 'label',
						type: 'string',
						default: '',
						placeholder: 'e.g. To the shop',
						description:
							'The words on the button, up to 20 characters; an emoji counts as two. Leave it empty for no button.',
					},
					{
						displayName: 'Button Link',
						name: 'link',
						type: 'string',
						default: '',
						placeholder: 'e.g. https://shop.example.com/sale',
						description: 'The address that the button opens, up to 255 characters',
					},
				],
			},
		],
	},
];

/** What the message says by each channel that is chosen. */
export const CHANNEL_FIELDS: INodeProperties[] = [
	...shownWith('rcs', [{ ...AGENT, name: 'agent' }, ...CONTENT_FIELDS]),
	...shownWith('viber', VIBER_FIELDS),
	...shownWith('sms', [
		{
			...SENDER,
			displayName: 'SMS Sender',
			name: 'smsSender',
			description:
				'The sender name of the SMS. It must be registered for your account, like that of any SMS.',
		},
		{ ...TEXT, displayName: 'SMS Text', name: 'smsText' },
	]),
];
