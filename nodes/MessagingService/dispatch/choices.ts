import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';
import { isBlank, maskName, textsWithin, valueAt } from '../../shared/text';
import { kindOf, quote, refuseAs } from '../../shared/validation';
import type { FieldCheck, OperationContext } from './context';
import { isOfTool, parameterReader, valueOf } from './parameters';

type Refused = ReturnType<typeof refuseAs>;

/** The fields of each operation, by resource and operation. They are noted once, when the node's description is made. */
const known = new Map<string, INodeProperties[]>();

/** Notes the fields of an operation. */
export const rememberFields = (resource: string, operation: string, fields: INodeProperties[]) =>
	known.set(`${resource} ${operation}`, fields);

/** A value as an error shows it. */
function shownValue(value: unknown): string {
	if (typeof value === 'string') return quote(value);
	return Number.isFinite(value) ? String(value) : kindOf(value);
}

/** Why a value is none of a field's choices, no switch, or no number within its limits; undefined when it is. */
function judge(
	{
		displayName,
		type,
		options = [],
		typeOptions: { minValue = 0, maxValue = Infinity } = {},
	}: INodeProperties,
	value: unknown,
): Refused | undefined {
	const refused = (what: string, cure: string): Refused =>
		refuseAs(displayName, `is ${shownValue(value)}, which ${what}`, cure);
	if (type === 'options') {
		const choices = options as INodePropertyOptions[];
		return choices.some((choice) => choice.value === value)
			? undefined
			: refused(
					'is not one of its choices',
					`Use one of: ${choices.map((choice) => choice.value).join(', ')}.`,
				);
	}
	if (type === 'boolean')
		return typeof value === 'boolean'
			? undefined
			: refused('is neither true nor false', 'Write the expression without text around {{ }}.');
	const number = typeof value === 'number' || typeof value === 'string' ? Number(value) : NaN;
	// A field that begins at 0 is a time, which may have a fraction, or has a check of its own; the others are counts.
	if (
		number >= minValue &&
		number <= maxValue &&
		number < Infinity &&
		(minValue === 0 || Number.isInteger(number))
	)
		return undefined;
	return refused(
		'it does not accept',
		`Use a ${minValue === 0 ? '' : 'whole '}number from ${minValue}${maxValue < Infinity ? ` to ${maxValue}` : ''}.`,
	);
}

/**
 * Fields whose empty value says something (nobody is left out; numbers have no country of their own), or concerns one recipient alone
 * and is refused there.
 */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set([
	'leaveOutNumbers',
	'defaultCountry',
	'reference',
]);
const CHOICES: ReadonlySet<string> = new Set(['options', 'number', 'boolean']);
/** Fields that hold no value of their own. */
const WITHOUT_VALUE: ReadonlySet<string> = new Set(['notice', 'hidden']);
/** Options that say something of another one, and nothing without it. */
const NEEDED_BY: Partial<Record<string, string>> = {
	searchField: 'searchValue',
	defaultCountry: 'phones',
};
/** Texts of the page that Send and Wait for Response shows. */
const PAGE_TEXTS: ReadonlySet<string> = new Set([
	'confirmationText',
	'pageText',
	'pageTitle',
	'submitLabel',
]);

/** Texts in whose braces the service puts something. */
const FILLED_BY_SERVICE: ReadonlySet<string> = new Set(['templateText']);

const isEmpty = (value: unknown): boolean =>
	isBlank(value) || (Array.isArray(value) && value.length === 0);

/** Whether a field belongs to the node's other form. */
function isOfOtherForm({ node }: OperationContext, { displayOptions }: INodeProperties): boolean {
	const { show, hide } = displayOptions ?? {};
	return (isOfTool(node) ? hide : show)?.['@tool'] !== undefined;
}

/** Returns whether n8n shows a field to an item: one that it hides keeps what was typed before. */
function shownReader(
	ctx: OperationContext,
	{ displayOptions }: INodeProperties,
	prefix: string,
): ((item: number) => boolean) & { perItem: boolean } {
	const conditions = Object.entries(displayOptions?.show ?? {})
		.filter(([name]) => !['resource', 'operation', '@tool'].includes(name))
		.map(([name, values = []]) => ({
			read: parameterReader(ctx, name.startsWith('/') ? name.slice(1) : prefix + name, undefined),
			values: values as unknown[],
		}));
	const isShown = (item: number): boolean =>
		conditions.every(({ read, values }) => values.includes(read(item)));
	return Object.assign(isShown, { perItem: conditions.some(({ read }) => read.perItem) });
}

/** A check of one field. `perItem` tells whether items may differ in it. */
type OwnCheck = FieldCheck & { perItem: boolean };
const ownCheck = (perItem: boolean, check: FieldCheck): OwnCheck =>
	Object.assign(check, { perItem });

/** Makes one check of all: what is the same for all items is checked once. */
function combined(checks: readonly OwnCheck[]): FieldCheck {
	const ofItem = checks.filter(({ perItem }) => perItem);
	const common = checks.filter(({ perItem }) => !perItem);
	const firstOf = (some: readonly FieldCheck[], item: number): Refused | undefined => {
		for (const check of some) {
			const refused = check(item);
			if (refused) return refused;
		}
		return undefined;
	};
	let made: { refused: Refused | undefined } | undefined;
	return (item) => (made ??= { refused: firstOf(common, item) }).refused ?? firstOf(ofItem, item);
}

