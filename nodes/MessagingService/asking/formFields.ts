import type { IDataObject } from 'n8n-workflow';
import { accept, kindOf, quote, refuse, type Checked, type Refused } from '../../shared/validation';

/** The kinds of fields that a form may have, under the names of n8n's own forms. */
export const FIELD_TYPES = ['text', 'textarea', 'number', 'email', 'date', 'dropdown'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** One field of a form. */
export interface FormField {
	/** Stands beside it on the page, and is its name in the answer. */
	label: string;
	type: FieldType;
	required: boolean;
	placeholder: string;
	/** What a dropdown offers. */
	choices: string[];
}

/** How many fields a form may have, how many choices a field, and how long their texts may be. */
const MOST_FIELDS = 30;
const MOST_CHOICES = 100;
const LONGEST_LABEL = 200;
/** The answer holds it beside the fields. */
const TAKEN = 'respondedAt';

const isObject = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
const refuseForm = (message: string, description: string): Refused =>
	refuse('Form Fields', message, description);
const isLabel = (value: unknown): value is string =>
	typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_LABEL;

function choicesOf({ fieldOptions }: IDataObject): string[] {
	const values = isObject(fieldOptions) ? fieldOptions.values : undefined;
	if (!Array.isArray(values)) return [];
	return (values as unknown[]).map((value) =>
		isObject(value) && typeof value.option === 'string' ? value.option.trim() : '',
	);
}

/** Judges one field; `place` is its number, from 1. */
function checkField(value: unknown, place: number): Checked<FormField> {
	const given = isObject(value) ? value : {};
	const { fieldLabel, fieldType = 'text', requiredField, placeholder } = given;
	if (!isLabel(fieldLabel))
		return refuseForm(
			`Field ${place} of the form has no label of 1 to ${LONGEST_LABEL} characters`,
			'Give every field a label: people see it, and the answer has it as a name.',
		);
	const type = FIELD_TYPES.find((one) => one === fieldType);
	if (!type)
		return refuseForm(
			`Field ${place} of the form has the type ${typeof fieldType === 'string' ? quote(fieldType) : kindOf(fieldType)}, which does not exist`,
			`Use one of: ${FIELD_TYPES.join(', ')}.`,
		);
	const choices = type === 'dropdown' ? choicesOf(given) : [];
	const wrong =
		choices.length > MOST_CHOICES || new Set(choices).size < choices.length || choices.includes('');
	if (type === 'dropdown' && (choices.length === 0 || wrong))
		return refuseForm(
			`Field ${place} of the form needs 1 to ${MOST_CHOICES} different choices`,
			'Add its choices, each with a text of its own.',
		);
	return accept({
		label: fieldLabel.trim(),
		type,
		required: requiredField === true,
		placeholder: typeof placeholder === 'string' ? placeholder : '',
		choices,
	});
}

/** Reads what the user wrote as JSON, or what an expression made. */
function parsed(value: unknown): unknown {
	if (typeof value !== 'string') return value;
	try {
		return JSON.parse(value) as unknown;
	} catch {
		return undefined;
	}
}

/** Takes a list of fields as n8n's own forms describe them, or its JSON; returns the fields, or why no form can be made of them. */
export function checkFormFields(value: unknown): Checked<FormField[]> {
	const list = parsed(value);
	if (!Array.isArray(list) || list.length === 0 || list.length > MOST_FIELDS)
		return refuseForm(
			`Form Fields is not a list of 1 to ${MOST_FIELDS} fields`,
			'Add a field, or give a JSON list such as [{"fieldLabel":"Name","fieldType":"text"}].',
		);
	const fields: FormField[] = [];
	for (const [index, one] of (list as unknown[]).entries()) {
		const field = checkField(one, index + 1);
		if (!field.ok) return field;
		const { label } = field.value;
		if (label === TAKEN || fields.some((other) => other.label === label))
			return refuseForm(
				`Field ${index + 1} of the form has the label ${quote(label)}, which the answer already has`,
				'Give every field a label of its own.',
			);
		fields.push(field.value);
	}
	return accept(fields);
}
