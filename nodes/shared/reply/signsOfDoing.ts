import { readBody } from '../errors';
import {
	APPLICATION_STATUSES,
	CAMPAIGN_STATUSES,
	CODE_IN_LIST,
	CODE_REFERENCE_PRESENT,
	MESSAGE_STATUSES,
	STATUSES_OF_FAILURE,
	SUCCESS_CODE,
} from '../spec';
import { refusesCopy } from './copyWords';
import { saysCopy, saysDone } from './doneWords';
import { inWords } from './inWords';
import { isId } from './isId';
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

/** A value of an answer that is neither a record nor a list. */
interface Leaf {
	/** The name it stands under; that of its list where it stands in one. */
	name: string;
	value: unknown;
	/** Whether it stands in the record of an error, a request or the like, in which a bare `id` is that of something else. */
	isAside: boolean;
	/** Whether it stands in what a programmer reads to find a fault of the service. */
	isTrace: boolean;
	/** Whether it stands at the top. */
	isTop: boolean;
	/** Whether it speaks of a field of the request, or of a recipient, and not of the whole. */
	isOfField: boolean;
	/** Whether it stands at the top under `errors` and the name of a field, as the campaign interface refuses one (422). */
	isInMap: boolean;
}

/** Records in which a bare ID is one of something else. */
const ASIDE = /^(?:debug|errors?|links|meta|request|trace)$/;
/** Records in which it is one of what a send needs, and not of what it makes. */
const NEEDED =
	/^(?:accounts?|balance|client|company|groups?|lists|organi[sz]ation|project|senders?|tariff|template|tenant|users?)$/;
const TRACE = /^(?:backtrace|debug|exception|file|stack|stack_trace|trace)$/;
/** Places for what is wrong with each field. */
const OF_FIELDS = /^(?:errors|(?:invalid_)?fields|validation|violations)$/;
/** Names of the fields of requests. What stands under another name, such as `request`, speaks of the whole. */
const FIELD =
	/address|company|country|external|group|legal|msisdn|name|number|originator|phone|purpose|recipient|reference|sender|site|start|tariff|tax|text|validity/;

/** Names of the fields that the campaign interface documents. What stands under another name may speak of the whole, or of a copy. */
const DOCUMENTED =
	/^(?:company_?\w*|country|groups?|legal_?\w*|messages|msisdn|name|number|phones?|purpose|sender|site_url|start_at|tariff|tax_number|text|validity)(?:[.[\]]+(?:\d+|msisdn|number|text))*$/;

/** A name as words with lines between them: `campaignId` and `Campaign-ID` are `campaign_id`. */
const plainName = (name: string): string =>
	name
		.replace(/([a-z])([A-Z])/g, '$1_$2')
		.replace(/[-\s]+/g, '_')
		.toLowerCase();

/** The codes that speak of what the service holds: their usual words say so, and they are asked for by themselves. */
const CODES_OF_HELD: ReadonlyArray<number | null | undefined> = [
	CODE_REFERENCE_PRESENT,
	CODE_IN_LIST,
];

/** Whether a record says of itself that it speaks of a field, or of what the service holds. */
function isOfPart({ error, code, field, property, path }: Record<string, unknown>): boolean {
	return (
		[error, code].some((one) => CODES_OF_HELD.includes(numberOf(one))) ||
		[field, property, path].some((one) => typeof one === 'string' && FIELD.test(plainName(one)))
	);
}

/** A value of an answer that is still to be looked into. */
interface Place extends Leaf {
	/** Whether it is the answer itself. */
	isRoot: boolean;
}

/** What stands in a place of an answer. */
function within(place: Place, isSend: boolean): Place[] {
	if (typeof place.value !== 'object' || place.value === null) return [];
	const isList = Array.isArray(place.value);
	const isPart = place.isOfField || (!isList && isOfPart(place.value as Record<string, unknown>));
	return Object.entries(place.value).map(([key, value]: [string, unknown]) => {
		const isIndex = isList || /^\d+$/.test(key);
		const name = isIndex ? place.name : plainName(key);
		return {
			name,
			value,
			isAside: place.isAside || ASIDE.test(name) || (isSend && NEEDED.test(name)),
			isTrace: place.isTrace || TRACE.test(name),
			isTop: place.isRoot && !isList,
			isOfField: isPart || (!isIndex && OF_FIELDS.test(place.name) && FIELD.test(name)),
			isInMap:
				isIndex || !DOCUMENTED.test(name)
					? isIndex && place.isInMap
					: place.isInMap || (place.isTop && place.name === 'errors'),
			isRoot: false,
		};
	});
}

