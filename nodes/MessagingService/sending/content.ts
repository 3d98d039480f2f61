import { asRecord } from '../../shared/errors';
import { parseJson } from '../../shared/json';
import { LIMITS, OTHER_MEDIA, RCS_MEDIA } from '../../shared/spec';
import { asSeen, counted, isBlank, kindOf, quote } from '../../shared/text';
import { urlOf } from '../../shared/url';
import {
	accept,
	checkPhone,
	checkSender,
	checkText,
	readText,
	refuse,
	refuseAs,
	type Checked,
	type Refusal,
	type Refused,
} from '../../shared/validation';
import { checkLinkedText, type LinkDomain } from './shortLinks';

/*
 * What an RCS message shows, as a value (extensions notes, section 5). A form, JSON and the body of a request have one shape, so that one
 * function judges all of them. Lengths are UTF-16 units, as the service counts.
 */

/** A button under a card: it opens a link, or calls a number. */
export type Button =
	| { type: 'link'; text: string; url: string }
	| { type: 'call'; text: string; phone: string };

export interface Card {
	title?: string;
	text?: string;
	media?: { url: string };
	suggestions?: Button[];
}

/** The `options` of a request: a text, a card, or from two cards on a carousel. */
export type Content = { text: string } | { cards: Card[] };

/** All that an RCS message says: what it shows, and the SMS that goes out in its place if it cannot be shown. */
export interface RcsContent {
	shows: Content;
	sms?: { sender: string; text: string };
}

/** The words of what is shown, as its row shows them: of a card without any, the address of what it shows. */
export function contentWords(shown: Content): string {
	if ('text' in shown) return shown.text;
	return shown.cards
		.map(({ title, text, media }) => [title, text].filter(Boolean).join('\n') || (media?.url ?? ''))
		.join('\n');
}

const { rcs } = LIMITS;

/** Gives a refusal of a text under the name of its field. */
function named(field: string, { message, description = '' }: Refusal): Refused {
	return refuse(field, message.replace(/^(?:Text|Sender)/, field), description);
}

/** Reads a text of up to so many units under the name of its field, as the text of an SMS is read. */
export function checkUnits(value: unknown, field: string, max: number): Checked<string> {
	const read = readText(value);
	if (!read.ok) return named(field, read.refusal);
	const { length } = read.value;
	return length <= max
		? read
		: refuseAs(
				field,
				`has ${length} characters instead of 1 to ${max}`,
				'Shorten it. An emoji counts as two or more characters.',
			);
}

/** Checks an address of the web, of up to so many characters. */
export function checkAddress(
	value: unknown,
	field: string,
	max: number = rcs.address,
): Checked<string> {
	const want = 'Write the whole address, which begins with https://.';
	if (typeof value !== 'string' || isBlank(value))
		return refuseAs(field, `is ${typeof value === 'string' ? 'empty' : kindOf(value)}`, want);
	const address = value.trim();
	const { protocol = '' } = urlOf(address) ?? {};
	if (protocol !== 'https:' && protocol !== 'http:')
		return refuseAs(field, `${quote(address)} is not an address of the web`, want);
	return address.length <= max
		? accept(address)
		: refuseAs(field, `has ${address.length} characters, more than ${max}`, 'Shorten it.');
}

/** Checks the address of a picture or video. What it is shows in its ending, if it has one that names a type. */
function checkMedia(value: unknown, field: string): Checked<string> {
	const address = checkAddress(value, field);
	if (!address.ok) return address;
	const [, ending = ''] = /\.(\w+)$/.exec(new URL(address.value).pathname) ?? [];
	return OTHER_MEDIA.includes(ending.toLowerCase())
		? refuseAs(
				field,
				`is a file of the type ${ending.toLowerCase()}, which the service does not take`,
				`Use a picture or video of one of these types: ${RCS_MEDIA.join(', ')}.`,
			)
		: address;
}

/** Checks a button. JSON may leave its type out: what it opens or calls says it. */
function checkButton(value: unknown, place: string): Checked<Button> {
	const { type, text, url, phone } = asRecord(value) ?? {};
	const label = checkUnits(text, `${place}: Label`, rcs.buttonText);
	if (!label.ok) return label;
	if (type === 'call' || (type === undefined && isBlank(url))) {
		const number = checkPhone(phone, `${place}: Phone Number`, { check: 'possible' });
		return number.ok ? accept({ type: 'call', text: label.value, phone: number.value }) : number;
	}
	const link = checkAddress(url, `${place}: Link`);
	return link.ok ? accept({ type: 'link', text: label.value, url: link.value }) : link;
}

/** Checks each entry of a list. */
function checkEntries<T>(
	values: readonly unknown[],
	check: (value: unknown, index: number) => Checked<T>,
): Checked<T[]> {
	const checked: T[] = [];
	for (const [index, value] of values.entries()) {
		const one = check(value, index);
		if (!one.ok) return one;
		checked.push(one.value);
	}
	return accept(checked);
}

