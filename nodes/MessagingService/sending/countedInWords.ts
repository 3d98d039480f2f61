/*
 * Recipients that an answer counts in words, without naming them: "1 number skipped", "1 of 2 numbers accepted", "Пропущено номеров: 1".
 */

/** Words for what became of those that were left out. */
const LEFT_OUT =
	'(?:black ?listed|blocked|discarded|dropped|duplicates?|errors|excluded|failed|filtered|ignored|incorrect|invalid|not (?:accepted|added|found|included|sent|taken|valid)|omitted|opted out|refused|rejected|removed|skipped|suppressed|unsubscribed|wrong)';
const RECIPIENTS = '(?:contacts|messages|numbers|phones|recipients)';
/** What a sentence counts, in whatever word. What surely is no recipient, such as a field, leaves nobody out when it is skipped or wrong. */
const COUNTABLE =
	'(?!(?:amounts?|attachments?|attempts?|balance|characters?|checks?|countr(?:y|ies)|credits?|emojis?|fields?|files?|funds?|images?|links?|money|parameters?|placeholders?|previous|requests?|senders?|spaces?|symbols?|tags?|templates?|urls?|variables?|webhooks?|window)\\b)\\w+';
const COUNTABLE_CYRILLIC =
	'(?!(?:змінн|картин|країн|параметр|переменн|пол[ея]|попыт|проб[еі]л|символ|спроб|посилан|ссыл|стран|файл|шаблон))[\\p{L}\\w]+';
/** How many recipients were left out, in words: "numbers: 1 invalid", "Invalid numbers: 1", "1 of 2 numbers is invalid", "Отклонено: 1". */
const COUNTED: readonly RegExp[] = [
	new RegExp(`^${RECIPIENTS}: (\\d+) ${LEFT_OUT}(?: \\w+)?(?=\\s*(?:[.,;]|$))`, 'i'),
	new RegExp(
		`(?:^|[.,;] ?)(?:${RECIPIENTS} )?${LEFT_OUT}(?: ${COUNTABLE})?: ?(\\d+)(?=\\s*(?:[.,;]|$))`,
		'i',
	),
	new RegExp(`\\b(\\d+) of \\d+ ${COUNTABLE} (?:(?:are|is|was|were) )?${LEFT_OUT}\\b`, 'i'),
	new RegExp(`(?:^|[.,;:(] ?)(\\d+) ${LEFT_OUT}(?=\\s*(?:[.,;)]|$))`, 'i'),
	/\b(\d+) (?:contacts?|numbers?|phones?|recipients?) (?:(?:are|is) )?(?:in|on) (?:the |your )?(?:black|stop) ?list/i,
	/(?<!\d)(\d+) номер\p{L}* (?:в|у) (?:стоп|ч[её]рн|чорн)/iu,
	new RegExp(
		`(?:^|[.,;:] ?)(\\d+) ${COUNTABLE} (?:(?:are|is|was|were) )?${LEFT_OUT}(?=\\s*(?:[.,;]|$))`,
		'i',
	),
	new RegExp(`(?:^|[.,;:] ?)${LEFT_OUT} (\\d+) ${COUNTABLE}(?=\\s*(?:[.,;]|$))`, 'i'),
	new RegExp(
		`(?:^|[.,;:] ?)(\\d+) ${COUNTABLE_CYRILLIC} (?:(?:не (?:было |був |был |було )?(?:включен|добавлен|додан|отправлен|принят|прийнят)|відхилен|исключ|отклонен|пропущен)\\p{L}*|(?:в|у) стоп\\S*)(?=\\s*(?:[.,;]|$))`,
		'iu',
	),
	new RegExp(
		`(?:^|[.,;] ?)(?:(?:відхилен|виключен|дубл|исключен|некорр?ект|неверн|невірн|отклонен|ошибочн|помилков|пропущен)\\p{L}*|не принят\\p{L}*|не прийнят\\p{L}*)(?: ${COUNTABLE_CYRILLIC})?: ?(\\d+)(?=\\s*(?:[.,;]|$))`,
		'iu',
	),
	/(?<!\p{L})(?:(?:абонент|номер|одержувач|отримувач|получател)\p{L}* )?(?:в|у) (?:стоп|ч[её]рн|чорн)[\p{L} -]{0,20}: ?(\d+)(?=\s*(?:[.,;]|$))/iu,
];
const LONGEST_COUNT = 7;
/** How many of how many were taken, in words: "1 of 2 numbers accepted". */
const TAKEN_OF_ALL: readonly RegExp[] = [
	/\b(\d{1,7}) ?(?:of|out of|\/) ?(?:the )?(\d{1,7})(?: \w+){0,3} (?:accepted|added|created|imported|included|loaded|queued|scheduled|taken|valid)\b/i,
	/\b(?:accepted|added|imported|included|loaded|queued|recipients|scheduled|taken|valid)(?: (?:contacts|messages|numbers|phones|recipients))?:? (\d{1,7}) ?(?:of|out of|\/) ?(?:the )?(\d{1,7})\b/i,
	/\b(\d{1,7}) (?:contacts?|numbers?|phones?|recipients?) (?:(?:are|has been|have been|is|was|were) )?(?:accepted|added|queued|scheduled)\b/i,
	/\b(?:accepted|created|queued|scheduled) (?:for|to|with) (\d{1,7}) (?:contacts?|numbers?|phones?|recipients?)\b/i,
	/\b(?:for|to) (\d{1,7}) (?:of|out of) (?:the )?(\d{1,7}) (?:contacts|numbers|phones|recipients)\b/i,
	/(?:^|[.,;] ?)(?:correct|valid) (?:contacts|numbers|phones|recipients): ?(\d{1,7})(?=\s*(?:[.;]|$))/i,
	/(?<!\p{L})(?:прийнят|принят)\p{L}* (\d{1,7}) (?:номер|одержув|отримув|получат)\p{L}*(?: (?:из|з|із) (\d{1,7}))?/iu,
	/(?<!\d)(\d{1,7}) (?:повідомлен|сообщени)\p{L}* (?:из|з|із) (\d{1,7})(?!\d)/iu,
	/(?:^|[.,;] ?)(?:accepted|(?:total )?recipients)(?: (?:contacts|numbers|phones|recipients))?: ?(\d{1,7})(?=\s*(?:[.;]|$))/i,
	/(?<!\p{L})(?:добавлен|додан|заплан|загруж|завантаж|прийнят|принят)\p{L}*(?: \p{L}+)?:? (\d{1,7}) ?(?:из|з|із|\/) ?(\d{1,7})(?!\d)/iu,
	/(?<!\d)(\d{1,7}) (?:из|з|із) (\d{1,7})(?: \p{L}+)? (?:добавлен|додан|заплан|загруж|завантаж|прийнят|принят)/iu,
	/(?<!\p{L})(?:прийнят|принят)\p{L}*(?: (?:номер|одержув|отримув|получат)\p{L}*)?: ?(\d{1,7})(?=\s*(?:[.,;]|$))/iu,
	/(?<!\p{L})(?:одержувачів|отримувачів|получателей): ?(\d{1,7})(?=\s*(?:[.,;]|$))/iu,
	/(?<!\p{L})для (\d{1,7}) (?:одержувач|отримувач|получател)/iu,
];
/** Words for a recipient, for some of them, for what became of those, and for what denies it. */
const NOUN =
	/\b(?:contact|number|phone|recipient)s?\b|(?<!\p{L})(?:абонент|адресат|номер|одержувач|отримувач|получател)/iu;
