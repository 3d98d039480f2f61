import {
	accept,
	type Checked,
	checkSegments,
	checkText,
	readText,
	type Refusal,
} from '../../shared/validation';
import { parseJson } from '../../shared/json';
import { valueAt, walk } from '../../shared/text';
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
 * What the messages of an endpoint say, from the form to the message: an SMS says a text, and an RCS message a content. All other steps of a
 * send are the same for both.
 */

/** How the messages of an endpoint get what they say. */
export interface ContentKind {
	/** What the form calls it. */
	name: 'Content' | 'Text';
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
		const text = linkDomain ? checkLinkedText(value, linkDomain, true) : readText(value);
		if (!text.ok) return text;
		if (linkDomain) return accept({ text: text.value });
		const between = checkSegments(text.value.replace(/\{\d+\}/g, ''));
		return between.ok ? accept({ text: text.value }) : between;
	},
};

/** What an RCS message shows. Filled in, it is the values of the form as JSON, so that equal ones are judged once. */
export const RCS_CONTENT: ContentKind = {
	name: 'Content',
	field: contentField,
	check(value) {
		const content = checkRcs(valuesIn(value));
		return content.ok
			? accept({ text: contentWords(content.value), content: content.value })
			: content;
	},
	show(value) {
		const content = checkRcs(valuesIn(value));
		return content.ok ? contentWords(content.value) : '';
	},
};

const valuesIn = (value: unknown): Record<string, unknown> =>
	JSON.parse(String(value)) as Record<string, unknown>;

/** A text within the parameters of a content, by the keys that lead to it. */
interface TextPlace {
	keys: readonly string[];
	field: Pick<TemplateField, 'isCommon' | 'isConstant' | 'names' | 'ofRecipient' | 'fill'> & {
		wrong?: string;
		fault?: Refusal;
	};
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
		ofRecipient: [],
		fill: (item) => accept(read(item)),
	};
	return { json: '', places: [{ keys: ['contentJson'], field }] };
}

/** Reads a content and its fall-back as one field: it can be filled if each of its texts can. */
function contentField(ctx: OperationContext, reading: FieldReading = {}): TemplateField {
	const kind = ctx.parameter<unknown>('content', 0, 'text');
	const shown = SHOWN_BY.get(kind);
	const fallsBack = ctx.parameter<unknown>('fallBackToSms', 0, false) === true;
	const names = [
		...(shown === undefined ? [] : [shown]),
		...(fallsBack ? ['smsSender', 'smsText'] : []),
	];
	const { json, places: inJson } =
		kind === 'json' ? jsonPlaces(ctx, reading) : { json: undefined, places: [] };
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
		content: kind,
		fallBackToSms: fallsBack,
		...Object.fromEntries(names.map((name) => [name, valueAt(ctx.node.parameters, name)])),
		...(kind === 'json' && { contentJson: json }),
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
		fill: (item, record, isKnown) =>
			isConstant ? (constant ??= fill(item, record, isKnown)) : fill(item, record, isKnown),
	};
}
