import type { GenericValue, IDataObject } from 'n8n-workflow';
import { maskName, templateFields, valueAt } from '../../shared/text';
import { quote, refuse, type Refused } from '../../shared/validation';
import { wrongField } from '../dispatch/choices';
import type { SendRun } from './run';

/** The name of a field that a parameter holds; none in anything without a text. */
export const nameIn = (value: GenericValue): string =>
	typeof value === 'object' ? '' : String(value ?? '');

const fieldsOf = ({ ctx }: SendRun, item = 0): IDataObject => ctx.items[item]?.json ?? {};

/** A Phone Field that no item has is a wrong name, not ten thousand empty numbers. */
function missingPhoneField(run: SendRun, items: readonly number[]): Refused | undefined {
	const { source, phoneField } = run.parameters;
	if (source !== 'allItems') return undefined;
	const hasNumber = (item: number) =>
		valueAt(fieldsOf(run, item), nameIn(phoneField(item))) !== undefined;
	if (items.some(hasNumber)) return undefined;
	const known = Object.keys(fieldsOf(run, items[0])).slice(0, 10).map(maskName).join(', ');
	return refuse(
		'Phone Field',
		`No item has the field ${quote(nameIn(phoneField(0)))} that Phone Field names`,
		`The first item has: ${known || 'no fields'}.`,
	);
}

/** Where all recipients get one text from one sender, items that differ in it are a mistake. */
function differingValue(
	{ parameters: { text, sender } }: SendRun,
	items: readonly number[],
): Refused | undefined {
	const [first = 0] = items;
	for (const [name, value] of [
		['Text', text],
		['Sender', sender],
	] as const) {
		const common = value(first);
		// What is no text is refused as that; n8n makes it anew each time.
		if (typeof common === 'object') continue;
		// A number that is none is the same as itself, and refused as what it is.
		const other = value.perItem && items.find((item) => !Object.is(value(item), common));
		if (typeof other !== 'number') continue;
		return refuse(
			name,
			`${name} differs between item ${first} and item ${other}, but this operation has one for all recipients`,
			"Use the operation for personal texts, or set Recipients From to This Item's Fields.",
		);
	}
	return undefined;
}

/** The first field of an item that its text names in braces, as if somebody filled them. */
function unfilledIn(run: SendRun, item: number): string | undefined {
	const text = run.parameters.text(item);
	if (typeof text !== 'string' || !text.includes('{')) return undefined;
	const fields = fieldsOf(run, item);
	return templateFields(text).find((name) => valueAt(fields, name) !== undefined);
}

/** Where nobody fills placeholders, one that names a field of the item is a mistake: it would go out, and be paid for, as it is. */
function unfilledPlaceholder(run: SendRun, items: readonly number[]): Refused | undefined {
	const { text, templates } = run.parameters;
	const [first = 0] = items;
	if (templates.has('text')) return undefined;
	const item = text.perItem ? items.find((one) => unfilledIn(run, one) !== undefined) : first;
	const unfilled = item === undefined ? undefined : unfilledIn(run, item);
	if (unfilled === undefined) return undefined;
	const fills = run.endpoint.personal && run.endpoint.recipientsPerRequest > 1;
	const other = fills
		? 'or switch Text from Expression to Fixed, so that the node fills it'
		: 'or use Campaign: Send Personalized SMS, which fills placeholders';
	return refuse(
		'Text',
		`Text holds {${unfilled}}, which this operation would send as it is`,
		`Write {{ $json.${unfilled} }} as an expression, ${other}.`,
	);
}

/** What is wrong with the form itself, so that none of the given items can be sent; undefined where nothing is. */
export function formMistake(run: SendRun, items: readonly number[]): Refused | undefined {
	const { personal, recipientsPerRequest } = run.endpoint;
	const oneTextForAll = !personal || recipientsPerRequest === 1;
	return (
		wrongField(run.ctx, items[0] ?? 0) ??
		missingPhoneField(run, items) ??
		(oneTextForAll ? differingValue(run, items) : undefined) ??
		unfilledPlaceholder(run, items)
	);
}
