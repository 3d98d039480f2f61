import { NOT_CYRILLIC } from './doneWords';

/*
 * Whether words refuse. A list of errors that comes as a success, with no code and no status, may as well hold notes about what was
 * taken ("Queued for later"), so only words that refuse make it a refusal. What is neither stays unknown, which sends nothing again.
 */

/** Words for what is done with a campaign, a message or a record. */
const DONE =
	'(?:accepted|added|approved|cancell?ed|changed|confirmed|created|delivered|dispatched|launched|processed|queued|registered|renewed|resumed|saved|scheduled|sent|started|stopped|stored|submitted|updated)';

/** Said of what was not done, so that the words for doing it speak against it: "was not accepted", "cannot be sent", "must be started". */
const NOT_DONE = new RegExp(
	[
		`\\b(?:not|never|cannot|can't|couldn't|must|should|wasn't|weren't|isn't)(?: yet)?(?: be(?:en)?)? (?:${DONE}|supported)\\b`,
		'\\bnot (?:yet|later|sooner)\\b|\\b(?:later|sooner) than\\b|\\balready (?:been )?processed\\b',
		`\\b(?:nothing|no \\w+) (?:has been|have been|is|was|were) ${DONE}\\b`,
		'\\btry (?:it )?(?:again )?later\\b',
	].join('|'),
	'gi',
);

/** Words for what was taken, or may be taken yet: whoever says so refuses nothing. */
const TAKING =
	/\b(?:accepted|created|deferred|delayed|delivered|deprecated|go(?:es)? out|ignored|in progress|later|left out|ok|others|pending|postponed|process(?:ed|ing)|queued?|queuing|received|removed|saved|scheduled|sending|sent|skipped|soon|stored|submitted|success\w*|wait\w*|warning|went out|yet)\b/i;

/** Words for what may be the cause of a refusal as well: they speak against a mere "not", and not against a refusal. */
const TAKING_OF_SEND =
	/\b(?:added|approved|confirmed|dispatched|launched|on its way|registered|running|started|updated)\b/i;
const TAKING_OF_CHANGE =
	/\b(?:cancell?ed|changed|continues|edited|launched|modified|renewed|resumed|running|started|stopped|updated)\b/i;

/** Words that say what is wrong. */
const REFUSING =
	/\b(?:already|bad|banned|blank|blocked|denied|disabled|duplicate\w*|empty|error|exceed\w*|expired|fail(?:ed|s)?|forbidden|in(?:active|correct|sufficient|valid)|malformed|missing|refused?|rejected|too (?:big|few|large|long|many|short|small)|unable|unauthori[sz]ed|unknown|unsupported|wrong)\b/i;

