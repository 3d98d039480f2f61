import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { PHONES } from '../faults/seed.mts';
import { asSeen, bare, given, listed, number } from '../property/plain.mts';
import type { Plain, Values } from '../property/plain.mts';
import { linkUuid } from '../../sandbox/shortLinks.mts';
import type { Value } from '../property/bad.mts';
import { groupOf, KINDS, recipients } from '../property/values.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import type { Inputs, UnderFault } from './case.mts';

// What the cases of several sends have in common.

export const sender = { __rl: true, mode: 'name', value: 'Shop' };
export const TWO = '+380 99 700 10 21; (380) 99-700-10-22';
/** Parameters of a send to a list. */
export const toList = (value: string): INodeParameters => ({
	recipientSource: 'list',
	recipients: value,
	sender,
});
export const accepted = (item: IDataObject): boolean =>
	item.status === 'accepted' && item.reason === 'Accepted by the service';

const SEND_ITEMS = PHONES.map((phone, index) => ({ phone, name: `Person ${index}` }));
const perPhone = (sandbox: Sandbox): number[] =>
	PHONES.map(
		(phone) => [...sandbox.store.messages.values()].filter(({ msisdn }) => msisdn === phone).length,
	);

/** A send to two recipients, each of whom may get one message. */
export const sendUnderFault = (path: RegExp, parameters: INodeParameters): UnderFault => ({
	parameters: () => ({ sender: 'Shop', ...parameters }),
	items: SEND_ITEMS,
	outputs: 2,
	method: 'POST',
	path,
	effects: perPhone,
	referenced: true,
});
/** The same to one. */
export const oneUnderFault = (path: RegExp, parameters: INodeParameters): UnderFault => ({
	...sendUnderFault(path, parameters),
	items: SEND_ITEMS.slice(0, 1),
	outputs: 1,
	effects: (sandbox) => perPhone(sandbox).slice(0, 1),
});

const DELIVERY = 'options.delivery.how';
export const TERMS = { [DELIVERY]: groupOf({ validity: KINDS.hours, tariff: KINDS.tariff }) };
const deliveryOf = ({ [DELIVERY]: how }: Values): Values => Object(how) as Values;
/** 2WAY only where it is no true: of that the service judges the sender first, and then nothing else. */
export const legacyTerms = (values: Values): Values => ({
	validity: bare(deliveryOf(values).validity),
	tariff: bare(deliveryOf(values).tariff),
	'2way': values['options.twoWay'] !== true && values['options.twoWay'],
});
export const campaignTerms = (values: Values): Values =>
	given({
		validity: number(deliveryOf(values).validity),
		tariff_code: number(deliveryOf(values).tariff),
		start_at: bare(values['options.startAt']),
	});
/** The user's own reference, which must be there where Message Reference asks for it. */
export const OWN = 'options.reference';
export const CUSTOM = { 'options.referenceMode': 'custom' };
export const EACH = { ...CUSTOM, recipientSource: 'item' };
export const LIST = {
	recipientSource: 'list',
	'options.referenceMode': 'automatic',
	phoneField: 'phone',
};
export const CREATE = '/rest/sms/create';

/** Both ways of a send for many in section 4.6: a recipient of each item's own fields, and a list. */
export function bulkInputs(destination: 'phones' | 'individual'): Inputs[] {
	const create = (values: Values, phones: unknown[]): Plain => ({
		method: 'POST',
		path: CREATE,
		body: {
			destination,
			...given({ originator: asSeen(values.sender), body: values.text, ...legacyTerms(values) }),
			phones,
		},
	});
	return [
		{
			fixed: EACH,
			required: [OWN],
			fields: {
				phone: KINDS.phone,
				sender: KINDS.originator,
				text: KINDS.text,
				[OWN]: KINDS.reference,
				...TERMS,
				'options.twoWay': KINDS.bool,
			},
			plain: (values) =>
				create(values, [
					{ ...given({ msisdn: bare(values.phone) }), reference: bare(values[OWN]) ?? '' },
				]),
		},
		{
			way: 'list',
			fixed: LIST,
			fields: { recipients, sender: KINDS.originator, text: KINDS.text, ...TERMS },
			plain: (values) =>
				create(
					values,
					listed(values.recipients).map((msisdn) => given({ msisdn })),
				),
		},
	];
}

/** The default domain of the sandbox, with which clicks are counted. */
export const COUNTED = { countClicks: { links: { domain: '' } } };
export const COUNTED_FIXED = { 'options.countClicks.links': COUNTED.countClicks.links };
/** A text with something to click. */
export const PAGE = 'Sale: https://shop.example.com/sale';
/** A text as a request carries it whose addresses are to be counted. */
export function linked(value: Value): Values {
	if (typeof value !== 'string') return { text: value };
	const links: unknown[] = [];
	const text = value.replace(/https?:\/\/\S+/g, (link) => {
		const placeholder = `#${String(links.length + 10)}`;
		links.push({ link, placeholder, domain_ids: [linkUuid('d', 1)] });
		return placeholder;
	});
	return { text, ...(links.length > 0 && { short_links: links }) };
}

/** Both ways of a campaign's send. @param plain makes the request from the recipients, each with a reference of its own or none */
export function campaignInputs(
	plain: (values: Values, phones: Array<{ phone: unknown; reference_id?: unknown }>) => Plain,
): Inputs[] {
	return [
		{
			fixed: EACH,
			required: [OWN],
			fields: {
				phone: KINDS.phone,
				sender: KINDS.sender,
				text: KINDS.text,
				[OWN]: KINDS.reference,
				...TERMS,
				'options.startAt': KINDS.start,
			},
			plain: (values) =>
				plain(values, [{ phone: bare(values.phone), reference_id: bare(values[OWN]) ?? '' }]),
		},
		{
			way: 'list',
			fixed: LIST,
			fields: { recipients, sender: KINDS.sender, text: KINDS.text, ...TERMS },
			plain: (values) =>
				plain(
					values,
					listed(values.recipients).map((phone) => ({ phone })),
				),
		},
	];
}
