import type { CodeTemplate, Verification } from '../types.mts';
import type { Complaints } from './complaints.mts';
import { CODE_DIGITS, CODE_SECONDS, CODE_TRIES, ID } from './limits.mts';
import { isCampaignSender } from './sender.mts';
import { length, own, readPhone, wellFormed } from './values.mts';

type Body = Record<string, unknown>;

/** What a code is ordered by (extensions notes, section 8). */
export type CodeOrder = Pick<
	Verification,
	'recipient' | 'channel' | 'sender' | 'senderAlt' | 'lifetimeSeconds' | 'maxTries' | 'digits'
> & { templateId: number };

/** A whole number of a range. */
function judgeCount(
	body: Body,
	name: string,
	[min, max]: readonly [number, number],
	complaints: Complaints,
): number {
	const value = own(body, name);
	if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max)
		return value;
	complaints.add(name, `The ${name} field must be an integer from ${min} to ${max}.`);
	return min;
}

/** A sender of 3 characters or more, as this part of the service takes it. */
const isCodeSender = (value: unknown): value is string =>
	isCampaignSender(value) && value.length >= 3;

/** Judges an order of a code. */
export function judgeCodeOrder(body: Body, complaints: Complaints): CodeOrder {
	const recipient = own(body, 'recipient');
	const phone = typeof recipient === 'string' ? readPhone(recipient) : undefined;
	if (phone === undefined)
		complaints.add('recipient', 'The recipient must be a text of 9 to 15 digits.');
	const channel = own(body, 'channel');
	if (channel !== 'sms' && channel !== 'viber')
		complaints.add('channel', 'The value you selected is not a valid choice.');
	const sender = own(body, 'sender');
	if (!isCodeSender(sender))
		complaints.add('sender', 'The sender must have 3 to 11 characters, or 3 to 15 digits.');
	const senderAlt = own(body, 'sender_alt') ?? null;
	if (senderAlt !== null && !isCodeSender(senderAlt))
		complaints.add('sender_alt', 'The sender must have 3 to 11 characters, or 3 to 15 digits.');
	const template = own(body, 'template_id');
	const templateId =
		typeof template === 'string' && ID.test(template) ? Number(template) : template;
	if (typeof templateId !== 'number' || !/^\d{1,9}$/.test(String(templateId)))
		complaints.add('template_id', 'The template must be an integer of 1 to 9 digits.');
	return {
		recipient: phone ?? '',
		channel: channel === 'viber' ? 'viber' : 'sms',
		sender: String(sender),
		senderAlt: typeof senderAlt === 'string' ? senderAlt : null,
		templateId: Number(templateId),
		lifetimeSeconds: judgeCount(body, 'code_lifetime', CODE_SECONDS, complaints),
		maxTries: judgeCount(body, 'code_max_tries', CODE_TRIES, complaints),
		digits: judgeCount(body, 'code_digits', CODE_DIGITS, complaints),
	};
}

/** Judges a code that is to be checked. */
export function judgeCode(body: Body, complaints: Complaints): string {
	const code = own(body, 'access_code');
	if (typeof code === 'string' && /^\d{3,9}$/.test(code)) return code;
	complaints.add('access_code', 'The code must be a text of 3 to 9 digits.');
	return '';
}

/** Judges a template. */
export function judgeTemplate(
	body: Body,
	complaints: Complaints,
): Pick<CodeTemplate, 'name' | 'text' | 'countries'> {
	const name = own(body, 'name');
	if (typeof name !== 'string' || !wellFormed(name) || length(name) < 3 || length(name) > 50)
		complaints.add('name', 'The name must have 3 to 50 characters.');
	const text = own(body, 'text');
	if (typeof text !== 'string' || !wellFormed(text))
		complaints.add('text', 'The text must be a string.');
	else if (text.split('{code2fa}').length !== 2)
		complaints.add('text', 'The variable {code2fa} is required in the text, once.');
	const given = own(body, 'countries') ?? [];
	const countries = Array.isArray(given) ? (given as unknown[]) : [null];
	if (!countries.every((code) => typeof code === 'string' && /^[A-Z]{2}$/.test(code)))
		complaints.add('countries', 'The countries must be a list of two capital letters each.');
	return { name: String(name), text: String(text), countries: countries.map(String) };
}