/** Words that only say "not", or that something is not to be had. */
const SAYING_NOT =
	/\b(?:can(?:not|'t)|couldn't|isn't|must|never|no|not|nothing|required|wasn't|weren't)\b/i;

/** What services write where nothing is wrong: "no errors", "nothing is wrong", "failed: 0", "0 rejected", "not required", "no longer paused" of what was renewed, and what is said of a case that may come: "if it is rejected". */
const NOTHING_WRONG = new RegExp(
	[
		'\\b(?:no|without) (?:blocked|duplicates?|errors?|failed|failures?|invalid|issues?|problems?|rejected|unknown|warnings?)(?: \\w+)?\\b',
		'\\bnothing(?: is| was| went)? wrong\\b',
		'\\b(?:bad|blocked|duplicates?|errors?|failed|failures?|invalid|not|refused|rejected|skipped|unknown|wrong)(?:(?: \\w+)?: ?|(?: (?!credits|funds)\\w+s)?(?: ?= ?| ))(?:0(?: of \\d+)?|none)(?=\\s*(?:[.,;!?]|$))',
		'(?<![\\d.,])0 (?:of \\d+ )?(?:bad|blocked|duplicates?|error\\(s\\)|errors|failed|failures|invalid|issues|problems|rejected|wrong)(?!\\p{L})',
		'\\bno longer (?:active|blocked|paused|stopped|suspended)\\b',
		// What is not needed may be anything, but who lacks something needs it for something: "no permissions required for this route".
		"\\bno (?:\\w+ ){1,3}(?:needed|necessary|required)(?=\\s*(?:[.,;!?]|$))|\\b(?:not|\\w+n't) (?:needed|required)\\b",
		'\\bif [^.;!?]*',
	].join('|'),
	'giu',
);

/** Takes words; returns whether they say that something was taken, or may be taken yet. */
export const saysTaken = (said: string): boolean => TAKING.test(said.replace(NOT_DONE, ''));

/** Takes what a service says, one text or more, and whether of a change; returns whether they refuse what was sent, and none of them says that it was taken. */
export function refusesInWords(texts: readonly string[], isChange = false): boolean {
	const said = texts.join('\n').replace(NOTHING_WRONG, '');
	if (saysTaken(said)) return false;
	const taking = isChange ? TAKING_OF_CHANGE : TAKING_OF_SEND;
	return REFUSING.test(said) || (SAYING_NOT.test(said) && !taking.test(said.replace(NOT_DONE, '')));
}

/** Words of Russian and Ukrainian that say what is wrong. */
const WRONG_CYRILLIC =
	'(?:ошибк|помилк|отказ|відмов|отклон|відхил|запрещ|заборон|неавториз|неактив|невдал|неверн|невідом|невірн|невозмож|недейств|недійсн|недопуст|недостат|недоступн|заблок|неизвест|некорект|некоррект|неможлив|неоплач|несплач|неправил|неприпуст|несуществ|неудач|неуспе|неуспі)';
const REFUSING_CYRILLIC = new RegExp(`(?<!\\p{L})${WRONG_CYRILLIC}`, 'iu');
/** "Not" and "nothing", which also begin many words that say neither: "несколько", "немедленно". */
const SAYING_NOT_CYRILLIC = /(?<!\p{L})(?:не|нельзя|ні|нет|немає|ничего|нічого)(?!\p{L})/iu;

/** Words for what was made or changed. Those for what waits may be the cause of a refusal as well: "не прошёл модерацию". */
const TAKEN_OF_SEND =
	/(?<!\p{L})(?:відправлен|добавлен|додан|запланован|запланир|запущен|надіслан|отправлен|поставлен|прийнят|принят|создан|створен|сформирован|сформован)(?!и[еяюи]|н?ня)/iu;
const TAKEN_OF_CHANGE =
	/(?<!\p{L})(?:відновлен|возобновл|добавлен|додан|запущен|збережен|зупинен|измен[её]н|змінен|обновл[её]н|оновлен|остановлен|отмен[её]н|отредактирован|прийнят|принят|продолж|скасован|сохран[её]н|создан|створен)(?!и[еяюи]|н?ня)/iu;

/** What services write in Russian and Ukrainian where nothing is wrong. "Error" in the nominative begins to tell one: "ошибка нет средств". */
const NOTHING_WRONG_CYRILLIC = new RegExp(
	[
		'(?<![^.,;:!?])(?![^.,;:!?]*(?:баланс|недостат))[^.,;:!?]+: ?(?:0(?: (?:з|из) \\d+)?|немає|нет)(?=\\s*(?:[.,;!?]|$))',
		`(?<!\\p{L})(?:без|нет|немає) (?:(?:ошиб|помил|проблем)|${WRONG_CYRILLIC})\\p{L}*(?: \\p{L}+)?(?!\\p{L})`,
		`(?<!\\p{L})${WRONG_CYRILLIC}\\p{L}*(?<=[хвй]) \\p{L}+ (?:немає|нет)(?!\\p{L})`,
		// What is lacking may have a balance of 0 beside it, so that a 0 behind other words ends the clause, or begins it.
		`(?<!\\p{L})(?!недостат)${WRONG_CYRILLIC}\\p{L}*(?: \\p{L}+(?<=[вйхь]))?(?: ?= ?| )0(?: (?:з|из) \\d+)?(?=\\s*(?:[.,;!?]|$))`,
		`(?:^|[.,;!?] ?)0 (?!недостат)${WRONG_CYRILLIC}\\p{L}*(?: \\p{L}+(?<=[вйхь]))?(?=\\s*(?:[.,;!?]|$))`,
		`(?<!\\p{L})${WRONG_CYRILLIC}\\p{L}*(?<=[хв]) \\p{L}+ не (?:виявлено|выявлено|знайдено|найдено|обнаружено)(?!\\p{L})`,
		'(?<!\\p{L})(?:ошиб|помил|проблем)\\p{L}* не (?:было|було|виникло|виявлено|возникло|выявлено|знайдено|найдено|обнаружено)(?!\\p{L})',
		'(?<!\\p{L})(?:ошибки|ошибок|помилки|помилок|проблем) (?:немає|нет)(?!\\p{L})',
		'(?<!\\p{L})(?:если|якщо) [^.;!?]*',
		'(?<!\\p{L})не (?:закривайте|закрывайте|нуж(?:ен|н[аоы])|пізніше|позднее|позже|потріб(?:ен|н[аоеі])|ранее|раніше|раньше|требу[ею]тся|треба)(?: ничего| нічого)?(?!\\p{L})',
	].join('|'),
	'giu',
);

function refusesInCyrillic(text: string, isChange: boolean): boolean {
	const said = text.replace(NOTHING_WRONG_CYRILLIC, '');
	if (REFUSING_CYRILLIC.test(said)) return true;
	const taken = isChange ? TAKEN_OF_CHANGE : TAKEN_OF_SEND;
	return SAYING_NOT_CYRILLIC.test(said) && !taken.test(said.replace(NOT_CYRILLIC, ''));
}

/**
 * Takes the words that stand beside an ID, and whether it is that of a change; returns whether they may deny it. They need not prove that
 * nothing was done, only make a doubt, so that words in a language of which nobody here knows enough count as well.
 */
export const deniesInWords = (texts: readonly string[], isChange = false): boolean =>
	refusesInWords(texts, isChange) || texts.some((text) => refusesInCyrillic(text, isChange));

/** Words by which a service says that all went well. */
const WELL =
	/\b(?:done|good|ok(?:ay)?|thank\w*|welcome)\b|erfolg|[eé]xito|succ[eè]s|sucesso|sukces|(?<!\p{L})(?:готово|дякуємо|спасибо|успе[шх]|успі[шх])/iu;

/**
 * Takes the words that stand beside the ID of a send, where neither a code nor a state tells how it stands; returns whether none of them
 * says that it was taken. What they say instead may be why it was not, in more ways than anybody knows.
 */
export const leavesOpen = (texts: readonly string[]): boolean =>
	texts.length > 0 &&
	!texts.some(
		(text) =>
			saysTaken(text) ||
			TAKING_OF_SEND.test(text.replace(NOT_DONE, '')) ||
			TAKEN_OF_SEND.test(text.replace(NOT_CYRILLIC, '')) ||
			WELL.test(text) ||
			text.replace(NOTHING_WRONG, '').replace(NOTHING_WRONG_CYRILLIC, '').trim() === '',
	);

/** A whole clause that says of the message that it did not go. */
const FLATLY_NOT =
	/(?:^|[.;:!]\s*)(?:(?:the|this|your) )?(?:(?:it|message|request|sms) )?(?:(?:has been|is|was) )?not (?:accepted|queued|sent|taken)\b(?! (?:to|yet)\b)/i;
const FLATLY_NOT_CYRILLIC =
	/(?:^|[.;:!]\s*)(?:(?:повідомлення|смс|сообщение|sms) )?не (?:(?:был|бул)\p{L}* )?(?:відправлен|надіслан|отправлен|принят|прийнят)/iu;

/** Said of a message that is still there. A time of waiting that has passed ends in another way: "истекло время ожидания". */
const WAITS_CYRILLIC = /(?<!\p{L}|не )(?:ожида[ею]т|очіку(?:є|ють))(?!\p{L})/iu;

/** Takes the words that stand beside an ID and the code of success; returns whether they flatly say that nothing went out all the same. */
export function deniesFlatly(text: string): boolean {
	const said = text.replace(NOTHING_WRONG, '').replace(NOTHING_WRONG_CYRILLIC, '');
	return (
		(FLATLY_NOT.test(said) && !saysTaken(said)) ||
		(FLATLY_NOT_CYRILLIC.test(said) &&
			!(WAITS_CYRILLIC.test(said) && !REFUSING_CYRILLIC.test(said)) &&
			!TAKEN_OF_SEND.test(said.replace(NOT_CYRILLIC, '')))
	);
}

/** Words by which a service withholds what it was asked for, for now or from this account, and not by which it finds nothing. */
const WITHHOLDING: readonly RegExp[] = [
	/(?<!\bno )\b(?:denied|forbidden|unauthenticated|unauthori[sz]ed|unavailable|too many requests)\b/i,
	/\b(?:not|isn't|aren't) (?:activated|allowed|authenticated|authori[sz]ed|permitted)\b|\bno (?:access|permissions?|rights?)\b/i,
	/\b(?:account|credentials?|key|session|token|user)\b(?:(?!\b(?:no|not)\b).){0,40}\b(?:blocked|disabled|expired|incorrect|invalid|missing|not valid|required|revoked|suspended|wrong)\b/i,
	/\b(?:key|session|token) (?:is |was )?not found\b/i,
	/\b(?:must|need to|please|to) (?:log|sign) ?in\b|\bnot (?:logged|signed) in\b|\b(?:log|sign) ?in (?:again|first|required)\b/i,
	/(?<!\bno )\b(?:expired|incorrect|invalid|missing|wrong)\b.{0,40}\b(?:credentials?|key|session|token)\b/i,
	// "No available campaigns" begins in Russian and Ukrainian as "no access" does, so that the word must end there.
	/(?<!\p{L})(?:нет|немає|отказано в|відмовлено [ву]|недостаточно|недостатньо) (?:доступ[ауіе]?|права?)(?!\p{L})/iu,
	/(?<!\p{L})(?:доступ[ау]?|прав) (?:нет|немає|отсутств|відсутн)/iu,
	/(?<!\p{L})доступ[ауіе]?(?: (?:к|до) \S+)? (?:запрещ|заборон|закр[иы]т|огранич|обмеж|отказан|відмовлен)/iu,
	/(?:запрещ|заборон)\p{L}+ доступ|недоступ[еин]/iu,
];

/** Where something else is said without a mark: behind a conjunction, or in brackets. */
export const NEW_CLAUSE =
	' (?:and(?! \\d)|as|because|but|since|so|which|а|але|бо|и|но|потому|так как|тому|і)(?!\\p{L})| ?\\(';

/** What is to come at a time that is told withholds nothing now: "will be unavailable after 2027-01-01". */
export const TO_COME = new RegExp(
	[
		'(?:\\bwill be\\b(?=[^.,;:!?]{0,80}\\b(?:(?:after|on|since|starting) (?:\\w+ ){0,2}(?:\\d|\\w+day\\b)|tomorrow\\b))',
		'(?<!\\p{L})(?:будет|будут|буде|будуть)(?=[^.,;:!?]{0,80}(?<!\\p{L})(?:(?:з|после|після|с|со) (?:\\p{L}+ )?\\d|завтра(?!\\p{L}))))',
	].join('|') + `(?:(?!${NEW_CLAUSE})[^.,;:!?])*`,
	'giu',
);
/** What a service tells later of what was sent: that it is not to be had yet, or on this way, withholds nothing else. */
export const TOLD_LATER = new RegExp(
	`(?<![^.,;:!?\\n]) ?(?:(?:delivery|detailed|some|the|your) ){0,3}(?:receipts?|reports?|statistics) (?:are|is) (?:(?:currently|temporarily) )?(?:not (?:yet )?(?:available|included|provided|ready|shown)|unavailable)(?!\\p{L})(?:(?!${NEW_CLAUSE})[^.,;:!?\\n]){0,200}(?![^.,;!?\\n])`,
	'giu',
);

/** Takes a text; returns it with the words of a code set apart: ACCESS_DENIED, access.denied, AccessDenied. In a sentence a name stays one. */
function asCode(text: string): string {
	const isCode = !/\s/.test(text);
	const parted = isCode ? text.replace(/(?<=\p{Ll})(?=\p{Lu})|[.:/-]/gu, ' ') : text;
	return parted.replace(/[_\s]+/g, ' ');
}

/** Part of a text that may say by itself that nothing was found. What stands before a colon may be what was counted: "Expired campaigns: 0". */
const PART = /[^.,;:!?]+: ?(?:0|none|немає|нет)(?=\s*(?:[.,;!?]|$))|[^.,;:!?]+/giu;

/** Words by which it says so, whatever stands beside them: "No rejected campaigns", "The list of failed campaigns is empty". */
const FOUND_NOTHING =
	/\b(?:no|none|nothing|zero)\b(?! (?:\w+ )?(?:answer|connection|funds|money|response|route|service)\b)|\bnot found\b|\b(?:do not|don't) have any\b|\bis empty\b|: ?0$|(?<!\p{L})(?:(?:нет|немає)(?! (?:зв|св|соедин|з.єдн))|ничего|нічого|відсутн\p{L}*|отсутств\p{L}*|не (?:найден|знайден)\p{L}*|пуст\p{L}?|порожн\p{L}+)(?!\p{L})/iu;

/** Takes a text that stands beside an empty list; returns whether it says that the list was withheld. "No campaigns found" does not. */
export function withholds(text: string): boolean {
	const said = asCode(text).replace(TO_COME, '').replace(TOLD_LATER, '');
	return WITHHOLDING.some((pattern) => pattern.test(said));
}

/** Words by which a code, or what stands in a place for errors, says that something was refused or went wrong, and not that it found nothing. */
const OF_REFUSAL: readonly RegExp[] = [
	// It was refused, or may not be done by this account.
	/\b(?:banned|cannot|can't|declined|denied|disabled|forbidden|inactive|must|refused?|rejected|required|restricted|revoked|suspended|unable|unauth\w*)\b/i,
	/\bno (?:access|funds|money|permissions?|rights?)\b|\bno (?:\w+ )?connection\b|\bnot (?:activated|active|allowed|available|enabled|implemented|supported)\b|\b(?:api|ip|user) (?:is )?blocked\b/i,
	// What was asked for is wrong, or too much.
	/\b(?:bad|conflict|exceed\w*|expired|illegal|incorrect|insufficient|invalid|limit (?:(?:has been|is|was) )?reached|malformed|mismatch|rate limit\w*|throttl\w*|too many|unsupported|wrong)\b/i,
	// Something went wrong.
	/\b(?:abort(?:ed)?|busy|could not|err(?:ors?)?|exception|fail(?:ed|s|ure)?|fault|internal|log ?in|maintenance|offline|out of (?:order|service)|overload\w*|sign ?in|temporarily|time(?:d )?out|try again|unavailable|unexpected|upgrade in progress)\b/i,
	/(?<!\p{L})(?:відмов|відхил|заблок|заборон|запрещ|збій|збою|недейств|недійсн|недостат|недоступ[еин]|нельзя|не вдалося|не удалось|неверн|невірн|некорр?ект|вичерпан|исчерпан|(?:немає|нет) (?:зв|связи|соедин|з.єдн)|обмежен|огранич|отказ|отклон|перевантаж|перегруж|не (?:активир|активов|оплач|сплач)|повтор(?:ите|іть) (?:попыт|спроб)|ошиб(?:к|ок)|перевищ|помил(?:к|ок)|превыш|сбо[йя]|істек|истек)/iu,
	/(?<!\p{L})(?:(?:техническ|технічн)\p{L}* (?:работ|робот|обслуж|обслуг)|авторизу|войдите|увійд)/iu,
];

/** Takes a code in words, or a text in a place for errors; returns whether it clearly speaks of a refusal or a failure. */
export function saysRefusal(text: string): boolean {
	const said = asCode(text).replace(NOTHING_WRONG, '').replace(NOTHING_WRONG_CYRILLIC, '');
	return OF_REFUSAL.some((pattern) => pattern.test(said));
}

/** Words for a failure, which no filter and no rule of a list has. */
const FAILURE =
	/\b(?:error|exception|failure|internal|overload\w*|time(?:d )?out|unavailable)\b|(?<!\p{L})(?:ошибк|помилк|сбо[йя]|збій)/iu;
/** Words that tell why a list is empty, which an honest one need not. */
const BECAUSE = /\b(?:because|due to)\b|(?<!\p{L})(?:из-за|через (?:збій|помилк)|по причине)/iu;

/**
 * Takes words beside an empty list of which nothing else says that it is one; returns whether they speak of a refusal or a failure. What
 * begins with that nothing was found may add rules and filters; what begins otherwise is a failure that may add what it lacks.
 */
export function saysRefusalOfList(text: string): boolean {
	const parts = text.match(PART) ?? [];
	const tellsOfMore = (part: string): boolean => !FOUND_NOTHING.test(part.trim());
	const [first, ...others] = parts;
	if (first !== undefined && !tellsOfMore(first) && !BECAUSE.test(text))
		return others.some((part) => FAILURE.test(part));
	return saysRefusal(BECAUSE.test(text) ? text : parts.filter(tellsOfMore).join('.'));
}

/** Takes what stands in a place for errors; returns the texts in it, however deep, without the names of fields. */
export function textsIn(errors: unknown, depth = 0): string[] {
	if (typeof errors === 'string') return [errors];
	if (typeof errors !== 'object' || errors === null || depth > 4) return [];
	return Object.values(errors).flatMap((inner) => textsIn(inner, depth + 1));
}

/** Said of what the service lacks, so that the word for having it speaks against it: "this sender does not exist". */
const NOT_THERE = /(?:not|n't) exist\w*/gi;

/** Words for what the service has already. */
const HELD = /taken|already|exist|uni[qk]|duplic/i;

/**
 * Takes words of a refusal; returns whether they may say that the service has what was sent, or its reference, already. They only make
 * a doubt: what counts is the message under the reference.
 */
export const maySayHeld = (text: string): boolean => HELD.test(text.replace(NOT_THERE, ''));
