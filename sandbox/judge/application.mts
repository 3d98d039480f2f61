import type { Complaints } from './complaints.mts';
import { isRegistrable } from './sender.mts';
import { length, own, wellFormed } from './values.mts';

/** The texts of an application for a natural person (extensions notes, section 9). */
export interface NaturalFields {
	country_code: string;
	type: 'sms' | 'viber';
	sender: string;
	name: string;
	code_of_company: string;
	description: string;
	informing_purpose: string;
	site_url: string | null;
	comment: string | null;
}

/** The texts of an application. */
export interface ApplicationFields {
	country_code: string;
	sender: string;
	code_of_company: string;
	description: string;
	informing_purpose: string;
	site_url: string | null;
	comment: string | null;
	legal_name: string;
	address: string;
	tax_number: string;
}

const matches =
	(form: RegExp) =>
	(value: unknown): boolean =>
		typeof value === 'string' && form.test(value);

/** Reads the texts of an application, and complains of those that are wrong. */
function readers(body: Record<string, unknown>, complaints: Complaints) {
	// A text of so many characters; null when it is absent or refused.
	const text = (name: string, min: number, max: number, required: boolean): string | null => {
		const value = own(body, name);
		if (value === undefined) {
			if (required) complaints.add(name, `The ${name} field is required.`);
			return null;
		}
		if (typeof value !== 'string') complaints.add(name, `The ${name} field must be a string.`);
		else if (!wellFormed(value)) complaints.add(name, `The ${name} field is not valid Unicode.`);
		else if (length(value) < min || length(value) > max || (min > 0 && value.trim() === ''))
			complaints.add(name, `The ${name} field must have ${min} to ${max} characters.`);
		else return value;
		return null;
	};
	// A value that must fit a rule, which the complaint tells in words.
	const pattern = (name: string, test: (value: unknown) => boolean, rule: string): string => {
		const value = own(body, name);
		if (value === undefined) complaints.add(name, `The ${name} field is required.`);
		else if (!test(value)) complaints.add(name, `The ${name} field must be ${rule}.`);
		return typeof value === 'string' ? value : '';
	};
	return { text, pattern };
}

/** Judges the body of an application for a natural person (extensions notes, section 9). */
export function judgeNatural(body: Record<string, unknown>, complaints: Complaints): NaturalFields {
	const { text, pattern } = readers(body, complaints);
	const type = pattern('type', (value) => value === 'sms' || value === 'viber', 'sms or viber');
	return {
		country_code: pattern('country_code', matches(/^[A-Z]{2}$/), 'two capital letters'),
		type: type === 'viber' ? 'viber' : 'sms',
		sender: pattern('sender', isRegistrable, 'up to 11 Latin letters or digits, or 15 digits'),
		name: text('name', 1, 100, true) ?? '',
		code_of_company: text('code_of_company', 1, 30, true) ?? '',
		description: text('description', 1, 1000, true) ?? '',
		informing_purpose: text('informing_purpose', 1, 1000, true) ?? '',
		site_url: text('site_url', 7, 150, false),
		comment: text('comment', 0, 1000, false),
	};
}

/** Judges the body of 4.14. */
export function judgeApplication(
	body: Record<string, unknown>,
	complaints: Complaints,
): ApplicationFields {
	const { text, pattern } = readers(body, complaints);
	pattern('type', (value) => value === 'sms', 'sms');
	return {
		country_code: pattern(
			'country_code',
			matches(/^[A-Z]{2}$/),
			'two capital letters (ISO 3166-1 Alpha-2)',
		),
		sender: pattern(
			'sender',
			isRegistrable,
			'up to 11 Latin letters or digits, or up to 15 digits',
		),
		code_of_company: pattern('code_of_company', matches(/^[0-9]{1,30}$/), '1 to 30 digits'),
		description: text('description', 1, 1000, true) ?? '',
		informing_purpose: text('informing_purpose', 1, 1000, true) ?? '',
		site_url: text('site_url', 0, 150, false),
		comment: text('comment', 0, 1000, false),
		legal_name: text('legal_name', 3, 100, true) ?? '',
		address: text('address', 3, 200, true) ?? '',
		tax_number: text('tax_number', 1, 20, true) ?? '',
	};
}
