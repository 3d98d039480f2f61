import type { INodeProperties } from 'n8n-workflow';

/* What an RCS message shows: a text, a card, or a carousel of cards (extensions notes, section 5). */

const BUTTONS: INodeProperties = {
	displayName: 'Buttons',
	name: 'buttons',
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: 'Add button',
	default: {},
	description: 'Up to four buttons under the card',
	options: [
		{
			displayName: 'Button',
			name: 'button',
			values: [
				{
					displayName: 'Action',
					name: 'type',
					type: 'options',
					options: [
						{ name: 'Call a Number', value: 'call' },
						{ name: 'Open a Link', value: 'link' },
					],
					default: 'link',
					description: 'What happens when the button is pressed',
				},
				{
					displayName: 'Label',
					name: 'text',
					type: 'string',
					default: '',
					placeholder: 'e.g. To the shop',
					description: 'The words on the button, up to 25 characters; an emoji counts as two',
				},
				{
					displayName: 'Link',
					name: 'url',
					type: 'string',
					default: '',
					placeholder: 'e.g. https://shop.example.com/sale',
					description: 'The address that the button opens',
					displayOptions: { show: { type: ['link'] } },
				},
				{
					displayName: 'Phone Number',
					name: 'phone',
					type: 'string',
					default: '',
					placeholder: 'e.g. +380 44 123 45 67',
					description: 'The number that the button calls, with its country code',
					displayOptions: { show: { type: ['call'] } },
				},
			],
		},
	],
};

/** What a card is made of. It needs a text, or a picture or video. */
const CARD: INodeProperties[] = [
	{
		displayName: 'Title',
		name: 'title',
		type: 'string',
		default: '',
		placeholder: 'e.g. Spring sale',
		description: 'The title of the card, up to 200 characters',
	},
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. Everything is 20 % off until Sunday.',
		description: 'The text of the card, up to 1,000 characters; an emoji counts as two',
	},
	{
		displayName: 'Picture or Video',
		name: 'media',
		type: 'string',
		default: '',
		placeholder: 'e.g. https://shop.example.com/sale.jpg',
		description:
			'The address of a picture (JPEG, PNG or GIF, up to 2 MB) or of a video (MP4, MPEG, M4V, H263 or WebM, up to 10 MB), which the service can reach',
	},
	BUTTONS,
];

/** The fields of a content. */
export const CONTENT_FIELDS: INodeProperties[] = [
	{
		displayName: 'Content',
		name: 'content',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Card', value: 'card', description: 'A picture or video, a text and buttons' },
			{
				name: 'Carousel',
				value: 'carousel',
				description: 'Two to ten cards side by side, which recipients swipe through',
			},
			{
				name: 'JSON',
				value: 'json',
				description:
					'An expression gives the text or the cards, in the form that the service takes',
			},
			{ name: 'Text', value: 'text', description: 'A text alone, up to 160 characters' },
		],
		default: 'text',
		description: 'What the message shows',
	},
	{
		displayName: 'Text',
		name: 'contentText',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		default: '',
		placeholder: 'e.g. Everything is 20 % off until Sunday.',
		description: 'The text of the message, up to 160 characters; an emoji counts as two',
		displayOptions: { show: { content: ['text'] } },
	},
	{
		displayName: 'Card',
		name: 'contentCard',
		type: 'fixedCollection',
		placeholder: 'Add card',
		default: {},
		description: 'What the card shows. It needs a text, or a picture or video.',
		options: [{ displayName: 'Card', name: 'card', values: CARD }],
		displayOptions: { show: { content: ['card'] } },
	},
	{
		displayName: 'Cards',
		name: 'contentCards',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		placeholder: 'Add card',
		default: {},
		description: 'The cards, from left to right. Each needs a text, or a picture or video.',
		options: [{ displayName: 'Card', name: 'card', values: CARD }],
		displayOptions: { show: { content: ['carousel'] } },
	},
	{
		displayName: 'Content (JSON)',
		name: 'contentJson',
		type: 'json',
		required: true,
		default: '={{ { text: "" } }}',
		description:
			'An object with "text", or with "cards": a list of objects with "title", "text", "media" and "suggestions", as the service takes them. One card is a card, and two to ten are a carousel.',
		displayOptions: { show: { content: ['json'] } },
	},
];
