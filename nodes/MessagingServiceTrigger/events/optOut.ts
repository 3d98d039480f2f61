/**
 * Whether a reply asks for no more messages: by the words that people use for it, in their own language. A word counts only as the
 * whole message or as its first word; case, accents and punctuation do not matter. What only holds such a word is no opt-out.
 */

/** The usual words by language (ISO 639-1), as operators and mail programs ask people to send them; a phrase counts as a whole only. */
export const OPT_OUT_WORDS: Readonly<Record<string, readonly string[]>> = {
	ar: ['توقف', 'إيقاف', 'الغاء', 'إلغاء الاشتراك'],
	az: ['dayan', 'dayandır', 'ləğv et'],
	be: ['стоп', 'спыніць', 'адпісацца'],
	bg: ['стоп', 'спри', 'отписване'],
	bn: ['বন্ধ', 'থামুন'],
	ca: ['atura', 'baixa', 'cancel·lar'],
	cs: ['stop', 'odhlásit', 'zrušit'],
	da: ['stop', 'afmeld', 'frameld'],
	de: ['stop', 'stopp', 'abmelden', 'abbestellen'],
	el: ['στοπ', 'διακοπή', 'διαγραφή'],
	en: [
		'stop',
		'stopall',
		'unsubscribe',
		'optout',
		'opt out',
		'revoke',
		'cancel',
		'quit',
		'end',
		'remove me',
	],
	es: ['alto', 'baja', 'parar', 'cancelar', 'no más'],
	et: ['stopp', 'lõpeta', 'loobu'],
	fa: ['توقف', 'لغو', 'لغو عضویت'],
	fi: ['seis', 'lopeta', 'peruuta', 'peru'],
	fr: ['stop', 'arrêt', 'arrêter', 'arretez', 'désabonner', 'désinscrire'],
	he: ['הסר', 'עצור', 'הסרה'],
	hi: ['रोकें', 'बंद', 'बंद करें'],
	hr: ['stop', 'odjava', 'prekini'],
	hu: ['stop', 'leiratkozás', 'leiratkozom'],
	hy: ['ստոպ', 'կանգ', 'դադարեցնել'],
	id: ['berhenti', 'stop', 'batal'],
	it: ['stop', 'ferma', 'basta', 'cancella', 'disiscrivi'],
	ja: ['停止', '配信停止', '解除', 'ストップ'],
	ka: ['სტოპ', 'შეწყვეტა'],
	kk: ['тоқта', 'тоқтату', 'стоп'],
	ko: ['중지', '수신거부', '정지'],
	lt: ['stop', 'sustabdyti', 'atsisakyti'],
	lv: ['stop', 'apturēt', 'atteikties'],
	ms: ['henti', 'berhenti'],
	nl: ['stop', 'afmelden', 'uitschrijven'],
	no: ['stopp', 'avmeld', 'avslutt'],
	pl: ['stop', 'rezygnuję', 'wypisz', 'anuluj'],
	pt: ['pare', 'parar', 'sair', 'remover', 'descadastrar'],
	ro: ['stop', 'oprire', 'dezabonare', 'opreste'],
	ru: ['стоп', 'отписаться', 'отписка', 'отпишите', 'отмена'],
	sk: ['stop', 'odhlásiť', 'zrušiť'],
	sl: ['stop', 'odjava', 'prekliči'],
	sq: ['ndalo', 'ndal', 'anulo'],
	sr: ['стоп', 'одјава', 'стани'],
	sv: ['stopp', 'avsluta', 'avregistrera', 'avanmäl'],
	th: ['หยุด', 'ยกเลิก'],
	tr: ['dur', 'iptal', 'ret', 'durdur'],
	uk: ['стоп', 'відписатися', 'відписка', 'відпишіть', 'скасувати'],
	ur: ['بند', 'روکیں'],
	uz: ['toxta', 'to‘xta', 'bekor'],
	vi: ['dừng', 'ngừng', 'hủy', 'từ chối'],
	zh: ['停止', '退订', '退訂', '取消'],
};

/**
 * Takes a text; returns its words in one form: small letters without accents, without what is no letter or digit. A combining mark
 * that carries a vowel, as in Hindi or Thai, is kept: without it another word would be left.
 */
function wordsOf(text: string): string[] {
	const even = text
		.normalize('NFD')
		.replace(/[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670]/g, '')
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[ıİ]/g, 'i')
		.replace(/[’‘ʻʼ'`]/g, '')
		.replace(/·/g, '');
	return even.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '');
}

const phraseOf = (text: string): string => wordsOf(text).join(' ');

const KNOWN = new Set(Object.values(OPT_OUT_WORDS).flat().map(phraseOf));

/**
 * Words with which ordinary sentences begin as well ("End of the month?"): alone they ask for no more messages, as a first word they do
 * not.
 */
const ALONE_ONLY = new Set(
	(
		'end cancel quit alto baja basta ferma dur ret bekor batal iptal peru pare parar sair remover ' +
		'cancelar cancella anuluj отмена скасувати стани спри بند बंद hủy'
	)
		.split(' ')
		.map(phraseOf),
);

/**
 * Takes the text of a reply and the user's own words; says whether it asks for no more messages: one of the words is the whole text, or
 * its first word where that is not one that ordinary sentences begin with. The user's own words count in both places.
 */
export function isOptOut(text: string, own: readonly string[] = []): boolean {
	const words = wordsOf(text);
	const [first] = words;
	if (first === undefined) return false;
	const whole = words.join(' ');
	const ownWords = own.map(phraseOf).filter((word) => word !== '');
	if (KNOWN.has(whole) || ownWords.includes(whole) || ownWords.includes(first)) return true;
	return KNOWN.has(first) && !ALONE_ONLY.has(first);
}
