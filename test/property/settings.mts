import fc from 'fast-check';
import type { INodeProperties, INodePropertyCollection, INodeType } from 'n8n-workflow';
import type { Case } from './plain.mts';
import { bad, enormous } from './bad.mts';
import type { Value } from './bad.mts';
import { nearly } from './values.mts';
import type { Kind } from './values.mts';

/** A parameter that says what the node does, and is not sent. */
export interface Setting {
	name: string;
	kind: Kind;
	/** Whether the case stands or falls with its value. */
	fixed: boolean;
	/** Whether its field offers a value; undefined where it takes anything. */
	offers(value: Value): boolean | undefined;
}

/** Fields whose empty value says something, or concerns one recipient. */
const MAY_BE_EMPTY = ['defaultCountry', 'reference'];

const blank = (value: Value): boolean =>
	value === undefined ||
	value === null ||
	// What shows nothing is blank, too.
	(typeof value === 'string' && /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(value)) ||
	(Array.isArray(value) && value.length === 0);

function kindOf({
	type,
	options,
	typeOptions: { minValue = 0, maxValue = 1e6 } = {},
}: INodeProperties): Kind {
	if (type === 'options') {
		const choices = (options as Array<{ value: string }>).map(({ value }) => value);
		return {
			good: fc.constantFrom(...choices),
			edge: fc.oneof(
				nearly(fc.constantFrom(...choices)),
				fc.constantFrom(...choices).map((choice) => [choice]),
			),
		};
	}
	if (type === 'boolean')
		return { good: fc.boolean(), edge: fc.constantFrom<Value>('true', 'false', 0, 1, '') };
	if (type === 'number') {
		const good = fc.integer({ min: minValue, max: Math.min(maxValue, minValue + 50) });
		return {
			good,
			edge: fc.oneof(
				fc.integer({ min: minValue - 2, max: minValue + 2 }),
				fc.integer({ min: maxValue - 2, max: maxValue + 2 }),
				fc.double({ min: -2, max: 20 }),
				good.map(String),
				nearly(good.map(String)),
			),
		};
	}
	const good = fc.constantFrom('phone', 'name', 'customer.phone', 'data');
	return { good, edge: nearly(good) };
}

/** The rule of a field, read from its declaration: one of the choices; true or false; a number within the limits, whole unless it is a time, which may be 0. */
function offers(property: INodeProperties, value: Value): boolean | undefined {
	const { type, options, typeOptions: { minValue = 0, maxValue = Infinity } = {} } = property;
	// The picker of n8n keeps a value in an object of its own.
	if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__rl'))
		return offers(property, (value as { value?: Value }).value ?? null);
	// What is not set counts as its default. All else is given by expressions here: one that comes to nothing is refused, unless the
	// field is hidden, concerns one recipient, or may be empty.
	if (value === undefined) return true;
	// An empty list says that nobody is left out.
	if (property.name === 'leaveOutNumbers' && Array.isArray(value)) return undefined;
	if (blank(value))
		return property.required ||
			property.displayOptions ||
			property.type === 'fixedCollection' ||
			MAY_BE_EMPTY.includes(property.name)
			? undefined
			: false;
	if (type === 'options')
		return (options as Array<{ value: Value }>).some((option) => option.value === value);
	if (type === 'boolean') return typeof value === 'boolean';
	if (type !== 'number') return undefined;
	if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return false;
	const number = Number(value);
	return (
		Number.isFinite(number) &&
		number >= minValue &&
		number <= maxValue &&
		(minValue === 0 || number % 1 === 0)
	);
}

function leaves(
	property: INodeProperties,
	prefix = '',
): Array<{ name: string; property: INodeProperties }> {
	const name = prefix + property.name;
	if (property.type === 'collection') {
		// What a hidden group holds is hidden, too.
		const hiding = Object.keys(property.displayOptions?.show ?? {}).filter(
			(one) => one !== 'resource' && one !== 'operation',
		);
		const { displayOptions } = property;
		return (property.options as INodeProperties[]).flatMap((one) =>
			leaves({ ...(hiding.length > 0 && { displayOptions }), ...one }, `${name}.`),
		);
	}
	if (property.type === 'fixedCollection')
		return (property.options as INodePropertyCollection[]).map((one) => ({
			name: `${name}.${one.name}`,
			property,
		}));
	return [{ name, property }];
}

/** All parameters of an operation, by their paths. */
export function parametersOf(type: INodeType, id: string): Map<string, INodeProperties> {
	const [resource = '', operation = ''] = id.replace(/ .*/, '').split('.');
	const own = type.description.properties.filter(
		({ displayOptions }) =>
			displayOptions?.show?.resource?.includes(resource) &&
			displayOptions.show.operation?.includes(operation),
	);
	return new Map(
		own.flatMap((property) => leaves(property)).map(({ name, property }) => [name, property]),
	);
}

/** The parameters of an operation that the service does not see. */
export function settingsOf(type: INodeType, { id, fields, fixed = {} }: Case): Setting[] {
	return [...parametersOf(type, id)]
		.filter(([name]) => !Object.hasOwn(fields, name))
		.map(([name, property]) => ({
			name,
			kind: kindOf(property),
			fixed: Object.hasOwn(fixed, name),
			offers: (value) => offers(property, value),
		}));
}

/** Values of a setting; of one that the case stands on, only those that its field does not offer, or that nobody would choose. */
export function settingValues({ kind, fixed, offers: offered }: Setting): fc.Arbitrary<Value> {
	const tried = fc.oneof(
		{ weight: 60, arbitrary: kind.edge },
		{ weight: 60, arbitrary: bad },
		{ weight: 30, arbitrary: kind.good },
		{ weight: 1, arbitrary: enormous },
	);
	return fixed ? bad.filter((value) => !blank(value) && offered(value) !== true) : tried;
}
