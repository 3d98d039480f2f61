import { refusesCopy } from './copyWords';
import { inWords } from './inWords';

/*
 * Texts by which a service asks to wait (429). A campaign is made again after one, so that it has to be sure that the text says nothing
 * of the send. Words for what was done are never listed in full; words that ask to wait are.
 */

/** Words that ask to wait, and say of nothing that it was done. */
const WORDS: ReadonlySet<string> = new Set(
	`
		a about above access account address admitted after again allotted allowance allowed allows amount an
		and any api app application are arrest as at attempt attempts available backoff banned be been before
		being below between billing blocked burst but by call calls calm can cannot client code concurrency
		concurrent configuration connection connections consider contact control could count current currently
		daily day days denied details doing down e each endpoint enhance enhanced entity err error errors every
		exceed exceeded exceeding exceeds exception excessive exhausted exhaustion expected fail failed failure
		fast fault few fewer flood for forbidden frame frequency frequent frequently from fst further given has
		have high hit hits hour hourly hours http i identifier if in increase insufficient integration interval
		ip is its key later least less limit limited limiter limiting limits load local login made many max
		maximum may metric midnight min minimum minute minutes moment month monthly months ms much must next no
		not now number occurred of off often only operation or our over overload overloaded owner owner's per
		perhaps period permit permitted plan please policies policy possible powered proudly qps query quickly
		quota quotas rate ratelimit ratelimited rates reach reached recently reduce refused rejected req request
		requests reset resets resource retry rl rolling rps s sec second secondary secondly seconds see server
		service sessions short shortly since slow slower so soon spike support tariff temporarily temporary than
		that the there this threshold throttle throttled throttler throttling throughput tier time times to
		today token tokens too tps tries try unavailable under unknown until up upgrade upstream usage use user
		user's ve violation violations volume wait warning was web website week weekly weeks were when while
		whoa window with within you your
	`.match(/\S+/g),
);

/** The same of Russian and Ukrainian. */
const WORDS_CYRILLIC: ReadonlySet<string> = new Set(
	`
		api ip адрес адреса адресы аккаунт аккаунта апи багато более больше будь в вам вас ваш ваша вашего
		вашого ви вибачте вичерпаний вичерпано временно время вы год годин години годину данные дані денний день
		для дневной дней дня до добовий добу дозволений дозволено допускается допускається допустимая
		допустимого допустимое допустимой допустимую допустимый достигнут доступ доступность доступність
		досягнуто еще ещё з за забагато заблокирован заблокировано заблоковано зайнятий занадто занят запит
		запити запиту запитів запрос запроса запросов запросы зачекайте зачекати звернень и из или исчерпан
		исчерпана исчерпано исчерпаны й к квота квоти квоту количества количество кількості кількість ласка
		лимит лимита лимитов лимиты ліміт ліміти ліміту максимальна максимальная максимальное максимальной
		максимальну максимальную максимум месяц мин минут минута минуту минуты много на надто не небольшое
		недоступен недоступна недоступний некоторое немного несколько но ніж обмеження обращений обращения
		ограничен ограничение ограничения один одновременных одного одночасних одну ожидайте от очень очікуйте
		ошибка ошибки перевантажений перевантажено перевищена перевищення перевищено перевищили перегружен
		перегрузка по повторите повторить повторіть подключений подождать подождите пожалуйста позднее позже
		помилка помилки попробуйте попытайтесь попытка попытки попытку попыток почекайте превысили превышен
		превышена превышение превышено превышены при протягом пізніше раз раза рази разрешено разрешён реже
		рідше с сегодня сек секунд секунда секунди секунду секунды сервер сервера серверу сервис сервиса сервіс
		сервісу слишком снова со соединений спроб спроба спробу спробуйте сутки суток суточный сьогодні та
		тимчасово у хв хвилин хвилина хвилини хвилину час часа часов частая часто частое частота частоти частоту
		частоты частые часті частіше чаще чем через числа число чуть ще
	`.match(/\S+/g),
);

/** Things that are sent or made, as a limit counts them. */
const SENT =
	'(?:accounts?|applications?|campaigns?|contacts?|mailings?|messages?|newsletters?|reports?|sms(?:es)?|texts?)';
