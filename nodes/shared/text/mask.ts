/** Digits of a phone: in one run or as people type it, dots only after a +. A date is none; what stands before it may be hidden with it. */
const PHONE = /\+\d(?:[\s().-]{0,2}\d){8,}|(?<!\d)(?!\d{4}-\d\d-)\d(?:[\s()-]{0,2}\d){8,}/g;

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

/** Takes any text; returns it with the digits of phone numbers hidden but for the last four. */
export function maskPhone(text: string): string {
	return text.replace(PHONE, (phone) => `…${phone.replace(/\D/g, '').slice(-4)}`);
}

/** Takes any text; returns it without API keys, tokens and passwords. */
export function maskSecrets(text: string): string {
	return SECRETS.reduce((masked, [pattern, rest]) => masked.replace(pattern, rest), text);
}

/** Takes text of the service or of a library; returns one short line that is safe to show. */
export function safeText(text: string, limit = 200): string {
	const line = maskPhone(maskSecrets(text.slice(0, 4000)))
		.replace(/[\p{Cc}\p{Cf}\p{Surrogate}\s]+/gu, ' ')
		.trim();
	return line.length > limit ? `${line.slice(0, limit - 1).replace(/\p{Surrogate}$/u, '')}…` : line;
}
