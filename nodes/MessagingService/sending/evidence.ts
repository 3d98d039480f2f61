import {
	faultInPlaceOfRefusal,
	makeFault,
	mayHideAnswer,
	notTheService,
	safeText,
	type ServiceFault,
	type ServiceReply,
} from '../../shared/errors';
import {
	deniesId,
	errorOf,
	isId,
	numberOf,
	showsTaken,
	signOfDoing,
	STATUS_TOO_MANY,
	textsIn,
	withCodeAround,
} from '../../shared/reply';
import {
	CODE_TOO_MANY_PROCESSING,
	CODE_UNKNOWN_FAULT,
	CODES_OF_NO_SEND,
	REPORT_CODES,
	SUCCESS_CODE,
} from '../../shared/spec';
import type { CallOutcome, FailedCall } from '../../shared/transport';
import {
	codeIn,
	idPlaces,
	isTaken,
	open,
	refusalIn,
	refusesWithWords,
	wordsIn,
	type IsOwn,
	type Opened,
} from './answer';
import { tellsOfAnother } from './ofAnotherSend';
import { saysWentOn, speaksOfSome } from './refusalDoubts';

/*
 * What the answer to a send proves, read from its body alone. Where the specification is silent every answer is possible, so only
 * an id of the service counts as taken, and only a refusal that the service documents counts as refused. All else proves nothing.
 */

/** The fault of an answer that proves nothing. Takes what the service said as a sentence that follows another one, and what is missing. */
const unproved = (sentence: string, message: string): ServiceFault =>
	makeFault({
		kind: 'empty',
		message,
		description: `Such an answer does not prove that it was accepted, nor that it was refused.${sentence}`,
		retryable: false,
		outcome: 'unknown',
	});

const asSentence = (words: string | undefined): string =>
	words === undefined ? '' : ` The service said: ${words}${/[.!?]$/.test(words) ? '' : '.'}`;

/** The fault of an answer that names nothing of what was sent. Takes what the service said in words, and what is missing. */
export function nothingNamed(words: string | undefined, message: string): ServiceFault {
	return unproved(asSentence(words), message);
}

const NO_EVIDENCE = 'The answer of the service names no ID of what was sent';
const CONTRADICTION = 'The answer of the service names an ID and a fault at once';
const SAID_DONE =
	'The answer of the service refuses the send, and says that something was done with it';
const ASKS_TO_WAIT =
	'The service asks to wait (429) in words that do not say whether it took the send';
const NOT_DOCUMENTED = 'The service has too much to do, and does not say whether it took the send';
const OF_ANOTHER = 'The answer of the service is about another send';
const OF_OTHER_REQUEST = 'The answer of the service names what another request made';
const OF_SOME =
	'The answer of the service refuses some recipients, and does not say what became of the others';

/** The fault of what came with the status of a refusal and says none; undefined where it may be the service's own. */
function faultOfNoRefusal(
	statusCode: number | undefined,
	body: unknown,
	opened: Opened,
	isOwn?: IsOwn,
): ServiceFault | undefined {
	const inPlace = faultInPlaceOfRefusal(statusCode, body);
	if (inPlace || !mayHideAnswer(statusCode)) return inPlace;
	return refusesWithWords(body, opened, isOwn)
		? undefined
		: notTheService('Data that say nothing', statusCode);
}

/** What the weighed answer was sent for. */
export interface Sent {
	/** Whether the answer speaks of many recipients one by one (4.6, phones and individual). */
	many: boolean;
	/** How many recipients the request had; as many as one likes where it is not told. */
	recipients?: number;
	isOwn?: IsOwn;
	/** The senders of its messages; none where they are not compared, as a test key is answered at random. */
	senders?: readonly string[];
	/** Whether an answer names what another request of the run made; not given where that is not compared. */
	isOfOtherRequest?: (body: unknown) => boolean;
}

/** What the service answered to a send. */
type Answer = Pick<FailedCall, 'body' | 'statusCode' | 'headers'>;

/** Whether a code speaks of something else than a send, such as a message or a report that was not found. */
const isOfNoSend = ({ code }: ServiceFault): boolean =>
	code !== undefined && (CODES_OF_NO_SEND.includes(code) || Object.hasOwn(REPORT_CODES, code));

/** Whether a fault is a code that no document explains, such as that of a number on the stop list. */
export const isUndocumented = ({ kind, code, outcome }: ServiceFault): boolean =>
	kind === 'code' && code !== CODE_UNKNOWN_FAULT && outcome === 'unknown';

/** Why a refusal leaves it open whether something was taken; undefined where it does not. */
function reasonToDoubt(
	refusal: ServiceFault,
	opened: Opened,
	answer: Answer,
	{ many, recipients = Infinity, isOwn }: Sent,
): string | undefined {
	const isPartlyTaken =
		many && opened.results.some((result) => numberOf(errorOf(result)) === SUCCESS_CODE);
	const { code, httpStatus: refusedWith } = refusal;
	const sign = signOfDoing({ ...answer, code, refusedWith }, { isOwn, isSend: true });
	if (isPartlyTaken || sign === 'named') return CONTRADICTION;
	if (sign === 'said') return refusedWith === STATUS_TOO_MANY ? ASKS_TO_WAIT : SAID_DONE;
	if (refusal.code === CODE_TOO_MANY_PROCESSING) return NOT_DOCUMENTED;
	if (isOfNoSend(refusal)) return NO_EVIDENCE;
	if (saysWentOn(answer.body, recipients, isOwn)) return OF_SOME;
	if ((answer.statusCode ?? 0) >= 300 || refusal.code !== undefined) return undefined;
	const errors = opened.places.flatMap((place) => textsIn(place.errors));
	return speaksOfSome(answer.body, errors, recipients) ? OF_SOME : undefined;
}

