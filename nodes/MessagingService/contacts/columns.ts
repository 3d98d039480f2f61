import { extensionFault, type ServiceFault } from '../../shared/errors';
import { normaliseContactField } from '../../shared/reply';
import { listContactFields, type Service } from '../../shared/service';
import type { SharedRun } from '../dispatch/context';

/** How the values of a custom field are checked. The values of a dropdown are shown by no endpoint: it is text. */
export type ColumnType = 'text' | 'number' | 'integer' | 'date' | 'datetime';

/** A custom field of contacts. */
export interface Column {
	/** Digits. */
	id: string;
	name: string;
	type: ColumnType;
}

/** What the service calls the types of fields (extensions notes, section 4). */
const TYPES: Readonly<Record<string, ColumnType>> = {
	number: 'number',
	integer: 'integer',
	date: 'date',
	datetime: 'datetime',
};

export const WITHOUT_BOOK =
	'Change contacts and lists in your account instead. Contact: Update changes a contact by its ID.';

/** The custom fields that the service lists. */
export interface Columns {
	columns: Column[];
	fault?: ServiceFault;
}

export async function readColumns(service: Service): Promise<Columns> {
	const { records, fault } = await listContactFields(service);
	const columns = records.map((record): Column => {
		const { id, name, type } = normaliseContactField(record, service.timeZone);
		return { id: String(id), name: String(name), type: TYPES[String(type)] ?? 'text' };
	});
	if (!fault) return { columns };
	return {
		columns,
		fault: extensionFault(
			fault,
			'the fields of contacts',
			'Leave Custom Fields empty, or name a field by its ID in Contact: Update.',
		),
	};
}

const ofRuns = new WeakMap<SharedRun, Promise<Columns>>();

/** The custom fields, asked for once in a run of the node. */
export async function columnsOfRun(run: SharedRun, service: Service): Promise<Columns> {
	const known = ofRuns.get(run) ?? readColumns(service);
	ofRuns.set(run, known);
	return await known;
}
