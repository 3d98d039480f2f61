import type { INodeProperties } from 'n8n-workflow';
import { linkRow, normaliseLink } from '../../../shared/reply';
import type { RequestParts } from '../../../shared/service';
import { LIMITS } from '../../../shared/spec';
import { urlOf } from '../../../shared/url';
import { checkLength, checkUuid, refuseAs } from '../../../shared/validation';
import type { Check } from '../../dispatch/checks';
import type { Item } from '../../dispatch/item';
import { toPath } from '../../dispatch/places';

/** What the operations on short links have in common. */
export const LINKS = {
	extension: {
		what: 'short links',
		cure: 'Make them with another service, and put them into the text of your messages.',
	},
	output: { read: normaliseLink, toRow: linkRow },
	isShown: (item: Item, _request: RequestParts, body: unknown) =>
		normaliseLink(body, item.zone).id !== null,
};

export const LINK_ID: INodeProperties = {
	displayName: 'Link ID',
	name: 'linkId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 3338470c-4647-4f8d-a503-afce21e6312a',
	description: 'The link_id that Create or Get Many returned',
	routing: toPath('id', 'linkId', (value) => checkUuid(value, 'Link ID')),
};

/** Checks an address that a short link leads to. */
export const checkAddress: Check = (value) => {
	const checked = checkLength(value, LIMITS.shortLink.address, 'Address');
	if (!checked.ok || (/^https?:\/\//i.test(checked.value) && urlOf(checked.value))) return checked;
	return refuseAs(
		'Address',
		'is no address of a page',
		'Write it with https://, such as https://shop.example.com.',
	);
};

export const ADDRESS: INodeProperties = {
	displayName: 'Address',
	name: 'address',
	type: 'string',
	default: '',
	placeholder: 'e.g. https://shop.example.com/sale',
	description: 'The page that the short link leads to, up to 2,048 characters',
};
