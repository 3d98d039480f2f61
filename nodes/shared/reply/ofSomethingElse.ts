/*
 * Clauses of a refusal that speak of something else than the send, so that words for what was done say nothing of it: "The sender is
 * awaiting moderation", "Only Latin letters are accepted", "The limit of messages sent per day is exceeded".
 */

/** Words for the send itself. What comes behind one of them may be said of it. */
export const SEND =
	/(?<!\p{L})(?:batch|broadcasts?|campaigns?|deliver(?:y|ies)|it|mailings?|messages?|newsletters?|orders?|requests?|(?<=\b(?:the|this|your) )send|sending|sms|tasks?|рассыл\p{L}*|розсил\p{L}*|отправк\p{L}*|відправ[кц]\p{L}*|достав[кц]\p{L}*|кампан\p{L}*|сообщен\p{L}*|повідомл\p{L}*|запрос\p{L}*|запит\p{L}*|смс)(?!\p{L})/iu;

/** Words for what a send needs, and is not: who sends, the account, and what a value may be made of. */
const SOMETHING_ELSE =
	/(?<!\p{L})(?:access|accounts?|agreement|alpha ?names?|balance|characters?|contract|digits?|ip|key|letters?|names?|originators?|plan|profile|senders?|signature|subscription|symbols?|tariff|template|аккаунт\p{L}*|акаунт\p{L}*|договор\p{L}*|договір|имя|ім.я|кабинет\p{L}*|кабінет\p{L}*|отправител\p{L}*|відправник\p{L}*|підпис\p{L}*|подпис\p{L}*|тариф\p{L}*|шаблон\p{L}*)(?!\p{L})/iu;

/** How much a service does in general, and how much somebody did. */
const AMOUNTS: readonly RegExp[] = [
	/\b(?:limit|maximum|max|quota)s? (?:number )?(?:of|on|for)(?: \w+){1,3}/gi,
	/\btoo many(?: \w+){1,3}/gi,
	/\b\w+ (?:are (?:accepted|processed|sent) )?per (?:second|minute|hour|day|week|month)\b/gi,
	/\byou have sent (?:\w+ )?\d+ \w+ (?:during|in|today|within)\b/gi,
	/(?<!\p{L})(?:лимит|ліміт|слишком много|забагато)\p{L}*(?: \p{L}+){1,2}/giu,
	/(?<!\p{L})(?:превыш|перевищ)\p{L}* (?:допустим\p{L}* )?(?:количество|кількість|число) (?:(?:надісланих|отправленных|созданных|створених) )?(?:повідомлень|рассылок|розсилок|смс|сообщений)(?!\p{L})/giu,
];

const CLAUSE = /[^.,;:!?]+/g;

/** Takes a clause; returns what may be said of the send in it. */
function ofSendIn(clause: string): string {
	const other = clause.search(SOMETHING_ELSE);
	const send = clause.search(SEND);
	if (other < 0 || (send >= 0 && send < other)) return clause;
	return `${clause.slice(0, other)} ${send < 0 ? '' : clause.slice(send)}`;
}

/** Takes a text as words; returns it without how much is done in general, and how much somebody did. */
export const withoutAmounts = (text: string): string =>
	AMOUNTS.reduce((left, amounts) => left.replace(amounts, ''), text);

/** What waits or is held beside a send. What else may wait is never listed in full, so that whatever is not listed may be the send. */
const OTHERS: readonly RegExp[] = [
	/^(?:system )?maintenance(?: is)? in progress$/i,
	/^(?:the |your )?(?:card )?payments?(?: is| are)? (?:being processed|pending)$/i,
	/^(?:the |your )?(?:contact list|(?:contact )?group)s? (?:is|are)(?: still)? being (?:imported|processed)$/i,
	/^(?:the |your )?(?:contracts?|documents?|users?)(?: is| are)? (?:awaiting|being verified|on hold|paused|pending)(?: (?:activation|approval|confirmation|signature|verification))?$/i,
	/^(?:the )?services? (?:is|are) paused(?: for non payment)?$/i,
	/^(?:the |your )?(?:account|contact list|contract|document|group|sender(?: name)?|template|user)s? (?:(?:has|have|is|was|were) )?already (?:been )?(?:blocked|closed|deleted|disabled|exists?|expired|suspended|taken)$/i,
	/^check (?:that|whether) the (?:contact list|group|template) exists$/i,
	/^(?:ваш[аі]? )?(?:оплата|плат[её]ж|платіж) (?:обрабатывается|обробляється)$/iu,
	/^(?:список контактов|група|группа|список контактів)(?: (?:ещё|еще|ще))? (?:обрабатывается|обробляється)$/iu,
	/^(?:ваш[иі]? )?(?:документ[иы]?|договор|договір|користувач|пользователь) (?:на (?:перевірці|проверке)|ожида[ею]т (?:активации|подтверждения|проверки)|очіку[єю](?:ть)? (?:активації|перевірки|підтвердження))$/iu,
	/^(?:доступ|обслуговування|обслуживание|послуга|сервис|сервіс|услуга)(?: договора| договору)? (?:приостановлен[ао]?|призупинен[ао]?)$/iu,
];

/** Takes a text as words; returns it without the clauses that say nothing but what waits or is held beside a send. */
export const withoutOthers = (text: string): string =>
	text.replace(CLAUSE, (clause) =>
		OTHERS.some((other) => other.test(clause.trim())) ? '' : clause,
	);

/** Takes a text; returns those of its clauses that have one of the words. */
export const clausesOf = (text: string, words: RegExp): string =>
	(text.match(CLAUSE) ?? []).filter((clause) => words.test(clause)).join('.');

/** Takes a text as words; returns it without what speaks of something else than the send. */
export const withoutSomethingElse = (text: string): string => text.replace(CLAUSE, ofSendIn);
