import { accept, type Checked, checkSegments, checkText, readText } from '../../shared/validation';
import { parseJson } from '../../shared/json';
import { valueAt, walk } from '../../shared/text';
import { channelsOf, checkChannels, firstWords, type Channel } from './channels';
import { checkRcs, contentWords } from './content';
import { labelOf, SHOWN_BY } from './fields/content';
import type { OperationContext } from '../dispatch/context';
import { isCommon } from '../dispatch/parameters';
import {
	type FieldReading,
	templateField,
	templateFieldOf,
	type TemplateField,
} from './templateField';
import type { Message, Terms } from './message';
import { checkLinkedText } from './shortLinks';

/*
 * What the messages of an endpoint say, from the form to the message: an SMS says a text, an RCS message a content, and a message of
 * several channels something by each. All other steps of a send are the same for all.
 */

/** How the messages of an endpoint get what they say. */
export interface ContentKind {
	/** What the form calls it. */
	name: 'Content' | 'Text';
	/** Where the form has the sender that the output shows, and what it calls it. */
	sender(ctx: OperationContext): readonly [path: string, name: string];
	/** Reads it from the form, with places for recipients to fill. */
	field(ctx: OperationContext, reading?: FieldReading): TemplateField;
	/** Judges what was filled in. */
	check(value: unknown, terms?: Terms): Checked<Pick<Message, 'text' | 'content'>>;
	/** As much as can be shown of what nobody gets: its words, or ''. */
	show(value: unknown): string;
}

/** The text of an SMS. */
export const TEXT_CONTENT: ContentKind = {
	name: 'Text',
	sender: () => ['sender', 'Sender'],
	field: (ctx, reading) => templateField(ctx, 'text', 'Text', reading),
	check(value, { linkDomain } = {}) {
		const text = linkDomain ? checkLinkedText(value, linkDomain) : checkText(value);
		return text.ok ? accept({ text: text.value }) : text;
	},
	show(value) {
		const text = readText(value);
		return text.ok ? text.value : '';
	},
};

/** A text that the service fills for each contact (4.9). How long its fields are is not known: what stands between them is judged. */
export const TEXT_OF_CONTACTS: ContentKind = {
	...TEXT_CONTENT,
	check(value, { linkDomain } = {}) {
		const text = linkDomain
			? checkLinkedText(value, linkDomain, { isOfContacts: true })
			: readText(value);
		if (!text.ok) return text;
		if (linkDomain) return accept({ text: text.value });
		const between = checkSegments(text.value.replace(/\{\d+\}/g, ''));
		return between.ok ? accept({ text: text.value }) : between;
	},
};

/** What an RCS message shows. Filled in, it is the values of the form as JSON, so that equal ones are judged once. */
export const RCS_CONTENT: ContentKind = {
	name: 'Content',
	sender: () => ['sender', 'Agent'],
	field: (ctx, reading) => contentField(ctx, rcsParts(ctx), reading),
	check(value) {
		const content = checkRcs(valuesIn(value));
		return content.ok
			? accept({ text: contentWords(content.value.shows), content: content.value })
			: content;
	},
	show: (value) => wordsIn(RCS_CONTENT, value),
};

/** Where the form has the sender of each channel. */
const SENDERS: Readonly<Record<Channel, readonly [path: string, name: string]>> = {
	rcs: ['agent', 'Agent'],
	sms: ['smsSender', 'SMS Sender'],
	viber: ['viberSender', 'Viber Sender'],
};

/** What a message says by each of its channels, as one content with the senders in it. */
export const CHANNEL_CONTENT: ContentKind = {
	name: 'Content',
	sender: (ctx) => SENDERS[channelsIn(ctx)[0] ?? 'sms'],
	field: (ctx, reading) => contentField(ctx, channelParts(ctx), reading),
	check(value, { linkDomain } = {}) {
		const content = checkChannels(valuesIn(value), linkDomain);
		return content.ok
			? accept({ text: firstWords(content.value), content: content.value })
			: content;
	},
	show: (value) => wordsIn(CHANNEL_CONTENT, value),
};

/** The words of a content; '' if it is not right. */
function wordsIn(kind: ContentKind, value: unknown): string {
	const checked = kind.check(value);
	return checked.ok ? checked.value.text : '';
}

const valuesIn = (value: unknown): Record<string, unknown> =>
	JSON.parse(String(value)) as Record<string, unknown>;

/** A text within the parameters of a content, by the keys that lead to it. */
interface TextPlace {
	keys: readonly string[];
	field: Omit<TemplateField, 'isInParts'>;
}

/** Where texts stand within a stored value: the keys that lead to each. */
function textPlaces(raw: unknown, keys: readonly string[]): Array<readonly string[]> {
	if (typeof raw === 'string') return [keys];
	if (typeof raw !== 'object' || raw === null) return [];
	// A resource locator, which templateField reads.
	if ('__rl' in raw) return [keys];
	const { type } = raw as { type?: unknown };
	// n8n keeps what was typed into a field before another action hid it.
	const hidden = type === 'call' ? 'url' : type === 'link' ? 'phone' : undefined;
	return Object.entries(raw).flatMap(([key, value]) =>
		key === hidden ? [] : textPlaces(value, [...keys, key]),
	);
}

