import type { Leaf } from './leaves';
import { inWords } from './inWords';
import { numberOf } from './values';
import { leadsToMade, saysOnlyToWait } from './waitWords';
import { saysOnlyWhatIsWrong } from './wrongWords';

/*
 * Refusals that say why they refuse, and nothing else. A campaign is made again after one that asks to wait (429), and the others are sent
 * to after one that names some recipients, so that it has to be sure that such an answer says nothing of the send. Whatever stands under
 * a name that is not known to tell of the limit, of the fault or of the answer itself may tell of it.
 */

/** The status by which a service asks to wait. */
export const STATUS_TOO_MANY = 429;

/** Names of words for what is wrong. */
const OF_WORDS =
	/^(?:app_?code|categor(?:y|ies)|cause|class|code|description|details?|developer_message|domain|err(?:or)?s?|error_?(?:class|code|description|key|message|msg|name|text|title|type)|(?:response_|status_|result_)?(?:code|description|message|msg|status|text)|exception|fault(?:string|_string|_code)?|hint|http_message|info|internal_message|message_id|key|kind|more_information|level|scope|limit_name|policy_name|limit_type|limits?|m?sg|messages?|name|policy|reason|reasons|rule|summary|title|type|user_message|what|)$/;
/** States of an answer, and not of what was sent. */
const OF_STATE = /^(?:level|result|severity|state|status)$/;
const STATE =
	/^(?:critical|fatal|error|err|fail(?:ed|ure)?|nok|not ok|denied|refused|rejected|limit[ _]exceeded|rate[ _]?limit(?:ed|ing|er|s)?(?:[ _](?:exceeded|reached|error))?|resource[ _]exhausted|too[ _]?many[ _]?requests|quota[ _]exceeded|429(?:[ _]?too[ _]?many[ _]?requests)?)$/i;
/** Names of what a service tells of its limit. */
const OF_LIMIT =
	/^(?:(?:x_)?(?:api|calls|current|daily|hourly|max|points|rate|rate_?limit|requests?)_)*(?:calls|current|limit|max|maximum|quota|remaining|requests|used)(?:_(?:limit|max|per_\w+|policy|requests|window))?$|^(?:burst|interval|period|ttl|window)(?:_(?:ms|sec|seconds|size))?$/;
const TIME_OF_ANSWER = /^(?:date|datetime|time|timestamp)$/;
const OF_TIME =
	/^(?:blocked_)?until$|^next_(?:access|request|valid_request)_(?:at|date|time)$|^timeout(?:_ms)?$|^(?:x_)?(?:(?:rate_?limit|limit|quota)_)?(?:available|backoff|cooldown|delay|expires|ms_before_next|reset|retry|seconds|wait)s?(?:_(?:after|at|delay|in|interval|ms|period|s|sec|seconds|time|timeout|utc))*$/;
/** Names of what an answer tells of itself. */
const OF_ANSWER =
	/^(?:api_?version|date|datetime|duration|elapsed|environment|host|http_?(?:code|status)|jsonrpc|lang|language|line|locale|method|protocol|(?:error|response|result|status)_?code|code|error|error_subcode|service|status|time|timestamp|took|version|verb)$/;
/** Names of what a service tells of itself, and of who asks. */
const OF_SERVICE =
	/^(?:api_?version|client_?ip|domain|environment|host|ip|lang|language|locale|method|protocol|verb|version|service)$/;
const ID_OF_REQUEST =
	/^(?:api_id|(?:correlation|error|event|fbtrace|host|incident|instance|log|(?:x_|cf_|amzn_)?request|span|support|trace|transaction)_?(?:id|number)|(?:cf_)?ray(?:_id)?|instance|request|trace)$/;
/** Names of addresses at which a limit is explained, and of the place that was asked. */
const OF_ADDRESS =
	/^(?:about|doc|docs|documentation|help|href|info|context|instance|links?|more|more_info|path|resource|self|type|uri|url|request)(?:_(?:info|link|uri|url))?$/;
