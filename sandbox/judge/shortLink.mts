import type { ShortDomain } from '../types.mts';
import type { Complaints } from './complaints.mts';
import { UUID } from './limits.mts';
import { judgeText } from './text.mts';
import { isAddress, isObject, length, own, readInteger, wellFormed } from './values.mts';

/** What a link is made of or changed to (extensions notes, section 7). @param isNew says that it is made */
export function judgeLink(
	body: Record<string, unknown>,
	isNew: boolean,
	complaints: Complaints,
): { address?: string; domainId?: string; name?: string; slug?: string } {
	const text = (name: string, max: number, isRequired: boolean): string | undefined => {
		const value = own(body, name);
		if (value === undefined && !isRequired) return undefined;
		if (typeof value === 'string' && wellFormed(value) && value !== '' && length(value) <= max)
			return value;
		complaints.add(name, `The ${name} field must have 1 to ${max} characters.`);
		return undefined;
	};
	const address = text(isNew ? 'link' : 'original_link', 2048, isNew);
	if (address !== undefined && !isAddress(address))
		complaints.add('link', 'The link must be an address.');
	const domainId = isNew ? own(body, 'domain_id') : undefined;
	if (isNew && !(typeof domainId === 'string' && UUID.test(domainId)))
		complaints.add('domain_id', 'The domain is not known.');
	const [name, slug] = isNew ? [] : [text('name', 50, false), text('slug', 25, false)];
	return {
		...(address !== undefined && { address }),
		...(typeof domainId === 'string' && { domainId }),
		...(name !== undefined && { name }),
		...(slug !== undefined && { slug }),
	};
}

/** A short link that a send orders for each recipient, in the place of a word of the text. */
export interface OrderedLink {
	address: string;
	placeholder: string;
	/** The name of its domain. */
	domain: string;
	/** What it begins with in the text. */
	protocol: 'https://' | '';
}

const MAX_SLUG = 25;

/** A text with something in the place of each ordered link; a word is replaced once. */
export const withLinks = (
	text: string,
	links: readonly OrderedLink[],
	linkOf: (ordered: OrderedLink) => string,
): string =>
	links.reduce((filled, one) => filled.replace(one.placeholder, () => linkOf(one)), text);

/** The short links that a send of SMS orders (extensions notes, sections 7 and 13). The text must hold them however long they get. */
export function judgeOrderedLinks(
	body: Record<string, unknown>,
	domains: ReadonlyMap<string, ShortDomain>,
	complaints: Complaints,
): OrderedLink[] {
	const given = own(body, 'short_links');
	if (given === undefined) return [];
	if (!Array.isArray(given)) {
		complaints.add('short_links', 'The short links must be a list.');
		return [];
	}
	const links = given.map((one: unknown, index): OrderedLink => {
		const path = `short_links.${index}`;
		const link = isObject(one) ? one : {};
		const text = (name: string, max: number): string => {
			const value = own(link, name);
			if (typeof value === 'string' && wellFormed(value) && value !== '' && length(value) <= max)
				return value;
			complaints.add(`${path}.${name}`, `The ${name} field must have 1 to ${max} characters.`);
			return '';
		};
		const address = text('link', 2048);
		if (address !== '' && !isAddress(address))
			complaints.add(`${path}.link`, 'The link must be an address.');
		const ids = own(link, 'domain_ids');
		const named = (Array.isArray(ids) ? ids : []).map((id) => domains.get(String(id)));
		if (named.length === 0 || named.some((domain) => domain?.status !== 'active'))
			complaints.add(`${path}.domain_ids`, 'The domains must be active ones of the account.');
		const change = own(link, 'change_domain_after');
		if (change !== undefined && readInteger(change, false) === undefined)
			complaints.add(`${path}.change_domain_after`, 'The number must be an integer.');
		const protocol = own(link, 'protocol') ?? true;
		if (typeof protocol !== 'boolean')
			complaints.add(`${path}.protocol`, 'The protocol must be true or false.');
		return {
			address,
			placeholder: text('placeholder', 255),
			domain: named[0]?.name ?? '',
			protocol: protocol === false ? '' : 'https://',
		};
	});
	const longest = withLinks(
		String(own(body, 'text')),
		links,
		({ protocol, domain }) => `${protocol}${domain}/${'x'.repeat(MAX_SLUG)}`,
	);
	if (judgeText(longest) === 'long')
		complaints.add('text', 'The text is too long with its short links.');
	return links;
}
