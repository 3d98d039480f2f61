import { saysNothingWrong } from '../errors';
import { DELIVERED_MESSAGE_STATUSES, MESSAGE_STATUSES } from '../spec';
import { saysRefusal, saysTaken } from './refusingWords';

/*
 * The words by which an answer says that a recipient was left out or taken: as names of places, as states, as flags and in sentences. No
 * section says where a service writes that, nor how.
 */

/** What a place of an answer says of those that it names. */
export type Said = 'leftOut' | 'taken' | 'nothing';

/** Words for those that were left out: how each begins, which tells it within other words, and how it ends where it stands alone. */
const WORDS_OF_LEFT_OUT: ReadonlyArray<readonly [stem: string, end: string]> = [
	['(?<!\\p{L})bad(?!\\p{L})', ''],
	['banned', ''],
	['black', '[ _-]?list(?:ed)?'],
	['block', 'ed'],
	['declin', 'ed'],
	['denied', ''],
	['discard', 'ed'],
	['drop', 'ped'],
	['dup', '(?:es?|licat(?:es?|ed))?'],
	['exclu', 'ded'],
	['fail', '(?:ed|ures?)'],
	['filter', 'ed'],
	['ignor', 'ed'],
	['incorrect', ''],
	['invalid', ''],
	['left[ _-]?out', ''],
	['malformed', ''],
	['omitt', 'ed'],
	['opted[ _-]?out', ''],
	['refus', 'ed'],
	['reject', 'ed'],
	['skip', 'ped'],
	['stop[ _-]?list', '(?:ed)?'],
	['suppress', 'ed'],
	['unsub', '(?:scribed)?'],
	['wrong', ''],
];

/** A pattern of such a word where it stands alone. */
export const NAMES_OF_LEFT_OUT = `(?:${WORDS_OF_LEFT_OUT.map((word) => word.join('')).join('|')})`;

/** Those words within others, and words that say nothing of a recipient where they stand alone. */
const LEFT_OUT = new RegExp(
	`${WORDS_OF_LEFT_OUT.map(([stem]) => stem).join('|')}|error|left|^not(?![ei])|stop|undeliver|unsent|warn`,
	'iu',
);
const TAKEN = /accept|creat|deliver|queue|sent|success|taken|valid(?!ity)/i;

/** A pattern of the states of a message that was taken: those of section 3.4 on its way and at its recipient, and what others call them. */
export const STATES_UNDER_WAY = [
	...Object.keys(MESSAGE_STATUSES).filter(
		(state) => MESSAGE_STATUSES[state] === false && state !== 'accepted',
	),
	...DELIVERED_MESSAGE_STATUSES,
	'en_?route',
	'in[ _-]?progress',
	'pending',
	'processing',
	'queued',
	'submitted',
].join('|');
const UNDER_WAY = new RegExp(`^(?:${STATES_UNDER_WAY})$`, 'i');

const WRONG = '(?:błęd|chyb|err|fail|fehler|fout|incident|problem|ошиб|помил|проблем)\\p{L}*';
const NO =
	'(?:0|aucune?|bez|brak|geen|keine?|nenhum|nessun[ao]?|n[aã]o|no|ohne|pas|sans|s[ei]m|senza|sin|without|zero|без|жодн\\p{L}*|немає|нет|никаких)';
const THERE_IS_NONE = '(?:нет|немає|не \\p{L}+|відсутн\\p{L}*|отсутств\\p{L}*|0|none)';
/** What services write where nothing is wrong: "no errors", "Fehler: 0", "помилок немає". */
const NOTHING_WRONG = new RegExp(
	`(?<!\\p{L})(?:${NO} (?:\\p{L}+ |d['’])?${WRONG}|${WRONG}:? ${THERE_IS_NONE})`,
	'giu',
);
/** The same of what was taken, in other languages than English. */
const TAKEN_ELSEWHERE =
	/erfolg|[eé]xito|succ[eè]s|sucesso|sukces|(?<!\p{L}|не )(?:успе[шх]|успі[шх]|принят|прийнят|отправлен|відправлен|надіслан)/iu;
/** Words of Russian and Ukrainian for a recipient that gets nothing. */
const LEFT_OUT_CYRILLIC =
	/(?<!\p{L})(?:стоп|(?:ч[её]рн|чорн)\p{L}* спис|дубл|пропущ|не (?:(?:был|бул|будет|буде)\p{L}* )?(?:доставл|надісл|надсил|отправл|отправ|принят|прийн))/iu;
const NOT_DONE = /\bnot (?:be(?:en)? )?(?:accepted|allowed|delivered|queued|sent|taken)\b/i;

/** What the name of a place or of a state says of those that it stands for; undefined for nothing. */
export const saidByName = (name: string): Said | undefined =>
	LEFT_OUT.test(name) ? 'leftOut' : TAKEN.test(name) ? 'taken' : undefined;

