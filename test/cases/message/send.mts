import { asSeen, bare, given } from '../../property/plain.mts';
import type { Values } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every } from '../case.mts';
import type { Inputs, OperationCases } from '../case.mts';
import { agent } from '../rcs.mts';
import { accepted, CUSTOM, OWN, sender, sendUnderFault } from '../sends.mts';

/** Viber with a picture and a button, and the SMS for phones without Viber. */
const VIBER = {
	sendBy: 'viber,sms',
	viberSender: 'Shop',
	viberText: 'Everything is 20 % off until Sunday.',
	viberExtras: {
		shown: {
			picture: 'https://shop.example.com/sale.jpg',
			label: 'To the shop',
			link: 'https://shop.example.com/sale',
		},
	},
	smsSender: sender,
	smsText: '20 % off until Sunday: https://shop.example.com/sale',
};

/** What each channel says, by the fields of the form and by the request. */
const CHANNELS = {
	rcs: {
		fields: { agent: KINDS.agent, contentText: KINDS.rcsText },
		body: (values: Values) =>
			given({ sender: asSeen(values.agent), text: bare(values.contentText) }),
	},
	sms: {
		fields: { smsSender: KINDS.sender, smsText: KINDS.text },
		body: (values: Values) => given({ sender: asSeen(values.smsSender), text: values.smsText }),
	},
	viber: {
		fields: { viberSender: KINDS.agent, viberText: KINDS.viberText },
		body: (values: Values) =>
			given({ sender: asSeen(values.viberSender), text: bare(values.viberText) }),
	},
};

function inputsOf(channels: Array<keyof typeof CHANNELS>): Inputs {
	const sendBy = channels.join();
	return {
		way: sendBy,
		fixed: { ...CUSTOM, sendBy, content: 'text' },
		required: [OWN],
		fields: Object.assign(
			{ phone: KINDS.phone, [OWN]: KINDS.reference },
			...channels.map((channel) => CHANNELS[channel].fields),
		) as Inputs['fields'],
		plain: (values) => ({
			method: 'POST',
			path: '/api/messages/send',
			body: {
				channels,
				...Object.fromEntries(channels.map((channel) => [channel, CHANNELS[channel].body(values)])),
				phone: {
					...given({ number: bare(values.phone) }),
					reference_id: bare(values[OWN]) ?? '',
				},
				add_to_contact_book: values['options.addToContactBook'] ?? false,
				check_stop_list: true,
			},
		}),
	};
}

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { ...VIBER, phone: '+380 (99) 700-10-25' },
			check: (items) =>
				every(
					items,
					1,
					(item) =>
						accepted(item) && typeof item.message_id === 'number' && item.sms_segments === 1,
				),
		},
	],
	faults: [
		{
			...sendUnderFault(/^\/api\/messages\/send/, {
				sendBy: 'rcs,sms',
				agent,
				content: 'text',
				contentText: '=Hi {{ $json.name }}',
				smsSender: 'Shop',
				smsText: 'Sale',
				phone: '={{ $json.phone }}',
				// The service numbers messages as they arrive: one after the other, so that outputs compare.
				requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 0 } } },
			}),
			campaign: true,
		},
	],
	inputs: [inputsOf(['viber', 'sms']), inputsOf(['rcs', 'viber'])],
};
