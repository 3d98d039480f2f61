import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** How many numbers are remembered; a test of many recipients shows each of them several times. */
const REMEMBERED = 20_000;
const written = new Map<string, string>();

/** A number in digits, grouped as its country writes it: 12025558665 is +1 202 555 8665. One of no country stays in one piece. */
export function phoneText(msisdn: string): string {
	const known = written.get(msisdn);
	if (known !== undefined) return known;
	const text = parsePhoneNumberFromString(`+${msisdn}`)?.formatInternational() ?? `+${msisdn}`;
	if (written.size >= REMEMBERED) written.clear();
	written.set(msisdn, text);
	return text;
}
