/**
 * Whether a reply asks for no more messages: the whole message is one keyword, apart from punctuation, case, accents and a polite
 * word. Whatever else holds such a word is an ordinary sentence ("Stop by anytime after 6!"): to take that for an opt-out would
 * silently lose a customer (learning-circles 593, Spoke 1016).
 */

/**
 * The keywords by language (ISO 639-1), each with where it is documented. STOP counts in all of them. What is missing here, users name
 * themselves.
 */
export const OPT_OUT_WORDS: Readonly<Record<string, readonly string[]>> = {
	en: [
		// Twilio, "Customize users' opt-in and opt-out experience": the keywords that it handles by default.
		...['stop', 'unsubscribe', 'end', 'quit', 'stopall', 'revoke', 'optout', 'cancel'],
		// Telnyx, "Advanced Opt-In/Out": default keywords.
		'stop all',
		// AWS End User Messaging, "Required opt-out keywords".
		...['opt out', 'remove'],
	],
	// AWS, the same list, for Canada; Twilio Proxy, "Opt-out keywords".
	fr: ['arret', 'arrete'],
	// Brevo, "Eine Abmeldeoption in Ihre SMS integrieren".
	de: ['stopp'],
	// EnableX, "International SMS regulations: Norway"; for Sweden sent.dm, "Sweden SMS Guide".
	no: ['stopp'],
	sv: ['stopp', 'avsluta'],
	// sent.dm, "Denmark SMS Guide".
	da: ['afmeld'],
	// sent.dm, "Netherlands SMS Guide". UIT of the Dutch operators' code is an answer to many questions ("off"), and left out.
	nl: ['stoppen'],
	// sent.dm, "Finland SMS Guide", which asks for the Swedish word as well.
	fi: ['lopeta', 'sluta'],
	// Twilio, "Requirements for a Spanish-language short code"; Notifycame, "Funciones de SMS".
	es: ['alto', 'baja'],
	// Anatel, the text that it prescribed to operators in 2013 (SAIR); SendPulse, "Legislação para SMS Marketing" (PARE).
	pt: ['sair', 'pare'],
	// IYS, the state's register, as Netmera's "ETK Rejection via SMS" tells; sent.dm, "Turkey SMS Guide".
	tr: ['ret', 'iptal'],
	// How senders in Ukraine print it (bur.ua), and MegaFon in Russia.
	uk: ['стоп'],
	// sent.dm, "Israel SMS Guide".
	he: ['הסר', 'haser'],
	// AWS, the same list; Tencent Cloud, "Short Message Service: unsubscription".
	zh: ['td'],
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
