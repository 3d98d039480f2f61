import {
	judgeAgent,
	judgeCampaignSender,
	judgeCampaignText,
	judgeTerms,
	type CampaignAccount,
	type CampaignTerms,
} from './campaign.mts';
import type { Complaints } from './complaints.mts';
import {
	MAX_ADDRESS,
	MAX_BUTTON,
	MAX_BUTTONS,
	MAX_CARD_TEXT,
	MAX_CARDS,
	MAX_RCS_TEXT,
	MAX_TITLE,
	MAX_VALIDITY_SECONDS,
	MIN_VALIDITY_SECONDS,
	NO_MEDIA,
} from './limits.mts';
import type { Instead, RcsOptions } from '../types.mts';
import { isAddress, isObject, own, readInteger, readPhone, wellFormed } from './values.mts';

// RCS as the extensions notes show it (sections 5 and 13). Lengths are UTF-16 units.

/** How a message is to be sent, whatever it shows. */
export interface Ways {
	terms: CampaignTerms;
	checkStopList: boolean;
	addContacts: boolean;
}

/** The part of an RCS order that does not depend on who receives it. */
export interface RcsOrder extends Ways {
	sender: string;
	/** What a phone shows, as lines of text. */
	text: string;
	rcs: RcsOptions | null;
	/** The SMS that is sent where RCS does not arrive. */
	instead: Instead | null;
}

/** Judges a text that may be missing. Returns it, or nothing. */
export function judgeUpTo(
	value: unknown,
	path: string,
	max: number,
	complaints: Complaints,
): string {
	if (value === undefined) return '';
	const isRight =
		typeof value === 'string' && value !== '' && value.length <= max && wellFormed(value);
	if (!isRight) complaints.add(path, `The text must have 1 to ${max} characters.`);
	return isRight ? value : '';
}

/** Judges an address of the web. */
export function judgeAddress(
	value: unknown,
	path: string,
	max: number,
	complaints: Complaints,
): void {
	const isRight = typeof value === 'string' && value.length <= max && isAddress(value);
	if (!isRight) complaints.add(path, `The url must be an address of up to ${max} characters.`);
}

/** Judges a button. Its type may be left out, as the samples do: what it opens or calls says it. */
function judgeButton(value: unknown, path: string, complaints: Complaints): void {
	if (!isObject(value)) return complaints.add(path, 'The suggestion must be an object.');
	const [text, url, phone] = ['text', 'url', 'phone'].map((name) => own(value, name));
	const type = own(value, 'type') ?? (url === undefined ? 'call' : 'link');
	if (text === undefined) complaints.add(`${path}.text`, 'The text is required.');
	judgeUpTo(text, `${path}.text`, MAX_BUTTON, complaints);
	judgeUpTo(own(value, 'postback_data'), `${path}.postback_data`, MAX_BUTTON, complaints);
	if (type === 'link') judgeAddress(url, `${path}.url`, MAX_ADDRESS, complaints);
	else if (type !== 'call') complaints.add(`${path}.type`, 'The type must be link or call.');
	else if (typeof phone !== 'string' || readPhone(phone) === undefined)
		complaints.add(`${path}.phone`, 'The phone must be 9 to 15 digits.');
}

/** Judges a card. Returns its lines. */
function judgeCard(card: unknown, place: string, complaints: Complaints): string {
	if (!isObject(card)) {
		complaints.add(place, 'The card must be an object.');
		return '';
	}
	const title = judgeUpTo(own(card, 'title'), `${place}.title`, MAX_TITLE, complaints);
	const text = judgeUpTo(own(card, 'text'), `${place}.text`, MAX_CARD_TEXT, complaints);
	const media = own(card, 'media');
	if (media === undefined && own(card, 'text') === undefined)
		complaints.add(place, 'The card needs a text or media.');
	if (media !== undefined) {
		const url = isObject(media) ? own(media, 'url') : undefined;
		judgeAddress(url, `${place}.media.url`, MAX_ADDRESS, complaints);
		const path = isAddress(String(url)) ? new URL(String(url)).pathname : '';
		if (NO_MEDIA.test(path))
			complaints.add(`${place}.media.url`, 'The media type is not supported.');
	}
	const buttons = own(card, 'suggestions') ?? [];
	if (!Array.isArray(buttons) || buttons.length > MAX_BUTTONS)
		complaints.add(`${place}.suggestions`, `A card has up to ${MAX_BUTTONS} suggestions.`);
	else
		for (const [index, button] of buttons.entries())
			judgeButton(button, `${place}.suggestions.${index}`, complaints);
	return `${title} ${text}`.trim();
}