/** All values of an answer, wherever they stand. */
function leavesOf(body: unknown, isSend: boolean): Leaf[] {
	const aside = { isAside: false, isTrace: false, isTop: false, isOfField: false, isInMap: false };
	const open: Place[] = [{ name: '', value: body, isRoot: true, ...aside }];
	const leaves: Leaf[] = [];
	for (let place = open.pop(); place; place = open.pop()) {
		if (typeof place.value !== 'object') leaves.push(place);
		for (const inner of within(place, isSend)) open.push(inner);
	}
	return leaves;
}

/** IDs of what a refusal may name beside what was made. */
const ID_OF_SOMETHING_ELSE =
	/^(?:account|balance|client|company|contact|correlation|country|error|event|external|group|incident|list|log|operator|organi[sz]ation|phone|project|ray|reference|(?:api_|x_)?request|sender|session|span|support|tariff|template|tenant|trace|user)_ids?$/;
/** Things whose name alone stands before their ID. */
const THING = /^(?:application|campaign|sms|task)$/;
const CONTENT = /^(?:data|result)$/;
const KEY = /^(?:(?:file|report)_)?key$/;

/** Names of IDs of what a send makes. */
const ID_OF_SEND = /^(?:ids?|(?:campaign|message|sms|task)_?ids?)$/;

/** Whether a value may be an ID. Under a name that is not known, or among errors, a word is none. */
const mayBeId = ({ name, value, isAside }: Leaf): boolean =>
	isId(value) && (/\d/.test(String(value)) || (ID_OF_SEND.test(name) && !isAside));

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

/** Whether the headers name the address of what was made. A login is one of something else. */
const namesAddress = (headers: Record<string, unknown> = {}): boolean =>
	Object.entries(headers).some(
		([name, value]) =>
			/^location$/i.test(name) &&
			/[^\s/]/.test(String(value)) &&
			!/auth|log-?in/i.test(String(value)),
	);

/** The text of a page, without what is not shown. */
const textOfPage = (page: string): string =>
	page.replace(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ').replace(/<[^>]*>/g, ' ');

/** The values of a body, whatever its form. */
function valuesOf(body: unknown, isSend: boolean): Leaf[] {
	const read = readBody(body);
	if (read.form === 'json') return leavesOf(read.value, isSend);
	if (typeof body !== 'string') return [];
	return leavesOf(read.form === 'html' ? textOfPage(body) : body, isSend);
}

const UNPROCESSABLE = 422;
const TOO_MANY = 429;
const SPAN = '(?:\\d+ )?(?:day|hour|minute|month|second|week)s?';
const SENT = '(?:campaign|message|request|sms)';
/** Whole texts of an answer 429 by which a service says how much was done in a span of time, and asks to wait. */
const OF_RATE: readonly RegExp[] = [
	new RegExp(
		`^(?:only )?\\d+ ${SENT}s? per ${SPAN} (?:can|may) be (?:accepted|created|processed|sent)\\.?$`,
		'i',
	),
	new RegExp(
		`^(?:daily|hourly|monthly|rate|${SENT})(?: rate)? limit (?:exceeded|reached): \\d+ ${SENT}s? (?:created|sent) in the last ${SPAN}\\.?$`,
		'i',
	),
	/^(?:забагато запитів|слишком много запросов)[,.]? (?:зачекайте|ожидайте|очікуйте|подождите)\.?$/iu,
];

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
			? FIELD.test(plainName(text.slice(0, text.indexOf(':'))))
			: ofFields.some((one) => text.startsWith(one));
	// What is wrong with a field tells nothing of the whole, but where it names the whole, or speaks of a copy or of what was done.
	const ofWhole = (text: string): string =>
		refusesCopy(text) || OF_DOING.test(text) || tellsOfPart(inWords(text))
			? text
			: clausesOf(text, isSend ? SEND : OF_CHANGE);
	return texts.map((leaf) => {
		const text = withoutOwn(String(leaf.value), isOwn);
		if (isUnprocessable && leaf.isInMap) return { text: ofWhole(text), isOfField: leaf.isOfField };
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
	const { statusCode, headers, body, code } = answer;
	const isSuccess = statusCode !== undefined && statusCode < 300;
	const { isSend = false, unique } = asked;
	const leaves = valuesOf(body, isSend);
	if (
		namesAddress(headers) ||
		leaves.some((leaf) => isNaming(leaf, isSuccess, asked) || tellsPlace(leaf, asked))
	)
		return 'named';
	const isHeld = CODES_OF_HELD.includes(code);
	const isSaid =
		leaves.some((leaf) => isSignOfSuccess(leaf, isSuccess)) ||
		textsOf(leaves, statusCode === UNPROCESSABLE, asked).some(({ text, isOfField }) => {
			if (statusCode === TOO_MANY && OF_RATE.some((rate) => rate.test(text.trim()))) return false;
			return (
				saysDone(isOfField ? text.replace(WAS_BEFORE, '') : text, isSend) ||
				(!isOfField && !isHeld && !unique?.test(text) && saysCopy(text, isSend))
			);
		});
	return isSaid ? 'said' : undefined;
}
