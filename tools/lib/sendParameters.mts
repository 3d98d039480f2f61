import type { IDataObject } from 'n8n-workflow';
import {
	bulkEndpoint,
	campaignEndpoint,
	channelsEndpoint,
	contactListsEndpoint,
	individualEndpoint,
	personalizedCampaignEndpoint,
	rcsCampaignEndpoint,
	rcsContactListsEndpoint,
	rcsMessageEndpoint,
	singleEndpoint,
	type SendEndpoint,
} from '../../nodes/MessagingService/sending/endpoints.ts';
import type { SentParameter } from './endpointTable.mts';

/*
 * Where a send's fields go. Sends make their request of many items by code, so the table of endpoints reads the place of each field
 * from a request body that the endpoint itself makes, with a value in each field that is found again in the body.
 */

const TERMS = { validity: 71, tariff: 8, startAt: 'the start', twoWay: true };
/** A value for each field that no other field has; numbers where the service wants numbers. */
const MESSAGE = {
	item: 0,
	position: -1,
	phone: '380990000001',
	sender: 'the sender',
	text: 'the text',
	reference: 'theReference',
	nth: 0,
	identity: '',
	terms: TERMS,
};
const GROUP = 4711;
/** The same of RCS. */
const RCS_TERMS = {
	...TERMS,
	validitySeconds: 8642,
	addsContacts: true,
	checksStopList: false,
};
const RCS_MESSAGE = {
	...MESSAGE,
	sender: 'the agent',
	content: {
		shows: { text: 'the content' },
		sms: { sender: 'the sender of the SMS', text: 'the text of the SMS' },
	},
	terms: RCS_TERMS,
};
/** The same of all channels, of which a message has two at most. */
const CHANNELS_MESSAGE = {
	...RCS_MESSAGE,
	content: {
		channels: ['rcs' as const, 'sms' as const, 'viber' as const],
		rcs: { sender: RCS_MESSAGE.sender, ...RCS_MESSAGE.content.shows },
		sms: RCS_MESSAGE.content.sms,
		viber: {
			sender: 'the sender in Viber',
			text: 'the text in Viber',
			image_url: 'the picture',
			button_caption: 'the label',
			link_url: 'the link',
		},
	},
};
const FIELDS = new Map<unknown, string>([
	[MESSAGE.phone, 'Phone Number'],
	[MESSAGE.sender, 'Sender'],
	[MESSAGE.text, 'Text'],
	[MESSAGE.reference, 'Message Reference'],
	[TERMS.validity, 'Options → Delivery → Validity (Hours)'],
	[TERMS.tariff, 'Options → Delivery → Tariff'],
	[TERMS.startAt, 'Options → Start At'],
	[TERMS.twoWay, 'Options → Recipients Can Answer'],
	[GROUP, 'Contact List Names or IDs'],
]);
const RCS_FIELDS = new Map<unknown, string>([
	...FIELDS,
	[RCS_MESSAGE.sender, 'Agent'],
	[RCS_MESSAGE.content.shows.text, 'Content'],
	[RCS_MESSAGE.content.sms.sender, 'SMS Sender'],
	[RCS_MESSAGE.content.sms.text, 'SMS Text'],
	[RCS_TERMS.validitySeconds, 'Options → Delivery → Validity (seconds)'],
	[true, 'Options → Add New Recipients to the Contact Book'],
	[false, 'Options → Delivery → Check Stop List'],
]);

const { content } = CHANNELS_MESSAGE;
const CHANNELS_FIELDS = new Map<unknown, string>([
	...RCS_FIELDS,
	...content.channels.map((channel) => [channel, 'Send By'] as const),
	[content.viber.sender, 'Viber Sender'],
	[content.viber.text, 'Viber Text'],
	[content.viber.image_url, 'Picture'],
	[content.viber.button_caption, 'Button Label'],
	[content.viber.link_url, 'Button Link'],
]);

