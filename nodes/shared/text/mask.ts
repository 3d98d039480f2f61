/**
 * Digits of a phone in any script: in one run or as people type it, with blanks, dashes, brackets and marks without width between,
 * dots only after a +. A date is none; what stands before it may be hidden with it.
 */
const PHONE =
	/\+\p{Nd}(?:[\s().\-\p{Pd}\p{Cf}]{0,2}\p{Nd}){8,}|(?<!\p{Nd})(?!\d{4}-\d\d-)\p{Nd}(?:[\s()\-\p{Pd}\p{Cf}]{0,2}\p{Nd}){8,}/gu;

/** A text that is no date, and nothing but digits and what people write between those of a phone. Fewer digits are no phone. */
const ONLY_A_NUMBER = /^(?!\d{4}-\d\d-\d\d)[\p{Nd}\s()+.\-/\p{Pd}\p{Cf}'"=]+$/u;
const LEAST_DIGITS = 7;

/** The beginning of a key, which shows of which kind it is (5.1): that much of it may be seen. */
const KIND_OF_KEY = /^(?:live|test|demo)_/i;

/** Where a secret shows itself, and what stays of it. */
const SECRETS: ReadonlyArray<[RegExp, string]> = [
	[/\b(live|test|demo)_[\w-]{6,}/gi, '$1_…'],
	[/\beyJ[\w-]{5,}(?:\.[\w-]*){0,2}/g, '…'],
	[/(\bbearer:?\s+)[\w.~+/=-]{6,}/gi, '$1…'],
	[
		/((?:x-api-key|authorization|api_?key|bearer|access_?token|token|password)["']?\s*[:=]\s*["']?)(?!bearer\b)[^\s"',;&}]+/gi,
		'$1…',
	],
	[/(\/\/)[^\s/@]+@/g, '$1'],
];

/**
 * The keys and tokens of the credentials that this process has read, the latest ones; they live as long as the process. A service may
 * repeat them in a text where nothing else tells what they are.
 */
const ownSecrets = new Set<string>();
const MOST_SECRETS = 100;
/** Shorter ones are in use nowhere, and would hide parts of words. */
const SHORTEST_SECRET = 6;

/** Remembers a key or token: from now on every text that is made safe hides it. */
export function keepSecret(secret: string): void {
	if (secret.length < SHORTEST_SECRET || ownSecrets.has(secret)) return;
	ownSecrets.add(secret);
	const [oldest] = ownSecrets;
	if (ownSecrets.size > MOST_SECRETS && oldest !== undefined) ownSecrets.delete(oldest);
}

/** Hides the keys and tokens of the credentials in a text. */
export function withoutOwnSecrets(text: string): string {
	let masked = text;
	for (const secret of ownSecrets) {
		const [kind = ''] = KIND_OF_KEY.exec(secret) ?? [];
		masked = masked.replaceAll(secret, `${kind}…`);
	}
	return masked;
}

const NO_DIGIT = /\P{Nd}/gu;
const lastDigits = (phone: string): string => `…${phone.replace(NO_DIGIT, '').slice(-4)}`;

/** Hides the digits of phone numbers in a text but for the last four. */
export function maskPhone(text: string): string {
	return text.replace(PHONE, lastDigits);
}

/** A name, such as that of a field, for a text: hidden where it is a phone number, however it is written. */
export function maskName(name: string): string {
	const isNumber = ONLY_A_NUMBER.test(name) && name.replace(NO_DIGIT, '').length >= LEAST_DIGITS;
	return isNumber ? lastDigits(name) : maskPhone(name);
}

/** Hides API keys, tokens and passwords in a text. */
export function maskSecrets(text: string): string {
	return SECRETS.reduce(
		(masked, [pattern, rest]) => masked.replace(pattern, rest),
		withoutOwnSecrets(text),
	);
}

/** Makes one short line, safe to show, of text of the service or of a library. */
export function safeText(text: string, limit = 200): string {
	const line = maskPhone(maskSecrets(text.slice(0, 4000)))
		.replace(/[\p{Cc}\p{Cf}\p{Surrogate}\s]+/gu, ' ')
		.trim();
	return line.length > limit ? `${line.slice(0, limit - 1).replace(/\p{Surrogate}$/u, '')}…` : line;
}

/** A message's reference for a text: hidden as a phone number where somebody used one as reference. */
export function shownReference(reference: string): string {
	return /^\d+$/.test(reference) ? maskPhone(reference) : reference;
}

/** Quotes at most 40 characters of a text: phones and keys are hidden, control characters and broken ones shown as `?`. */
export function quote(whole: string): string {
	const text = maskName(maskSecrets(whole.slice(0, 400)));
	const shown = Array.from(text.slice(0, 80))
		.slice(0, 40)
		.join('')
		.replace(/[\p{Cc}\p{Cf}\p{Surrogate}]/gu, '?');
	return `"${shown}${shown.length < text.length || whole.length > 400 ? '…' : ''}"`;
}
