/*
 * Clauses of a refusal that tell a rule, so that the words for what is done say of nothing that it was done: what may or must be done
 * ("Campaigns can be created only in LIVE mode"), what only some get ("Only verified numbers are accepted"), and a participle that
 * describes a field ("Scheduled time is in the past").
 */

/** What comes of a send when it is taken. What comes later (delayed, started, delivered) may be said of one that was. */
const TAKEN = '(?:accepted|created|placed|received|registered|saved|scheduled|submitted)';
const DONE = '(?:accepted|approved|created|delivered|processed|received|registered|sent)';

/** What makes an announcement of a rule: it will be done after all, or was done in part. */
const NO_RULE =
	'(?![^.;!?]{0,200}\\b(?:after|as soon as|in part|later|once|part(?:ially|ly)|shortly|soon|until|when|within)\\b)';
/** Words for some that are known, of whom it may be told what became of them. */
const KNOWN =
	'(?:all|both|every|first|half|its|last|one|other|others|part|remaining|rest|some|that|the|their|these|this|those|three|two|you|your)';
/** Words without one of them, and without a number: nothing certain is meant. */
const ANY = `(?:(?!${KNOWN}\\b)[a-z]\\w* )`;
const BEGIN = '(?<![^.,;:!?\\s]\\s?)';

/** Nouns that may be the send, or those that it goes to, and what follows a participle that describes none. */
const NO_ADJECTIVE =
	'(?:all|and|as|at|batch|broadcasts?|but|by|campaigns?|contacts?|content|data were|deliver(?:y|ies)|for|from|in|into|it|list|mailings?|messages?|newsletters?|numbers?|of|ok|on|orders?|part|phones?|recipients?|requests?|send|sms|tasks?|text|the|through|to|via|with|your|\\w+ly)\\b';

const RULES: readonly RegExp[] = [
	new RegExp(
		`\\b(?:can|must|ha(?:s|ve) to|needs? to)(?: only)? be (?:only )?${TAKEN}\\b${NO_RULE}`,
		'gi',
	),
	new RegExp(
		`${BEGIN}${ANY}{1,5}(?:could|may|shall|should)(?: only)? be (?:only )?${TAKEN}\\b${NO_RULE}`,
		'gi',
	),
	new RegExp(`\\bonly ${ANY}{1,6}are ${DONE}\\b${NO_RULE}`, 'gi'),
	new RegExp(
		`${BEGIN}${ANY}{1,5}are ${DONE} only\\b(?! (?!between\\b)(?:\\w+ )?(?:${KNOWN}|\\d+)\\b)${NO_RULE}`,
		'gi',
	),
	new RegExp(`\\bbefore (?:any )?(?:campaigns|messages|sms) (?:are|can be) ${DONE}\\b`, 'gi'),
	new RegExp(
		`(?<![^.!?;:\\s]\\s?)(?:accepted|received|registered|saved|scheduled|sent|stored|submitted) (?=(?:(?!${NO_ADJECTIVE})[a-z]\\w* ){1,3}(?:are|cannot|contains?|do|does|exceeds?|has|have|is|must|should)\\b)`,
		'gi',
	),
	/(?<![^.!?;:\s]\s?)(?:received|submitted) (?=(?:contacts?|numbers?|phones?|recipients?|text) (?:are|is) (?:empty|incorrect|invalid|malformed|missing|too|unknown|wrong)\b)/gi,
	/(?<![^.!?;:\s]\s?)(?:accepted|received|submitted) (?=(?:characters|codes|currencies|formats?|languages|methods|modes|range|symbols|types?|values?)\b)/gi,
];

/** The same in Russian and Ukrainian. */
const MODAL =
	'(?<!\\p{L})(?:должн\\p{L}*|ма(?:є|ють)|могут|мож\\p{L}+|необходимо|нужно|повин\\p{L}*|потрібно|следует|треба)(?: (?:лише|лишь|тільки|только))? (?:бути|быть)';
const NO_RULE_CYRILLIC =
	'(?![^.;!?]{0,200}(?<!\\p{L})(?<!не )(?:коли|когда|пізніше|позднее|позже|поки|пока|після|после|скоро|част[иік])\\p{L}*)';
const IS_RULE_CYRILLIC =
	'(?=[^.;!?]{0,200}(?<!\\p{L})(?:лише|лишь|не біл|не бол|тільки|только)\\p{L}*)';

const RULES_CYRILLIC: readonly RegExp[] = [
	new RegExp(`${MODAL} (?:заплан|зареєстр|зарегистр|созда|створ)\\p{L}*${NO_RULE_CYRILLIC}`, 'giu'),
	new RegExp(
		`${MODAL} (?:відправ|надісла|отправ|прийня|приня)\\p{L}*${IS_RULE_CYRILLIC}${NO_RULE_CYRILLIC}`,
		'giu',
	),
	// An offer or a contract is taken by whoever reads the refusal.
	/(?<!\p{L})(?:договір|договор|оферт|угод|умов|услови)\p{L}* (?:должн|мож|повин)\p{L}* (?:бути|быть) (?:прийня|приня)\p{L}*/giu,
	// "Ожидается" of a value, and not of a payment or an approval: "Ожидается целое число".
	/(?<!\p{L})(?:ожида|очіку)\p{L}*(?:ся|сь) (?:\p{L}+ )?(?:булев|дат|значен|масив|массив|об.єкт|объект|рядок|символ|список|строк|тип|формат|цифр|числ)\p{L}*/giu,
];

/** Said of a time or a limit that has passed, which no send has. */
const PASSED: readonly RegExp[] = [
	/\b(?:date|deadline|limit|period|quota|time|window)s?(?: (?:for|of)(?: \w+){1,3})?(?: (?:has|have|is|was))? already (?:been )?(?:elapsed|exceeded|exhausted|expired|over|passed|past|reached)\b/gi,
	/(?<![^.,;:!?\s]\s?)(?:(?:вказан|задан|начальн|планов|указанн)\p{L}* )?(?:врем|дат|лимит|ліміт|перио|періо|срок|строк|термін|час)\p{L}*(?: \p{L}+){0,3} (?:вже|уже) (?:вичерп|закінч|законч|исчерп|истек|истёк|мин|минул|наста|наступ|перевищ|превыш|прошл|сплив)\p{L}*/giu,
];

const without = (text: string, patterns: readonly RegExp[]): string =>
	patterns.reduce((left, pattern) => left.replace(pattern, ''), text);

/** Takes a text as words; returns it without the rules that it tells. */
export const withoutRules = (text: string): string => without(text, [...RULES, ...RULES_CYRILLIC]);

/** Takes a text as words; returns it without what it tells of times and limits that have passed. */
export const withoutPassed = (text: string): string => without(text, PASSED);
