import { checkRcs, contentWords } from '../../../nodes/MessagingService/sending/content.ts';

/* What an RCS message may show, by sections 5 and 13 of the extensions notes. */

/** The content of a form, or the message of its refusal. */
function contentOf(fields: object): unknown {
	const checked = checkRcs({ ...fields });
	return checked.ok ? checked.value.shows : checked.refusal.message;
}
const text = (contentText: unknown): unknown => contentOf({ content: 'text', contentText });
const card = (fields: object): unknown =>
	contentOf({ content: 'card', contentCard: { card: fields } });
const carousel = (...cards: object[]): unknown =>
	contentOf({ content: 'carousel', contentCards: { card: cards } });
const json = (contentJson: unknown): unknown => contentOf({ content: 'json', contentJson });
const button = (fields: object): unknown =>
	card({ text: 'Sale', buttons: { button: [{ type: 'link', ...fields }] } });

const url = 'https://shop.example.com/sale';
const picture = 'https://shop.example.com/sale.jpg';

describe('a text', () => {
	test('goes out composed, without blanks at its ends', () => {
		expect(text(' Cafe\u0301\r\nopen ')).toEqual({ text: 'Café\nopen' });
	});
});

describe('a card', () => {
	test('becomes a list of one, and what it leaves empty is left out', () => {
		expect(card({ title: ' ', text: 'Sale', media: '', buttons: {} })).toEqual({
			cards: [{ text: 'Sale' }],
		});
		expect(
			card({
				title: 'Spring',
				text: 'Sale',
				media: picture,
				buttons: {
					button: [
						{ type: 'link', text: 'To the shop', url, phone: '' },
						{ type: 'call', text: 'Call us', url: '', phone: '+380 44 123 45 67' },
					],
				},
			}),
		).toEqual({
			cards: [
				{
					title: 'Spring',
					text: 'Sale',
					media: { url: picture },
					suggestions: [
						{ type: 'link', text: 'To the shop', url },
						{ type: 'call', text: 'Call us', phone: '380441234567' },
					],
				},
			],
		});
	});

	test('needs a text, or a picture or video', () => {
		expect(card({ media: picture })).toEqual({ cards: [{ media: { url: picture } }] });
		expect(card({ title: 'Spring' })).toBe('Card has neither a text nor a picture or video');
		expect(contentOf({ content: 'card', contentCard: {} })).toBe(
			'Card has neither a text nor a picture or video',
		);
	});

	test.each([
		[{ text: 'x'.repeat(1000), title: 'y'.repeat(200) }, undefined],
		[{ text: 'x'.repeat(1001) }, 'Card: Text has 1001 characters instead of 1 to 1000'],
		[
			{ text: 'x', title: `${'y'.repeat(199)}😀` },
			'Card: Title has 201 characters instead of 1 to 200',
		],
	])('keeps the lengths (%#)', (fields, message) => {
		if (message === undefined) expect(card(fields)).toEqual({ cards: [fields] });
		else expect(card(fields)).toBe(message);
	});
});

describe('a picture or video', () => {
	test.each([
		'https://shop.example.com/a.webm?width=5',
		'HTTP://SHOP.EXAMPLE.COM/A.JPEG',
		'https://shop.example.com/picture',
		'https://shop.example.com/image.php?id=5',
		'https://cdn.example.com/v1.2/picture#a.svg',
	])('may lie at %s', (media) => {
		expect(card({ media })).toEqual({ cards: [{ media: { url: media } }] });
	});

	test.each([
		['file:///home/me/sale.png', 'is not an address of the web'],
		['sale.png', 'is not an address of the web'],
		['javascript:alert(1)', 'is not an address of the web'],
		['https://shop.example.com/a.svg', 'is a file of the type svg'],
		['https://shop.example.com/a.PDF?x=.png', 'is a file of the type pdf'],
		[`https://shop.example.com/${'a'.repeat(1000)}`, 'has 1025 characters, more than 1000'],
		[{ url: 5 }, 'is a number'],
	])('%j is refused', (media, message) => {
		expect(card({ media })).toContain(`Card: Picture or Video`);
		expect(card({ media })).toContain(message);
	});
});

