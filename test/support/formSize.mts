import type { INodeProperties } from 'n8n-workflow';

/** How large the form of an operation gets. */
export interface FormSize {
	/** Fields that are seen at a time at most, without Resource and Operation. */
	fields: number;
	/** Options and filters that can be added at a time at most, where recipients come from no file. */
	options: number;
	/** The same where they come from a file; undefined where no file can be given. */
	optionsForFile?: number;
}

type Values = Readonly<Record<string, unknown>>;

const isCollection = ({ type }: INodeProperties): boolean => type === 'collection';
const propertiesIn = ({ options = [] }: INodeProperties): INodeProperties[] =>
	options.filter((option): option is INodeProperties => 'type' in option);

/** The options of a collection, but for those that follow from another one: once that was added, they stand in its place in the list. */
const addable = (collection: INodeProperties): INodeProperties[] => {
	const all = propertiesIn(collection);
	const names = new Set(all.map(({ name }) => name));
	return all.filter(
		({ displayOptions: { show = {} } = {} }) => !Object.keys(show).some((name) => names.has(name)),
	);
};

/** Whether a field is shown for the values of the form. What depends on something else than them may be shown. */
function isShown(
	{ displayOptions: { show = {}, hide = {} } = {} }: INodeProperties,
	values: Values,
): boolean {
	const holds = ([name, wanted]: [string, unknown]): boolean | undefined => {
		const key = name.replace(/^\//, '');
		return key in values && Array.isArray(wanted) ? wanted.includes(values[key]) : undefined;
	};
	return (
		Object.entries(show).every((rule) => holds(rule) !== false) &&
		!Object.entries(hide).some((rule) => holds(rule) === true)
	);
}

/** The values that a field offers, where what else is shown may depend on it. */
function choicesOf({ type, options = [] }: INodeProperties): unknown[] {
	if (type === 'boolean') return [true, false];
	return type === 'options'
		? options.flatMap((option) => ('value' in option ? [option.value] : []))
		: [];
}

/** Every state of the form that decides what is shown. */
function statesOf(fields: readonly INodeProperties[]): Values[] {
	const named = new Set(
		fields.flatMap((field) =>
			[field, ...propertiesIn(field)].flatMap(({ displayOptions: { show, hide } = {} }) =>
				[...Object.keys(show ?? {}), ...Object.keys(hide ?? {})].map((name) =>
					name.replace(/^\//, ''),
				),
			),
		),
	);
	return fields
		.filter(({ name }) => named.has(name))
		.reduce<Values[]>(
			(states, field) => {
				const choices = choicesOf(field);
				if (choices.length === 0) return states;
				return states.flatMap((state) =>
					choices.map((value) => ({ ...state, [field.name]: value })),
				);
			},
			[{}],
		);
}

const most = (numbers: readonly number[]): number =>
	numbers.reduce((one, other) => Math.max(one, other), 0);

/** How many of an operation's fields, and of its options, the form shows at most. */
export function formSize(fields: readonly INodeProperties[]): FormSize {
	const states = statesOf(fields);
	const optionsIn = (state: Values): number =>
		fields
			.filter((field) => isCollection(field) && isShown(field, state))
			.flatMap(addable)
			.filter((option) => isShown(option, state)).length;
	const isFile = ({ recipientSource }: Values): boolean => recipientSource === 'file';
	const ofFile = states.filter(isFile);
	return {
		fields: most(
			states.map(
				(state) =>
					fields.filter(
						(field) =>
							!isCollection(field) &&
							field.type !== 'notice' &&
							field.type !== 'hidden' &&
							isShown(field, state),
					).length,
			),
		),
		options: most(states.filter((state) => !isFile(state)).map(optionsIn)),
		...(ofFile.length > 0 && { optionsForFile: most(ofFile.map(optionsIn)) }),
	};
}
