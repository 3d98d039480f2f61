import fc from 'fast-check';
import {
	addressesIn,
	checkLinkedText,
	countLinks,
	longestText,
	noteOfLinks,
	uncountedCounter,
	withShortLinks,
} from '../../../nodes/MessagingService/sending/shortLinks.ts';

/* Count Clicks as far as texts go. What the service says of domains is held by test/engine/countClicks.test.mts. */

const domain = { id: 'd0000000-0000-4000-8000-000000000001', name: 'go.example' };
const LONGEST = `https://go.example/${'x'.repeat(25)}`;
const messageOf = (text: string, linkDomain?: typeof domain) => ({
	text,
	terms: { ...(linkDomain && { linkDomain }) },
});

describe('addresses in a text', () => {
	it.each<[string, string[]]>([
		['See https://a.example/b?c=d&e=f#g.', ['https://a.example/b?c=d&e=f#g']],
		['HTTP://A.EXAMPLE, and more', ['HTTP://A.EXAMPLE']],
		['(https://a.example/b)', ['https://a.example/b']],
		['https://a.example/b_(c)', ['https://a.example/b_(c)']],
		['(see https://a.example/b_(c)).', ['https://a.example/b_(c)']],
		['"https://a.example/b" is open', ['https://a.example/b']],
		['“https://a.example/b”…', ['https://a.example/b']],
		['https://a.example/b!?', ['https://a.example/b']],
		['https://a.example/ and https://a.example/', ['https://a.example/', 'https://a.example/']],
		['https://a.example\nhttps://b.example', ['https://a.example', 'https://b.example']],
		['https://é.example/ж', ['https://é.example/ж']],
		['https://a.example:8080/b:c', ['https://a.example:8080/b:c']],
		['www.a.example, a.example/b, ftp://a.example, mailto:a@b.example', []],
		['xhttps://a.example, https://, http://?', []],
		['https://a.example/{388077}.', ['https://a.example/{388077}']],
	])('%j', (text, addresses) => {
		expect(addressesIn(text)).toEqual(addresses);
	});

	it('are found as often as one likes, with letters of every kind', () => {
		// URL.canParse of Node.js 20 says of some of these that they are none.
		for (let nth = 0; nth < 100_000; nth++)
			if (addressesIn('https://é.example').length !== 1) throw new Error(`lost after ${nth}`);
	});
});

describe('a text as its request carries it', () => {
	it('is the same without a domain and without an address', () => {
		expect(withShortLinks('See https://a.example', undefined)).toEqual({
			text: 'See https://a.example',
		});
		expect(withShortLinks('See a.example', domain)).toEqual({ text: 'See a.example' });
	});

	/** Words of texts: what a text is likely to hold, and what it must not be mixed up with. */
	const words = fc.array(
		fc.oneof(
			fc.constantFrom('https://a.example/b', 'http://b.example', 'CountedLink01', 'countedlinkX'),
			fc.constantFrom('{388077}', '.', '(', ')', 'Sale', '$&', '\n'),
		),
		{ maxLength: 30 },
	);

	it('holds a word of its own for each address, and becomes the text again', () => {
		fc.assert(
			fc.property(words, (given) => {
				const text = given.join(' ');
				const { text: sent, short_links: links = [] } = withShortLinks(text, domain);
				expect(links.map(({ link }) => link)).toEqual(addressesIn(text));
				for (const { placeholder, domain_ids } of links) {
					expect(domain_ids).toEqual([domain.id]);
					expect(placeholder).toMatch(/^\w{1,255}$/);
					expect(text.toLowerCase()).not.toContain(placeholder.toLowerCase());
					expect(sent.split(placeholder)).toHaveLength(2);
				}
				const filled = links.reduce(
					(one, { placeholder, link }) => one.replace(placeholder, () => link),
					sent,
				);
				expect(filled).toBe(text);
				expect(longestText(messageOf(text, domain)).length).toBe(
					text.length - links.reduce((sum, { link }) => sum + link.length - LONGEST.length, 0),
				);
			}),
		);
	});
});

describe('what is told of links', () => {
	it('says how long they may get', () => {
		expect(noteOfLinks(messageOf('See https://a.example', domain))).toBe(
			', with a short link of up to 44 characters',
		);
		expect(noteOfLinks(messageOf('https://a.example https://a.example', domain))).toBe(
			', with short links of up to 44 characters',
		);
		for (const message of [messageOf('Sale', domain), messageOf('See https://a.example')])
			expect([noteOfLinks(message), countLinks(message), longestText(message)]).toEqual([
				'',
				0,
				message.text,
			]);
	});

	it('says in which messages there is nothing to count', () => {
		const hintOf = (...messages: Array<ReturnType<typeof messageOf>>) => {
			const counter = uncountedCounter();
			for (const message of messages) counter.add(message);
			return counter.hint();
		};
		const linked = messageOf('See https://a.example', domain);
		const plain = messageOf('Sale', domain);
		expect(hintOf(messageOf('Sale'))).toBeUndefined();
		expect(hintOf(linked)).toBeUndefined();
		expect(hintOf(plain, plain)).toMatch(/^Count Clicks has nothing to count: /);
		expect(hintOf(linked, plain)).toMatch(/^1 message holds no address that begins with /);
	});
});

describe('a text whose clicks are counted', () => {
	it.each<[string, string, boolean, string | undefined]>([
		['fields of contacts beside it', `${'a'.repeat(710)} {388077} https://a.b`, true, undefined],
		['a field of contacts in it', 'https://a.b/{388077}', true, 'Text has {388077} within'],
		['braces where nothing fills them', 'https://a.b/{388077}', false, undefined],
		['an address of 2049', `https://a.b/${'p'.repeat(2037)}`, false, 'An address in Text has 2049'],
	])('%s', (_, text, isOfContacts, wrong) => {
		const checked = checkLinkedText(text, domain, { isOfContacts });
		if (wrong === undefined) expect(checked).toEqual({ ok: true, value: text.trim() });
		else expect(checked.ok ? '' : checked.refusal.message).toContain(wrong);
	});
});