/**
 * The fault of a refusal that leaves it open whether something was taken; undefined where it does not. What passes by itself may be tried
 * again where the service has been asked first, but not where it names what it made.
 */
function doubtAbout(
	refusal: ServiceFault,
	opened: Opened,
	answer: Answer,
	sent: Sent,
): ServiceFault | undefined {
	const reason = reasonToDoubt(refusal, opened, answer, sent);
	if (reason === undefined) return undefined;
	const { retryAfterMs } = refusal;
	const retryable = refusal.retryable && reason !== CONTRADICTION;
	return {
		...unproved(refusal.said ?? asSentence(wordsIn(opened)), reason),
		retryable,
		...(retryable && retryAfterMs !== undefined && { retryAfterMs }),
	};
}

/** What a fault with a body counts as: proof only where the body neither names what the service took nor speaks in mere words. */
function weighFault(outcome: FailedCall, sent: Sent): CallOutcome {
	const { fault, body, statusCode, headers } = outcome;
	const opened = open(body, sent.many);
	const isSuccess = statusCode !== undefined && statusCode < 300;
	// Codes and statuses speak for the whole, but not where single recipients were taken all the same.
	if (sent.many && statusCode !== undefined && opened.results.some(isTaken))
		return sent.isOfOtherRequest?.(body) === true
			? { fault: nothingNamed(wordsIn(opened), OF_OTHER_REQUEST), body, statusCode }
			: { reply: { statusCode, headers: {}, body } };
	if (fault.outcome === 'unknown' && !isUndocumented(fault)) return outcome;
	// Whoever sends on may have had the request carried out before.
	if (fault.kind === 'redirect') return { ...outcome, fault: { ...fault, outcome: 'unknown' } };
	const silent = faultOfNoRefusal(statusCode, body, opened, sent.isOwn);
	if (silent) return { fault: silent, body, statusCode };
	const doubt = doubtAbout(fault, opened, { body, statusCode, headers }, sent);
	if (doubt) return { fault: doubt, body, statusCode };
	if (!isSuccess || fault.code !== undefined) return outcome;
	const refusal = opened.places.map(refusalIn).find((found) => found !== undefined);
	return { fault: refusal ?? nothingNamed(wordsIn(opened), NO_EVIDENCE), body, statusCode };
}

/**
 * Whether anything in an answer speaks against the IDs that it names. The code of success around it speaks for what is nested in it, but
 * for no result in a list: each has a code of its own (section 7).
 */
function speaksAgainstIds({ outer, places, results }: Opened, isOwn?: IsOwn): boolean {
	const isShown = places.some(showsTaken);
	return places.some((place) =>
		deniesId(results.includes(place) ? place : withCodeAround(place, outer), isOwn, isShown),
	);
}

/**
 * Takes how the call of a send ended, and what was sent; returns it as it counts. A reply stays a reply only where it names an id, a task
 * or campaign that is not another's, or what became of single recipients. Otherwise it is a fault: the service's refusal where the reply
 * says one that proves that the service did not act, else one whose outcome is unknown. A fault stays a fault, but proves nothing where
 * the same reply names what the service took, or where it came as a success whose `error` is words: no document says what they mean.
 */
export function weigh(outcome: CallOutcome, sent: Sent): CallOutcome {
	if (outcome.fault) return weighFault(outcome, sent);
	const { reply } = outcome;
	const { body, statusCode } = reply;
	const opened = open(body, sent.many);
	const { places, results } = opened;
	const unknown = (message: string): CallOutcome => ({
		fault: nothingNamed(wordsIn(opened), message),
		body,
		statusCode,
	});

	if (
		sent.many &&
		results.some((result) => isTaken(result) || codeIn(errorOf(result)) !== undefined)
	)
		return sent.isOfOtherRequest?.(body) === true ? unknown(OF_OTHER_REQUEST) : outcome;
	const refusal = places.map(refusalIn).find((found) => found !== undefined);
	if (refusal) {
		const doubt = doubtAbout(refusal, opened, reply, sent);
		return { fault: doubt ?? refusal, body, statusCode };
	}
	const named = idPlaces(opened);
	const id = named.flatMap(({ id, task_id }) => [id, task_id]).find(isId);
	if (id === undefined) return unknown(NO_EVIDENCE);
	const other = sent.senders && tellsOfAnother(named, sent.senders);
	if (other !== undefined) return unknown(safeText(`${OF_ANOTHER}: ID ${String(id)} has ${other}`));
	if (speaksAgainstIds(opened, sent.isOwn)) return unknown(CONTRADICTION);
	return sent.isOfOtherRequest?.(body) === true ? unknown(OF_OTHER_REQUEST) : outcome;
}

/**
 * Takes the reply to a send of many messages that names some of them; returns whether it refuses the whole. Then an ID alone does not say
 * that its message was taken.
 */
export function refusesWhole({ statusCode, body }: ServiceReply): boolean {
	return statusCode >= 400 || speaksAgainstIds(open(body, true));
}
