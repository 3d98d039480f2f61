import { ADVICE, refusesCopy } from './copyWords';
import { inWords, piecesOf } from './inWords';
import { withoutAmounts, withoutOthers, withoutSomethingElse } from './ofSomethingElse';
import { tellsOfPart } from './partWords';
import { withoutPassed, withoutRules } from './ruleWords';

/*
 * Words of a refusal that speak against it. They only make a doubt, so that a word too many costs a look into the service, and a word
 * too few may cost a second campaign. Services whose words are Russian or Ukrainian exist, so the stems of both are known.
 */

/** Words for what a service does with a send, where something says that it was done: "was accepted", "campaign 5 sent". */
const DONE =
	'(?:accepted|approved|delayed|delivered|done|held|launched|placed|planned|processed|received|recorded|registered|saved|scheduled|sent|started|stored|submitted)';

/** Words that say by themselves that something was made, or waits. */
const MADE =
	/\b(?:created|(?:en)?queu(?:ed|ing)|(?:in|on|to) (?:the |a )?(?:\w+ )?(?:queue|drafts?|waiting list)|as (?:a )?draft|paused|moderat(?:ion|ing|ed)|success\w*|succeeded|pending|awaiting|waiting (?:for|on|until)|in (?:part|progress|work)|on hold|postponed|deferred|went (?:out|through)|go(?:es|ing)? out|under ?way|partial\w*)\b/i;

/** What stands before the word for what was done. */
const IS_DONE = new RegExp(
	`\\b(?:are|been|being|got|has|have|is|now|was|were|will be|application|campaigns?|drafts?|it|messages?|partially|request|sms|#?\\d+)\\s+(?:(?:\\w+ly|also|being|been|now)\\s+){0,2}${DONE}\\b|\\b(?:are|is|now|still)\\s+(?:processing|running|sending)\\b|(?:^|[.!?;:]\\s+)(?:accepted|received|registered|saved|scheduled|sent|stored|submitted)\\b`,
	'i',
);

/** Words for what is done with a send by whoever carries it out. That it came to a gateway that is switched off says the contrary. */
const CARRIED_OUT =
	'(?:completed|dispatched|executed|forwarded(?! to (?:an? |the )?(?:blocked|closed|deactivated|disabled|inactive)\\b)|handled|prepared|transmitted)\\b';

/**
 * What a service may mean by a send that it is at work on, and not what a send goes through: "the SMS route", "the route for messages".
 * Whatever else is being prepared or executed is no send: "Maintenance is being executed".
 */
const SUBJECT =
	'(?<!\\b(?:maintenance|(?:gateway|rout(?:e|ing)|tariff)s? (?:for|of)(?: (?:a|all|the|this|your))?) )\\b(?:attempt|batch|blast|broadcast|call|campaign|command|contacts|content|cop(?:y|ie)|data|deliver(?:y|ie)|dispatch|execution|instance|it|job|list|mailing|message|newsletter|notification|numbers|operation|order|part|payload|process|query|rcs|recipient|request|send|sending|sms|submission|task|text|transaction|transfer|upload)(?:e?s)?\\b(?! (?:channel|gateway|rout(?:e|ing)|service|system|tariff|template)s?\\b)';
/** The beginning of a clause without any noun. Nobody knows what it speaks of, so that it may be the send. */
const NO_SUBJECT =
	'(?:^|[.,;:!?])\\W*(?:(?:all|already|and|another|are|been|both|but|currently|each|everything|first|half|has|have|is|last|most|now|of|one|others?|previous|rest|some|still|that|the|then|these|they|this|those|was|were|which|\\d+)\\W+)*';