const SOME =
	/\b(?:a|an|first|last|one|second|several|some|third) (?:\w+ )?(?:contacts?|numbers?|phones?|recipients?)\b/i;
const BECAME = new RegExp(
	`\\b${LEFT_OUT}\\b|\\b(?:black|stop) ?list|\\bunsubscribed\\b|(?<!\\p{L})(?:відхилен|виключен|вилучен|дубл|исключен|отклонен|пропущен|удал[её]н|стоп-?лист|ч[её]рн\\p{L}* спис|чорн\\p{L}* спис)`,
	'iu',
);
const DENIED =
	/\b(?:0|add|billing|can|could|if|may|might|never|no|none|not|our|reports?|statistics?|when|will|without|your)\b|n't\b|(?<!\p{L})(?:без|ваш\p{L}*|если|коли|когда|не|немає|нет|якщо)(?!\p{L})/iu;

/** How many of so many recipients the clauses of a text speak of as left out, in whatever order their words stand. */
function countInClauses(text: string, recipients: number): number {
	const counts = text.split(/[.,;:!?]+/).map((clause) => {
		if (!NOUN.test(clause) || !BECAME.test(clause) || DENIED.test(clause)) return 0;
		const told = Number(
			/(?<![\d\p{L}])\d{1,7}(?![\d\p{L}])/u.exec(clause)?.[0] ?? (SOME.test(clause) ? 1 : 0),
		);
		return told <= recipients ? told : 0;
	});
	return Math.max(...counts);
}

/** How many of so many recipients a text tells as not taken, where it counts those that were. */
function countOfOthers(text: string, recipients: number): number {
	for (const pattern of TAKEN_OF_ALL) {
		const [, taken, all = recipients] = pattern.exec(text) ?? [];
		const count = Number(taken ?? 0);
		// Where it was sent to nobody, it has not begun. What counts others than these speaks of something else.
		if (count > 0 && count < recipients && Number(all) === recipients) return recipients - count;
	}
	return 0;
}

