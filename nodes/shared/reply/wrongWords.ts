import { refusesCopy } from './copyWords';
import { inWords } from './inWords';

/*
 * Texts that say what is wrong with a field of a request, and nothing else. Where a service refuses some recipients, the others are sent to
 * at once only if nothing in its answer may tell that it took them; words for that are never listed in full, words for what is wrong are.
 */

/** Words that say what is wrong with a value. */
const WORDS: ReadonlySet<string> = new Set(
	`
		a about above account active again allowed alpha alphanumeric also an and any are area as at attribute
		attributes available bad be been before below between blacklist blacklisted blank body book but by can
		cannot carrier cell change character characters check code codes connected consist constraint contact
		contacts contain contained containing contains correct corrected country currently data date delete demo
		denied destination different digit digits direction directions do does doesn domain duplicate duplicated
		duplicates e each email empty ensure enter entered entity entry equal error errors exceed exceeded
		exceeds except exclude exist exists expected expired external few fewer field fields fill filled fix for
		forbidden form format formatted found from future given greater has have headers hours i id ids in
		inactive incorrect incorrectly input integer international invalid is isn it its key landline leading
		least length less letter letters limit line list long longer malformed match matched matches max maximum
		may message messages min minimum missing mobile mode more most msisdn must mustn name names national
		neither network no non nor not null number numbers occurred odd of on one only operator or originator
		out parameter parameters parse past pattern phone phones please plus possible prefix present prohibited
		property provide provided range reachable recipient recipients record reference references remove
		repeated request requests required requirements restricted roaming route rule rules schema selected
		sender short shorter should size some space spaces specified start stop stoplist string subscriber
		support symbol symbols t tariff term test text than that the their them there these this through time to
		too try type unable unique unknown unprocessable unreachable unrecognized unresolved unroutable
		unsubscribed unsupported unverified using valid validate validated validation validator validity value
		values verified violated violation violations was were what which with within without wrong x you your
		zero zeros
	`.match(/\S+/g),
);

/** The same of Russian and Ukrainian. */
const WORDS_CYRILLIC: ReadonlySet<string> = new Set(
	`
		абонент абонента аргумент бути быть більше в валидации валидация валідація валідації введен введите
		введён верно верный вже вид видаліть видимо виключіть вилучіть вкажіть вказаний вказано вказані все всі
		від відписався відписаний відсутній данные дані длина длинна длинный длину для до довжина должен должна
		должно должны допускается допускаються допустим допустимая допустимое допустимый дубликат дублируется
		дублюється дублікат есть з заблокирован заблокований заблоковано заборонено задан задано занадто запиту
		заповнення заполнения заполнено заполнить запрещен запрещено запрещён запрос запроса знайдено знак
		знаков знаходиться значение значения значення значень и или имеет исключите исправьте й к код кода
		количество коротк короткая короткий країна країни країну кроме крім кількість листе листі лише логин
		максимальная максимум мають має международном менее менше меньше мин минимальная минимум мобильный может
		можливе можно міжнародному містити на надані найден найдено направление направления напрям находится
		наявний не невалидный неверен неверна неверная неверно неверное неверные неверный неверных невозможно
		невідома невідомий невірна невірне невірний невірно невірні недействителен недействительна
		недействительно недействительны недействительные недействительный недопустим недопустимая недопустимо
		недопустимое недопустимые недопустимый недоступен недоступний недоступно недійсне недійсний недійсні
		неизвестен неизвестная неизвестный некоректний некоректно некоректні некорректен некорректная
		некорректно некорректное некорректные некорректный неможливо неправильная неправильний неправильно
		неправильное неправильный неправильні ничего номер номера номери номеров номером номеру номерів нужно
		нічого о об обов обов'язковим обязательно обязательное один оператор оператора операторов от отписался
		отписан отримувача отримувачів отсутствует очень ошибка ошибки ошибок ошибочная ошибочный параметр
		параметра параметры перевищує перевірте передано переданы передані пишите по повинен повинна повинно
		повторите повторяется поддерживается поле полей получателей получатель получателя поля помилка помилки
		помилок попробуйте порожнє порожній потрібно превышает превышена при проверить проверка проверке
		проверки проверьте пуст пустое пустой пустым підтримується рекипиент с символ символа символи символов
		символы символів складатися слишком снова со содержать содержит состоять спецсимволы списке списку
		список стандарт стоп страна страной страны строка существует существующий та такого такой текст телефон
		телефона телефонный телефону тип только тільки у удалите уже укажите указан указана указанные указанный
		указано форма формат формата формате формату форматі целым цифр цифра цифрами цифри цифру цифры цілим
		чем через черном чи числа число числом чорний чорному что чёрном это этот язковим є із
	`.match(/\S+/g),
);

/** What words of a fault may tell in another order: that some were taken, or that a message was there before. */
const GUARDS: readonly RegExp[] = [
	/\b(?:accepted|correct|valid) (?:contacts|messages|numbers|phones|recipients)\b|\bmessages (?:are|continue)\b|\b(?:message|request|text)s? (?:is |must be |was )?(?:repeated|unique)\b|\brepeated text\b/i,
	/\b(?:failed|refused|rejected) (?:for|to)\b/i,
	/\b(?:some|one|other)\b.*\b(?:failed|refused|rejected|not)\b/i,
	/\bonly one\b/i,
	/(?<!\p{L})по (?:верн|номер)/iu,
	/\b(?:limit|number) of (?:messages|sms)\b|\b(?:message|sms|text)\b[^.;]*\b(?:again|before|exists?|hours)\b/i,
];