/** Said of a send that is there: "your campaign is under review", "the campaign will start after payment", "it was dispatched". */
const IS_THERE: readonly RegExp[] = [
	/\b(?:campaign|delivery|mailing|message|sending|sms|task)s?(?: #?\d+)? (?:waits\b|(?:will|shall) (?!not\b)(?:\w+ly )?(?:begin|continue|proceed|resume|start)\b|(?:needs|requires) (?:\w+ ){0,3}(?:approval|confirmation|moderation|review|verification)\b)/i,
	/\b(?:campaign|mailing|message|sms|task)s?(?: #?\d+)? (?:(?:are|has been|have been|is|was|were) )?(?:\w+ly |being |now |still )*(?:activ(?:e|ated)|cancell?ed|checked|frozen|interrupted|reviewed|stopped|suspended|under (?:consideration|review|verification))\b/i,
	new RegExp(`\\b(?:been|is|it|was|were) ${CARRIED_OUT}`, 'i'),
	new RegExp(`(?:${SUBJECT}[^.,;:!?]*\\b|${NO_SUBJECT})being ${CARRIED_OUT}`, 'i'),
	/\b(?:campaign|delivery|mailing|message|sending|sms|task)s? (?:executed|(?:begin|continue|proceed|resume|start)s? (?:after|as soon as|once|when))\b/i,
	/\bon (?:its|their|the) way\b/i,
	/\bconfirm (?:the|this|your) (?:campaign|mailing|message|sending)\b/i,
];

/** Whatever was done with a send, but for what refuses it: "the campaign was released for the first 10 recipients only". */
const DONE_WITH_SEND =
	/(?<!\b(?:for|in|of|on|per|to) (?:(?:a|each|the|this|your) )?)\b(?:campaign|delivery|mailing|newsletter)s?(?: #?\d+)? (?:has been|have been|got|was|were) (?:\w+ly )?(?!(?:\w*banned|barred|blocked|declined|denied|disabled|disallowed|exceeded|exhausted|expected|failed|invalidated|limited|marked|missed|omitted|prevented|prohibited|provided|refused|rejected|required|restricted|specified)\b)(?:\w+ed|begun|broadcast|carried|put|run|set|split)\b/i;

/** What is not done yet with a send is there: "the campaign is not started yet". */
const NOT_DONE_YET: readonly RegExp[] = [
	/\b(?:campaign|mailing|newsletter)s?(?: #?\d+)? (?:are|is|has been|have been|has|have|was|were) (?:not (?:been )?yet|still not) (?!allowed\b|available\b|enabled\b|permitted\b|supported\b)\w+/i,
	/\b(?:campaign|mailing|newsletter)s?(?: #?\d+)? (?:are|is|has been|have been|has|have|was|were) not (?:been )?(?!allowed\b|available\b|enabled\b|permitted\b|supported\b)\w+ yet\b/i,
];

/** Said of money that was taken, whoever's it was: that is done for a send alone. */
const IS_PAID =
	/\b(?:are|been|has|have|is|was|were) (?:charged|debited|deducted)\b|(?<!\p{L})списан(?!и[еяюи])/iu;

/** A whole text that says nothing but that all went well. */
const ALL_WELL = /^\W*(?:ok(?:ay)?|done|accepted)\W*$|\bno (?:errors?|problems?)\b/i;

/** Words for what the service has, or had before. */
const HELD =
	/\b(?:already|duplicat\w*|exist(?:s|ed)|repeat(?:ed)? (?:\w+ )?request|same request|taken|twice)\b/i;
/** What stands twice in a request, and is no copy of it: "Phones contain duplicates". */
const DUPLICATES_WITHIN =
	/\b(?:contacts|fields?|list|numbers|phones|recipients) (?:contains?|has|have) (?:a )?duplicates?\b(?! (?:among|in|of|to|with)\b)/gi;

/** Said of what was not done, or of how many others did it. What is left of the text counts. */
const NOT_DONE: readonly RegExp[] = [
	new RegExp(
		`\\b(?:not|never|cannot|\\w+n't|nor)\\s+(?:(?:\\w+ly|yet|been|be|being)\\s+){0,3}(?:${DONE}|activated|completed|created|dispatched|forwarded|handled|prepared|queued|successful\\w*|moderated|transmitted|paused|deferred|postponed)\\b`,
		'gi',
	),
	new RegExp(
		`\\b(?:no \\w+|nothing)\\s+(?:was|were|has been|have been|is)?\\s*(?:created|queued|${DONE})\\b`,
		'gi',
	),
	new RegExp(`\\btoo many\\s+(?:\\w+\\s+){1,4}?${DONE}\\b`, 'gi'),
	/\b(?:made|received|sent) too many\b/gi,
	/\b(?:un|non )(?:processed|registered|moderated)\b/gi,
];
/** Said of what the service lacks: "does not exist", "no such list exists". */
const NOT_THERE =
	/\b(?:not|never|\w+n't|no longer)\s+(?:yet\s+)?exist\w*|\bno (?:\w+ ){1,3}exists?\b/gi;

/** Said of a number that gets no messages: "already unsubscribed", "is already on the stop list". */
const GETS_NONE =
	/\balready (?:been )?(?:blacklisted|blocked|opted out|unsubscribed|(?:in|on) (?:the |your )?(?:black|opt out|stop) ?\w*)\b|(?<!\p{L})(?:уже|вже) (?:в|у|на) (?:стоп|черн|чорн)/giu;

/** The same for Russian and Ukrainian: what was made, sent, taken, waits, is planned, paused, in a queue, or in moderation. */
const MADE_CYRILLIC =
	/(?<!\p{L})(?:(?:создан|створен|отправлен|надіслан|відправлен|принят|прийнят|обработан|оброблен|запущен|выполнен|виконан|доставлен|отложен|відкладен|начат|розпочат)(?!ь|и(?!\p{L})|и[еяюи]|т?н?я)|очеред|черг|черз|ожида|жд[её]т|очіку|на провер|на перевір|чернов|чернет|сохранен[ао]?(?!\p{L})|збережен[оа]?(?!\p{L})|начн[её]тся|продолжится|розпочнеться|почнеться|продовжиться|чека[єю]|обрабатыва|обробля|выполняется|виконується|приостанов|призупин|пауз|модерац|заплан(?!\p{L}*(?:ть|ти)(?!\p{L}))|успе[шх]|успі[шх])/iu;
/** Whatever was done with a send, but for what refuses it: "рассылка сформирована", "розсилку додано". */
const DONE_CYRILLIC =
	/(?<!\p{L})(?:рассылк[ау]|розсилк[ау]|кампани[яю]|кампані[яю])(?: \d+)? (?:(?:была?|были|було|була|були) )?(?!(?:вичерп|вказ|заблок|забан|забор|зайнят|занят|запрещ|исчерп|лишен|обязан|отверг|перевищ|превыш|указ|огранич|обмеж|отказ|отклон|отключ|відхил|відключ|відмов|вимкн|выключ|недо|непр|некор|неві|неве)\p{L}*)\p{L}+(?:ена|ено|ены|ані|ано|ана|аны|ені|ята|яты|ято|ита|іта|ито|нуто|нута)(?!\p{L})/iu;
const HELD_CYRILLIC = /(?<!\p{L})(?:уже|вже|существу|існу[єю]|дубл|повторн)/iu;
/** "Не была создана", "не може бути створена": the word for "not", what helps the verb, and the verb. */
export const NOT_CYRILLIC =
	/(?<!\p{L})(?:не|нет|немає)\s+(?:(?:был|бул|буд|бы|бути|мож|мог|ещ|ще)\p{L}*\s+)*\p{L}+/giu;

/** Said of a campaign that a change does not fit, or that lacks money: its state is looked up then. */
const MUST_BE_PAUSED =
	/\b(?:must be|only) paused\b|\bcampaign is paused for lack of funds\b|(?<!\p{L})рассылка приостановлена(?=: недостаточно средств)/giu;

const without = (text: string, patterns: readonly RegExp[]): string =>
	patterns.reduce((left, pattern) => left.replace(pattern, ''), text);

/**
 * Takes a text of a refusal; returns whether it says that something was made of what was asked for, or waits, or that all went well.
 * Of the refusal of a send, what is said of senders, accounts and the like says nothing of that.
 */
export const saysDone = (text: string, isSend: boolean): boolean =>
	piecesOf(text).some((piece) => pieceSaysDone(inWords(piece), isSend));

function pieceSaysDone(words: string, isSend: boolean): boolean {
	const said = without(withoutRules(words), [...NOT_DONE, NOT_CYRILLIC]);
	const counted = withoutAmounts(isSend ? said : said.replace(MUST_BE_PAUSED, ''));
	const left = isSend ? withoutSomethingElse(withoutOthers(counted)) : counted;
	const signs = [MADE, IS_DONE, MADE_CYRILLIC, ...(isSend ? [...IS_THERE, DONE_CYRILLIC] : [])];
	if (ALL_WELL.test(words) || IS_PAID.test(said) || (isSend && tellsOfPart(words))) return true;
	if (isSend && (DONE_WITH_SEND.test(said) || NOT_DONE_YET.some((one) => one.test(words))))
		return true;
	return signs.some((pattern) => pattern.test(left));
}

/** Takes a text of a refusal; returns whether it says that the service has what was asked for already, or had the request before. */
export const saysCopy = (text: string, isSend: boolean): boolean =>
	piecesOf(text).some((piece) => {
		const said = withoutPassed(
			without(inWords(piece), [NOT_THERE, GETS_NONE, NOT_CYRILLIC, ADVICE, DUPLICATES_WITHIN]),
		);
		const left = isSend ? withoutOthers(said) : said;
		return HELD.test(left) || HELD_CYRILLIC.test(left) || refusesCopy(piece);
	});
