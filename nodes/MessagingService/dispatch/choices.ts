import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { isBlank, valueAt } from '../../shared/text';
import { kindOf, quote, refuseAs } from '../../shared/validation';
import type { OperationContext } from './context';
import { parameterReader, valueOf } from './parameters';

type Refused = ReturnType<typeof refuseAs>;
/** Says why a field of an item is refused. */
export type FieldCheck = (item: number) => Refused | undefined;

/** The fields of each operation, by resource and operation. They are noted once, when the node's description is made. */
const known = new Map<string, INodeProperties[]>();

/** Notes the fields of an operation. */
export const knowFields = (resource: string, operation: string, fields: INodeProperties[]) =>
	known.set(`${resource} ${operation}`, fields);

/** A value as an error shows it. */
function shown(value: unknown): string {
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
		refuseAs(displayName, `is ${shown(value)}, which ${what}`, cure);
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
	const number =
		typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
			? Number(value)
			: NaN;
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
/** Fields whose values have checks of their own, and those that hold none. */
const GROUPS: ReadonlySet<string> = new Set(['fixedCollection', 'notice', 'hidden']);

const isEmpty = (value: unknown): boolean =>
	isBlank(value) || (Array.isArray(value) && value.length === 0);

/** Returns whether n8n shows a field to an item: one that it hides keeps what was typed before. */
function shownReader(
	ctx: OperationContext,
	{ displayOptions }: INodeProperties,
	prefix: string,
): (item: number) => boolean {
	const conditions = Object.entries(displayOptions?.show ?? {})
		.filter(([name]) => name !== 'resource' && name !== 'operation')
		.map(([name, values = []]) => ({
			read: parameterReader(ctx, name.startsWith('/') ? name.slice(1) : prefix + name, undefined),
			values: values as unknown[],
		}));
	return (item) => conditions.every(({ read, values }) => values.includes(read(item)));
}

/**
 * The checks of fields. What was asked for is not ignored: an option that was added, and a field whose value an expression gives, must
 * have a value. A required field is judged by what uses it, as it may concern one recipient alone.
 */
function checksOf(
	ctx: OperationContext,
	fields: INodeProperties[],
	group?: INodeProperties,
): FieldCheck[] {
	return fields.flatMap((field) => {
		if (field.type === 'collection' && !group)
			return checksOf(ctx, field.options as INodeProperties[], field);
		if (GROUPS.has(field.type)) return [];
		const prefix = group ? `${group.name}.` : '';
		const path = prefix + field.name;
		const mayLackValue = field.required === true || MAY_BE_EMPTY.has(field.name);
		const raw = mayLackValue ? undefined : valueOf(valueAt(ctx.node.parameters, path));
		const needsValue = raw !== undefined && (group !== undefined || String(raw).startsWith('='));
		if (!needsValue && !CHOICES.has(field.type)) return [];
		const isShown = shownReader(ctx, field, prefix);
		const read = parameterReader(ctx, path, undefined);
		const cure = group
			? `Correct it, or take it out of ${group.displayName}.`
			: 'Correct its expression, which gives nothing here.';
		return [
			(item: number) => {
				const value: unknown = read(item);
				if (!isEmpty(value)) return CHOICES.has(field.type) ? judge(field, value) : undefined;
				return needsValue && isShown(item)
					? refuseAs(field.displayName, 'is empty', cure)
					: undefined;
			},
		];
	});
}

/** What is wrong first with the fields of an item: an option without a value, or a choice that its field does not offer. */
export function wrongField(ctx: OperationContext, item: number): Refused | undefined {
	const { resource, operation } = ctx.node.parameters;
	ctx.fieldChecks ??= checksOf(ctx, known.get(`${String(resource)} ${String(operation)}`) ?? []);
	for (const check of ctx.fieldChecks) {
		const refused = check(item);
		if (refused) return refused;
	}
	return undefined;
}
