import { asSeen, bare, given } from '../property/plain.mts';
import type { Values } from '../property/plain.mts';
import { KINDS } from '../property/values.mts';
import { sender } from './sends.mts';

// What the cases of the sends of RCS have in common.

/** An agent, a card with a picture and two buttons, and the SMS in its place. */
export const agent = { __rl: true, mode: 'name', value: 'Sandbox Agent' };
export const CARD = {
	content: 'card',
	contentCard: {
		card: {
			title: 'Spring sale',
			text: 'Everything is 20 % off until Sunday.',
			media: 'https://shop.example.com/sale.jpg',
			buttons: {
				button: [
					{ type: 'link', text: 'To the shop', url: 'https://shop.example.com/sale' },
					{ type: 'call', text: 'Call us', phone: '+380 44 123 45 67' },
				],
			},
		},
	},
	fallBackToSms: true,
	smsSender: sender,
	smsText: '20 % off until Sunday: https://shop.example.com/sale',
};
/** A text alone. */
export const RCS_TEXT = { content: 'text', contentText: 'Sale' };
/** Parameters of a send under a fault. */
export const RCS_SALE = { ...RCS_TEXT, sender: 'Sale Agent' };

/** How the property tests fill in what an RCS message says, with its fall-back. */
export const SAID_FIXED = { content: 'text', fallBackToSms: true };
export const SAID_FIELDS = {
	sender: KINDS.agent,
	contentText: KINDS.rcsText,
	smsSender: KINDS.sender,
	smsText: KINDS.text,
};
export const said = (values: Values): Values => ({
	...given({ sender: asSeen(values.sender) }),
	options: given({ text: bare(values.contentText) }),
	alternative_channel: {
		sms: given({ sender: asSeen(values.smsSender), text: values.smsText }),
	},
	add_to_contact_book: values['options.addToContactBook'] ?? false,
	check_stop_list: true,
});