const SENT_CYRILLIC =
	'(?:кампани[ийяю]\\p{L}*|кампані[ийюяї]\\p{L}*|повідомлень|повідомлення|рассыл(?:ка|ку|ки|ок)|розсил(?:ка|ку|ки|ок)|сообщени[йея]|смс|sms)';
const NOT_MADE =
	'(?:accepted|completed|created|executed|fulfilled|handled|performed|placed|processed|sent|served|submitted)';
const SPAN = '(?:\\d+ ?)?(?:second|minute|hour|day|week|month|sec|min|s|h)s?';
const SPAN_CYRILLIC =
	'(?:\\d+ )?(?:секунд|минут|хвилин|час|годин|день|доб|дня|дней|сутк|суток|месяц|місяц|сек|мин|хв)\\p{L}*';
/** What ends a phrase, so that nothing is added to it: "Nothing was sent", and not "Nothing was sent to 5 numbers". */
const END = '(?=\\s*(?:[.,;:!?()]|$|at th(?:e moment|is time)|because|due to))';
const BEGIN = '(?<![^.,;:!?()\\s]\\s?)';
const MORE_THAN = '(?:at most|more than|no more than|not more than|only|up to)';

/** Whole phrases that limit or refuse sends. They count where their words may tell of the send in another order. */
const PHRASES: readonly RegExp[] = [
	// What is too much: "You have sent too many messages in the last minute", "Daily SMS limit", "Limit of messages sent per second".
	new RegExp(
		`\\b(?:(?:you|you are|you have|you've|(?:the|your) (?:account|user) has) )?(?:(?:creat|mak|mad|receiv|sen)\\w+ )?too many (?:concurrent |new |simultaneous )?(?:${SENT}|requests)(?: (?:are being|being|have been|were))?(?: (?:created|made|processed|received|sent))?(?: (?:in|within) the last ${SPAN})?(?![\\p{L}\\d])`,
		'giu',
	),
	new RegExp(
		`\\b(?:${SENT}|sending|creation)(?: (?:per ${SPAN}|rate|sending|creation|count|speed|throughput|volume))? (?:limit|quota|threshold|(?:frequency|rate|speed)(?= (?:exceed|(?:is )?(?:above|over|too)|limit)))s?\\b`,
		'gi',
	),
	/\bsending (?:messages |requests |sms )?(?:too )?(?:fast|frequently|often|quickly)\b/gi,
	new RegExp(
		`\\b(?:limit|maximum|max|quota)s?(?: (?:for|number of|of|on))? (?:\\d+ )?(?:new )?(?:${SENT}|creating ${SENT}|sending(?: ${SENT})?)(?:(?: (?:sent|created))?(?= (?:exceed|has been|have been|in \\d|is|was|per|reached|within))|(?=\\s*(?:[.,;:!?()]|$)))`,
		'gi',
	),
	new RegExp(
		`\\byou (?:can|cannot|can't|can not|may|may not)(?: only)? (?:create|make|send) (?:${MORE_THAN} )?(?:\\d+|one|a) (?:${SENT}|requests?)(?: (?:a|an|each|every|in|per|within) ${SPAN})?${END}`,
		'gi',
	),
	new RegExp(
		`(?:${BEGIN}|\\b${MORE_THAN} )(?:only )?(?:\\d+|one) ${SENT} (?:a|an|each|every|per) ${SPAN}(?: (?:(?:can|may) be ${NOT_MADE}|(?:are|is) allowed))?\\b`,
		'gi',
	),
	new RegExp(
		`\\b${SENT} per ${SPAN}\\b(?= (?:exceed|limit|is limited|reached)|\\s*(?:[.,;:!?()]|$))`,
		'gi',
	),
	// What was not done: "Campaign was not created", "Nothing was sent", "Cannot send the message".
	new RegExp(
		`${BEGIN}(?:(?:the|this|your) )?(?:request|${SENT})(?: (?:has|have|is|was|were))? not (?:been )?${NOT_MADE}${END}`,
		'gi',
	),
	new RegExp(
		`${BEGIN}(?:(?:the|this|your) )?(?:request|${SENT})(?: (?:has|have|is|was|were))?(?: been)? (?:blocked|declined|denied|refused|rejected)${END}`,
		'gi',
	),
	new RegExp(
		`${BEGIN}(?:nothing|no ${SENT}) (?:has been|have been|was|were) (?:created|sent)${END}`,
		'gi',
	),
	new RegExp(
		`${BEGIN}(?:cannot|can't|could not|failed to|unable to) (?:create|process|send)(?: (?:a|the|this|your))?(?: (?:request|${SENT}))?${END}`,
		'gi',
	),
	new RegExp(
		`${BEGIN}(?:(?:the|this|your) )?request (?:cannot|can't|can not|could not|couldn't) be (?:accepted|completed|handled|processed)(?: (?:at the moment|now|right now))?${END}`,
		'gi',
	),
	new RegExp(
		`\\bbefore (?:creating|making|sending|starting) (?:another|a new|more|other|the next) (?:${SENT}|requests?)${END}`,
		'gi',
	),
	new RegExp(
		`\\byou (?:can|may) (?:create|make|send|start) (?:another|a new|the next) ${SENT} (?:after|in) ${SPAN}${END}`,
		'gi',
	),
	new RegExp(`\\b(?:only )?one (?:call|request) (?:a|each|every|per) ${SPAN}\\b`, 'gi'),
	// Pages of Cloudflare, whose name is left out before.
	/[\w.-]+ used\s+to restrict access|\bray id: \w+|\bthe owner of this website \([^()]*\) has banned you\b|\bfrom accessing this website\b|\bperformance (?:& )?security by\b|\bwhat happened\b|\ba padding to disable MSIE and Chrome friendly error page\b|\byour IP: (?:click to reveal )?[\w.:]+|\bwas this page helpful\? yes no\b|\bthank you for your feedback\b/gi,
	/\b(?:system|service|server)(?: is)?(?: too)? (?:busy|overloaded)\b(?! with)|\bout of call volume quota\b|\bcheck (?:your )?(?:billing|limits?|plan|quota)\b|\bback off\b|\b(?:request )?queue (?:is )?full\b|\bmessage throttled out\b/gi,
	/\b(?:making|sending) requests\b|\bdue to\b|\bin one (?:hour|minute|second)\b|\btry again tomorrow\b/gi,
	/\bwill (?:be )?(?:available|lifted|removed|replenished|reset|restored)\b/gi,
	/\bplease,? (?:wait,? )?(?:then )?(?:repeat|resend|retry)(?: (?:it|(?:the|this|your) request|your call))?\b|\b(?:repeat|resend|retry) (?:it|(?:the|this|your) request|your call)\b|\brepeat(?= later)/gi,
	/\b(?:vous avez envoyé )?(?:zu viele|trop de|demasiad[ao]s|muitas|troppe|zbyt wiele|te veel|příliš mnoho) \p{L}+/giu,
	new RegExp(
		`(?<!\\p{L})(?:(?:(?:вы|ви) )?(?:(?:делает|сделал|отправил|отправляет|створил|надсила|надісла|робит)\\p{L}* )?(?:(?:слишком|занадто|надто|очень) (?:много|багато)|забагато)|(?<!(?:отправил|надісла)\\p{L}* )(?:лим[иі]т|ліміт|максимум)\\p{L}*|(?:допустим|максимальн|перевищ|превы[шс])\\p{L}* (?:количеств|кільк[іи]ст|числ)\\p{L}*)(?: (?:на|отправк[уи]|відправк[уи]|надсилання|відправлення|создание|создания|створення|отправленных|надісланих|созданных|створених|новых|нових|\\d+)){0,2} ${SENT_CYRILLIC}(?!\\p{L})`,
		'giu',
	),
	/(?<!\p{L})(?:вы|ви) (?:отправили|отправляете|делаете|сделали|надіслали|надсилаєте|робите) (?=слишком много запрос|занадто багато запит|забагато запит)/giu,
	new RegExp(
		`(?<!\\p{L})(?:(?:лим[иі]т|ліміт|ограничени|обмеженн)\\p{L}*|(?:перевищ|превы[шс])\\p{L}* (?:скорост|швидк[іо]ст|частот)\\p{L}*) (?:на )?(?:отправк[иу]|відправ[кл]\\p{L}*|надсилання|рассыл[ок]\\p{L}*|розсил[ок]\\p{L}*)(?: ${SENT_CYRILLIC})?(?!\\p{L})`,
		'giu',
	),
	new RegExp(
		`(?<!\\p{L})не (?:более|больше|більше|чаще|частіше)(?: н[іи]ж| чем)? \\d+ (?:раза? |рази? |${SENT_CYRILLIC} )(?:в|за|на) ${SPAN_CYRILLIC}(?!\\p{L})`,
		'giu',
	),
	new RegExp(
		`${BEGIN}(?:ваш\\p{L}* )?(?:запрос|запит|${SENT_CYRILLIC}) (?:не (?:был\\p{L}* |бул\\p{L}* )?(?:выполнен|обработан|отправлен|принят|создан|виконан|відправлен|надіслан|оброблен|прийнят|створен)\\p{L}*|отклон[её]н\\p{L}*|відхилен\\p{L}*)${END}`,
		'giu',
	),
	new RegExp(
		`(?<!\\p{L})(?:нельзя|не можна|нельзя|можно|можна) (?:надсилати|отправлять|создавать|створювати) (?:(?:рассылк[уи]|розсилк[уи]|сообщения|повідомлення) )?(?:не )?(?:более|больше|більше|чаще|частіше)(?: н[іи]ж| чем)? (?:\\d+|одно\\p{L}+|1) (?:раза? |рази? |${SENT_CYRILLIC} )?(?:в|за|на) ${SPAN_CYRILLIC}(?!\\p{L})`,
		'giu',
	),
	/(?<!\p{L})(?:запрос|запит) (?:был|був) (?:проигнорирован|проігнорований)(?=\s*\.)|(?:ожидается|очікується) (?=доступность|доступність)/giu,
	/(?<!\p{L})так(?:ой|ий) (?:запрос|запит) (?:не разреш[её]н|не дозволен(?:ий|о))(?!\p{L})/giu,
	new RegExp(
		`(?<!\\p{L})(?:(?:вы|ви) (?:відправляєте|надсилаєте|отправляете) ${SENT_CYRILLIC} (?:занадто|слишком) част[оі]|(?:занадто|слишком) част(?:а|ая|е) (?:відправка|надсилання|отправка)(?: ${SENT_CYRILLIC})?|(?:лимит|ліміт) на (?:кількість|количество) ${SENT_CYRILLIC})(?!\\p{L})`,
		'giu',
	),
	/(?<!\p{L})(?:повторите|повторіть) (?:отправку|відправку|надсилання|запрос|запит)(?= (?:позже|позднее|пізніше|через))/giu,
	/\b(?:(?:no|not) )?more than\b(?=\s*\d)|(?<!\p{L})не (?:более|больше|більше|частіше|чаще)(?: н[іи]ж| чем)?(?=\s*\d)/giu,
];