/**
 * Takes a text of an answer, the name under which it stands, how many recipients the request had, and whether digits are the number of one;
 * returns how many of them it counts as left out; 0 where it counts none.
 */
export function leftOutInWords(
	text: string,
	name: string,
	recipients: number,
	isNumber: (digits: string) => boolean,
): number {
	const told = text.replace(/\((e?s)\)/g, '$1');
	const counts = COUNTED.map((pattern) => pattern.exec(told)?.[1] ?? '')
		.filter((count) => count.length <= LONGEST_COUNT && !isNumber(count))
		.map(Number);
	// The name says what such a text counts: `accepted: "1 of 2"`.
	const named = /^\d+ ?(?:\/|of) ?\d+$/.test(told) ? `${name} ${told}` : told;
	return Math.max(...counts, countOfOthers(named, recipients), countInClauses(told, recipients));
}

/** Words for some recipients, which were left out or taken. */
const SOME_RECIPIENTS = `(?:(?:bad|black ?listed|blocked|duplicate|faulty|incorrect|invalid|repeated|some|unsubscribed|wrong) ${RECIPIENTS}|${RECIPIENTS} (?:in|on) (?:the|your) (?:black|stop) ?list|(?:half|most|one|part|rest|some) of (?:the )?${RECIPIENTS}|one (?:contact|number|phone|recipient))`;
const SOME_CYRILLIC =
	'(?:(?:деяк|невірн|некорр?ект|неверн|некотор|один|одна|остальн|половин|реш|част)\\p{L}* (?:(?:из|з|із) )?(?:абонент|контакт|номер|одержувач|отримувач|получател)\\p{L}*|(?:дубл\\p{L}*|(?:номер|получател|отримувач)\\p{L}* (?:из|з|зі|со) (?:стоп|ч[её]рн|чорн)\\S*(?: спис\\p{L}*)?))';
const LEFT_OUT_CYRILLIC =
	'(?:(?:видален|виключен|вилучен|відхилен|исключен|отклон[её]н|пропущен|удал[её]н)[аоіиы]?|не (?:были |було )?(?:включен|добавлен|додан|отправлен|принят|прийнят)[аоіиы]?)';
const DONE_CYRILLIC =
	'(?:виконан|выполнен|завантажен|загружен|надіслан|обработан|оброблен|отправлен|прийнят|принят|создан|створен)\\p{L}*';

/** Sentences by which an answer tells that a part of the request was taken, or that some of it were not. */
const PARTIAL: readonly RegExp[] = [
	/\bpartial(?:ly)? (?:accepted|created|imported|loaded|processed|queued|sent|success(?:ful)?)\b(?! reports?)/i,
	/\b(?:accepted|completed|created|processed|queued|sent) (?:partially|with errors)\b/i,
	new RegExp(`\\bnot all (?:of )?(?:the )?${RECIPIENTS}\\b`, 'i'),
	new RegExp(
		`\\bonly (?:the )?(?:correct|half of the|one|part of the|some|some of the|valid) (?:contact|number|phone|recipient)s? (?:(?:has|have) been|was|were|accepted|added|taken)\\b`,
		'i',
	),
	new RegExp(
		`\\b${SOME_RECIPIENTS} (?:(?:has|have) been|was|were) (?:${LEFT_OUT}|left out)\\b`,
		'i',
	),
	new RegExp(
		`(?<!\\p{L})${SOME_CYRILLIC} (?:(?:был\\p{L}?|бул\\p{L}?) )?${LEFT_OUT_CYRILLIC}(?!\\p{L})`,
		'iu',
	),
	new RegExp(
		`(?<!\\p{L})(?:${DONE_CYRILLIC} част(?:ично|ково)|част(?:ично|ково) ${DONE_CYRILLIC})(?!\\p{L})|(?<!\\p{L})(?:не все|не всі) (?:абонент|контакт|номер|одержувач|отримувач|получател)`,
		'iu',
	),
];
/** What tells of a rule, or of what is still to come. */
const OF_RULE =
	/\b(?:can|could|if|may|might|when|will|would)\b|(?<!\p{L})(?:будет|будут|будуть|если|може|может|можуть|могут|якщо)(?!\p{L})/iu;

/** Takes a value of an answer as text, and its name; returns whether it says that a part of the request was taken. */
export const saysPartial = (text: string, name: string): boolean =>
	(/^(?:result|state|status)$/i.test(name) &&
		/^partial(?:ly[ _]?(?:accepted|created|processed|sent)|[ _]success)?$/i.test(text)) ||
	(/^(?:is_?)?partial/i.test(name) && /^(?:1|true|yes)$/i.test(text)) ||
	(PARTIAL.some((one) => one.test(text)) && !OF_RULE.test(text));