const WHOLE_ADDRESS = /^(?:about:blank|#\S*|mailto:\S+|(?:https?:\/)?\/\S*|[a-z][\w.-]*\/\S*)$/i;

/** Names of types of errors, and what such a type is made of: `ThrottlingException`. */
const OF_TYPE = /^(?:class|class_name|error_?type|exception|type)$/;
const WORDS_OF_TYPE: ReadonlySet<string> = new Set(
	`
		api app argument arrest attempts auth bad call calls client concurrency concurrent entity error errors exceeded
		exception fault field format hit http input invalid limit limited limiter limits many number o
		oauth parameter phone policy quota rate reached request requests requested resource response server
		service spike status throttle throttled throttler throttling too unprocessable usage validation
		value violation
	`.match(/\S+/g),
);

/** Whether a text is the type of an error, and says nothing else. */
const isTypeOfError = (text: string): boolean =>
	/^[\w.\\/#: -]+$/.test(text) &&
	inWords(text.replace(/^.*[.\\/#:]/, ''))
		.replace(/([A-Z])(?=[A-Z][a-z])/g, '$1 ')
		.toLowerCase()
		.split(/\s+/)
		.every((word) => WORDS_OF_TYPE.has(word) || /^\d+$/.test(word));

/** Words for what was done, alone in the place of something else: `"service": "accepted"`. */
const DONE =
	/^(?:accepted|created|delivered|done|pending|processed|queued|scheduled|sending|sent|submitted)$/i;

/** Names of records that say nothing of what stands in them. Under any other, such as `accepted`, all may tell of the send. */
const OF_CONTAINER =
	/^(?:_links|amz|body|causes?|content|context|ctx|data|debug|details?|envelope|err|errors?|error_(?:data|details?|info|message|response)|exception|extensions?|extra|fault|headers|info|inner_?error|innererror|limits?|links?|meta|metadata|output|parameters|params|payload|policy_exception|previous|quota|rate_?limits?|reasons?|request|request_error|response|results?|retry|retry_info|root|service_exception|source|stack|stack_trace|status|throttle|throttling|trace|traces|validation_errors|)$/;

/** Names of what is in markup, and says nothing. */
const OF_MARKUP = /^(?:html|resource|string|xml)$/;

/** Names of flags by which an answer says so. */
const FLAG =
	/^(?:(?:can|has|is|should)_)?(?:error|errors|fail(?:ed|ure)?|global|limit(?:ed|_reached|_exceeded)?|rate_?limit(?:ed|_reached|_exceeded)?|retry|retryable|retriable|temporary|throttled|transient|cloudflare_error)$/;
/** Names that say with `false` or 0 that nothing was done. Under any other name that may say that nobody was refused. */
const OF_NOTHING =
	/^(?:accepted|code|count|created|data|delivered|global|has_more|id|is_success|ok|price|processed|queued|remaining|result|sent|status|success(?:ful)?|task_id|templated|total|valid)(?:_(?:count|ids?))?$/;
/** Names of what a programmer reads to find a fault. */
const OF_TRACE =
	/^(?:args|back_?trace|class|column|file|function|line|stack|stack_trace|trace|type)$/;

/** Names of exceptions by which something was done: `CampaignAlreadySent`. */
const CLASS_OF_DONE = /^[\w\\ ]*(?:accepted|already|created|processed|queued)[\w\\ ]*$/i;

/** Whether a code says what no refusal says. */
const isCodeOfSuccess = (code: number): boolean => code === 1 || (code >= 200 && code < 300);

/** Whether a number under a name tells of the limit, or of the answer itself. Any other may count what was taken. */
function isOfLimit(name: string, number: number): boolean {
	if (OF_TIME.test(name)) return true;
	if (/remaining/.test(name)) return number === 0;
	if (OF_LIMIT.test(name)) return true;
	if (number === 0) return OF_NOTHING.test(name);
	return OF_ANSWER.test(name) && !(/code|status|error/.test(name) && isCodeOfSuccess(number));
}

/** Whether a text is a span of time, or a moment. */
const isTime = (text: string): boolean =>
	/^\d[\d.,:]*\s*(?:ms|s|sec\w*|m|min\w*|h|hours?)?$/i.test(text.trim()) ||
	(/\d/.test(text) && !Number.isNaN(Date.parse(text)));

/** Whether a name says nothing of what was done. */
const isNeutral = (name: string): boolean =>
	[OF_ADDRESS, OF_ANSWER, OF_CONTAINER, OF_LIMIT, OF_TIME, OF_WORDS, ID_OF_REQUEST].some((one) =>
		one.test(name),
	);

/** Whether a value stands in records and lists alone whose names say nothing of it. */
function standsPlainly(leaf: Leaf): boolean {
	for (let { parent } = leaf; parent; parent = parent.parent) {
		const isList =
			Array.isArray(parent.value) && (OF_WORDS.test(parent.name) || parent.name === 'tags');
		if (!isList && !OF_CONTAINER.test(parent.name)) return false;
	}
	return true;
}

/** Whether a text under a name says no more than why something is refused, as `saysOnly` reads words. */
function isTextOfRefusal(name: string, text: string, saysOnly: (text: string) => boolean): boolean {
	if (text.trim() === '') return true;
	if (ID_OF_REQUEST.test(name) && /^[^\s/]*\d[^\s/]*$/.test(text)) return true;
	if (OF_TIME.test(name) && isTime(text)) return true;
	if (DONE.test(text.trim())) return false;
	if (TIME_OF_ANSWER.test(name)) return !/\p{L}{4}/u.test(text);
	if (OF_TYPE.test(name) && isTypeOfError(text)) return true;
	if (name === 'tags') return isNeutral(text) || OF_MARKUP.test(text);
	if (OF_STATE.test(name)) return STATE.test(text.trim());
	if (OF_ADDRESS.test(name) && WHOLE_ADDRESS.test(text)) return !leadsToMade(text);
	if (OF_SERVICE.test(name) && !/\s/.test(text)) return true;
	return (OF_WORDS.test(name) || OF_LIMIT.test(name)) && saysOnly(text);
}

/** Whether a value says no more than why something is refused. What stands in a place for one recipient of many tells of the others. */
function isOfRefusal(leaf: Leaf, saysOnly: (text: string) => boolean): boolean {
	const { name: given, value, isTrace, isTop, isAside, isOfField, place } = leaf;
	const name = given.replace(/^[^a-z]+|^\w+:/, '');
	if (value === null || value === undefined) return true;
	if (isTrace && OF_TRACE.test(name)) return !CLASS_OF_DONE.test(String(value));
	if (isOfField || place > 0 || (!isTrace && !standsPlainly(leaf))) return false;
	if (value === false) return OF_NOTHING.test(name);
	if (value === true) return FLAG.test(name);
	const number = numberOf(value);
	if (number !== null) return isOfLimit(name, number);
	if (typeof value !== 'string') return false;
	// As text, an ID at the top of a refusal names the request, for support.
	return (name === 'id' && (isTop || isAside)) || isTextOfRefusal(name, value, saysOnly);
}

/** Words for a limit. */
const A_LIMIT =
	/exceed|limit|many|quota|rate|throttl|багато|лим[иі]т|ліміт|много|перевищ|превыш|част/iu;

/** What Cloudflare tells of itself beside an error that it made. */
const OF_CLOUDFLARE = /^(?:footer|owner_action_required|what_you_should_do|zone)$/;
const isOfCloudflare = ({ name, value }: Leaf): boolean =>
	name === 'cloudflare_error' && value === true;

/** Takes the values of an answer that refuses with 429; returns whether it asks to wait, and says nothing else. */
export function asksOnlyToWait(leaves: readonly Leaf[]): boolean {
	const isByCloudflare = leaves.some(isOfCloudflare);
	const told = leaves.filter(({ name }) => !isByCloudflare || !OF_CLOUDFLARE.test(name));
	const isFine = told.some(
		({ name, value }) => /^(?:code|result|status)$/.test(name) && numberOf(value) === 0,
	);
	// Against the code of success, only words that speak of a limit count.
	const isSpoken = told.some(({ value }) => typeof value === 'string' && A_LIMIT.test(value));
	return (isSpoken || !isFine) && told.every((leaf) => isOfRefusal(leaf, saysOnlyToWait));
}

/** Names of the place of a recipient, and of the value that is wrong, in an error. */
const OF_RECIPIENT =
	/^(?:attempted_?value|index|length|limit|line|max|min|msisdn|number|phone|place|position|rejected_?value|row|value)$/;
/** Names of the field that is wrong, and of rules that its value breaks. */
const OF_RULE =
	/^(?:constraints?|field|in|loc|location|param|parameter|path|pointer|property|source|target)$/;

/** Whether a value of an answer that refuses some recipients says no more than what is wrong with them. */
function isOfFault(leaf: Leaf, isOwn: (text: string) => boolean): boolean {
	const { name, value, isAside, isOfField, isInMap } = leaf;
	const isInError = isAside || isOfField || isInMap;
	const number = numberOf(value);
	// A code of success, or no error, among those of single recipients.
	const isFine = value === null || number === 0;
	if (leaf.place > 0 && isFine && /^(?:code|error|error_code|status)$/.test(name)) return false;
	if (isInError && OF_RECIPIENT.test(name) && number !== null) return true;
	// Beside what is wrong with some, a number of calls or of what is used may count the others.
	if (number !== null && (OF_LIMIT.test(name) || OF_TIME.test(name))) return false;
	if (isInError && typeof value === 'string') {
		if (isOwn(value) && !/accept|sent|taken|queued/.test(name)) return true;
		const isOfError = isOfField || isInMap || OF_RULE.test(name) || /^errors?$/.test(name);
		if (isOfError && /\p{L}/u.test(value) && saysOnlyWhatIsWrong(value)) return true;
	}
	return isOfRefusal({ ...leaf, isOfField: false, place: 0 }, saysOnlyWhatIsWrong);
}

/** Whether values have the code of success at the top, and none of a fault: `"code": 0`. */
const isSuccess = (leaves: readonly Leaf[]): boolean => {
	const codes = leaves
		.filter(
			({ name, isTop }) => isTop && /^(?:code|error|error_code|status|status_code)$/.test(name),
		)
		.flatMap(({ value }) => numberOf(value) ?? []);
	return codes.includes(0) && codes.every((code) => code === 0);
};

/**
 * Takes the values of an answer that refuses some of its recipients, and whether a text is one of the request; returns whether it says
 * what is wrong with them, and nothing else.
 */
export const saysOnlyFaults = (
	leaves: readonly Leaf[],
	isOwn: (text: string) => boolean,
): boolean => !isSuccess(leaves) && leaves.every((leaf) => isOfFault(leaf, isOwn));
