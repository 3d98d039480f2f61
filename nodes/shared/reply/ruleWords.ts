/*
 * Clauses of a refusal that tell a rule, so that the words for what is done say of nothing that it was done: what may or must be done
 * ("Campaigns can be created only in LIVE mode"), what only some get ("Only verified numbers are accepted"), and a participle that
 * describes a field ("Scheduled time is in the past"). Only the forms that are listed here are rules; all others may tell of the send.
 */

/** What comes of a send when it is taken. What comes later (delayed, started, delivered) may be said of one that was. */
const TAKEN = '(?:accepted|created|placed|received|registered|saved|scheduled|submitted)';
const DONE = '(?:accepted|approved|created|delivered|processed|received|registered|sent)';

/** What makes an announcement of a rule: it will be done after all, or was done in part. */
const NO_RULE =
	'(?![^.;!?]{0,200}\\b(?:after|as soon as|in part|later|once|part(?:ially|ly)|shortly|soon|until|when|within)\\b)';
/** What makes a rule of words that may tell as well what was done. */
const LIMITS = '(?=[^.;!?]{0,200}\\b(?:at least|at most|only|up to)\\b)';
/** Words for some that are known, of whom it may be told what became of them. */
const KNOWN =
	'(?:all|both|every|first|half|its|last|one|other|others|part|remaining|rest|some|that|the|their|these|this|those|three|two|you|your)';
/** Words without one of them, and without a number: nothing certain is meant. */
const ANY = `(?:(?!${KNOWN}\\b)[a-z]\\w* )`;
const BEGIN = '(?<![^.,;:!?\\s]\\s?)';
/** For whom, how and when a service works. "Only valid numbers are processed" tells what became of a send. */
const CONDITION =
	'(?:approved senders|between|business hours|demo|latin|legal entities|live|registered users|test|verified)\\b';

/** Names of fields, and what is wrong with one. */
const FIELD =
	'(?:data|dates?|formats?|numbers?|parameters?|phones?|(?:start )?time|text|times|values?)';
const WRONG =
	'(?:cannot|contains? errors|exceeds?|must|should|(?:are|has|have|is) (?:already|empty|errors|in the past|incorrect|invalid|malformed|missing|not|too|unknown|wrong))';

const RULES: readonly RegExp[] = [
	new RegExp(
		`\\b(?:can|must|ha(?:s|ve) to|needs? to)(?: only)? be (?:only )?${TAKEN}\\b${NO_RULE}`,
		'gi',
	),
	new RegExp(`${BEGIN}${LIMITS}${ANY}{1,5}(?:may|should) be (?:only )?${TAKEN}\\b${NO_RULE}`, 'gi'),
	new RegExp(
		`\\bonly (?=[^.,;:!?]{0,100}\\b${CONDITION})${ANY}{1,6}are ${DONE}\\b${NO_RULE}`,
		'gi',
	),
	new RegExp(
		`${BEGIN}${ANY}{1,5}are ${DONE} only (?=[^.,;:!?]{0,100}\\b${CONDITION})(?!(?!between\\b)(?:\\w+ )?(?:${KNOWN}|\\d+)\\b)${NO_RULE}`,
		'gi',
	),
	new RegExp(`\\bbefore (?:any )?(?:campaigns|messages|sms) (?:are|can be) ${DONE}\\b`, 'gi'),
	new RegExp(`(?<![^.!?;:\\s]\\s?)(?:received|scheduled|submitted) (?=${FIELD} ${WRONG}\\b)`, 'gi'),
	/(?<![^.!?;:\s]\s?)accepted (?=(?:characters|formats?|symbols|types|values)\b)/gi,
];

/** The same in Russian and Ukrainian. */
const MODAL =
	'(?<!\\p{L})(?:должн\\p{L}*|ма(?:є|ють)|могут|мож\\p{L}+|повин\\p{L}*)(?: (?:лише|лишь|тільки|только))? (?:бути|быть)';
const NO_RULE_CYRILLIC =
	'(?![^.;!?]{0,200}(?<!\\p{L})(?<!не )(?:коли|когда|пізніше|позднее|позже|поки|пока|після|после|скоро|част[иік])\\p{L}*)';
const LIMITS_CYRILLIC =
	'(?=[^.;!?]{0,200}(?<!\\p{L})(?:лише|лишь|тільки|только|не (?:біл|бол|дал|пізн|позд|позж|ран))\\p{L}*)';

const RULES_CYRILLIC: readonly RegExp[] = [
	new RegExp(
		`${MODAL} (?:заплан|зареєстр|зарегистр|созда|створ)\\p{L}*${LIMITS_CYRILLIC}${NO_RULE_CYRILLIC}`,
		'giu',
	),
	// An offer or a contract is taken by whoever reads the refusal.
	/(?<!\p{L})(?:договір|договор|оферт|угод|умов|услови)\p{L}* (?:должн|мож|повин)\p{L}* (?:бути|быть) (?:прийня|приня)\p{L}*/giu,
	// "Ожидается" of a value, and not of a payment or an approval: "Ожидается целое число".
	/(?<!\p{L})(?:ожида|очіку)\p{L}*(?:ся|сь) (?:(?:коректн|корректн|непуст|цел|ціл)\p{L}* )?(?:дата|значение|значення|масив|массив|рядок|строка|формат|число)(?!\p{L})/giu,
];

/** Said of a time or a limit that has passed, which no send has. */
const PASSED: readonly RegExp[] = [
	/\b(?:date|deadline|limit|period|quota|time)s?(?: (?:for|of)(?: \w+){1,3})?(?: (?:has|have|is|was))? already (?:been )?(?:elapsed|exceeded|exhausted|expired|over|passed|past|reached)(?=\W*(?:[.,;:!?]|$))/gi,
	/(?<![^.,;:!?\s]\s?)(?:врем(?:я|ени)|дат[аи]|лим[іи]т|ліміт|срок|строк|термін|час(?:у|ом|и)?)(?: (?:відправки|действия|дії|договора|договору|кампании|кампанії|начала|отправки|початку|рассылки|розсилки)){0,2} (?:вже|уже) (?:вичерп|закінч|законч|исчерп|истек|истёк|мин|наста|наступ|перевищ|превыш|прош|сплив)\p{L}*(?=\s*(?:[.,;:!?]|$))/giu,
];

const without = (text: string, patterns: readonly RegExp[]): string =>
	patterns.reduce((left, pattern) => left.replace(pattern, ''), text);

/** Takes a text as words; returns it without the rules that it tells. */
export const withoutRules = (text: string): string => without(text, [...RULES, ...RULES_CYRILLIC]);

/** Takes a text as words; returns it without what it tells of times and limits that have passed. */
export const withoutPassed = (text: string): string => without(text, PASSED);
