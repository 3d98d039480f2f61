import { SEND } from './ofSomethingElse';

/*
 * What a clause speaks of, as far as what stands before its verb tells. "Pending" said of a payment says nothing of the send; said of
 * nothing at all it may be said of the send. Nobody can list what else waits in the world, so only what may be the send is listed here,
 * in all the words that a service may have for it.
 */

/** What may be the send, a part of it, what is done with it, and what stands for it. */
const MAY_BE_SEND =
	/(?<!\p{L})(?:actions?|activit(?:y|ies)|ads?|alerts?|announcements?|approvals?|attempts?|batch(?:es)?|blasts?|broadcasts?|bulks?|bundles?|calls?|campaigns?|cascades?|charges?|checks?|chunks?|codes?|commands?|communications?|confirmations?|contacts?|contents?|cop(?:y|ies)|creation|data|debits?|deductions?|deliver(?:y|ies)|dispatch(?:es)?|distributions?|drafts?|duplicates?|entit(?:y|ies)|entr(?:y|ies)|events?|executions?|external|hash|ids?|identifiers?|instances?|invitations?|it|items?|jobs?|keys?|launch(?:es)?|letters?|lists?|mail\w*|messages?|messaging|moderation|newsletters?|nonces?|notifications?|numbers?|objects?|operations?|orders?|otp|outbox|packages?|packets?|parts?|payloads?|phones?|pins?|portions?|posts?|postings?|process(?:es|ing)?|promos?|promotions?|publications?|push(?:es)?|quer(?:y|ies)|queues?|rcs|recipients?|records?|references?|requests?|reservations?|resources?|results?|reviews?|rows?|sales?|schedules?|segments?|send|sending|sends|sequences?|series|sms|start|stat(?:e|us)|streams?|submissions?|tasks?|texts?|tickets?|traffic|transactions?|transfers?|transmissions?|uploads?|values?|verification|workflows?|(?:абонент|адресат|акци|акці|внешн|дан[ін]|достав|дубл|завдан|задани|задач|заказ|замовлен|запис|запит|запрос|запуск|заявк|звон|значен|зовнішн|идентиф|ідентиф|кампан|ключ|код|контакт|контент|копи|копі|лист|модерац|начал|номер|обработк|обробк|объект|об.єкт|одержув|оповещ|операц|отправк|отримув|пакет|парти|парті|перевірк|письм|порц|поток|потік|повідомл|подтвержд|початок|провер|промо|процес|публік|публик|пуш|підтвердж|рассыл|распис|резерв|реклам|результат|ресурс|решт|розклад|розсил|сегмент|сообщен|создан|состоян|списан|список|сповіщ|стан|старт|статус|створен|текст|телефон|транзакц|трафик|трафік|уведомл|файл|част|чернет|чернов|відправ[кцл]|остальн|смс)\p{L}*)(?!\p{L})/iu;

/**
 * What only sounds like it: a list of contacts that the account keeps ("Contact list is being processed" speaks of its upload), and an
 * advice to look ("Check that the group exists").
 */
const NO_SEND =
	/\bcontact (?:book|group|list)s?\b|\bcheck (?:that|whether)\b|(?<!\p{L})спис\p{L}+ контакт\p{L}+/giu;

/** Where a new clause begins without a mark. */
const JOINT =
	/(?<!\p{L})(?:and|as|because|but|if|or|since|so|that|then|until|when|which|while|а|або|але|бо|и|ибо|или|й|но|пока|поки|поэтому|та|тому|что|що|як|і)(?!\p{L})/iu;

/** Words that are the subject of nothing: articles, helpers of verbs, small adverbs, and why a send may wait. */
const SMALL_WORD =
	/^(?:\p{L}|\p{L}*\d[\p{L}\d]*|\w+ly|after|again|all|already|also|an|another|any|are|at|attention|balance|be|been|before|being|both|by|can|could|credits?|currently|did|do|does|due|each|enough|error|even|every|everything|few|first|for|from|funds|goes|got|had|half|has|have|here|however|http|in|insufficient|into|is|its|just|kept|lack|last|left|many|may|might|money|more|most|much|must|my|needs?|never|new|next|no|not|note|nothing|now|of|ok|on|once|one|ones|only|other|others|our|please|previous|put|remains?|requires?|rest|same|sent|set|shall|should|some|something|stays?|still|such|than|the|their|there|these|they|this|those|till|to|too|two|waits?|was|warning|we|went|were|will|with|would|yet|you|yours?|\w+ed|\p{L}+(?:ана|ано|аны|ані|ая|ена|ено|ены|ені|ется|ится|ое|ует|ую|ується|ые|ый|ься|ється|юю|яя)|без|бул[аио]?|буде|будет|будут|бути|был[аио]?|быть|ваш\p{L}*|весь|во|вона|вони|воно|вся|всё|все|всі|вже|від|він|для|до|есть|ещё|еще|за|зараз|из|из-за|ко|коштів|на|над|наш\p{L}*|не|недостатньо|недостаточно|необхідн\p{L}*|необходим\p{L}*|немає|нет|ни|нужн\p{L}*|ні|об|он|она|они|оно|от|по|потрібн\p{L}*|при|про|проходит|сейчас|со|средств|стоит|так\p{L}*|також|также|теперь|тепер|то|тоже|тот|усі|уже|це|цей|ця|ці|цю|через|ще|эта|эти|это|этот|эту)$/iu;

/** No clause is longer than that: what is has marks that are not known here, and may speak of anything. */
const LONGEST_CLAUSE = 400;

/**
 * Takes what stands in a clause before a word for what was done, and what stands behind it; returns whether the word is surely said of
 * something else than the send: a noun that cannot be the send stands before it, and none that may be the send stands beside it.
 */
function isOfOther(before: string, behind: string): boolean {
	if (before.length + behind.length > LONGEST_CLAUSE) return false;
	if (MAY_BE_SEND.test(before.replace(NO_SEND, 'book')) || SEND.test(behind)) return false;
	const own = before.split(JOINT).at(-1) ?? '';
	const words = own.match(/[\p{L}\d'’]+/gu) ?? [];
	return words.some((word) => !SMALL_WORD.test(word));
}

const CLAUSE = /[^.,;:!?]+/g;

/** Takes a text as words, and words for what was done; returns it without those that are surely said of something else than the send. */
export const withoutOthers = (text: string, said: RegExp): string =>
	text.replace(CLAUSE, (clause) =>
		clause.replace(said, (match, ...more) => {
			const at = more.find((one): one is number => typeof one === 'number') ?? 0;
			return isOfOther(clause.slice(0, at), clause.slice(at + match.length)) ? '' : match;
		}),
	);

/** Takes a text; returns those of its clauses that have one of the words. */
export const clausesOf = (text: string, words: RegExp): string =>
	(text.match(CLAUSE) ?? []).filter((clause) => words.test(clause)).join('.');

/** Takes a text, and words; returns it without the clauses that have one of them. */
export const withoutClauses = (text: string, words?: RegExp): string =>
	words ? text.replace(CLAUSE, (clause) => (words.test(clause) ? '' : clause)) : text;
