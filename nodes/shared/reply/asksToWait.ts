import { inWords } from './inWords';
import type { Leaf } from './leaves';
import { numberOf } from './values';

/*
 * Answers by which a service asks to wait (429). A campaign is made again after one, so that it has to be sure that the answer says
 * nothing of the send. Words for what was done are never listed in full; words for asking to wait are. An answer with any other word, or
 * with a value of which nobody knows what it counts, may tell of the send.
 */

/** The status by which a service asks to wait. */
export const STATUS_TOO_MANY = 429;

/** Words that ask to wait, and say of nothing that it was done. */
const WORDS: ReadonlySet<string> = new Set(
	`
		a about above access account address after again allowance allowed allows amount an and any api are
		as at attempt attempts available banned be been before being below blocked burst but by call calls
		calm can cannot client code concurrency concurrent connection connections could current currently
		daily day days denied down due each enhance entity error errors every exceed exceeded exceeding
		exceeds exception excessive exhausted exhaustion expected fail failed failure fast few fewer flood
		for forbidden frequency frequent frequently from given has have high hit hour hourly hours http i if
		in interval ip is it its key later less limit limited limiter limiting limits load many max maximum
		may min minute minutes moment month monthly months ms much must next no not now number of off often
		on only or our over overload overloaded per period plan please policy possible quickly quota quotas
		rate rates reach reached reduce refused rejected request requests reset resets resource retry
		retrying sec second seconds server service short since slow slower so soon speed stop support system
		tariff temporarily temporary than that the there this threshold throttle throttled throttler
		throttling throughput time times to token tokens too tries try unavailable under until up upgrade
		usage use user wait was we week weekly weeks were when while window with within you your
	`.match(/\S+/g),
);

/** The same of Russian and Ukrainian. */
const WORDS_CYRILLIC: ReadonlySet<string> = new Set(
	`
		 аккаунт аккаунта более больше будь в вам вас ваш ваша вашего вашого вибачте временно время вы
		годин години годину день для дней дня до добу допустимого допустимое допустимой допустимый доступ
		доступу еще ещё з за забагато занадто запит запити запиту запитів запрос запроса запросов запросы
		зачекайте зачекати и из или й количества количество кількості кількість лимит лимита лимитов лимиты
		ліміт ліміти ліміту максимальна максимальное максимальной максимальну максимум месяц минут минута
		минуту минуты много на не небольшое некоторое несколько но обмеження обмежено обращений ограничен
		ограничена ограничение ограничения ограничено ожидайте ожидать от очень очікуйте ошибка ошибки пауза
		паузу перевищення перевищено перевищили перегружен перегрузка по повторите повторить повторіть
		подождать подождите пожалуйста позднее позже помилка помилки попробуйте попытайтесь попытка попытки
		попытку попыток почекайте превысили превышен превышена превышение превышено при протягом прохання
		пізніше раз реже рідше с секунд секунда секунди секунду секунды сервер сервера серверу сервис
		сервиса сервіс сервісу скорости скорость слишком снова со спроб спроба спробу спробуйте сутки суток
		та тимчасово у хвилин хвилина хвилини хвилину час часа часов часто частота частоты частые часті
		частіше чем через числа число швидкість ще
	`.match(/\S+/g),
);

/** Things that are sent or made, as a limit counts them. */
const SENT =
	'(?:applications?|campaigns?|contacts?|mailings?|messages?|newsletters?|reports?|sms(?:es)?|texts?)';
const SENT_CYRILLIC =
	'(?:кампани[ийяю]\\p{L}*|кампані[ийюяї]\\p{L}*|повідомлень|рассылок|розсилок|сообщений|смс|sms)';
const NOT_MADE =
	'(?:accepted|created|executed|fulfilled|handled|performed|placed|processed|sent|served|submitted)';
const SPAN = '(?:second|minute|hour|day|week|month|sec|min)s?';
const SPAN_CYRILLIC =
	'(?:секунд|минут|хвилин|час|годин|день|доб|дня|дней|сутк|сутки|суток|месяц|місяц)\\p{L}*';

