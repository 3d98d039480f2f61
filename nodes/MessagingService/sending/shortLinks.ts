import { asRecord, extensionFault } from '../../shared/errors';
import { normaliseDomain } from '../../shared/reply';
import { listDomains, type Listed } from '../../shared/service';
import { LIMITS, UNUSABLE_DOMAIN_STATUSES } from '../../shared/spec';
import { counted, isBlank, valueAt } from '../../shared/text';
import { urlOf } from '../../shared/url';
import {
	accept,
	type Checked,
	checkLength,
	checkSegments,
	checkUuid,
	readText,
	refuse,
	refuseAs,
} from '../../shared/validation';
import type { OperationContext } from '../dispatch/context';
import { parameterReader, valueOf } from '../dispatch/parameters';

/*
 * Count Clicks: the service puts a short link in the place of each address of a text, one for each recipient, and counts who opens it
 * (extensions notes, section 7). How long a short link gets, the service alone knows: what counts here is the longest that there may be.
 */

/** A domain of the account, of which short links are made. */
export interface LinkDomain {
	readonly id: string;
	readonly name: string;
}

/** A message whose SMS may have short links; with a content it says, or may say, another text by SMS than the one that is shown. */
interface LinkedMessage {
	readonly text: string;
	readonly content?: { readonly sms?: { readonly text: string } };
	readonly terms: { readonly linkDomain?: LinkDomain };
}

/** What of a message goes out as SMS, or may do so in place of another channel, as it was written; '' if nothing does. */
const smsOf = ({ text, content }: LinkedMessage): string =>
	content === undefined ? text : (content.sms?.text ?? '');

