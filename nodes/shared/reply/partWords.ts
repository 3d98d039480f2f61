/*
 * Words of a refusal that tell what became of a part of a send. That the rest was not sent says that something was, so that these words
 * count together with the "not" in them. What is wrong with a part ("Not all numbers are valid") refuses the whole.
 */

/** Words for those that a send goes to, and for what goes to each. */
const EACH = '(?:contacts?|messages?|numbers?|phones?|recipients?|sms|subscribers?)';
/** What may become of a part, or not. */
const FATE =
	'(?:cancell?ed|delivered|dispatched|dropped|ignored|left out|omitted|processed|sent|skipped|submitted|unsent)';
const SENDING = '(?:broadcast|campaign|delivery|mailing|newsletter|sending)';

/** The same in Russian and Ukrainian. */
const EACH_CYRILLIC =
	'(?:абонент|адресат|контакт|номер|отримувач|повідомлен|получател|рассылк|розсилк|смс|сообщен|sms)\\p{L}*';
const FATE_CYRILLIC =
	'(?:відправ|доставл|надісла|надсила|обработ|оброб|отмен|отправ|пропущ|скасов|розісла|разосла)\\p{L}*';

/** What may not be done with all was not begun: "Not all messages can be sent". */
const MAY_NOT = '(?![^.,;:!?]*\\b(?:can|may) be\\b)';
const MAY_NOT_CYRILLIC = '(?![^.,;:!?]*(?:могут|можуть) )';

/** What is no part of a send: "the rest of the parameters were ignored". */
const OF_REQUEST =
	'(?! of (?:(?:the|your) )?(?:arguments|fields|options|parameters|settings|values)\\b)';
/** What comes to an end after some messages without any of this send: "Trial expired after 10 messages". */
const OF_ACCOUNT = '(?<!\\b(?:account|trial) (?:blocked|ended|expired) )';

const OF_PART: readonly RegExp[] = [
	// "You have no remaining messages" tells of a quota, and so does a number behind them.
	new RegExp(`\\bremaining (?:\\d+ )?${EACH} [^.,;:!?]*\\b(?:${FATE}|refused|rejected)\\b`, 'i'),
	new RegExp(
		`\\bthe (?:rest|remainder)\\b${OF_REQUEST}[^.,;:!?]*\\b(?:${FATE}|refused|rejected)\\b`,
		'i',
	),
	new RegExp(
		`\\b(?:not (?:all|every)|some of) (?:(?:of|the|your|\\d+) )*${EACH} ${MAY_NOT}[^.,;:!?]*\\b${FATE}\\b`,
		'i',
	),
	new RegExp(
		`(?:${OF_ACCOUNT}\\bafter (?:the first )?\\d+|\\bafter \\d+ of \\d+) ${EACH}\\b(?! (?:a|in|per|within)\\b)`,
		'i',
	),
	new RegExp(
		`\\b\\d+ (?:of (?:the )?\\d+ )?${EACH} (?:\\w+ ){0,2}not (?:be )?(?:delivered|processed|sent)\\b`,
		'i',
	),
	new RegExp(`\\bfor the (?:remaining|rest of the) ${EACH}\\b|\\benough for \\d+ ${EACH}\\b`, 'i'),
	/\b(?:broke off|cut short|ended early|interrupted)\b|\b(?:covered|only) \d+ of \d+\b|\bat message \d+\b/i,
	new RegExp(`\\bin the middle of (?:a |the |this |your )?${SENDING}\\b`, 'i'),
	new RegExp(
		`(?<!\\p{L})(?:част(?:ь|и|ина|ини|ину)|не (?:все|всем|всі|всім|усі|усім))(?: из| з)? ${EACH_CYRILLIC} ${MAY_NOT_CYRILLIC}[^.,;:!?]*(?<!\\p{L})${FATE_CYRILLIC}`,
		'iu',
	),
	new RegExp(
		`(?<!\\p{L})(?:остальн|решт)\\p{L}* (?:\\d+ )?${EACH_CYRILLIC} [^.,;:!?]*(?<!\\p{L})${FATE_CYRILLIC}`,
		'iu',
	),
	new RegExp(`(?<!\\p{L})(?:після|после) (?:\\p{L}+ )?\\d+ ${EACH_CYRILLIC}(?!\\p{L})`, 'iu'),
	/(?<!\p{L})(?:перерван|прерван)|(?<!\p{L})(?:для|на) (?:остальн|решт)|(?<!\p{L})не (?:надіслан|отправлен)\p{L}* \d|\d из \d+ |\d з \d+ |(?<!\p{L})на \d+[ -]м|(?<!\p{L})(?:лише|тільки|только) на \d/iu,
	/(?<!\p{L})(?:во время|під час) (?:\p{L}+ )?(?:рассыл|розсил)/iu,
];

/** Takes a text of the refusal of a send, as words; returns whether it tells what became of a part of it. */
export const tellsOfPart = (words: string): boolean =>
	OF_PART.some((pattern) => pattern.test(words));