/** Checks a card. What it leaves empty is left out. */
function checkCard(value: unknown, place: string): Checked<Card> {
	const record = asRecord(value);
	if (!record) return refuseAs(place, `is ${kindOf(value)}`, 'Use an object.');
	const { title, text, media, suggestions = [] } = record;
	const url = asRecord(media)?.url ?? media;
	const card: Card = {};
	if (!isBlank(title)) {
		const checked = checkUnits(title, `${place}: Title`, rcs.title);
		if (!checked.ok) return checked;
		card.title = checked.value;
	}
	if (!isBlank(text)) {
		const checked = checkUnits(text, `${place}: Text`, rcs.cardText);
		if (!checked.ok) return checked;
		card.text = checked.value;
	}
	if (!isBlank(url)) {
		const checked = checkMedia(url, `${place}: Picture or Video`);
		if (!checked.ok) return checked;
		card.media = { url: checked.value };
	}
	if (card.text === undefined && card.media === undefined)
		return refuseAs(place, 'has neither a text nor a picture or video', 'Add one of them.');
	if (!Array.isArray(suggestions) || suggestions.length > rcs.buttons)
		return refuseAs(
			`${place}: Buttons`,
			Array.isArray(suggestions)
				? `are ${suggestions.length}, more than ${rcs.buttons}`
				: `are ${kindOf(suggestions)}`,
			`Use a list of up to ${counted(rcs.buttons, 'button')}.`,
		);
	const buttons = checkEntries(suggestions, (button, index) =>
		checkButton(button, `${place}, Button ${index + 1}`),
	);
	if (!buttons.ok) return buttons;
	return accept(buttons.value.length > 0 ? { ...card, suggestions: buttons.value } : card);
}

/** Checks cards; one that stands alone has no number. */
function checkCards(values: readonly unknown[]): Checked<Content> {
	const cards = checkEntries(values, (card, index) =>
		checkCard(card, values.length === 1 ? 'Card' : `Card ${index + 1}`),
	);
	return cards.ok ? accept({ cards: cards.value }) : cards;
}

/** Checks a content in the service's form, as JSON gives it: an object, or its text. */
function checkJson(value: unknown): Checked<Content> {
	const field = 'Content (JSON)';
	const want = 'Use an object with a text, or with a list of 1 to 10 cards.';
	let given = value;
	if (typeof value === 'string') {
		try {
			given = parseJson(value);
		} catch {
			return refuseAs(field, isBlank(value) ? 'is empty' : 'is no JSON', want);
		}
	}
	const { text, cards } = asRecord(given) ?? {};
	if ((text === undefined) === (cards === undefined))
		return refuseAs(
			field,
			`has ${text === undefined ? 'no' : 'both a'} text ${text === undefined ? 'and no' : 'and'} cards`,
			want,
		);
	if (cards === undefined) return checkContentText(text);
	if (!Array.isArray(cards) || cards.length < 1 || cards.length > rcs.cards.max)
		return refuseAs(
			field,
			Array.isArray(cards) ? `has ${counted(cards.length, 'card')}` : `has no list of cards`,
			want,
		);
	return checkCards(cards);
}

function checkContentText(value: unknown): Checked<Content> {
	const text = checkUnits(value, 'Text', rcs.text);
	return text.ok ? accept({ text: text.value }) : text;
}

/** The cards of the form, whose buttons and whose cards stand within groups of n8n, in the service's form. */
function cardOfForm(card: unknown): unknown {
	const { buttons, ...rest } = asRecord(card) ?? {};
	return { ...rest, suggestions: asRecord(buttons)?.button ?? [] };
}

/** Checks what the message shows, and makes the `options` of its request. */
export function checkShown(values: Values): Checked<Content> {
	const { content: kind } = values;
	if (kind === 'text') return checkContentText(values.contentText);
	if (kind === 'json') return checkJson(values.contentJson);
	if (kind === 'card') return checkCards([cardOfForm(asRecord(values.contentCard)?.card)]);
	const { card: cards = [] } = asRecord(values.contentCards) ?? {};
	const { length } = Array.isArray(cards) ? cards : [];
	const { min, max } = rcs.cards;
	if (!Array.isArray(cards) || length < min || length > max)
		return refuseAs(
			'Cards',
			`holds ${counted(length, 'card')} instead of ${min} to ${max}`,
			length === 1 ? 'Add a card, or set Content to Card.' : 'Add or remove cards.',
		);
	return checkCards(cards.map(cardOfForm));
}

/** The values of the form's fields by their names (fields.ts). */
export type Values = Readonly<Record<string, unknown>>;

/** Checks an SMS that stands beside another channel. */
export function checkSms(
	{ smsSender, smsText }: Values,
	linkDomain?: LinkDomain,
): Checked<{ sender: string; text: string }> {
	const sender = checkSender(smsSender, 'campaign', 'SMS Sender');
	if (!sender.ok) return sender;
	const text = linkDomain
		? checkLinkedText(smsText, linkDomain, { name: 'SMS Text' })
		: checkText(smsText);
	return text.ok
		? accept({ sender: sender.value, text: text.value })
		: named('SMS Text', text.refusal);
}

/** Checks all that an RCS message says. */
export function checkRcs(values: Values): Checked<RcsContent> {
	const shows = checkShown(values);
	if (!shows.ok) return shows;
	if (values.fallBackToSms !== true) return accept({ shows: shows.value });
	const sms = checkSms(values);
	return sms.ok ? accept({ shows: shows.value, sms: sms.value }) : sms;
}

/** Checks the name of who sends by another channel than SMS. */
export function checkName(
	value: unknown,
	field: string,
	what: string,
	max: number,
): Checked<string> {
	const want = `Use the name of ${what} of the account, 1 to ${max} characters.`;
	if (typeof value !== 'string' || isBlank(value))
		return refuseAs(field, `is ${isBlank(value) ? 'empty' : kindOf(value)}`, want);
	const name = asSeen(value);
	return name.length <= max
		? accept(name)
		: refuseAs(field, `has ${name.length} characters, more than ${max}`, want);
}

/** Checks the agent, the sender of an RCS message. */
export const checkAgent = (value: unknown): Checked<string> =>
	checkName(value, 'Agent', 'an RCS agent', rcs.agent);
