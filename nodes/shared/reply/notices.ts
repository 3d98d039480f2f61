import { NAMES_OF_LEFT_OUT } from './leftOutWords';
import { NEW_CLAUSE, TO_COME, TOLD_LATER } from './refusingWords';

/*
 * Whole clauses that services write beside what they made, and that say nothing against it, though words in them refuse elsewhere. They
 * count only where an answer shows by an ID and a documented state that it was made. What such a clause introduces behind a colon, and
 * each clause beside it, is read all the same.
 */

/** Where a clause begins, and where it ends without a colon. */
const BEGIN = '(?<![^.,;:!?\\n]) ?';
const REST = `(?:(?!${NEW_CLAUSE})[^.,;:!?\\n]|(?<=\\d)[.:](?=\\d)){0,200}(?![^.,;!?\\n])`;

const EACH = '(?:contacts|messages|numbers|phones|recipients|sms|subscribers)';
const EACH_CYRILLIC = '(?:контакты|контакти|номера|номери|повідомлення|сообщения)';
/** What a service does with some in general. What it finds, allows or refuses it may say of this send. */
const IS_TREATED =
	'(?:(?:are|will(?: not)? be) (?:not )?(?:\\w+ly )?(?!(?:accepted|added|allowed|detected|enabled|permitted|refused|rejected|supported)\\b)\\w+ed|will not (?:get|receive))\\b';

/** What only something that is there can undergo: that it cannot be done says nothing against its being there. */
const OF_WHAT_IS_THERE =
	'(?:cancel(?:l?ed)?|chang(?:ed?)|delet(?:ed?)|edit(?:ed)?|modif(?:y|ied)|paused?|recall(?:ed)?|renew(?:ed)?|resumed?|stop(?:ped)?|undo(?:ne)?)\\b';
const OF_WHAT_IS_THERE_CYRILLIC =
	'(?:возобнов|відновл|змін|зупин|измен|останов|отмен|редаг|редакт|скасув|скасов)\\p{L}*';

const NOTICES: readonly RegExp[] = [
	TO_COME,
	TOLD_LATER,
	/(?<![^.,;:!?\n]) ?(?:отч[её]ты|звіти|статистика) (?:\p{L}+ )?недоступн\p{L}+/giu,
	// Those of a send whom an adjective tells apart, and what becomes of them in general: "Invalid numbers are not charged".
	new RegExp(
		`${BEGIN}(?:${EACH} (?:for|to) )?(?:${NAMES_OF_LEFT_OUT}|expired|undelivered) ${EACH} (?:${IS_TREATED}|(?:are|were) not found\\b)${REST}`,
		'giu',
	),
	new RegExp(
		`${BEGIN}${EACH} (?:that|which|who) (?:are|do|have) [^.,;:!?\\n]{1,200} ${IS_TREATED}${REST}`,
		'giu',
	),
	new RegExp(
		`${BEGIN}(?:${EACH_CYRILLIC} на )?(?:не|заблок|отклон|відхил)\\p{L}+(?:[иы]е|і) ${EACH_CYRILLIC} (?:не (?:оплач|тариф)|виключ|видаля|игнор|ігнор|исключ|пропуск|удаля)\\p{L}*(?:ются|ються)${REST}`,
		'giu',
	),
	// What is not done at one time is done at another.
	new RegExp(
		`${BEGIN}(?:(?:it|the|this|your) )?(?:(?:campaign|messages?|sms) )?will not be \\w+ (?:at night|(?:before|between|during) |on (?:holidays|weekends))${REST}`,
		'giu',
	),
	/(?<!\p{L})не \p{L}+(?:ются|ються) (?:вночі|ночью)(?!\p{L})|(?<!\p{L})(?:вночі|ночью) (?:\p{L}+ )?не \p{L}+(?:ются|ються)(?!\p{L})/giu,
	// What the reader is not to do. Behind a colon, or of a few verbs, it is said of what stands before: "Numbers: do not exist".
	/(?<![^.,;!?\n]) ?(?:please )?(?:do not|don't) (?!(?:accept|allow|exist|have|match|support)\b)\w+/giu,
	/(?<!\p{L})не \p{L}+(?:йте|ьте)(?:с[ья])?(?!\p{L})/giu,
	/(?<!\p{L})(?:aucune?|bez|brak|geen|keine?|no hay|pas d|sans|senza|sin) ?['’]?(?:błęd|chyb|erreur|erro|fehler|fout|problem)\p{L}*(?!\p{L})/giu,
];

/** Of a send: what cannot be changed is there. Of a change it is the refusal itself. */
export const NOTICES_OF_SEND: readonly RegExp[] = [
	new RegExp(
		`\\b(?:can(?:not| not|'t)|will not) (?:be )?${OF_WHAT_IS_THERE}|(?<!\\p{L})(?:не может быть|не може бути|неможливо|нельзя|не можна) ${OF_WHAT_IS_THERE_CYRILLIC}`,
		'giu',
	),
];

/** Of an application that waits: what its sender has to be, or may not do, before it is approved. */
export const NOTICES_OF_APPLICATION: readonly RegExp[] = [
	/\bmust be (?:approved|confirmed|moderated|reviewed|verified)\b/gi,
	/\b(?:agreement|approval|confirmation|contract|documents?|letters?|moderation|verification)\b[^.,;:!?]{0,40} (?:are|is) required\b/gi,
	/\b(?:cannot|can't|may not) (?:be )?used? [^.,;:!?]{0,200}\b(?:before|until) [^.,;:!?]{0,200}\b(?:approv|moderat|review|verif)\w*/gi,
	/(?<!\p{L})(?:нельзя|не можна|не может|не можете) (?:быть )?(?:використ|использ)\p{L}* (?:(?:до|пока|поки|прежде)(?!\p{L}) [^.,;:!?]{0,200}(?:модерац|одобр|перевір|провер|схвал)\p{L}*)/giu,
];

/** Of a contact that is as it was to be: that there was nothing to change, and what is known of its number. */
export const NOTICES_OF_CONTACT: readonly RegExp[] = [
	new RegExp(`${BEGIN}(?:no changes|nothing to (?:change|save|update))(?=\\s*(?:[.;!?]|$))`, 'giu'),
	new RegExp(
		`${BEGIN}(?:hlr(?: status)? is unknown|(?:the )?phone is already (?:saved|set))(?=\\s*(?:[.;!?]|$))`,
		'giu',
	),
];

/** Takes a text beside what an answer shows as made, and what else may be noted there; returns what is left of it without such notices. */
export const withoutNotices = (text: string, more: readonly RegExp[] = []): string =>
	[...NOTICES, ...more].reduce((left, notice) => left.replace(notice, ''), text);
