import type { GenericValue, IDataObject } from 'n8n-workflow';
import { fieldAt, fieldNames, isBlank, listEntries, maskName } from '../../shared/text';
import {
	checkDefaultCountry,
	checkReference,
	checkSender,
	checkText,
	quote,
	refuse,
	type Checked,
	type Refusal,
	type Refused,
} from '../../shared/validation';
import { refusalError } from '../../shared/errors';
import { wrongField } from '../dispatch/choices';
import { nodeError, type NodeFault } from '../dispatch/nodeErrors';
import type { SendRun } from './run';
import type { TemplateField } from './templates';

/*
 * What is wrong with the form, and so for all recipients: nothing is sent then, whatever Invalid Recipients says.
 */

/** A mistake, with the item at which it shows. */
export interface FormMistake {
	refusal: Refusal;
	item: number;
}

/** The name of a field that a parameter holds; none in anything without a text. */
export const nameIn = (value: GenericValue): string =>
	typeof value === 'object' ? '' : String(value ?? '');

const fieldsOf = ({ ctx }: SendRun, item = 0): IDataObject => ctx.items[item]?.json ?? {};

/** Said of items without fields, which n8n gives where a node before finds nothing and always outputs data. */
export const NOTHING_IN_ITEM =
	'An item without fields has nobody to send to. n8n gives one where a node before finds nothing and always outputs data.';

/** Whether an item has no fields, and the form names nobody but by them. */
export function hasNothing(
	{ ctx, parameters }: Pick<SendRun, 'ctx' | 'parameters'>,
	index: number,
): boolean {
	const item = ctx.items[index];
	if (!item || item.binary) return false;
	for (const name in item.json) if (Object.hasOwn(item.json, name)) return false;
	const { source, phone, recipients } = parameters;
	if (source === 'item') return phone.perItem && isBlank(phone(index));
	if (source === 'list') return recipients.perItem && listEntries(recipients(index)).length === 0;
	return source === 'allItems' || source === 'file';
}

/** A field that the form names and no item has is a wrong name, not ten thousand empty values. */
function missingField(run: SendRun, items: readonly number[]): Refused | undefined {
	const { source, phoneField, zoneField } = run.parameters;
	if (source !== 'allItems' || items.length === 0) return undefined;
	const isMissing = (nameOf: (item: number) => string): boolean =>
		items.every((item) => fieldAt(fieldsOf(run, item), nameOf(item)) === undefined);
	const [first = 0] = items;
	const missing = (field: string, name: string): Refused =>
		refuse(
			field,
			`No item has the field ${quote(name)} that ${field} names`,
			`The first item has: ${fieldNames(fieldsOf(run, first))}.`,
		);
	if (isMissing((item) => nameIn(phoneField(item))))
		return missing('Phone Field', nameIn(phoneField(first)));
	const zone = zoneField(first);
	return zone !== '' && isMissing(zoneField) ? missing('Zone Field', zone) : undefined;
}

/** Where all recipients get one text, a placeholder that each recipient would fill otherwise is a mistake. */
function personalText({ endpoint, parameters }: SendRun): Refused | undefined {
	const { fields, source } = parameters;
	const [name] = fields.text.ofRecipient;
	if (endpoint.personal || source === 'item' || name === undefined) return undefined;
	return refuse(
		'Text',
		`Text names the field "${maskName(name)}", but this operation has one text for all recipients`,
		"Use Campaign: Send Personalized SMS, which has a text for each, or set Recipients From to This Item's Fields. \\{ stands for a brace.",
	);
}

/** Where all items get one text, items that differ in it are a mistake. */
function differingText(run: SendRun, items: readonly number[]): Refused | undefined {
	const { text } = run.parameters.fields;
	const [first = 0] = items;
	if (run.endpoint.personal || text.isConstant || items.length < 2) return undefined;
	const textOf = (item: number): Checked<unknown> => text.fill(item, fieldsOf(run, item));
	const common = textOf(first);
	// What no text can be made of is refused as that.
	if (!common.ok || typeof common.value === 'object') return undefined;
	const other = items.find((item) => {
		const own = textOf(item);
		return own.ok && !Object.is(own.value, common.value);
	});
	if (other === undefined) return undefined;
	return refuse(
		'Text',
		`Text differs between item ${first} and item ${other}, but this operation has one for all recipients`,
		"Use the operation for personal texts, or set Recipients From to This Item's Fields.",
	);
}

/** A field that is the same for all is judged once: what is wrong with it is wrong for all. */
function wrongTemplates({ endpoint, parameters }: SendRun, item: number): Refusal | undefined {
	const { country, reference, sender, text } = parameters.fields;
	const { rules } = endpoint;
	const hasOwnReference = parameters.referenceMode === 'custom';
	const used: ReadonlyArray<readonly [TemplateField, (value: unknown) => Checked<unknown>]> = [
		[country, checkDefaultCountry],
		[sender, (value) => checkSender(value, rules.sender)],
		[text, (value) => checkText(value, rules.text)],
		...(hasOwnReference ? [[reference, checkReference] as const] : []),
	];
	for (const [field, check] of used) {
		if (field.fault) return field.fault;
		if (!field.isCommon) continue;
		const filled = field.fill(item, {});
		const checked = filled.ok ? check(filled.value) : filled;
		if (!checked.ok) return checked.refusal;
	}
	return undefined;
}

/** What is wrong with the form for single items, whose expressions give what a field does not take. */
export function itemFaults(
	{ ctx, parameters }: SendRun,
	items: readonly number[],
): Map<number, NodeFault> {
	const faults = new Map<number, NodeFault>();
	for (const item of items) {
		try {
			const wrong = wrongField(ctx, item);
			if (wrong) throw refusalError(ctx.node, wrong.refusal, item);
			parameters.termsOf(ctx, item);
		} catch (error) {
			faults.set(item, nodeError(ctx.node, error, item));
			if (!ctx.continueOnFail) break;
		}
	}
	return faults;
}

/** What is wrong with the form itself, so that none of the given items can be sent; undefined where nothing is. */
export function formMistake(run: SendRun, items: readonly number[]): FormMistake | undefined {
	const [first = 0] = items;
	const refusal =
		missingField(run, items)?.refusal ??
		wrongTemplates(run, first) ??
		personalText(run)?.refusal ??
		differingText(run, items)?.refusal;
	return refusal && { refusal, item: first };
}
