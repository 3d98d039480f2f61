import { asRecord } from '../../../shared/errors';
import { normalisePrice } from '../../../shared/reply';
import { getCampaignPrice, type RequestParts } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { analyseText } from '../../../shared/text';
import type { CallOutcome } from '../../../shared/transport';
import {
	accept,
	checkDefaultCountry,
	checkEach,
	checkGroups,
	checkPhone,
	checkSender,
	checkTariff,
	checkText,
	refuseAs,
} from '../../../shared/validation';
import type { Check } from '../../dispatch/checks';
import { shownWhere } from '../../dispatch/commonOptions';
import { foundReply } from '../../dispatch/declared';
import type { Item } from '../../dispatch/item';
import { toBody } from '../../dispatch/places';
import { DEFAULT_COUNTRY, SENDER, TARIFF, TEXT } from '../../sending/fields';
import { getOne } from '../builders';

/** Reads the recipients as a send does; a number that stands there twice gets one message. */
const checkRecipients: Check = (value, _, other) => {
	const country = checkDefaultCountry(other('options.defaultCountry'));
	if (!country.ok) return country;
	const phones = checkEach(value, (one) => {
		const { phone = one } = asRecord(one) ?? {};
		return checkPhone(phone, 'Recipients', { check: 'possible', country: country.value });
	});
	if (!phones.ok) return phones;
	const different = [...new Set(phones.value ?? [])];
	return different.length > 0
		? accept(different.map((phone) => ({ phone: Number(phone) })))
		: refuseAs('Recipients', 'is empty', 'Give the phone numbers, or an expression for them.');
};

/** Asks for the price of all recipients, and counts them and the segments of the text. */
async function callPrice({ service }: Item, { body = {} }: RequestParts): Promise<CallOutcome> {
	const { messages } = body;
	const outcome = await getCampaignPrice(service, body);
	if (outcome.fault) return outcome;
	return {
		reply: foundReply({
			...outcome.value,
			recipients: Array.isArray(messages) ? messages.length : null,
			segments: analyseText(String(body.text)).segments,
		}),
	};
}

/** Get the price of an SMS campaign, an extension (extensions notes, section 6). */
export const getPrice = getOne({
	option: {
		name: 'Get Price',
		value: 'getPrice',
		action: 'Get price of campaign',
		description:
			'Ask what an SMS campaign would cost before anything is sent. Not every service offers this.',
	},
	endpoint: ENDPOINTS.getCampaignPrice,
	fields: [
		{
			displayName: 'Recipients From',
			name: 'priceFor',
			type: 'options',
			options: [
				{ name: 'A List', value: 'list', description: 'Phone numbers, or an expression for them' },
				{
					name: 'Contact Lists',
					value: 'contactLists',
					description: 'All contacts of lists in the Contact Book',
				},
			],
			default: 'list',
			description: 'To whom the campaign would go',
		},
		{
			displayName: 'Recipients',
			name: 'recipients',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 380991112233, 380992223344',
			description:
				'The phone numbers, with commas or line breaks between them, or an expression that returns a list of numbers, or of objects with a field <code>phone</code>. A number that stands there twice counts once. Dry Run of Campaign: Send SMS shows what all input items together would cost.',
			displayOptions: { show: { priceFor: ['list'] } },
			routing: toBody('messages', checkRecipients, { required: true, only: ['priceFor', 'list'] }),
		},
		{
			displayName: 'Contact List Names or IDs',
			name: 'groups',
			type: 'multiOptions',
			typeOptions: { loadOptionsMethod: 'getContactLists' },
			default: [],
			description:
				'The lists of the Contact Book whose contacts would get the message. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
			displayOptions: { show: { priceFor: ['contactLists'] } },
			routing: toBody('groups', (value) => checkGroups(value), {
				required: true,
				only: ['priceFor', 'contactLists'],
			}),
		},
		{
			...SENDER,
			description: 'The sender name that recipients would see. The price may depend on it.',
			routing: toBody('sender', (value) => checkSender(value, 'campaign'), { required: true }),
		},
		{
			...TEXT,
			description:
				'The text of the message, without placeholders: its length decides how many segments are paid for. For personal texts, write one that is as long as they get.',
			routing: toBody('text', (value) => checkText(value), { required: true }),
		},
	],
	options: [
		...shownWhere({ '/priceFor': ['list'] }, [DEFAULT_COUNTRY]),
		{ ...TARIFF, routing: toBody('tariff_code', (value) => checkTariff(value)) },
	],
	ask: callPrice,
	output: { read: normalisePrice, toRow: (price) => price },
	mustShow: 'price',
	extension: {
		what: 'the price of a campaign',
		cure: 'Dry Run counts the segments; your price list says what one costs.',
	},
});
