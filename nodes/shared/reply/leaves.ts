import { readBody } from '../errors';
import { CODE_IN_LIST, CODE_REFERENCE_PRESENT } from '../spec';
import { numberOf } from './values';

/* The values of an answer, wherever they stand in it, and what their place says of them. */

/** A value of an answer that is neither a record nor a list. */
export interface Leaf {
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
	/** The record or list that it stands in; undefined at the root. */
	parent: Leaf | undefined;
	/** The greatest place in a list, or number as a name, on the way to it; 0 where it is the first, or there is none. */
	place: number;
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

/** Whether a name, as a service writes it, is one of a field of requests. */
export const isFieldName = (name: string): boolean => FIELD.test(plainName(name));

/** The codes that speak of what the service holds: their usual words say so, and they are asked for by themselves. */
export const CODES_OF_HELD: ReadonlyArray<number | null | undefined> = [
	CODE_REFERENCE_PRESENT,
	CODE_IN_LIST,
];

/** Whether a record says of itself that it speaks of a field, or of what the service holds. */
function isOfPart({ error, code, field, property, path }: Record<string, unknown>): boolean {
	return (
		[error, code].some((one) => CODES_OF_HELD.includes(numberOf(one))) ||
		[field, property, path].some((one) => typeof one === 'string' && isFieldName(one))
	);
}

/** A value of an answer that is still to be looked into. */
interface Place extends Leaf {
	/** Whether it is the answer itself. */
	isRoot: boolean;
}

/** Names of lists in which each entry is of a recipient. */
const OF_EACH = /^(?:contacts|numbers|phones|recipients|results)$/;

/** Names of lists of sentences, and of what tags name. */
const OF_SENTENCES = /^(?:details?|errors?|messages?|tags)$/;

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
			parent: place,
			// Sentences that follow one another in a list speak of no recipients.
			place:
				isIndex && !(isList && typeof value === 'string' && OF_SENTENCES.test(place.name))
					? Math.max(place.place, Number(key) + Number(!isList || OF_EACH.test(place.name)))
					: place.place,
			isRoot: false,
		};
	});
}

/** All values of an answer, wherever they stand. */
function leavesOf(body: unknown, isSend: boolean): Leaf[] {
	const aside = {
		isAside: false,
		isTrace: false,
		isTop: false,
		isOfField: false,
		isInMap: false,
		parent: undefined,
		place: 0,
	};
	const open: Place[] = [{ name: '', value: body, isRoot: true, ...aside }];
	const leaves: Leaf[] = [];
	for (let place = open.pop(); place; place = open.pop()) {
		if (typeof place.value !== 'object') leaves.push(place);
		for (const inner of within(place, isSend)) open.push(inner);
	}
	return leaves;
}

/** Characters; a page that is longer is read as it is. */
const LONGEST_PAGE = 30_000;
const SCRIPT = /<(script|style)\b[\s\S]*?<\/\1>/gi;
const COMMENT = /<!--(?!\[if)([\s\S]*?)-->/g;
/** Addresses to which a page leads. */
const LEADS_TO =
	/<a\b[^<>]*?\bhref\s*=\s*["']?([^"'<>\s]+)|<meta\b[^<>]*?\burl\s*=\s*([^"'<>\s]+)/gi;
/** What makes a page of markup. */
const OF_PAGE = /<(?:!doctype html|body|center|div|h1|head|html|p|title)\b/i;
/** What the markup of data names, and their attributes. Those of the markup itself say nothing. */
const TAG = /<([\w.:-]+)((?:\s[^<>]*)?)\/?>/g;
const ATTRIBUTE = /\b(?!xmlns|xsi)([\w:.-]+)\s*=\s*["']([^"']*)["']/g;

/** The text of a page, without what is not shown; remarks in it are kept. */
const textOfPage = (page: string): string =>
	page
		.replace(SCRIPT, ' ')
		.replace(COMMENT, ' $1 ')
		.replace(/<[^<>]*>|&[a-z]+;/gi, ' ');

/** What a page or data in markup say: their text, and what their tags name. */
function readMarkup(text: string): unknown {
	if (text.length > LONGEST_PAGE) return text;
	const said = textOfPage(text);
	if (OF_PAGE.test(text)) {
		const href = [...text.matchAll(LEADS_TO)].map(([, link, refresh]) => link ?? refresh);
		return { text: said, links: { href } };
	}
	const tags = [...text.matchAll(TAG)];
	const attributes = tags.flatMap(([, , more = '']) => [...more.matchAll(ATTRIBUTE)]);
	return {
		text: said,
		tags: tags.map(([, name = '']) => plainName(name.replace(/^.*:/, ''))),
		...Object.fromEntries(attributes.map(([, name = '', value]) => [name, value])),
	};
}

/**
 * Takes the body of an answer, and whether it answers a send; returns its values, whatever its form. A page, or a text, is one value.
 */
export function valuesOf(body: unknown, isSend: boolean): Leaf[] {
	const read = readBody(body);
	if (read.form === 'json') return leavesOf(read.value, isSend);
	if (typeof body !== 'string') return [];
	if (!/^\s*</.test(body)) return leavesOf(body, isSend);
	return leavesOf(readMarkup(body), isSend);
}
