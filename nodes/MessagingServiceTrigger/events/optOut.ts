/**
 * Whether a reply asks for no more messages: the whole message is one keyword, apart from punctuation, case, accents and a polite
 * word. Whatever else holds such a word is an ordinary sentence ("Stop by anytime after 6!"): to take that for an opt-out would
 * silently lose a customer (learning-circles 593, Spoke 1016).
 */

/**
 * The keywords by language (ISO 639-1). Only what a rule or an operator asks people to send:
 * - en: CTIA, Messaging Principles and Best Practices, 5.1.3 (STOP, END, CANCEL, UNSUBSCRIBE, QUIT); 47 CFR 64.1200(a)(10) adds
 *   REVOKE and OPT OUT; STOPALL and REMOVE of the lists of Twilio and Amazon.
 * - fr: ARRET, which Canadian operators require beside STOP (Amazon's list as well); in France STOP, CNIL and the charter of AF2M.
 * - de: STOPP is how STOP is written in German; ABMELDEN and ABBESTELLEN are the words of newsletters (section 7 UWG asks for a way).
 * - es: BAJA, as senders in Spain (LSSI, article 22) and Mexico print it; pt: SAIR, as those in Brazil do.
 * - no, sv, et: STOPP; da: AFMELD, nl: AFMELDEN and UITSCHRIJVEN, fi: LOPETA beside STOP, which is usual elsewhere in Europe.
 * - tr: RET and IPTAL, which messages under the regulation on commercial electronic messages (IYS) print.
 * - uk, ru, be, bg, sr, kk: СТОП is STOP in Cyrillic letters; ВІДПИСАТИСЯ and ОТПИСАТЬСЯ are the words of the senders' own hints.
 * - he: הסר, which messages under the law on communications (section 30A) print; el: ΣΤΟΠ; ja: 停止; zh: 退订 (T and TD in China), 退訂.
 */
export const OPT_OUT_WORDS: Readonly<Record<string, readonly string[]>> = {
	en: [
		...['stop', 'stopall', 'stop all', 'end', 'cancel', 'unsubscribe', 'quit'],
		...['revoke', 'optout', 'opt out', 'remove'],
	],
	fr: ['arret'],
	de: ['stopp', 'abmelden', 'abbestellen'],
	es: ['baja'],
	pt: ['sair'],
	da: ['afmeld'],
	nl: ['afmelden', 'uitschrijven'],
	fi: ['lopeta'],
	tr: ['ret', 'iptal'],
	uk: ['стоп', 'відписатися'],
	ru: ['отписаться'],
	he: ['הסר'],
	el: ['στοπ'],
	ja: ['停止'],
	zh: ['退订', '退訂', 'td'],
};

/** Words that make a keyword polite, in those languages. */
const POLITE = [
	...['please', 'pls', 'thanks', 'thank you', 'thx', 's il vous plait', 'svp', 'merci', 'bitte'],
	...[
		'danke',
		'por favor',
		'gracias',
		'obrigado',
		'obrigada',
		'per favore',
		'grazie',
		'alsjeblieft',
	],
	...['aub', 'tak', 'tack', 'takk', 'kiitos', 'prosze', 'dziekuje', 'prosim', 'dekuji', 'lutfen'],
	...['будь ласка', 'дякую', 'пожалуйста', 'спасибо', 'בבקשה', 'תודה', 'παρακαλω', 'ευχαριστω'],
];

/** The words of a text in one form: small letters without accents and punctuation. */
const phraseOf = (text: string): string =>
	text
		.normalize('NFD')
		.replace(/\p{M}/gu, '')
		.normalize('NFKC')
		.toLowerCase()
		.replace(/ı/g, 'i')
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== '')
		.join(' ');

const KNOWN = new Set(Object.values(OPT_OUT_WORDS).flat().map(phraseOf));
const POLITE_PHRASES = POLITE.map(phraseOf);

/** A phrase and what is left of it without a polite word before or after it. */
const withoutPoliteness = (phrase: string): string[] => [
	phrase,
	...POLITE_PHRASES.flatMap((polite) => [
		...(phrase.endsWith(` ${polite}`) ? [phrase.slice(0, -polite.length - 1)] : []),
		...(phrase.startsWith(`${polite} `) ? [phrase.slice(polite.length + 1)] : []),
	]),
];

/** Says whether the text of a reply asks for no more messages. @param own the user's own keywords, beside the list */
export function isOptOut(text: string, own: readonly string[] = []): boolean {
	const ownPhrases = own.map(phraseOf);
	return withoutPoliteness(phraseOf(text)).some(
		(phrase) => phrase !== '' && (KNOWN.has(phrase) || ownPhrases.includes(phrase)),
	);
}
