import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { kindOf, quote, refuseAs } from '../../shared/validation';
import type { OperationContext } from './context';
import { parameterReader } from './parameters';

type Refused = ReturnType<typeof refuseAs>;
type Check = (item: number) => Refused | undefined;

/** The fields of each operation, by resource and operation. They are noted once, when the node's description is made. */
const known = new Map<string, INodeProperties[]>();
/** The checks of an operation's fields, made once for each run. They live as long as its context. */
const checks = new WeakMap<OperationContext, Check[]>();

/** Notes the fields of an operation. */
export const knowFields = (resource: string, operation: string, fields: INodeProperties[]) =>
	known.set(`${resource} ${operation}`, fields);

/** Why a value is none of a field's choices, no switch, or no number within its limits; undefined when it is. */
function judge(
	{
		displayName,
		type,
		options,
		typeOptions: { minValue = 0, maxValue = Infinity } = {},
	}: INodeProperties,
	value: unknown,
): Refused | undefined {
	const shown =
		typeof value === 'string'
			? quote(value)
			: Number.isFinite(value)
				? String(value)
				: kindOf(value);
	if (type === 'options') {
		const choices = (options as INodePropertyOptions[]).map((option) => option.value);
		return choices.includes(value as string)
			? undefined
			: refuseAs(
					displayName,
					`is ${shown}, which is not one of its choices`,
					`Use one of: ${choices.join(', ')}.`,
				);
	}
	if (type === 'boolean')
		return typeof value === 'boolean'
			? undefined
			: refuseAs(
					displayName,
					`is ${shown}, which is neither true nor false`,
					'Write the expression without text around {{ }}.',
				);
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
	return refuseAs(
		displayName,
		`is ${shown}, which it does not accept`,
		`Use a ${minValue === 0 ? '' : 'whole '}number from ${minValue}${maxValue < Infinity ? ` to ${maxValue}` : ''}.`,
	);
}

function checksOf(ctx: OperationContext, fields: INodeProperties[], prefix = ''): Check[] {
	return fields.flatMap((field) => {
		const path = prefix + field.name;
		if (field.type === 'collection')
			return checksOf(ctx, field.options as INodeProperties[], `${path}.`);
		if (!['options', 'number', 'boolean'].includes(field.type)) return [];
		const read = parameterReader(ctx, path, undefined);
		return [
			(item: number) => {
				const value: unknown = read(item);
				return value === undefined || value === null || value === ''
					? undefined
					: judge(field, value);
			},
		];
	});
}

/** The first choice, number or switch of an item that its field does not offer: an expression may give anything. */
export function wrongField(ctx: OperationContext, item: number): Refused | undefined {
	let own = checks.get(ctx);
	if (!own) {
		const { resource, operation } = ctx.node.parameters;
		checks.set(
			ctx,
			(own = checksOf(ctx, known.get(`${String(resource)} ${String(operation)}`) ?? [])),
		);
	}
	for (const check of own) {
		const refused = check(item);
		if (refused) return refused;
	}
	return undefined;
}