/** Judges what a message shows: a text, or cards. Returns it with the text that a phone would show, a line for each card. */
export function judgeOptions(
	options: unknown,
	path: string,
	complaints: Complaints,
): Pick<RcsOrder, 'text' | 'rcs'> {
	const nothing = { text: '', rcs: null };
	if (!isObject(options)) {
		complaints.add(path, `The ${path} field must be an object with text or cards.`);
		return nothing;
	}
	const cards = own(options, 'cards');
	const text = own(options, 'text');
	if ((cards === undefined) === (text === undefined))
		complaints.add(`${path}.text`, 'Either text or cards are required.');
	if (cards === undefined)
		return { text: judgeUpTo(text, `${path}.text`, MAX_RCS_TEXT, complaints), rcs: options };
	if (!Array.isArray(cards) || cards.length === 0 || cards.length > MAX_CARDS) {
		complaints.add(`${path}.cards`, `There must be 1 to ${MAX_CARDS} cards.`);
		return nothing;
	}
	const lines = cards.map((card: unknown, index) =>
		judgeCard(card, `${path}.cards.${index}`, complaints),
	);
	return { text: lines.join('\n'), rcs: options };
}

function judgeAlternative(
	channel: unknown,
	account: CampaignAccount,
	complaints: Complaints,
): Instead | null {
	if (channel === undefined) return null;
	const sms = isObject(channel) ? own(channel, 'sms') : undefined;
	if (!isObject(sms)) {
		complaints.add('alternative_channel', 'The alternative channel must hold sms.');
		return null;
	}
	const path = 'alternative_channel.sms';
	return {
		channel: 'sms',
		text: judgeCampaignText(own(sms, 'text'), `${path}.text`, complaints),
		sender: judgeCampaignSender(own(sms, 'sender'), `${path}.sender`, account, complaints),
		rcs: null,
	};
}

/** Judges a switch, which stands for its default where it is left out. */
function judgeSwitch(
	body: Record<string, unknown>,
	name: string,
	byDefault: boolean,
	complaints: Complaints,
): boolean {
	const value = own(body, name) ?? byDefault;
	if (typeof value !== 'boolean') complaints.add(name, `The ${name} must be true or false.`);
	return value === true;
}

/** Judges validity, in hours or seconds and not both, tariff, start, and what is done beside the sending. */
export function judgeWays(
	body: Record<string, unknown>,
	account: CampaignAccount,
	complaints: Complaints,
): Ways {
	const terms = judgeTerms(body, account, complaints);
	const validity = own(body, 'validity_seconds');
	if (validity !== undefined) {
		const seconds = readInteger(validity, false);
		if (seconds === undefined || seconds < MIN_VALIDITY_SECONDS || seconds > MAX_VALIDITY_SECONDS)
			complaints.add(
				'validity_seconds',
				`The validity must be an integer between ${MIN_VALIDITY_SECONDS} and ${MAX_VALIDITY_SECONDS}.`,
			);
		else terms.validityHours = seconds / 3600;
		if (own(body, 'validity') !== undefined)
			complaints.add('validity_seconds', 'It is incompatible with validity.');
	}
	return {
		terms,
		checkStopList: judgeSwitch(body, 'check_stop_list', true, complaints),
		addContacts: judgeSwitch(body, 'add_to_contact_book', true, complaints),
	};
}

/** Judges what the RCS creations share. */
export function judgeRcs(
	body: Record<string, unknown>,
	account: CampaignAccount,
	complaints: Complaints,
): RcsOrder {
	return {
		sender: judgeAgent(own(body, 'sender'), complaints),
		...judgeOptions(own(body, 'options'), 'options', complaints),
		instead: judgeAlternative(own(body, 'alternative_channel'), account, complaints),
		...judgeWays(body, account, complaints),
	};
}