/** How much was done in a span of time, as the reason to wait. */
const OF_RATE: readonly RegExp[] = [
	new RegExp(
		`^(?:only )?\\d+ (?:request|${SENT})s? per ${SPAN} (?:can|may) be (?:accepted|created|processed|sent)\\.?$`,
		'i',
	),
	new RegExp(
		`^(?:daily|hourly|monthly|rate|${SENT})(?: rate)? limit (?:exceeded|reached): \\d+ ${SENT} (?:created|sent) in the last ${SPAN}\\.?$`,
		'i',
	),
];

/** What tells of the send in words that ask to wait elsewhere. */
const GUARDS: readonly RegExp[] = [
	// How many of how many: "Limit exceeded, 50 of 120 failed".
	/\d ?(?:\/|of|out of|из|з|із) ?(?:the )?\d/iu,
	/\b(?:blocked|denied|failed|permitted|refused|rejected)\W{0,3}\d|\b\d+ (?:\w+ ){0,3}(?:blocked|denied|failed|refused|rejected)\b/i,
	// A limit of one number.
	/\bper (?:contact|msisdn|number|phone|recipient|subscriber)\b|\b(?:contact|number|phone|recipient) limit\b/i,
	// What came to nothing for another reason, so that nobody knows what became of it.
	/\btime (?:limit|out)\b|\btimed? ?out\b|\bupstream\b(?! request rate limited)|\bconnections? (?:\w+ ){0,2}(?:closed|failed|reset)\b|\b(?:server|service) error\b|(?<!\p{L})(?:время запрос|час запит|(?:ошибк|помилк)\p{L}* серв)/iu,
	// What is denied, and what the service has.
	/\bnot (?:\w+ )?(?:blocked|denied|exceeded|failed|over|refused|rejected)\b|\bno (?:errors?|further)\b|\bhas your (?:operation|request)\b|\boperation (?:(?:has been|is|was) )?(?:admitted|allowed|permitted)\b|\breached the service\b|\bpermitted\b(?! (?:limit|number|per|rate|requests))|\boperation is\b/i,
	/(?<!\p{L})(?:не (?:заблок|отклон|відхил|повтор)|(?:доступ|запит|запрос)\p{L}* (?:дозвол|разреш))/iu,
	/\b\d+ (?:after|at|later|now)\b/i,
	/(?<!\b(?:again|retry|wait) )\bafter (?:the first )?\d+(?! ?(?:s|ms|m|h|sec\w*|min\w*|hours?|days?)\b)|(?<!\bagain )\bat \d/i,
	/(?<!\p{L})(?:ещ[её]|ще) (?:\d|через)|(?<!повтор\p{L}* )(?<!\p{L})(?:ваш|запит|запрос)\p{L}* через|(?<!(?:повтор|попыта)\p{L}* )(?<!\p{L})попытк\p{L}* через|(?<!\p{L})остал/iu,
	// At which rate it goes out: "Throttled to 10 messages per second". Of requests, that is the limit.
	/(?<!\brequests (?:from your account )?(?:are |is )?)\b(?:limited|reduced|slowed|throttled) (?:at|down|to)\b(?! \d+ (?:calls|requests)\b)|\brequest (?:is |was |has been )?(?:admitted|allowed|permitted)\b|\brequest (?:is |was )?throttled (?:for|till|until)\b|\bspeed (?:is )?(?:limited|reduced)\b/i,
	/(?<!\p{L})(?<!доступ (?:временно )?)(?:обмежен|ограничен|сниж|зниж)(?!и[еяю]|н[яюі])\p{L}*/iu,
	// The service itself tries again.
	/\b(?:re ?trying|retries in|next (?:attempt|retry|try)|attempt \d)\b|(?<!\p{L})(?:попытк|спроб)\p{L}* \d|(?<!\p{L})(?:наступн|следующ)\p{L}* (?:попыт|спроб)/iu,
	// One recipient of many.
	/\b(?:one|same|that|this) (?:contact|number|phone|recipient|subscriber)\b|\b(?:for|to) (?:\d+ |the |a )?(?:contact|number|phone|recipient|subscriber)s?\b|\b(?:number|phone|recipient)s? #?\d/i,
	/(?<!\p{L})(?:(?:на|для) (?:(?:цього|цей|этот|этого) )?номер|номер\p{L}* \d)/iu,
	// It is not to be repeated.
	/\b(?:do not|don't|no|not|never) (?:(?:to )?be )?(?:repeat\w*|retr(?:ied|y))\b|\bretry (?:is )?(?:not|impossible)\b|\b(?:cannot|must not|not) try again\b/i,
	/\bnot \w+ (?:all|at|before|for|in time|on time|to|until|yet)\b/i,
	/^[^\p{L}]*(?:(?:пожалуйста|будь ласка)[^\p{L}]+)?(?:ожидайте|очікуйте)[^\p{L}]*$/iu,
];
/** A rate alone may be that of the send: "Throttled, 10 messages per second". */
const A_RATE = /\d+ (?:(?:campaigns|messages|sms|texts) )?(?:a|per) (?:second|minute|hour|day)/i;
const LIMITS =
	/\b(?:allow\w*|can|cannot|exceed\w*|limit of|max\w*|more than|only|reached|requests?|too|up to)\b/i;

/** Names of servers and proxies, as their own pages and texts have them. */
const SERVERS =
	/\bserver at [\w.-]+ port \d+|\b(?:apache|cloudflare|debian|envoy|haproxy|kong|litespeed|nginx|openresty|ubuntu|varnish)\b(?:\/[\d.]+)?/gi;
const ADDRESSES = /\bhttps?:\/\/\S+/gi;
/** An ID in an address. The version of an interface, and the status, are none; pages of documents have IDs of their own. */
const HAS_ID = /\/(?!v\d|429\b)[\w-]*\d[\w-]*(?:$|[/?#.,;])/i;
const OF_DOCUMENT =
	/\b(?:codes?|docs?|documentation|errors?|guides?|help|reference|rfc\d+|status(?:es)?|support)\b/i;
const TIMES =
	/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| ?[+-]\d\d:?\d\d| UTC| GMT)?|\b\d\d:\d\d(?::\d\d)?\b/gi;
/** Short units of time and of rates, and how the words for these begin, and for what a limit counts that is not sent. */
const UNIT = '(?:[cdhms]|ms|min|p[ms]|qps|rp[ms]|sec|tps)(?!\\p{L})';
const WORD_OF_LIMIT =
	'(?:(?:api|concurrent|http|parallel|simultaneous|одновремен\\p{L}*|одночасн\\p{L}*) )?(?:attempt|call|connection|day|hit|hour|hr|milli|min|month|quer|req|sec|session|time|token|tries|week|годин|день|дней|дня|доб|запит|запрос|мин|месяц|місяц|обращен|подключен|попыт|раз|сек|соединен|спроб|сут|хв|час)';
/**
 * Numbers of a limit, of a span of time and of the answer itself. Any other number in such a text may count what was done: "Daily limit
 * exceeded. Messages rejected: 1". The words beside them are read as all others are.
 */
const NUMBERS: readonly RegExp[] = [
	new RegExp(
		`(?<![\\p{L}\\d])\\d+(?:[.,]\\d+)?(?: ?(?:-|to) ?\\d+)?[ -]?(?:${UNIT}|(?=(?:(?:\\/|a|per) ?(?:\\d+ ?)?)?${WORD_OF_LIMIT}))`,
		'giu',
	),
	/(?<!\p{L})(?:admitted|allowed(?: rate)?|at most|burst|code|error|http|limit(?:s|ed)?(?: (?:is|of|to|was))?|max(?:imum)?(?: (?:is|of))?|quota(?: (?:is|of))?|rate(?: (?:is|of))?|retry (?:after|in)|status|than|up to|wait(?: for)?|лим[иі]т|ліміт|максимум|через|код|помилка|ошибка|(?:более|больше|більше|частіше|чаще)(?: н[іи]ж| чем)?)[\s:=#([]{0,3}\d{1,8}(?![\p{L}\d])/giu,
	/\bremaining[\s:=]{1,3}0\b|\breset(?: (?:at|in))?[\s:=]{1,3}\d+\b|\bquota limit exceeded\. identifier ?: \w+/gi,
	/(?<=(?<!\p{L})(?:day|hour|minute|second|секунд\p{L}?|минут\p{L}?|хвилин\p{L}?) )\(\d+\)/giu,
	/(?<![\p{L}\d])429(?![\p{L}\d])|(?<![.\d])\d+(?:\.\d+){3}(?![.\d])/gu,
];
/** A code before a text: "(#4) Application request limit reached", "20429: Too Many Requests". */
const CODE_BEFORE = /^(?:\(#\d{1,8}\)|\d{3,8}[:.)])\s*(?=\p{L})/u;

const without = (text: string, patterns: readonly RegExp[]): string =>
	patterns.reduce((left, pattern) => left.replace(pattern, ' '), text);

/** Characters; no text that asks to wait is longer. */
const LONGEST = 1000;

/** Takes an address; returns whether something may be found there that was made. */
export const leadsToMade = (address: string): boolean =>
	HAS_ID.test(address) && !OF_DOCUMENT.test(address);

/** Takes a text; returns whether it asks to wait, and says nothing else. */
export function saysOnlyToWait(text: string): boolean {
	if (text.length > LONGEST || refusesCopy(text)) return false;
	if ((text.match(ADDRESSES) ?? []).some(leadsToMade)) return false;
	const words = inWords(without(text.replace(CODE_BEFORE, ''), [ADDRESSES, TIMES])).replace(
		/’/g,
		"'",
	);
	if (OF_RATE.some((one) => one.test(words))) return true;
	if (GUARDS.some((one) => one.test(words)) || (A_RATE.test(words) && !LIMITS.test(words)))
		return false;
	const left = without(words, [SERVERS, ...PHRASES, ...NUMBERS]).toLowerCase();
	if (/\d/.test(left)) return false;
	return (left.match(/\p{L}+/gu) ?? []).every(
		(word) => word.length === 1 || WORDS.has(word) || WORDS_CYRILLIC.has(word),
	);
}
