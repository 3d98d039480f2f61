import type { INodeProperties } from 'n8n-workflow';
import { SENDER, TEXT } from './message';

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

/** Which field shows what, by the choice of Content. */
export const SHOWN_BY: ReadonlyMap<unknown, string> = new Map([
	['text', 'contentText'],
	['card', 'contentCard'],
	['carousel', 'contentCards'],
]);

/** What the form calls the last of the keys that lead to a text of a content. */
const LABELS: Readonly<Record<string, string>> = {
	agent: 'Agent',
	contentText: 'Text',
	label: 'Button Label',
	link: 'Button Link',
	media: 'Picture or Video',
	phone: 'Phone Number',
	picture: 'Picture',
	smsSender: 'SMS Sender',
	smsText: 'SMS Text',
	text: 'Text',
	title: 'Title',
	url: 'Link',
	viberSender: 'Viber Sender',
	viberText: 'Viber Text',
};

const CARDS = ['contentCard', 'contentCards'];

/** Names a text of a content as the form does, with its card and its button: "Card 2, Button 1: Label". */
export function labelOf(keys: readonly string[]): string {
	const [first = '', , index] = keys;
	const last = keys.at(-1) ?? '';
	if (!CARDS.includes(first)) return LABELS[last] ?? last;
	const card = first === 'contentCards' ? `Card ${Number(index) + 1}` : 'Card';
	const at = keys.indexOf('button');
	if (at < 0) return `${card}: ${LABELS[last] ?? last}`;
	const label = last === 'text' ? 'Label' : (LABELS[last] ?? last);
	return `${card}, Button ${Number(keys[at + 1]) + 1}: ${label}`;
}

/** The fields of what an RCS message shows. */
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

/** The fields of the SMS that goes out in its place. */
export const FALL_BACK_FIELDS: INodeProperties[] = [
	{
		displayName: 'Fall Back to SMS',
		name: 'fallBackToSms',
		type: 'boolean',
		noDataExpression: true,
		default: false,
		description:
			'Whether an SMS goes out in place of the message to phones that cannot show RCS, or do not get it within its validity',
	},
	{
		...SENDER,
		displayName: 'SMS Sender',
		name: 'smsSender',
		description:
			'The sender name of the SMS. It must be registered for your account, like that of any SMS.',
		displayOptions: { show: { fallBackToSms: [true] } },
	},
	{
		...TEXT,
		displayName: 'SMS Text',
		name: 'smsText',
		placeholder: 'e.g. Everything is 20 % off until Sunday: https://shop.example.com/sale',
		description:
			'The text of the SMS. Where each recipient gets a message of their own, {field} stands for a field of the item. It is paid for only if it goes out, by its segments.',
		displayOptions: { show: { fallBackToSms: [true] } },
	},
];
