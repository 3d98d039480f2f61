import type { GenericValue } from 'n8n-workflow';
import {
	evaluated,
	fillTemplate,
	parseTemplate,
	placeholdersOf,
	valueAt,
	wrongBraces,
	type Filling,
	type Placeholder,
	type Template,
} from '../../shared/text';
import { accept, type Checked, type Refusal } from '../../shared/validation';
import type { OperationContext } from '../dispatch/context';
import { isCommon, valueOf } from '../dispatch/parameters';

/*
 * The fields of a send that each recipient may fill. In a fixed field the node fills all placeholders. In an expression n8n fills what
 * stands in {{ }}; an empty {{ $json.name }} becomes nothing there, so the node fills those, too, and refuses the recipient.
 */

/** The fields that may hold placeholders, with what the form calls them. */
const TEMPLATE_NAMES = {
	country: 'Default Country',
	reference: 'Own Reference',
	sender: 'Sender',
	text: 'Text',
} as const;
type TemplateName = keyof typeof TEMPLATE_NAMES;

/** A field of the form that recipients fill. */
export interface TemplateField {
	/** What the form calls it. */
	name: string;
	/** Whether it is a text without places to fill. */
	isConstant: boolean;
	/** Whether it is the same for all recipients of all items: a text, or an expression that does not look at the item. */
	isCommon: boolean;
	/** Whether it is put together of several pieces, of which some are fields. */
	isInParts: boolean;
	/** The fields that it names. */
	names: readonly string[];
	/** Those of them that are the recipient's, where lists and files give it fields of its own. */
	ofRecipient: readonly string[];
	/** What of it names no field, so that it can be right for nobody. */
	fault?: Refusal;
	/** Fills it for a recipient of an item. */
	fill(item: number, record: object): Checked<unknown>;
}

/** The template that a stored text is. */
function templateOf(raw: string, ofService: boolean): Template {
	if (!raw.startsWith('=')) return parseTemplate(raw, { ofService });
	const source = raw.slice(1);
	const template = parseTemplate(source, { isExpression: true, ofService });
	// One expression alone, whose code holds braces of its own.
	const [, code] = /^\s*\{\{([\s\S]*)\}\}\s*$/.exec(source) ?? [];
	if (template.wrong !== undefined && code !== undefined && !code.includes('{{'))
		return { parts: [evaluated(source.trim())] };
	return template;
}

const fieldsOf = (placeholders: readonly Placeholder[]): string[] => [
	...new Set(placeholders.map(({ field }) => field)),
];

/**
 * Reads a field of the form as a template.
 * @param path where it stands among the parameters
 */
export function templateField(
	ctx: OperationContext,
	path: string,
	name: string,
	{ mayBeEmpty = false, ofService = false }: { mayBeEmpty?: boolean; ofService?: boolean } = {},
): TemplateField {
	const raw = valueOf(valueAt(ctx.node.parameters, path));
	const read = (item: number): unknown => valueOf(ctx.parameter<GenericValue>(path, item, ''));
	const template = typeof raw === 'string' ? templateOf(raw, ofService) : undefined;
	if (!template) {
		let constant: { value: unknown } | undefined;
		const fill = (item: number) => accept((constant ??= { value: read(item) }).value);
		return {
			name,
			isConstant: true,
			isCommon: true,
			isInParts: false,
			names: [],
			ofRecipient: [],
			fill,
		};
	}
	const { parts, wrong } = template;
	const isConstant = parts.every((part) => typeof part === 'string');
	const text = isConstant ? accept(parts.join('')) : undefined;
	const [only] = parts;
	const isAlone = parts.length === 1 && typeof only === 'object' && 'joined' in only;
	const placeholders = placeholdersOf(template);
	const known = new Map<string, unknown>();
	/** What n8n evaluates, once for an item: the next time it may give another value, unchecked. */
	const evaluate = (item: number, expression: string): unknown => {
		const key = `${item} ${expression}`;
		if (known.has(key)) return known.get(key);
		const isWhole = isAlone && expression === only.expression;
		const value = isWhole ? read(item) : ctx.evaluate(expression, item);
		if (typeof value !== 'object') known.set(key, value);
		return value;
	};
	return {
		name,
		isConstant,
		isCommon: placeholders.length === 0 && isCommon(raw),
		isInParts:
			(parts.length > 1 && placeholders.length > 0) ||
			parts.some((part) => typeof part === 'object' && 'joined' in part && part.joined.length > 0),
		names: fieldsOf(placeholders),
		ofRecipient: fieldsOf(placeholders.filter(({ expression }) => expression === undefined)),
		...(wrong !== undefined && { fault: wrongBraces(name, wrong) }),
		fill(item, record) {
			if (text) return text;
			const filling: Filling = {
				record,
				item: ctx.items[item]?.json ?? {},
				evaluate: (expression) => evaluate(item, expression),
				field: name,
				mayBeEmpty,
			};
			return fillTemplate(template, filling);
		},
	};
}

/** The fields of a send that recipients fill. */
export type TemplateFields = Readonly<Record<TemplateName, TemplateField>>;

/** @param ofService whether the service fills the text (4.9) */
export const templateFields = (
	ctx: OperationContext,
	{ ofService = false }: { ofService?: boolean } = {},
): TemplateFields => ({
	country: templateField(ctx, 'defaultCountry', TEMPLATE_NAMES.country, { mayBeEmpty: true }),
	reference: templateField(ctx, 'options.reference', TEMPLATE_NAMES.reference),
	sender: templateField(ctx, 'sender', TEMPLATE_NAMES.sender),
	text: templateField(ctx, 'text', TEMPLATE_NAMES.text, { ofService }),
});
