import type { IDataObject } from 'n8n-workflow';
import { asRecord } from '../../shared/errors';
import { cleanName, isBlank, maskName } from '../../shared/text';
import { formatServiceTime, readTime } from '../../shared/time';
import { accept, kindOf, quote, refuse, refuseAs, type Checked } from '../../shared/validation';
import type { Column } from './columns';

/*
 * What the user mapped to the custom fields of a contact, as n8n's resource mapper holds it: values by column, or "map automatically",
 * which takes the fields of the item that are called like a column. Where n8n does not know the columns, as in a tool call, an object with
 * names stands for it.
 */

const CUSTOM_FIELDS_LABEL = 'Custom Fields';
const COLUMNS_NAMED = 20;

/** The values for a contact, by the ID of their column, and the fields of the item that no column is called like. */
export interface Mapped {
	values: Map<string, string>;
	leftOut: string[];
}

const isAutomatic = (mapped: unknown): boolean =>
	asRecord(mapped)?.mappingMode === 'autoMapInputData';

/** The pairs of a column and a value that were given. */
function pairsOf(mapped: unknown, json: IDataObject): Array<[column: string, value: unknown]> {
	if (isAutomatic(mapped)) return Object.entries(json);
	const given = asRecord(mapped) ?? {};
	const values = 'mappingMode' in given ? asRecord(given.value) : given;
	// An empty line of the form says nothing.
	return Object.entries(values ?? {}).filter(([, value]) => value !== null && value !== undefined);
}

/** Whether the columns have to be known to read what was mapped. */
export const isMapped = (mapped: unknown): boolean =>
	isAutomatic(mapped) || pairsOf(mapped, {}).length > 0;

/** The column with an ID or a name; undefined if there is none, or several are called so. */
function columnOf(columns: readonly Column[], name: string): Column | undefined {
	const byId = columns.find(({ id }) => id === name);
	if (byId) return byId;
	const called = columns.filter((column) => cleanName(column.name) === cleanName(name));
	return called.length === 1 ? called[0] : undefined;
}

/** A number without an exponent or blanks, as a person writes it. */
const NUMBER = /^[-+]?(?:\d+(?:\.\d+)?|\.\d+)$/;

/** Brings a value into the form in which a field of its type holds it. An empty text clears a field. */
function judge({ name, type }: Column, value: unknown, zone: string): Checked<string> {
	const subject = `${CUSTOM_FIELDS_LABEL}: ${maskName(name)}`;
	if (isBlank(value)) return accept('');
	if (type === 'date' || type === 'datetime') {
		const time = readTime(value, zone, subject);
		if (!time.ok) return time;
		const written = formatServiceTime(time.value, zone);
		return accept(type === 'date' ? written.slice(0, 10) : written);
	}
	if (!['string', 'number', 'boolean'].includes(typeof value))
		return refuseAs(subject, `is ${kindOf(value)}`, 'Map one value to each field.');
	const text = String(value);
	if (type === 'text')
		return /\p{Surrogate}/u.test(text)
			? refuseAs(subject, 'holds half of a character', 'Cut the text elsewhere.')
			: accept(text);
	const number = text.trim();
	const isFine = NUMBER.test(number) && (type === 'number' || Number.isInteger(Number(number)));
	if (isFine) return accept(number.replace(/^\+/, ''));
	return refuseAs(
		subject,
		`${quote(number)} is no ${type === 'number' ? 'number' : 'whole number'}`,
		`The field takes ${type === 'number' ? 'numbers such as 12 or 12.50' : 'whole numbers'}.`,
	);
}

/** Reads what was mapped for an item. Times without a zone count in that of the workflow. */
export function readMapped(
	mapped: unknown,
	json: IDataObject,
	columns: readonly Column[],
	zone: string,
): Checked<Mapped> {
	const values = new Map<string, string>();
	const leftOut: string[] = [];
	for (const [name, value] of pairsOf(mapped, json)) {
		const column = columnOf(columns, name);
		if (!column && isAutomatic(mapped)) {
			leftOut.push(name);
			continue;
		}
		if (!column) {
			const known = columns.slice(0, COLUMNS_NAMED).map((one) => maskName(one.name));
			return refuse(
				CUSTOM_FIELDS_LABEL,
				`${CUSTOM_FIELDS_LABEL} names ${maskName(name)}, and the Contact Book has no such field, or several`,
				`The Contact Book has: ${known.join(', ')}${columns.length > COLUMNS_NAMED ? ', …' : ''}. Refresh the list of fields in the node.`,
			);
		}
		if (value === null || value === undefined) continue;
		const judged = judge(column, value, zone);
		if (!judged.ok) return judged;
		values.set(column.id, judged.value);
	}
	return accept({ values, leftOut });
}

/** The values as the service takes them (4.15). */
export const toFields = (values: ReadonlyMap<string, string>): IDataObject[] =>
	[...values].map(([id, value]) => ({ id: Number(id), value }));