describe('a button', () => {
	test.each([
		[{ text: '', url }, 'Card, Button 1: Label is empty'],
		[{ url }, 'Card, Button 1: Label is empty'],
		[{ text: `${'x'.repeat(24)}😀`, url }, 'Card, Button 1: Label has 26 characters'],
		[{ text: 'Open' }, 'Card, Button 1: Link is empty'],
		[{ text: 'Open', url: 'shop.example.com' }, 'Card, Button 1: Link "shop.example.com" is not'],
		[{ type: 'call', text: 'Call', phone: '12' }, 'Card, Button 1: Phone Number'],
		[{ type: 'call', text: 'Call', url }, 'Card, Button 1: Phone Number is empty'],
	])('%j is refused', (fields, message) => {
		expect(button(fields)).toContain(message);
	});

	test('stands beside three others at most', () => {
		const buttons = { button: Array(5).fill({ type: 'link', text: 'Open', url }) as object[] };
		expect(card({ text: 'Sale', buttons })).toBe('Card: Buttons are 5, more than 4');
		buttons.button.pop();
		expect(card({ text: 'Sale', buttons })).toHaveProperty('cards.0.suggestions.length', 4);
	});
});

describe('a carousel', () => {
	const one = { text: 'Sale' };

	test('has 2 to 10 cards, and an error names the card', () => {
		expect(carousel(one, one)).toEqual({ cards: [one, one] });
		expect(carousel(...Array<object>(10).fill(one))).toHaveProperty('cards.length', 10);
		expect(carousel(one)).toBe('Cards holds 1 card instead of 2 to 10');
		expect(carousel()).toBe('Cards holds 0 cards instead of 2 to 10');
		expect(carousel(...Array<object>(11).fill(one))).toBe(
			'Cards holds 11 cards instead of 2 to 10',
		);
		expect(carousel(one, { title: 'x' })).toBe('Card 2 has neither a text nor a picture or video');
	});
});

describe('JSON', () => {
	test('has the form of the service, as an object or as text', () => {
		expect(json({ text: 'Sale' })).toEqual({ text: 'Sale' });
		const link = { text: 'Open', url };
		expect(json(JSON.stringify({ cards: [{ text: 'Sale', suggestions: [link] }] }))).toEqual({
			cards: [{ text: 'Sale', suggestions: [{ type: 'link', ...link }] }],
		});
		expect(json({ cards: [{ media: { url: picture } }] })).toEqual({
			cards: [{ media: { url: picture } }],
		});
	});

	test.each([
		['', 'Content (JSON) is empty'],
		['{', 'Content (JSON) is no JSON'],
		[{}, 'Content (JSON) has no text and no cards'],
		[[], 'Content (JSON) has no text and no cards'],
		[{ text: 'a', cards: [] }, 'Content (JSON) has both a text and cards'],
		[{ cards: [] }, 'Content (JSON) has 0 cards'],
		[{ cards: { text: 'a' } }, 'Content (JSON) has no list of cards'],
		[{ cards: ['a'] }, 'Card is text'],
		[{ cards: [{ text: 'a', suggestions: 'b' }] }, 'Card: Buttons are text'],
	])('%j is refused', (value, message) => {
		expect(json(value)).toBe(message);
	});
});

describe('the SMS in its place', () => {
	const sale = { content: 'text', contentText: 'Sale' };
	const smsOf = (fields: object): unknown => {
		const checked = checkRcs({ ...sale, fallBackToSms: true, ...fields });
		return checked.ok ? checked.value.sms : checked.refusal.message;
	};

	test('goes out only if it is switched on', () => {
		const sms = { smsSender: 'Shop', smsText: ' Sale ' };
		expect(smsOf(sms)).toEqual({ sender: 'Shop', text: 'Sale' });
		expect(checkRcs({ ...sale, ...sms })).toEqual({ ok: true, value: { shows: { text: 'Sale' } } });
	});
});

test('the words of a card without words are the address of what it shows', () => {
	const cards = [{ title: 'Sale', text: 'Now' }, { media: { url: picture } }];
	expect(contentWords({ cards })).toBe(`Sale\nNow\n${picture}`);
});
