import type { IDataObject } from 'n8n-workflow';
import { fieldAt, fieldFinder, listEntries, type HasField } from '../../shared/text';
import { nameIn } from './refusals';
import type { SendRun } from './run';

/** A row of the input as it stands there: a recipient, before it is judged. */
export interface Row {
	item: number;
	/** Index in the item's list, the line in its file, or -1 if the item itself is the recipient. */
	position: number;
	/** The line of the item's file; undefined if it comes from no file. */
	line?: number;
	phone: unknown;
	/** What fills placeholders. */
	record: IDataObject;
	/** The time zone that a field names, blank for none. */
	zone?: unknown;
	/** Which fields others of its list or file have; of items the form knows it. */
	isKnown?: HasField;
	/** Why nothing can be read from it. */
	mistake?: string;
}

/** Reads a field of a list's entry: of an object by path, and the phone of a plain entry is the entry itself. */
export function entryField(entry: unknown, path: string, plain = false): unknown {
	if (path === '' && !plain) return undefined;
	if (typeof entry === 'object' && entry !== null) return fieldAt(entry, path);
	return plain ? entry : undefined;
}

/** The rows of the given items, wherever the user says that they come from. */
export function rowsOfItems({ ctx, parameters }: SendRun, items: readonly number[]): Row[] {
	const { source, phone, phoneField, zoneField } = parameters;
	if (source === 'list') return items.flatMap((item) => rowsOfList({ ctx, parameters }, item));
	return items.map((item) => {
		const json = ctx.items[item]?.json ?? {};
		return {
			item,
			position: -1,
			phone: source === 'item' ? phone(item) : entryField(json, nameIn(phoneField(item))),
			record: json,
			zone: entryField(json, zoneField(item)),
		};
	});
}

/** The rows of an item's list. Its entries have the fields of their item as well. */
function rowsOfList({ ctx, parameters }: Pick<SendRun, 'ctx' | 'parameters'>, item: number): Row[] {
	const json = ctx.items[item]?.json ?? {};
	const zonePath = parameters.zoneField(item);
	const phonePath = nameIn(parameters.phoneField(item));
	const entries = listEntries(parameters.recipients(item));
	const isKnown = fieldFinder(() => entries);
	return entries.map((entry, position) => ({
		item,
		position,
		phone: entryField(entry, phonePath, true),
		record: typeof entry === 'object' ? { ...json, ...(entry as IDataObject) } : json,
		zone: entryField(entry, zonePath),
		isKnown,
	}));
}