/** Whole phrases that limit or refuse sends. They count where their words may tell of the send in another order. */
const PHRASES: readonly RegExp[] = [
	new RegExp(
		`\\b(?:(?:you|you have|you've|your account has) )?(?:(?:created|made|received|sent) )?too many (?:concurrent |simultaneous )?(?:${SENT}|requests)(?: (?:are being|being|have been|were))?(?: (?:created|made|processed|received|sent))?(?: (?:in|within) the last (?:\\d+ )?${SPAN})?(?![\\p{L}\\d])`,
		'giu',
	),
	new RegExp(
		`\\b(?:${SENT}|sending|creation)(?: (?:per ${SPAN}|rate|sending|creation|count|speed|throughput|volume))? (?:limit|quota|threshold|(?:frequency|rate|speed)(?= (?:exceed|(?:is )?(?:above|over|too)|limit)))s?\\b`,
		'gi',
	),
	/\bsending (?:too )?(?:fast|frequently|often|quickly)\b/gi,
	new RegExp(
		`\\b(?:limit|maximum|max|quota)s?(?: (?:for|number of|of|on))? (?:\\d+ )?(?:new )?(?:${SENT}|creating ${SENT}|sending(?: ${SENT})?)(?: (?:sent|created))?(?= (?:exceed|has been|have been|in \\d|is|was|per|reached|within)|\\s*(?:[.,;:!?()]|$))`,
		'gi',
	),
	new RegExp(
		`(?:^|(?<=[.,;:!?(] ?))(?:only )?\\d+ ${SENT} (?:a|an|each|every|per) (?:\\d+ )?${SPAN}(?: (?:can|may) be ${NOT_MADE})?\\b`,
		'gi',
	),
	/\byou (?:can|may) (?:make|send)\b(?= (?:at most|no more than|only|up to)\b)/gi,
	new RegExp(
		`\\b(?:at most|no more than|only|up to) \\d+ ${SENT} (?:a|an|each|every|per) (?:\\d+ )?${SPAN}\\b`,
		'gi',
	),
	new RegExp(
		`\\b${SENT} per (?:\\d+ )?${SPAN}\\b(?= (?:exceed|limit|is limited|reached)|\\s*(?:[.,;:!?()]|$))`,
		'gi',
	),
	new RegExp(
		`(?<!\\b(?:another|first|last|only|other|remaining|some|these|those) |\\d )(?:\\b(?:the|this|your) )?\\b(?:request|${SENT}) (?:has|have|is|was|were) not (?:been )?${NOT_MADE}\\b(?! (?:all|at|before|for|in|to|until|yet))`,
		'gi',
	),
	/\bcan(?:not|'t| not) be (?:accepted|handled|processed)(?: at the moment| now| right now)?\b/gi,
	/\bwill (?:be )?(?:available|lifted|removed|reset|restored)\b/gi,
	/\b(?:repeat|resend|retry) (?:it|(?:the|this|your) request|your call)?/gi,
	/\b(?:zu viele|trop de|demasiad[ao]s|muitas|troppe|zbyt wiele|te veel|příliš mnoho) \p{L}+/giu,
	new RegExp(
		`(?<!\\p{L})(?:(?:слишком|занадто|очень) (?:много|багато)|забагато|(?:лим[иі]т|ліміт|максимум)\\p{L}*|(?:допустим|максимальн|перевищ|превы[шс])\\p{L}* (?:количеств|кільк[іи]ст|числ)\\p{L}*)(?: (?:на|отправк[уи]|відправк[уи]|надсилання|відправлення|создание|создания|створення|отправленных|надісланих|созданных|створених|новых|нових)){0,2} ${SENT_CYRILLIC}(?!\\p{L})`,
		'giu',
	),
	new RegExp(
		`(?<!\\p{L})(?:(?:лим[иі]т|ліміт|ограничени|обмеженн)\\p{L}*|(?:перевищ|превы[шс])\\p{L}* (?:скорост|швидк[іо]ст|частот)\\p{L}*) (?:на )?(?:отправк[иу]|відправ[кл]\\p{L}*|надсилання|рассыл[ок]\\p{L}*|розсил[ок]\\p{L}*)(?!\\p{L})`,
		'giu',
	),
	new RegExp(
		`(?<!\\p{L})не (?:более|больше|більше)(?: н[іи]ж| чем)? \\d+ ${SENT_CYRILLIC} (?:в|за|на) (?:\\d+ )?${SPAN_CYRILLIC}(?!\\p{L})`,
		'giu',
	),
	/(?<!\p{L})так(?:ой|ий) (?:запрос|запит) (?:не разреш[её]н|не дозволен(?:ий|о))(?!\p{L})/giu,
	/(?<!\p{L})(?:запрос|запит) (?:не (?:был |було |був )?(?:выполнен|обработан|принят|виконано|оброблено|прийнято)|отклон[её]н|відхилено)(?!\p{L}| п| в| для)/giu,
];

/** How much was done in a span of time, as the reason to wait. */
const OF_RATE: readonly RegExp[] = [
	new RegExp(
		`^(?:only )?\\d+ (?:request|${SENT})s? per (?:\\d+ )?${SPAN} (?:can|may) be (?:accepted|created|processed|sent)\\.?$`,
		'i',
	),
	new RegExp(
		`^(?:daily|hourly|monthly|rate|${SENT})(?: rate)? limit (?:exceeded|reached): \\d+ ${SENT} (?:created|sent) in the last (?:\\d+ )?${SPAN}\\.?$`,
		'i',
	),
];

/** Said of a rate at which what was taken goes out: "Throttled to 10 messages per second". */
const GOES_SLOWLY = /\b(?:throttled|limited|slowed|reduced) (?:at|down|to)\b/i;

/** Names of servers and proxies, as their own pages and texts have them. */
const SERVERS = /\b(?:apache|cloudflare|envoy|haproxy|kong|nginx|openresty|varnish)(?:\/[\d.]+)?/gi;
const ADDRESSES = /\bhttps?:\/\/\S+/gi;
const TIMES =
	/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| ?[+-]\d\d:?\d\d| UTC| GMT)?|\b\d\d:\d\d(?::\d\d)?\b/gi;