/** What a state or words say of a recipient; undefined for nothing. Whose message goes its way was taken. */
export function saidByState(text: string): Said | undefined {
	const state = text.trim();
	return UNDER_WAY.test(state) ? 'taken' : saidByName(state.replace(NOTHING_WRONG, ''));
}

/** A whole text that says of some numbers that their messages were taken, and says nothing else. */
const WHOLE_TAKEN = new RegExp(
	[
		'^\\W*(?:(?:campaign|message|sms)s? )?(?:to|for) [\\d\\s+(),-]+(?:(?:and|to) [\\d\\s+(),-]+)*(?:(?:are|is|was|were) )?(?:accepted|queued|scheduled|sent)\\W*$',
		'^\\W*(?:кампани[яю]|кампані[яю]|повідомлення|рассылка|розсилк[ау]|смс|сообщени[ея]|sms) (?:на|для) (?:номер\\p{L}* )?[\\d\\s+(),-]+(?:(?:и|і|й|та) [\\d\\s+(),-]+)*(?:(?:був|була|було|были|было|была|был) )?(?:відправлен|заплан|надіслан|отправлен|прийнят|принят|создан|створен)\\p{L}*[^\\p{L}]*$',
	].join('|'),
	'iu',
);

/** What a sentence says of those that it names. */
export function saidBySentence(text: string): Said {
	if (WHOLE_TAKEN.test(text)) return 'taken';
	return TAKEN.test(text) && !LEFT_OUT.test(text) ? 'taken' : 'leftOut';
}

/** Words of Russian and Ukrainian for a message that did not go. One that is not delivered may be delivered yet. */
const NOT_GONE_CYRILLIC =
	/(?<!\p{L})(?:стоп-?лист|(?:ч[её]рн|чорн)\p{L}* спис|дубл|пропущ|не (?:(?:был|бул)\p{L}* )?(?:надісл|отправл|принят|прийн))/iu;

const WHOLE_NAME = new RegExp(`^${NAMES_OF_LEFT_OUT}$`, 'iu');

/** Whether a state says, by a word that no campaign has for its own, that a message did not go. */
export const isStateOfLeftOut = (state: unknown): boolean =>
	typeof state === 'string' && WHOLE_NAME.test(state.trim());

const NAME_WITHIN = new RegExp(
	`(?<!\\p{L})(?:${NAMES_OF_LEFT_OUT}|not[ _-]?(?:accepted|allowed|queued|sent|taken|valid))(?!\\p{L}| yet)`,
	'iu',
);
/** What is said not to be so: "not a duplicate", "no blocked numbers", "not in the stop list", "invalid: 0". */
const NOT_SO = new RegExp(
	`(?<![\\p{L}\\d])(?:0|no|none|not|without|без|не|немає|нет)(?: (?:a|an|in|on|the|your|в|на|у))*[ _-](?:${NAMES_OF_LEFT_OUT}|стоп|ч[её]рн|чорн|дубл\\p{L}*)|${NAMES_OF_LEFT_OUT}: ?(?:0|no|none)(?=\\s*(?:[.,;!?]|$))|дубл\\p{L}* (?:немає|нет)`,
	'giu',
);

/** Words for what was taken all the same, or may go out yet: "Queued (not sent)", "ещё не отправлено". */
const GOES_YET =
	/\bwill (?:be )?(?:repeat|retr)|(?<!\p{L})(?:ещ[её]|ще|очеред|пока|поки|принят|прийнят|черз)/iu;
/** Why a message did not go, in words for what an account or a recipient lacks. */
const LACKING =
	/\b(?:denied|forbidden|insufficient|no (?:funds|money)|not enough)\b|(?<!\p{L})(?:відмов|відхил|заблок|заборон|запрещ|недостат|отказ|отклон)/iu;

/** Whether a reason or a state names, in a word that has no other sense, why a message did not go. */
export function namesLeftOut(said: unknown): boolean {
	if (typeof said !== 'string' || saysTaken(said) || GOES_YET.test(said)) return false;
	const left = said.replace(NOT_SO, '');
	return NAME_WITHIN.test(left) || LACKING.test(left) || NOT_GONE_CYRILLIC.test(left);
}

/**
 * Takes what stands beside the code of success to describe it; returns whether it says that something was left out all the same. What is
 * neither that nor clearly a refusal describes the success, in whatever language.
 */
export function saysLeftOut(description: string): boolean {
	const said = description.replace(NOTHING_WRONG, '');
	return (
		LEFT_OUT.test(said) || LEFT_OUT_CYRILLIC.test(said) || NOT_DONE.test(said) || saysRefusal(said)
	);
}

/** Whether a reason is none for leaving a recipient out, but says that it was taken, or that nothing is wrong. */
export function isReasonOfTaken(reason: string): boolean {
	if (saysLeftOut(reason)) return false;
	const isEmpty = !/[\p{L}\p{N}]/u.test(reason.replace(NOTHING_WRONG, ''));
	return isEmpty || saysNothingWrong(reason) || TAKEN.test(reason) || TAKEN_ELSEWHERE.test(reason);
}