/** Where fields stand in the form, if they stand within another one. */
interface Group {
	/** What their names begin with among the parameters. */
	prefix: string;
	/** What the form calls it. */
	name: string;
	/** Whether the user adds its fields one by one. */
	isCollection: boolean;
}

/** What looks like a placeholder in a stored text, and is none: of an expression, in what stands beside its code. */
function bracesIn(text: string): string | undefined {
	const written = text.startsWith('=') ? text.replace(/\{\{[\s\S]*?\}\}/g, '') : text;
	// Code that holds }} itself has no certain end.
	if (text.startsWith('=') && written.includes('}}')) return undefined;
	// JSON has quotes or colons in its braces.
	return /\{+[^{}"':]+\}+/.exec(written)?.[0];
}

/** Refuses what would go out in braces, as nothing fills it there. */
function unfilled({ displayName, name, type, routing }: INodeProperties, raw: unknown) {
	const isText = type === 'string' || type === 'fixedCollection';
	const isSent = routing?.send !== undefined || PAGE_TEXTS.has(name);
	if (!isText || !isSent || FILLED_BY_SERVICE.has(name)) return undefined;
	const [braces] = textsWithin(raw).flatMap((text) => bracesIn(text) ?? []);
	return braces === undefined
		? undefined
		: refuseAs(
				displayName,
				`holds ${maskName(braces.slice(0, 60))}, which nothing fills here`,
				"Set it to Expression and write {{ $json.first_name }}. For a brace that is meant, write {{ '{' }} there.",
			);
}

/** Refuses an option that says something of one that was not added. */
function alone(
	ctx: OperationContext,
	field: INodeProperties,
	fields: INodeProperties[],
	{ prefix, name }: Group,
): Refused | undefined {
	const needed = fields.find((one) => one.name === NEEDED_BY[field.name]);
	return needed && valueAt(ctx.node.parameters, prefix + needed.name) === undefined
		? refuseAs(
				field.displayName,
				`has no effect without ${needed.displayName}`,
				`Add ${needed.displayName}, or take ${field.displayName} out of ${name}.`,
			)
		: undefined;
}

/** The checks of the fields within a group; what is added several times is checked by the code that uses it. */
function checksWithin(ctx: OperationContext, field: INodeProperties, path: string): OwnCheck[] {
	const { displayName: name, options = [], type, typeOptions } = field;
	if (type === 'collection')
		return checksOf(ctx, options as INodeProperties[], {
			prefix: `${path}.`,
			name,
			isCollection: true,
		});
	if (type !== 'fixedCollection' || typeOptions?.multipleValues) return [];
	return (options as INodePropertyCollection[]).flatMap((part) =>
		checksOf(ctx, part.values, {
			prefix: `${path}.${part.name}.`,
			name,
			isCollection: false,
		}),
	);
}

/**
 * The checks of fields. What was asked for is not ignored: an option that was added, and a field whose value an expression gives, must
 * have a value, and one that says something of another needs that as well. A required field is judged by what uses it, as it may
 * concern one recipient alone.
 */
function checksOf(ctx: OperationContext, fields: INodeProperties[], group?: Group): OwnCheck[] {
	return fields.flatMap((field): OwnCheck[] => {
		if (WITHOUT_VALUE.has(field.type) || isOfOtherForm(ctx, field)) return [];
		const path = (group?.prefix ?? '') + field.name;
		const isShown = shownReader(ctx, field, group?.prefix ?? '');
		const within = checksWithin(ctx, field, path).map((check) =>
			ownCheck(check.perItem || isShown.perItem, (item) =>
				isShown(item) ? check(item) : undefined,
			),
		);
		if (field.type === 'collection') return within;
		const raw = valueOf(valueAt(ctx.node.parameters, path));
		const isAdded = raw !== undefined && group?.isCollection === true;
		const isExpression = typeof raw === 'string' && raw.startsWith('=');
		const fault = unfilled(field, raw) ?? (isAdded ? alone(ctx, field, fields, group) : undefined);
		const own = fault
			? [ownCheck(isShown.perItem, (item) => (isShown(item) ? fault : undefined))]
			: [];
		const mayLackValue = field.required === true || MAY_BE_EMPTY.has(field.name);
		// n8n drops an expression in the place of a group; one without anything in it has its own say.
		const isGroup = field.type === 'fixedCollection';
		const needsValue = !mayLackValue && !isGroup && (isExpression || isAdded);
		const isChoice = CHOICES.has(field.type) && (!group || group.isCollection);
		if (!needsValue && !isChoice) return [...own, ...within];
		const read = parameterReader(ctx, path, undefined);
		const cure = isAdded
			? `Correct it, or take it out of ${group.name}.`
			: 'Correct its expression, which gives nothing here.';
		const check = ownCheck(read.perItem || isShown.perItem, (item) => {
			const value: unknown = read(item);
			if (!isEmpty(value)) return isChoice ? judge(field, value) : undefined;
			return needsValue && isShown(item)
				? refuseAs(field.displayName, 'is empty', cure)
				: undefined;
		});
		return [...own, check, ...within];
	});
}

/** What is wrong first with the fields of an item: an option without a value, or a choice that its field does not offer. */
export function wrongField(ctx: OperationContext, item: number): Refused | undefined {
	const { resource, operation } = ctx.node.parameters;
	ctx.fieldCheck ??= combined(
		checksOf(ctx, known.get(`${String(resource)} ${String(operation)}`) ?? []),
	);
	return ctx.fieldCheck(item);
}