/** A number, with the unit of time that may be written to it. */
const NUMBERS = /(?<![\p{L}\d])\d+(?:[.,]\d+)*(?:s|ms|m|h|c|x)?(?![\p{L}\d])/giu;

/** Characters; no text that asks to wait is longer. */
const LONGEST = 1000;

const without = (text: string, patterns: readonly RegExp[]): string =>
	patterns.reduce((left, pattern) => left.replace(pattern, ' '), text);

/** Takes a text; returns whether it asks to wait, and says nothing else. */
export function saysOnlyToWait(text: string): boolean {
	if (text.length > LONGEST) return false;
	const words = inWords(without(text, [ADDRESSES, TIMES])).replace(/’/g, "'");
	if (OF_RATE.some((one) => one.test(words))) return true;
	if (GOES_SLOWLY.test(words)) return false;
	const left = without(words, [SERVERS, ...PHRASES, NUMBERS]).toLowerCase();
	return (left.match(/\p{L}+/gu) ?? []).every(
		(word) => WORDS.has(word) || WORDS_CYRILLIC.has(word),
	);
}

/** Names of what a service tells of its limit. */
const OF_LIMIT =
	/^(?:(?:api|daily|hourly|max|rate|requests?)_)*(?:limit|max|quota|rate)(?:_(?:limit|max|per_\w+|policy|requests|window))?$|^(?:interval|period|ttl|window)(?:_(?:ms|seconds))?$|^per_\w+$/;
const OF_TIME = /(?:^|_)(?:reset|retry|wait)(?:_|$)/;
/** Names of what an answer tells of itself. */
const OF_ANSWER =
	/^(?:code|date|datetime|duration|elapsed|errors?|error_?code|http_?(?:code|status)|line|status|status_?code|time|timestamp|took|version)$/;
const ID_OF_REQUEST =
	/^(?:(?:correlation|error|event|incident|instance|(?:x_)?request|span|support|trace|transaction)_?(?:id|number)|(?:cf_)?ray(?:_id)?)$/;
/** Names of addresses at which a limit is explained, and of the place that was asked. */
const OF_ADDRESS =
	/^(?:docs|documentation|help|href|info|instance|links?|method|more_info|path|self|type|uri|url)(?:_(?:uri|url))?$/;
const WHOLE_ADDRESS = /^(?:[A-Z]+|about:blank|(?:https?:\/)?\/\S*)$/;
/** Names of flags that say so. */
const FLAG =
	/^(?:(?:has|is)_)?(?:error|fail(?:ed|ure)?|global|limit\w*|rate_limit\w*|retry\w*|throttl\w*)$/;

/** Whether a value says no more than that somebody has to wait. A count may be one of what was taken. */
function isOfWaiting({ name, value, isTrace, isTop }: Leaf): boolean {
	if (value === null || value === undefined || value === false) return true;
	if (value === true) return FLAG.test(name);
	if (isTrace || ID_OF_REQUEST.test(name)) return true;
	const number = numberOf(value);
	if (number === 0) return name !== 'error';
	if (number !== null) return [OF_LIMIT, OF_TIME, OF_ANSWER].some((one) => one.test(name));
	if (typeof value !== 'string') return false;
	// As text, an ID at the top of a refusal names the request, for support.
	if (name === 'id' && isTop) return true;
	if (OF_TIME.test(name) && !Number.isNaN(Date.parse(value))) return true;
	return (OF_ADDRESS.test(name) && WHOLE_ADDRESS.test(value)) || saysOnlyToWait(value);
}

/** Takes the values of an answer that refuses with 429; returns whether it asks to wait, and says nothing else. */
export const asksOnlyToWait = (leaves: readonly Leaf[]): boolean => leaves.every(isOfWaiting);