const ENDPOINTS: Record<string, SendEndpoint> = {
	'sms.send': singleEndpoint,
	'sms.sendAndWait': singleEndpoint,
	'sms.sendBulk': bulkEndpoint,
	'sms.sendIndividual': individualEndpoint,
	'campaign.sendSms': campaignEndpoint,
	'campaign.sendPersonalizedSms': personalizedCampaignEndpoint,
	'rcsCampaign.send': rcsCampaignEndpoint,
	'rcsMessage.send': rcsMessageEndpoint,
	'message.send': channelsEndpoint,
};

/** The parameters of a body: those that hold a field's value, and the fixed ones. */
function parametersIn(
	value: unknown,
	fields: ReadonlyMap<unknown, string> = FIELDS,
	name = '',
): SentParameter[] {
	if (Array.isArray(value))
		return value.flatMap((entry) => parametersIn(entry, fields, `${name}[]`));
	if (typeof value === 'object' && value !== null) {
		return Object.entries(value as IDataObject).flatMap(([key, inner]) =>
			parametersIn(inner, fields, name === '' ? key : `${name}.${key}`),
		);
	}
	if (value === undefined) return [];
	const field = fields.get(value) ?? fields.get(String(value));
	const fixed: SentParameter = { place: 'body', name, value: JSON.stringify(value) };
	return [field === undefined ? fixed : { place: 'body', name, field }];
}

/** An address whose clicks are counted, and the domain of its short link. */
const ADDRESS = 'https://shop.example.com/sale';
const DOMAIN = { id: 'the domain', name: 'go.example' };
const LINKED = { ...MESSAGE, text: ADDRESS, terms: { linkDomain: DOMAIN } };
const LINKED_CHANNELS = {
	...CHANNELS_MESSAGE,
	content: { ...content, sms: { ...content.sms, text: ADDRESS } },
	terms: { ...CHANNELS_MESSAGE.terms, linkDomain: DOMAIN },
};
const LINK_FIELDS = new Map<unknown, string>([
	[ADDRESS, 'Options → Count Clicks: each address of Text'],
	['CountedLink01', 'Options → Count Clicks: a word in its place'],
	[DOMAIN.id, 'Options → Count Clicks → Domain'],
]);
const linkParameters = ({ short_links }: IDataObject): SentParameter[] =>
	parametersIn({ short_links }, LINK_FIELDS);

/** The parameters of an operation's request if it is a send, else none. `id` is `resource.operation`. */
export function sendParameters(id: string): SentParameter[] {
	if (id === 'campaign.sendSmsToContactLists') {
		return [
			...parametersIn(contactListsEndpoint.requestBody([GROUP], MESSAGE)),
			...linkParameters(contactListsEndpoint.requestBody([GROUP], LINKED)),
		];
	}
	if (id === 'rcsCampaign.sendToContactLists')
		return parametersIn(rcsContactListsEndpoint.requestBody([GROUP], RCS_MESSAGE), RCS_FIELDS);
	const endpoint = ENDPOINTS[id];
	if (endpoint === undefined) return [];
	if (endpoint === campaignEndpoint)
		return [
			...parametersIn(endpoint.requestBody([MESSAGE], TERMS)),
			...linkParameters(endpoint.requestBody([LINKED], LINKED.terms)),
		];
	if (endpoint.channel === 'any') {
		const { sms: linked } = endpoint.requestBody([LINKED_CHANNELS], RCS_TERMS) as {
			sms: IDataObject;
		};
		return [
			...parametersIn(endpoint.requestBody([CHANNELS_MESSAGE], RCS_TERMS), CHANNELS_FIELDS),
			...parametersIn({ sms: { short_links: linked.short_links } }, LINK_FIELDS),
		];
	}
	return endpoint.channel === 'rcs'
		? parametersIn(endpoint.requestBody([RCS_MESSAGE], RCS_TERMS), RCS_FIELDS)
		: parametersIn(endpoint.requestBody([MESSAGE], TERMS));
}
