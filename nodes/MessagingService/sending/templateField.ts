import type { GenericValue } from 'n8n-workflow';
import { accept, type Checked, type Refusal, refuse } from '../../shared/validation';
import {
	evaluated,
	fieldFinder,
	type Filling,
	fillTemplate,
	type HasField,
	maskName,
	ofServiceText,
	parseTemplate,
	type Placeholder,
	placeholdersOf,
	type Reading,
	type Template,
	unfilledIn,
	valueAt,
	wrongBraces,
} from '../../shared/text';
import type { OperationContext } from '../dispatch/context';
import { isCommon, isOfTool, valueOf } from '../dispatch/parameters';

/*
 * The fields of a send that each recipient may fill. In a fixed field the node fills all placeholders. In an expression n8n fills what
 * stands in {{ }}; an empty {{ $json.name }} becomes nothing there, so the node fills those, too, and refuses the recipient.
 */

/** A field of the form that recipients fill. */
export interface TemplateField {
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
	/** What of it names no field, so that it can be right for nobody; and why it is refused. */
	wrong?: string;
	fault?: Refusal;
	/** The fields with other words that none of those had for whom it was filled. */
	neverThere(): string[];
	/** Fills it for a recipient of an item. `isKnown` tells which fields others of its list or file have. */
	fill(item: number, record: object, isKnown?: HasField): Checked<unknown>;
}

/** The template that a stored text is. */
function templateOf(raw: string, ofService: Reading['ofService']): Template {
	if (!raw.startsWith('=')) return parseTemplate(raw, { ofService });
	const source = raw.slice(1);
	const template = parseTemplate(source, { isExpression: true, ofService });
	// One expression alone, whose code holds braces of its own.
	const [, code] = /^\s*\{\{([\s\S]*)\}\}\s*$/.exec(source) ?? [];
	if (template.wrong !== undefined && code !== undefined && !code.includes('{{'))
		return { parts: [evaluated(source.trim())] };
	return template;
}

/** Refuses a field in braces that a model wrote: it knows placeholders from elsewhere, and here nothing fills what it gives. */
const refuseUnfilled = (field: string, unfilled: string) =>
	refuse(
		field,
		`${field} holds ${maskName(unfilled.slice(0, 60))}, which nothing fills in a call of a tool`,
		'Give the words themselves, as the recipient is to read them.',
	);

/** What is the same for all recipients for whom a field is filled. */
interface OfField extends Required<Pick<Filling, 'field' | 'mayBeEmpty' | 'noted'>> {
	evaluate(item: number, expression: string): unknown;
	isOfItems: HasField;
}

/** What fills a field for one recipient. There is one for each of them, so that it holds little. */
class RecipientFilling implements Filling {
	constructor(
		private readonly ofField: OfField,
		readonly record: object,
		readonly item: object,
		private readonly index: number,
		private readonly isOfRows: HasField,
	) {}

	get field(): string {
		return this.ofField.field;
	}

	get mayBeEmpty(): boolean {
		return this.ofField.mayBeEmpty;
	}

	evaluate(expression: string): unknown {
		return this.ofField.evaluate(this.index, expression);
	}

	isKnown(name: string, expression?: string): boolean {
		return expression === undefined ? this.isOfRows(name) : this.ofField.isOfItems(name);
	}

	noted(name: string, isThere: boolean): void {
		this.ofField.noted(name, isThere);
	}
}

const namesOfFields = (placeholders: readonly Placeholder[]): string[] => [
	...new Set(placeholders.map(({ field }) => field)),
];

/** How a field is read as a template. */
export type FieldReading = Pick<Reading, 'ofService'> & { mayBeEmpty?: boolean };

/**
 * Reads a field of the form as a template.
 * @param path where it stands among the parameters
 * @param name what the form calls it
 */
export const templateField = (
	ctx: OperationContext,
	path: string,
	name: string,
	reading?: FieldReading,
): TemplateField =>
	templateFieldOf(
		ctx,
		{
			raw: valueOf(valueAt(ctx.node.parameters, path)),
			read: (item) => valueOf(ctx.parameter<GenericValue>(path, item, '')),
		},
		name,
		reading,
	);

/** The same of a stored value, of which `read` gives what n8n makes for an item. */
export function templateFieldOf(
	ctx: OperationContext,
	{ raw, read }: { raw: unknown; read: (item: number) => unknown },
	name: string,
	{ mayBeEmpty = false, ofService }: FieldReading = {},
): TemplateField {
	const isText = typeof raw === 'string';
	const template: Template = isText ? templateOf(raw, ofService) : { parts: [] };
	const { parts, wrong } = template;
	const isConstant = parts.every((part) => typeof part === 'string');
	/** What all recipients get. Of what is no text, n8n knows the value. */
	let common = isConstant && isText ? accept<unknown>(parts.join('')) : undefined;
	const isOfAgent = isText && isOfTool(ctx.node) && raw.includes('$fromAI');
	const [only] = parts;
	const isAlone = parts.length === 1 && typeof only === 'object' && 'joined' in only;
	const placeholders = placeholdersOf(template);
	const known = new Map<string, unknown>();
	const isOfItems = fieldFinder(() => ctx.items.map(({ json }) => json));
	const [there, notThere] = [new Set<string>(), new Set<string>()];
	/** What n8n evaluates, once for an item: the next time it may give another value, unchecked. */
	const evaluate = (item: number, expression: string): unknown => {
		const key = `${item} ${expression}`;
		if (known.has(key)) return known.get(key);
		const isWhole = isAlone && expression === only.expression;
		const value = isWhole ? read(item) : ctx.evaluate(expression, item);
		if (typeof value !== 'object') known.set(key, value);
		return value;
	};
	const ofField: OfField = {
		field: name,
		mayBeEmpty,
		evaluate,
		isOfItems,
		noted: (named, isThere) => void (isThere ? there : notThere).add(named),
	};
	return {
		isConstant,
		isCommon: !isText || (placeholders.length === 0 && isCommon(raw)),
		isInParts:
			(parts.length > 1 && placeholders.length > 0) ||
			parts.some((part) => typeof part === 'object' && 'joined' in part && part.joined.length > 0),
		names: namesOfFields(placeholders),
		ofRecipient: namesOfFields(placeholders.filter(({ expression }) => expression === undefined)),
		...(wrong !== undefined && { wrong, fault: wrongBraces(name, wrong) }),
		neverThere: () => [...notThere].filter((named) => !there.has(named)),
		fill(item, record, isKnown = isOfItems) {
			if (isConstant) return (common ??= accept(read(item)));
			const json = ctx.items[item]?.json ?? {};
			const filled = fillTemplate(
				template,
				new RecipientFilling(ofField, record, json, item, isKnown),
			);
			if (isOfAgent && !ofService && filled.ok) {
				const unfilled = unfilledIn(String(filled.value));
				if (unfilled !== undefined) return refuseUnfilled(name, unfilled);
			}
			// What an expression gave names fields of the service, too.
			return ofService && filled.ok && typeof filled.value === 'string'
				? accept(ofServiceText(filled.value, ofService))
				: filled;
		},
	};
}
