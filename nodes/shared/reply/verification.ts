import type { IDataObject } from 'n8n-workflow';
import type { ToRow } from './rows';
import {
	amountOf,
	idOf,
	numberOf,
	readAll,
	statusOf,
	textOf,
	timeOf,
	unwrap,
	type Readers,
} from './values';

const VERIFICATION: Readers = {
	id: textOf,
	recipient: textOf,
	status: statusOf,
	channel: textOf,
	sender: textOf,
	sender_alt: textOf,
	code_lifetime: numberOf,
	code_max_tries: numberOf,
	code_digits: numberOf,
	price: amountOf,
	currency: textOf,
	country_code: textOf,
	created_at: timeOf,
	expired_at: timeOf,
	finished_at: timeOf,
};

/** Reads a verification (extensions notes, section 8): what is known of it, and nothing that may hold its code. `zone` is the service's. */
export const normaliseVerification = (body: unknown, zone: string): IDataObject =>
	readAll(unwrap(body), zone, VERIFICATION);

/** The row of a verification. */
export const verificationRow: ToRow = (verification) => ({
	verification_id: verification.id,
	phone: verification.recipient,
	status: verification.status,
	channel: verification.channel,
	sender: verification.sender,
	created_at: verification.created_at,
	expires_at: verification.expired_at,
	finished_at: verification.finished_at,
	price: verification.price,
	currency: verification.currency,
	country_code: verification.country_code,
	sms_sender: verification.sender_alt,
	code_digits: verification.code_digits,
	max_tries: verification.code_max_tries,
});

/** Reads a template of codes. Its countries stand as text. */
export function normaliseTemplate(body: unknown, zone: string): IDataObject {
	const source = unwrap(body);
	const { countries } = source;
	return {
		id: idOf(source.template_id),
		name: textOf(source.name),
		text: textOf(source.text),
		status: statusOf(source.status),
		countries: Array.isArray(countries) ? countries.map(String).join(', ') : null,
		updated_at: timeOf(source.updated_at, zone),
	};
}

/** The row of a template of codes. */
export const templateRow: ToRow = ({ id, name, text, status, countries, updated_at }) => ({
	template_id: id,
	name,
	status,
	text,
	countries,
	updated_at,
});
