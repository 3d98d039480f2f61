import {
	APPLICATION_STATUSES,
	CAMPAIGN_STATUSES,
	MESSAGE_STATUSES,
	STATUSES_OF_FAILURE,
	SUCCESS_CODE,
} from '../spec';
import { asksOnlyToWait, STATUS_TOO_MANY } from './nothingElse';
import { refusesCopy } from './copyWords';
import { saysCopy, saysDone } from './doneWords';
import { inWords } from './inWords';
import { isId } from './isId';
import { CODES_OF_HELD, isFieldName, valuesOf, type Leaf } from './leaves';
import { clausesOf, SEND } from './ofSomethingElse';
import { tellsOfPart } from './partWords';
import { numberOf, statusOf } from './values';

/*
 * What in an answer speaks against its refusal: anything by which a service may say that it made something all the same, or had the
 * request before. No document says where a service that did so writes it, so every place of the answer is read.
 */

/** An answer that refuses, as it came. */
export interface Refusing {
	statusCode?: number;
	headers?: Record<string, unknown>;
	body?: unknown;
	/** The code of section 7 that it refuses with. */
	code?: number;
	/** The status that its body refuses with, where it came as a success. */
	refusedWith?: number;
}

/** What was asked for, as far as an answer may repeat it. */
export interface Asked {
	/** Whether it was a send: then words about senders, accounts and the like speak of something else than what was asked for. */
	isSend?: boolean;
	/** Whether a text is one of the request. */
	isOwn?: (text: string) => boolean;
	/** Whether an ID is one that the request named. */
	isOwnId?: (id: string) => boolean;
	/** A text that refuses a change since another record has a value of which there is only one, whenever the change was made. */
	unique?: RegExp;
}

/** How an answer speaks against its refusal: it names what was made, or says that something was done. */
export type Sign = 'named' | 'said';

/** IDs of what a refusal may name beside what was made. */
const ID_OF_SOMETHING_ELSE =
	/^(?:account|api|balance|client|company|contact|correlation|country|error|event|external|fbtrace|group|incident|list|log|operator|organi[sz]ation|phone|project|ray|reference|(?:api_|x_)?request|sender|session|span|support|tariff|template|tenant|trace|user)_ids?$/;
/** Things whose name alone stands before their ID. */
const THING = /^(?:application|campaign|sms|task)$/;
const CONTENT = /^(?:data|result)$/;
const KEY = /^(?:(?:file|report)_)?key$/;

/** Names of IDs of what a send makes. */
const ID_OF_SEND = /^(?:ids?|(?:campaign|message|sms|task)_?ids?)$/;

/** A code in words, which some services write where an ID would stand. */
const CODE_IN_WORDS = /^[A-Z]+(?:_[A-Z]+)+$/;

/** Whether a value may be an ID. Under a name that is not known, or among errors, a word is none. */
const mayBeId = ({ name, value, isAside }: Leaf): boolean =>
	isId(value) &&
	!CODE_IN_WORDS.test(String(value)) &&
	(/\d/.test(String(value)) || (ID_OF_SEND.test(name) && !isAside));

/** Whether a value is the ID of what was made. */
function isNaming(leaf: Leaf, isSuccess: boolean, { isOwnId = () => false }: Asked): boolean {
	const { name, value, isAside, isTop } = leaf;
	if (!mayBeId(leaf) || isOwnId(String(value).trim())) return false;
	const isNumber = numberOf(value) !== null;
	// As text, an ID at the top of a refusal names the request, for support.
	if (/^ids?$/.test(name)) return !isAside && (!isTop || isSuccess || isNumber);
	if (KEY.test(name)) return !isAside;
	if (ID_OF_SEND.test(name) || /_ids?$/.test(name)) return !ID_OF_SOMETHING_ELSE.test(name);
	return isNumber && (THING.test(name) || (CONTENT.test(name) && !isAside));
}

/** An address of what was made, and its ID in words: "not enough funds to start campaign 57". A short number of a message is its place. */
const PLACE_OF_MADE =
	/\/(?:applications?|campaigns?|mailings?|messages?|sms|tasks?)\/([\w-]*\d[\w-]*)/i;
