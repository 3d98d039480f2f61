import type { INodeProperties, INodePropertyOptions, NodePropertyTypes } from 'n8n-workflow';

/*
 * Builders of n8n's parameters. What a field or a choice is called is one text, "value: Label: description". Label and description
 * may be left out; the label is then the value in words: "dryRun" is labelled "Dry Run".
 */

type More = Partial<INodeProperties>;

const inWords = (value: string) =>
	value.replace(/[A-Z]/g, ' $&').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

/** Takes "value: Label: description"; returns its parts. */
export function named(names: string): INodePropertyOptions & { value: string } {
	const [value = '', name = inWords(value), ...rest] = names.split(': ');
	return { name, value, ...(rest.length > 0 && { description: rest.join(': ') }) };
}

/** A parameter of any type. */
export function field(type: NodePropertyTypes, names: string, more?: More): INodeProperties {
	const { name: displayName, value: name, description } = named(names);
	return { displayName, name, type, default: '', description, ...more };
}

/** A text, with an example as its placeholder. */
export function text(names: string, example = '', more?: More): INodeProperties {
	return field('string', names, { ...(example && { placeholder: `e.g. ${example}` }), ...more });
}

/** A text that must be given. */
export const required = (names: string, example?: string, more?: More): INodeProperties =>
	text(names, example, { required: true, ...more });

/** A switch. */
export const bool = (names: string, value = false): INodeProperties =>
	field('boolean', names, { default: value });

/** A number within limits. */
export const number = (
	names: string,
	value: number,
	minValue = 1,
	maxValue?: number,
): INodeProperties =>
	field('number', names, { default: value, typeOptions: { minValue, maxValue } });

/** A choice of one, by default the first. */
export function choice(names: string, entries: string[], more?: More): INodeProperties {
	const options = entries.map(named);
	return field('options', names, { options, default: options[0]?.value, ...more });
}

/** Fields of which the user adds what is needed; `what` names one. */
export const collection = (
	name: string,
	what: string,
	options: INodeProperties[],
): INodeProperties =>
	field('collection', name, { placeholder: `Add ${what}`, default: {}, options });

/** A choice from a list that the node fetches, or by name or ID. */
export const locator = (
	names: string,
	searchListMethod: string,
	what: string,
	by: 'ID' | 'Name',
	example: string,
): INodeProperties =>
	field('resourceLocator', names, {
		required: true,
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: `Select a ${what}`,
				typeOptions: { searchListMethod, searchable: true },
			},
			{
				displayName: `By ${by}`,
				name: by.toLowerCase(),
				type: 'string',
				placeholder: `e.g. ${example}`,
			},
		],
	});

/** Shows fields only while other parameters have one of the given values. */
export const shown = (
	show: Record<string, Array<string | boolean>>,
	...fields: INodeProperties[]
): INodeProperties[] =>
	fields.map((one) => ({
		...one,
		displayOptions: { show: { ...show, ...one.displayOptions?.show } },
	}));