/** Where an address begins in a text, and all that may belong to it. */
const ADDRESS_IN_TEXT = /(?<![\p{L}\p{N}_])https?:\/\/[^\s<>"]+/giu;
/** Signs that end a sentence, a clause or a quotation, and not an address. */
const AFTER = /[.,;:!?…'’”»)\]}。，、；：！？）」』]$/u;
const OPENING: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Whether the address has the bracket that its last sign closes. */
function closesOwn(address: string): boolean {
	const closing = address.slice(-1);
	const opening = OPENING[closing];
	return opening !== undefined && address.split(opening).length >= address.split(closing).length;
}

/** An address without what follows it in its sentence. */
function trimmed(found: string): string {
	let address = found;
	while (AFTER.test(address) && !closesOwn(address)) address = address.slice(0, -1);
	return address;
}

/** Puts something in the place of each address of a text. */
const replaceAddresses = (text: string, by: (address: string) => string): string =>
	text.replace(ADDRESS_IN_TEXT, (found) => {
		const address = trimmed(found);
		return urlOf(address) ? by(address) + found.slice(address.length) : found;
	});

/** The addresses in a text, in their order; one that stands there twice is there twice. */
export function addressesIn(text: string): string[] {
	const addresses: string[] = [];
	replaceAddresses(text, (address) => {
		addresses.push(address);
		return address;
	});
	return addresses;
}

/** The longest short link of a domain. */
const longestLink = ({ name }: LinkDomain): string =>
	`https://${name}/${'x'.repeat(LIMITS.shortLink.slug.max)}`;

const withLongest = (text: string, domain: LinkDomain): string =>
	replaceAddresses(text, () => longestLink(domain));

/** What of a message goes out as SMS, as long as it may get. */
export function longestSms(message: LinkedMessage): string {
	const { linkDomain } = message.terms;
	return linkDomain ? withLongest(smsOf(message), linkDomain) : smsOf(message);
}

/** The text that a dry run shows: that of an SMS as long as it may get. */
export const longestText = (message: LinkedMessage): string =>
	message.text === smsOf(message) ? longestSms(message) : message.text;

/** How many short links a message gets. */
export const countLinks = (message: LinkedMessage): number =>
	message.terms.linkDomain ? addressesIn(smsOf(message)).length : 0;

/** What a dry run says beside a message whose length is not certain; '' if it is. */
export function noteOfLinks(message: LinkedMessage): string {
	const { linkDomain } = message.terms;
	const count = countLinks(message);
	if (!linkDomain || count === 0) return '';
	const links = count === 1 ? 'a short link' : 'short links';
	return `, with ${links} of up to ${longestLink(linkDomain).length} characters`;
}

/** What the words begin with that stand in a text for its addresses, until the service puts the links there. */
const WORD = 'CountedLink';

/**
 * A text as its request carries it, with the short links that it is to get. Each place has a word of its own, also if two hold the same
 * address: nothing says that the service replaces a word more than once. No word is the beginning of another one or is in the text, and
 * none has braces, which stand for fields of contacts.
 */
export function withShortLinks(text: string, domain: LinkDomain | undefined) {
	if (!domain) return { text };
	let word = WORD;
	while (text.toLowerCase().includes(word.toLowerCase())) word += 'X';
	const links: Array<{ link: string; placeholder: string; domain_ids: string[] }> = [];
	const words = replaceAddresses(text, (link) => {
		const placeholder = word + String(links.length + 1).padStart(2, '0');
		links.push({ link, placeholder, domain_ids: [domain.id] });
		return placeholder;
	});
	return { text: words, ...(links.length > 0 && { short_links: links }) };
}

/** A field of contacts (4.9). */
const FIELD_OF_CONTACTS = /\{\d+\}/g;

/**
 * Reads a text and checks its addresses, and its length with the longest links.
 * @param isOfContacts if the service fills it (4.9)
 * @param name what the form calls the text
 */
export function checkLinkedText(
	value: unknown,
	domain: LinkDomain,
	{ isOfContacts = false, name = 'Text' }: { isOfContacts?: boolean; name?: string } = {},
): Checked<string> {
	const text = readText(value);
	if (!text.ok) return text;
	const addresses = addressesIn(text.value);
	for (const address of addresses) {
		const [field] = (isOfContacts && address.match(FIELD_OF_CONTACTS)) || [];
		if (field !== undefined)
			return refuseAs(
				'Text',
				`has ${field} within an address, whose clicks cannot be counted`,
				'A short link leads to the same page for all contacts: take the field out of the address, or Count Clicks out of Options.',
			);
		const checked = checkLength(address, LIMITS.shortLink.address, `An address in ${name}`);
		if (!checked.ok) return checked;
	}
	const longest = withLongest(text.value, domain);
	const judged = checkSegments(isOfContacts ? longest.replace(FIELD_OF_CONTACTS, '') : longest);
	if (judged.ok) return text;
	const { field, message, description = '' } = judged.refusal;
	return refuse(
		field,
		message,
		addresses.length === 0
			? description
			: `${description} With Count Clicks each address counts as its short link, of up to ${longestLink(domain).length} characters.`,
	);
}

const COUNT_CLICKS_LABEL = 'Count Clicks';
const WITHOUT = `take ${COUNT_CLICKS_LABEL} out of Options`;

/** What is wrong with the domain that was asked for. */
function noDomain(
	wanted: string,
	found: ReturnType<typeof normaliseDomain> | undefined,
	usable: readonly string[],
) {
	const [first] = usable;
	const what =
		first === undefined
			? 'finds no active domain in the account'
			: found
				? `names the domain ${String(found.name)}, which is ${String(found.status)}`
				: wanted === ''
					? 'finds no default domain in the account'
					: 'names a domain that the account does not have';
	return refuseAs(
		COUNT_CLICKS_LABEL,
		what,
		first === undefined
			? `Set one up in your account, or ${WITHOUT}.`
			: `Choose an active domain there, such as ${first}, or ${WITHOUT}.`,
	);
}

/** Judges domains by what the service says of them. With a test key it says anything. */
function judgeBy({ records, fault }: Listed, isRandom: boolean): DomainJudge {
	if (fault) {
		const said = extensionFault(fault, 'short links', `Send the address as it is: ${WITHOUT}.`);
		return () =>
			refuse(COUNT_CLICKS_LABEL, `${COUNT_CLICKS_LABEL}: ${said.message}`, said.description);
	}
	const domains = records.map((record) => {
		const domain = normaliseDomain(record);
		const { id, name, status } = domain;
		const link: LinkDomain = { id: String(id), name: String(name) };
		return { domain, link, isUsable: isRandom || !UNUSABLE_DOMAIN_STATUSES.includes(status) };
	});
	const usable = domains.flatMap(({ isUsable, link }) => (isUsable ? link.name : []));
	return (value) => {
		const { links = {} } = Object(value) as { links?: unknown };
		if (asRecord(value) === undefined || asRecord(links) === undefined)
			return refuseAs(COUNT_CLICKS_LABEL, 'holds no domain', 'Set it in the form.');
		const chosen = valueOf(valueAt(links, 'domain'));
		const id = isBlank(chosen) ? accept('') : checkUuid(chosen, 'Domain');
		if (!id.ok) return id;
		const found =
			domains.find(({ domain, link }) =>
				id.value === '' ? domain.is_default === true : link.id.toLowerCase() === id.value,
			) ?? (isRandom ? domains[0] : undefined);
		return found?.isUsable === true
			? accept(found.link)
			: noDomain(id.value, found?.domain, usable);
	};
}

/** Judges the domain that Count Clicks names in the form; without one it is the default domain of the account. */
export type DomainJudge = (value: unknown) => Checked<LinkDomain>;

/** Asks the service for its domains, if the form has Count Clicks, and returns what judges them. */
export async function readDomains(ctx: OperationContext): Promise<DomainJudge> {
	const read = parameterReader(ctx, 'options.countClicks', undefined);
	if (!read.perItem && read(0) === undefined) return judgeBy({ records: [] }, false);
	const service = await ctx.service(0);
	return judgeBy(await listDomains(service), service.answersAtRandom === true);
}

/** Returns a counter of messages in which there is nothing to click. */
export function uncountedCounter() {
	let all = 0;
	let without = 0;
	return {
		add(message: LinkedMessage): void {
			if (!message.terms.linkDomain) return;
			all++;
			if (countLinks(message) === 0) without++;
		},
		/** Says how many there are; undefined if each has an address. */
		hint(): string | undefined {
			if (without === 0) return undefined;
			const why = 'no address that begins with http:// or https://';
			return without === all
				? `${COUNT_CLICKS_LABEL} has nothing to count: the text holds ${why}.`
				: `${counted(without, 'message holds', 'messages hold')} ${why}: ${COUNT_CLICKS_LABEL} has nothing to count there.`;
		},
	};
}