const ID_IN_WORDS =
	/(?<!\p{L})(?:(?:campaign|mailing|task|рассыл\p{L}{1,3}|розсил\p{L}{1,3}|кампан\p{L}{1,3})(?:\s+(?:id|no|number|номер)\b[.:=]?)?\s*[#№([]*|(?:message|sms|сообщени\p{L}{1,2}|повідомленн\p{L}{1,2})\s*(?:id\b[:=]?\s*#?|[#№]\s*(?=\d{4})))\s*(\d{1,19})(?![\d\p{L}]|[.,]\d)/iu;

/** Whether a text tells where what was made is found: by its address, or by its ID. */
const tellsPlace = (
	{ value, isTrace }: Leaf,
	{ isSend = false, isOwn = () => false, isOwnId = () => false }: Asked,
): boolean => {
	if (typeof value !== 'string' || isOwn(value)) return false;
	const ids = [
		PLACE_OF_MADE.exec(value)?.[1],
		isTrace || !isSend ? undefined : ID_IN_WORDS.exec(value)?.[1],
	];
	return ids.some((id) => id !== undefined && !isOwnId(id));
};

/** States of what exists, in lower case. */
const STATES: ReadonlySet<string | null> = new Set(
	[CAMPAIGN_STATUSES, MESSAGE_STATUSES, APPLICATION_STATUSES]
		.flatMap((statuses) => Object.keys(statuses))
		.filter((status) => !STATUSES_OF_FAILURE.includes(status) && status !== 'unknown'),
);

/** Whether a value says by its name that something exists, or that all went well. */
function isSignOfSuccess({ name, value, isAside }: Leaf, isSuccess: boolean): boolean {
	if (/^(?:status|state)$|_(?:status|state)$/.test(name)) return STATES.has(statusOf(value));
	if (isSuccess) return false;
	if (name === 'error') return numberOf(value) === SUCCESS_CODE;
	if (isAside) return false;
	// In a refusal, a count of those that were taken, or a place in a queue, tells of the send.
	if (/^(?:accepted|queued|queue_position)$/.test(name) && (numberOf(value) ?? 0) > 0) return true;
	return /^(?:accepted|ok|queued|success)$/.test(name) && value === true;
}

/** Headers that name what was made, or its address. */
const OF_MADE =
	/^(?:content-|operation-)?location$|^(?:x-)?(?:batch|bulk|campaign|job|mailing|message|sms|task)-?id$|^x-queue-position$|^idempoten(?:t|cy)-replayed$/i;
/** Headers that count or name what was sent, where their value is a number, an ID or a state. */
const OF_SENT =
	/^(?:x-)?(?:[a-z]+-)?(?:accepted|batch|broadcast|bulk|campaign|job|mailing|messages?|queued|resource|send|sent|sms|status|submitted|task)(?:-?(?:accepted|count|created|guid|id|key|number|queued|sent|uuid))?$|^idempotency-status$/i;
const VALUE_OF_SENT =
	/^(?!0+$)(?:\d+|(?=\S*\d)[\w-]{8,}|accepted|created|queued|replayed|scheduled|sent|true)$/i;
const OF_STATUS = /status$/i;
/** Headers that may hold addresses of anything. */
const OF_ADDRESS = /^(?:link|refresh)$/i;

/** Whether the headers name what was made. A login is something else. */
const namesAddress = (headers: Record<string, unknown> = {}): boolean =>
	Object.entries(headers).some(
		([name, value]) =>
			(OF_MADE.test(name) ||
				(OF_ADDRESS.test(name) && PLACE_OF_MADE.test(String(value))) ||
				(OF_SENT.test(name) &&
					VALUE_OF_SENT.test(String(value)) &&
					!(OF_STATUS.test(name) && /\d/.test(String(value))))) &&
			/[^\s/]/.test(String(value)) &&
			!/auth|log-?in/i.test(String(value)),
	);

const UNPROCESSABLE = 422;
/** Said of a value that the service has from before: "has already been processed". */
const WAS_BEFORE = /\balready(?: been)? \w+/gi;

const QUOTED = /["«“„]([^"»”]+)["»”]/g;

/** A text of the service without what it quotes of the request. */
const withoutOwn = (text: string, isOwn: (quoted: string) => boolean): string =>
	text.replace(QUOTED, (quotation, quoted: string) => (isOwn(quoted) ? '' : quotation));

/** Words for what a change makes. */
const OF_CHANGE =
	/(?<!\p{L})(?:applications?|reports?|requests?|senders?|запит\p{L}*|запрос\p{L}*|заяв\p{L}*|звіт\p{L}*|отправител\p{L}*|отч[её]т\p{L}*|відправник\p{L}*)(?!\p{L})/iu;

/** Words for what was done with a send or a change, and not with a field of it. */
const OF_DOING =
	/\b(?:accepted|charged|debited|deducted|delivered|dispatched|(?:en)?queued?|paused|sent|stopped)\b|\balready (?:been )?(?:created|processed)\b|(?<!\p{L})(?:відправлен|доставлен|надіслан|обработан|оброблен|отправлен|очеред|пауз|прийнят|принят|приостанов|призупин|списан|черг|черз)/iu;

/** A text of an answer that speaks of the whole, or of a field. */
interface Told {
	text: string;
	isOfField: boolean;
}

/** The words of an answer that speak of the whole, and those that speak of fields. A service may repeat the latter as its message. */
function textsOf(
	leaves: readonly Leaf[],
	isUnprocessable: boolean,
	{ isOwn = () => false, isSend = false }: Asked,
): Told[] {
	const texts = leaves.filter(
		({ value, isTrace }) => typeof value === 'string' && !isTrace && !isOwn(value),
	);
	const valuesWhere = (isWanted: (leaf: Leaf) => boolean): string[] =>
		texts
			.filter(isWanted)
			.map(({ value }) => String(value).replace(/\.$/, ''))
			.filter((value) => value.length > 0);
	const ofFields = valuesWhere(({ isOfField }) => isOfField);
	const inMap = isUnprocessable ? valuesWhere((leaf) => leaf.isInMap) : [];
	const isOfField = (text: string): boolean =>
		/^[\w.[\]]+: /.test(text)
			? isFieldName(text.slice(0, text.indexOf(':')))
			: ofFields.some((one) => text.startsWith(one));
	// What is wrong with a field tells nothing of the whole, but where it names the whole, or speaks of a copy or of what was done.
	const ofWhole = (text: string): string =>
		refusesCopy(text) || OF_DOING.test(text) || tellsOfPart(inWords(text))
			? text
			: clausesOf(text, isSend ? SEND : OF_CHANGE);
	return texts.map((leaf) => {
		const text = withoutOwn(String(leaf.value), isOwn);
		if (isUnprocessable && leaf.isInMap)
			return { text: ofWhole(text), isOfField: leaf.isOfField && !refusesCopy(text) };
		if (leaf.isOfField) return { text: `${leaf.name} ${text}`, isOfField: true };
		const repeated = inMap.find((one) => text.startsWith(one));
		if (repeated !== undefined) {
			const rest = text.slice(repeated.length);
			return { text: `${ofWhole(repeated)}${rest}`, isOfField: isOfField(text) };
		}
		return { text: text.replace(/^([\w.[\]]+): /, '$1 '), isOfField: isOfField(text) };
	});
}

/**
 * Takes an answer that refuses, and what was asked for; returns how the answer speaks against its refusal, undefined where nothing in it
 * does. That a field or a recipient is known already is a refusal all the same.
 */
export function signOfDoing(answer: Refusing, asked: Asked = {}): Sign | undefined {
	const { statusCode, refusedWith, headers, body, code } = answer;
	const isSuccess = statusCode !== undefined && statusCode < 300;
	const { isSend = false, unique } = asked;
	const leaves = valuesOf(body, isSend);
	if (
		namesAddress(headers) ||
		leaves.some((leaf) => isNaming(leaf, isSuccess, asked) || tellsPlace(leaf, asked))
	)
		return 'named';
	if (statusCode === STATUS_TOO_MANY || refusedWith === STATUS_TOO_MANY)
		return asksOnlyToWait(leaves) ? undefined : 'said';
	const isHeld = CODES_OF_HELD.includes(code);
	const isSaid =
		leaves.some((leaf) => isSignOfSuccess(leaf, isSuccess)) ||
		textsOf(leaves, statusCode === UNPROCESSABLE, asked).some(({ text, isOfField }) => {
			return (
				saysDone(isOfField ? text.replace(WAS_BEFORE, '') : text, isSend) ||
				(!isOfField && !isHeld && !unique?.test(text) && saysCopy(text, isSend))
			);
		});
	return isSaid ? 'said' : undefined;
}