/** Words that say what is wrong with a value. */
const IS_WRONG = '(?:(?:are|is) )?(?:bad|incorrect|invalid|not (?:correct|valid)|wrong)';
/**
 * Numbers of a rule, of a place in the request, of a code and of a phone. Any other number may count what was taken: "Correct numbers: 2".
 */
const NUMBERS: readonly RegExp[] = [
	new RegExp(
		`\\b\\d+ (?:of|out of) \\d+ (?:contacts|numbers|phones|recipients) ${IS_WRONG}\\b`,
		'gi',
	),
	/\(and \d+ more errors?\)|\b\d+ (?:validation )?errors? (?:for|found|occurred)\b|\bthere (?:is|was|were) \d+ errors?\b|\b(?:contact|number|phone|recipient): ["']?\+?\d+["']?|["'/]\^[^"']*["']?/gi,
	/(?:["'«“]|(?<![\p{L}\d]))\+?\d{7,15}(?![\p{L}\d])|["'«“]\+?\d+["'»”]/gu,
	/\b(?:between )?\d+ ?(?:-|to) ?\d+\b|\bbetween \d+ and \d+\b|\b(?:e\.? ?164|0 ?- ?9|422)\b/gi,
	/\b(?:(?:begin|start)(?:ing|s)? with|at (?:least|most)|code|error|exactly|(?:less|more) than|(?:line|place|position|row)(?! ?s)|max(?:imum)?(?: (?:is|length))?|min(?:imum)?(?: (?:is|length))?|must be|greater than|index|length(?: (?:is|of))?|limit(?: (?:is|of))?|than|up to)[\s:=#([]{0,3}\+?\d+(?![\p{L}\d])/giu,
	/\b(?:contact|message|number|phone|recipient) #?\d+\b(?!\s*$)/gi,
	/(?<![\p{L}\d])\d+(?: ?(?:-|and|or|to|и|або|или|та) ?\d+)?(?= ?(?:char|digit|letter|symbol|знак|символ|цифр))/giu,
	/(?<!\p{L})(?:(?:длин|довжин|макс|мин|мін)\p{L}*|від|до|код|між|между|(?:более|больше|більше|менее|менше|меньше)(?: н[іи]ж| чем)?|от|ошибка|помилка|строка)[\s:=#([]{0,3}\d+(?:(?: (?:до|і|и|та))? \d+)?(?![\p{L}\d])/giu,
	/(?<!\p{L})(?:номер|телефон) №? ?\d+(?![\p{L}\d])(?!\s*$)/giu,
];

/** Whole phrases that say that nothing was done, or what to do before it can be. */
const PHRASES: readonly RegExp[] = [
	/\b(?:the )?(?:campaign|message|request) (?:(?:was|is) not|cannot be|could not be) (?:completed|created|processed|sent)(?=\s*(?:[.,;:!?]|$))/gi,
	/\b(?:nothing|no (?:campaigns?|messages?)) (?:was|were) (?:created|sent)(?=\s*(?:[.,;:!?]|$))/gi,
	/\bvalidation failed\b|\bnot (?:accepted|supported)\b|\b(?:(?:is|are) )?blocked (?:contacts?|numbers?|phones?|recipients?)\b|\b(?:contact|number|phone|recipient) is blocked\b|\b(?:the )?following (?:errors|fields|parameters)\b|\bcan be used\b|\b(?:(?:begin|start)(?:ing|s)? with)\b|\bopted out\b|\b(?:expected|received)(?: an?)? (?:integer|string|number|null|array|object)\b/gi,
	/\bsending (?:messages )?to (?:such|the|this) (?:contact|country|destination|direction|number|operator|phone|recipient) is (?:forbidden|not (?:allowed|available|permitted|possible|supported)|prohibited)\b/gi,
	/\b(?:the )?(?:whole )?request (?:is |was )?(?:refused|rejected)(?=\s*(?:[.,;:!?]|$))/gi,
	/\b(?:must|should) be (?:dropped|excluded|omitted|removed)\b/gi,
	/(?<!\p{L})(?:отписал[аи]?с[ья] от рассыл|відписа(?:вся|лася|лися) від розсил)\p{L}*/giu,
	/(?<!\p{L})(?:рассылка|розсилка) не (?:создана|створена)(?=\s*(?:[.,;:!?]|$))/giu,
];

/** Names of fields with their places, as texts repeat them: `phones.0.number`. */
const FIELDS = /\b(?:contacts|messages|numbers|phones|recipients)[.[\]\w]*\d[\w.[\]]*/gi;
const LONGEST = 1000;

/** Takes a text; returns whether it says what is wrong, and nothing else. */
export function saysOnlyWhatIsWrong(text: string): boolean {
	if (text.length > LONGEST) return false;
	const words = inWords(text.replace(FIELDS, ' ')).replace(/’/g, "'");
	if (refusesCopy(text) || GUARDS.some((one) => one.test(words))) return false;
	const left = [...NUMBERS, ...PHRASES].reduce((rest, one) => rest.replace(one, ' '), words);
	if (/\d/.test(left)) return false;
	return (left.toLowerCase().match(/\p{L}+/gu) ?? []).every(
		(word) => word.length === 1 || WORDS.has(word) || WORDS_CYRILLIC.has(word),
	);
}
