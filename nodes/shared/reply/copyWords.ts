import { inWords, piecesOf } from './inWords';

/*
 * Words by which a gateway refuses its own copy of a request: it has had the key or the nonce of the request before, or sees a replay. The
 * same words tell what the service asks of every request ("Idempotency-Key header must be used"), which refuses it as any other rule does.
 */

/** Words for what a gateway tells a request from its copy by. */
const KEY = '(?:idempoten\\w*|nonce)';

/** What may be a copy, in Russian and Ukrainian. */
const REQUEST = '(?:запит|запрос|кампан|отправк|відправ|повідомл|рассыл|розсил|смс|сообщен)';

/** What a request has in common with its copy. */
const SAME = '(?:equal|identical|same|this)';

/** Said of a copy. What stands between the key and what became of it may be the key itself, in quotes. */
const OF_COPY: readonly RegExp[] = [
	/\breplay(?:ed)? (?:attack|detected|requests?)/i,
	new RegExp(`\\b${KEY}\\b.{0,40}\\b(?:conflict|re ?used|used)`, 'i'),
	new RegExp(`\\b(?:${KEY}|uuid)\\b.{0,40}\\b(?:exists|taken)\\b`, 'i'),
	/\b(?:equal|identical|repeating) (?:campaign|message|request|send|sms)s?\b/i,
	/\b(?:repeats|repeat of|repetitions? of|same as) (?:(?:an?|the|your) )?(?:earlier|last|preceding|previous|request|same)\b/i,
	/\b(?:campaign|message|request|sms) repetitions?\b/i,
	new RegExp(
		`\\b(?:re(?:peat|sen[dt]|tr)\\w*) (?:of )?(?:(?:an?|the|this|your) )?(?:(?:campaign|message|request|send|sms)s? )?with (?:(?:an?|the) )?${SAME}\\b`,
		'i',
	),
	/\b(?:campaign|message|request|sms) (?:has been|was) (?:already )?seen\b/i,
	/\b(?:identical to|matches) (?:the )?(?:last|previous)\b|\brequest id (?:has been|was) (?:already )?used\b|\brepeated too soon\b|\brepeat(?:ed)? sending\b/i,
	/(?<!\p{L})(?:повтор (?:запиту|запроса)|(?:запит|запрос) (?:повторюється|повторяется)|(?:збігається|совпадает) (?:з|с) (?:попередн|предыдущ)|(?:идентичен|ідентичний) (?:попередн|предыдущ))/iu,
	// Of a message, and not of a number: one that stands twice in the request is no copy of it.
	/\bdup\w*(?: of)?(?: (?:an?|another|earlier|previous|the|this))* (?:campaign|message|request|send|sms|text)\b/i,
	/\b(?:campaign|message|request|sms)(?: (?:is|was))?(?: an?)? dup\w*/i,
	/\b(?:message|sms) (?:exists|with (?:an?|the|this) (?:same )?(?:number|recipient|text)\b[^.;]* exists)\b/i,
	/\brepeated (?:campaign|message|request|send|sms|text)\b|\b(?:campaign|message|request|sms|text) (?:is |was )?repeated\b|\b(?:campaign|message|request|sms) must be unique\b|\bthis request exists\b/i,
	/(?<!\p{L})(?:запит|запрос|повідомлення|сообщение|текст) (?:вже існує|повторю[єю]ться|повторяется|уже (?:есть|существует))/iu,
	/\bdouble ?(?:post|request|send|submi)/i,
	new RegExp(
		`(?<!\\p{L})(?:повторн|повторюван|повторяющ|идентичн|ідентичн|одинаков|однаков)\\p{L}* ${REQUEST}`,
		'iu',
	),
	new RegExp(`(?<!\\p{L})так(?:а|ая|е|ий|ое|ой) (?:же?|сам\\p{L}*) ${REQUEST}`, 'iu'),
	/(?<!\p{L})(?:повтор|повторение|повторення) (?:попередн|предыдущ)/iu,
];

/**
 * What a service advises after a refusal that surely did nothing: "Too many requests, repeat the request later", "Repeat it with another
 * sender". With the same text, it speaks of a copy.
 */
export const ADVICE = new RegExp(
	`\\b(?:and|then) (?:please )?(?:repeat|resend|retry)\\b[^.;!?]*|\\b(?:repeat|retry)\\b(?! of\\b)[^.,;:!?]*\\b(?:after|again|in (?:an?|\\d+)|later|once|when|with(?! (?:(?:an?|the) )?${SAME}\\b))\\b`,
	'gi',
);

const CLAUSE = /[^.;!?]+/g;

/** Words by which a rule tells that it was broken by what came before: "a different nonce must be used", "must be used only once". */
const OF_EARLIER =
	/\b(?:again|another|before|differ\w*|earlier|first|fresh|more|new|once|one|only|order(?! to)|other|previous\w*|repeat\w*|same|second|sequence|single|twice|unique\w*)\b/i;

/**
 * Said of a key in general, and of no key that was used. That one may not be used again is no such rule: it is said of the copy of a
 * request ("Nonce must not be reused").
 */
const RULES: readonly RegExp[] = [
	/\b(?:must|shall|should|(?:has|have|needs?|required) to) be used\b/gi,
	/\b(?:never|not|\w+n't)(?: been)? used(?= (?:at|by|for|here|in|on)\b|,|\W*$)/gi,
	/\b(?:cannot|not|\w+n't) be used (?:at|here|on)\b/gi,
	/\bused by (?:nobody|no one|none)\b/gi,
	new RegExp(`\\b${KEY}(?: \\w+)? (?:format|length|syntax)\\b`, 'gi'),
	new RegExp(`\\b(?:format|length|syntax) of (?:(?:an?|the|your) )?${KEY}`, 'gi'),
	/\breplay attacks? (?:prevention|protection)\b(?=.*\b(?:disabled|missing|needs|required|requires|without|not (?:available|configured|enabled|included|supported))\b)/gi,
];

/** Takes a clause; returns it without the rules in it, but where it speaks of what came before. */
const withoutRules = (clause: string): string =>
	OF_EARLIER.test(clause) ? clause : RULES.reduce((left, rule) => left.replace(rule, ''), clause);

/** Takes a text of a refusal; returns whether it may refuse a request as the copy of one that came before. */
export const refusesCopy = (text: string): boolean =>
	piecesOf(text).some((piece) => {
		const left = inWords(piece).replace(ADVICE, '').replace(CLAUSE, withoutRules);
		return OF_COPY.some((pattern) => pattern.test(left));
	});