/** Puts a value where keys lead to, in an object that has all but the last of them. */
function put(within: object, keys: readonly string[], value: unknown): void {
	const [last = '', ...others] = [...keys].reverse();
	const place = others.reduceRight((one: object, key) => one[key as never] as object, within);
	Object.assign(place, { [last]: value });
}

/** The JSON that was typed, or what n8n makes of an expression; that one's texts are no templates. */
function jsonPlaces(
	ctx: OperationContext,
	reading: FieldReading,
): { json: unknown; places: TextPlace[] } {
	const raw = ctx.node.parameters.contentJson;
	const read = (item: number): unknown => ctx.parameter<unknown>('contentJson', item, '');
	if (typeof raw === 'string' && !raw.startsWith('='))
		try {
			const json: unknown = parseJson(raw);
			const places = textPlaces(json, ['contentJson']).map((keys): TextPlace => {
				const text = walk({ contentJson: json }, keys);
				const stored = { raw: text, read: () => text };
				return { keys, field: templateFieldOf(ctx, stored, 'Content (JSON)', reading) };
			});
			return { json, places };
		} catch {
			// What is no JSON is refused as that.
		}
	const field: TextPlace['field'] = {
		isCommon: isCommon(raw),
		isConstant: false,
		names: [],
		neverThere: () => [],
		ofRecipient: [],
		fill: (item) => accept(read(item)),
	};
	return { json: '', places: [{ keys: ['contentJson'], field }] };
}

/** The parts of the form that a content consists of. */
interface ContentParts {
	/** What decides which parts these are, by their names. */
	choices: Readonly<Record<string, unknown>>;
	/** The fields that hold texts. */
	names: readonly string[];
	/** Whether RCS shows what is given as JSON. */
	hasJson: boolean;
}

/** What RCS shows. */
function shownParts(ctx: OperationContext): ContentParts {
	const content = ctx.parameter<unknown>('content', 0, 'text');
	const shown = SHOWN_BY.get(content);
	return {
		choices: { content },
		names: shown === undefined ? [] : [shown],
		hasJson: content === 'json',
	};
}

/** What RCS shows, and the SMS in its place. */
function rcsParts(ctx: OperationContext): ContentParts {
	const { choices, names, hasJson } = shownParts(ctx);
	const fallBackToSms = ctx.parameter<unknown>('fallBackToSms', 0, false) === true;
	return {
		choices: { ...choices, fallBackToSms },
		names: [...names, ...(fallBackToSms ? ['smsSender', 'smsText'] : [])],
		hasJson,
	};
}

const channelsIn = (ctx: OperationContext): Channel[] =>
	channelsOf(ctx.parameter<unknown>('sendBy', 0, ''));

/** What the channels say, each with its sender. */
function channelParts(ctx: OperationContext): ContentParts {
	const ofChannel = (channel: Channel): Partial<ContentParts> => {
		if (channel === 'sms') return { names: ['smsSender', 'smsText'] };
		if (channel === 'viber') return { names: ['viberSender', 'viberText', 'viberExtras'] };
		const shown = shownParts(ctx);
		return { ...shown, names: ['agent', ...shown.names] };
	};
	const parts = channelsIn(ctx).map(ofChannel);
	return {
		choices: Object.assign(
			{ sendBy: ctx.parameter<unknown>('sendBy', 0, '') },
			...parts.map(({ choices }) => choices),
		) as ContentParts['choices'],
		names: parts.flatMap(({ names = [] }) => names),
		hasJson: parts.some(({ hasJson }) => hasJson),
	};
}

/** Reads a content as one field: it can be filled if each of its texts can. */
function contentField(
	ctx: OperationContext,
	{ choices, names, hasJson }: ContentParts,
	reading: FieldReading = {},
): TemplateField {
	const { json, places: inJson } = hasJson
		? jsonPlaces(ctx, reading)
		: { json: undefined, places: [] };
	const places = [
		...names.flatMap((name) =>
			textPlaces(valueAt(ctx.node.parameters, name), [name]).map(
				(keys): TextPlace => ({
					keys,
					field: templateField(ctx, keys.join('.'), labelOf(keys), reading),
				}),
			),
		),
		...inJson,
	];
	const stored = JSON.stringify({
		...choices,
		...Object.fromEntries(names.map((name) => [name, valueAt(ctx.node.parameters, name)])),
		...(hasJson && { contentJson: json }),
	});
	const fields = places.map(({ field }) => field);
	const fill: TemplateField['fill'] = (item, record, isKnown) => {
		const values = JSON.parse(stored) as object;
		for (const { keys, field } of places) {
			const filled = field.fill(item, record, isKnown);
			if (!filled.ok) return filled;
			put(values, keys, filled.value);
		}
		return accept(JSON.stringify(values));
	};
	const isConstant = fields.every((field) => field.isConstant);
	let constant: Checked<unknown> | undefined;
	return {
		isConstant,
		isCommon: fields.every((field) => field.isCommon),
		isInParts: false,
		names: [...new Set(fields.flatMap((field) => field.names))],
		ofRecipient: [...new Set(fields.flatMap((field) => field.ofRecipient))],
		wrong: fields.find(({ wrong }) => wrong !== undefined)?.wrong,
		fault: fields.find(({ fault }) => fault)?.fault,
		neverThere: () => [...new Set(fields.flatMap((field) => field.neverThere()))],
		fill: (item, record, isKnown) =>
			isConstant ? (constant ??= fill(item, record, isKnown)) : fill(item, record, isKnown),
	};
}
