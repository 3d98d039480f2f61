/** Texts that stand for "no id" where a service writes its ids as text: a word, a sentence, signs, or nothing but zeros. */
const NO_ID =
	/^(?:-.*|[^\p{L}\p{N}]*|[0.\-:]+|.*\s.*|n\/a|null|none|nil|undefined|false|nan|true|yes|no|ok|error|fail(?:ed|ure)?|empty|unknown|accepted|denied|duplicated?|expired|forbidden|invalid|pending|queued|refused|rejected)$/iu;

/** Whether a value is an id that a service gives: a number above 0 or its text, or another text. */
export function isId(value: unknown): boolean {
	if (typeof value === 'number') return Number.isFinite(value) && value > 0;
	return typeof value === 'string' && value.trim() !== '' && !NO_ID.test(value.trim());
}
