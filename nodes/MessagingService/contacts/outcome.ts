import type { INodeExecutionData } from 'n8n-workflow';
import {
	extensionFault,
	rejected,
	refusalError,
	withOpenOutcome,
	withoutItem,
	type ServiceFault,
} from '../../shared/errors';
import { filled, idOf } from '../../shared/reply';
import { counted, namedAndMore } from '../../shared/text';
import { callError } from '../../shared/transport';
import type { Refusal } from '../../shared/validation';
import type { OperationContext } from '../dispatch/context';
import { errorItem, hasErrorOutput, type NodeFault } from '../dispatch/nodeErrors';
import { WITHOUT_BOOK } from './columns';

/** What became of one contact of an item. */
export type Outcome =
	| { status: string; reason?: string; id?: string }
	| { refusal: Refusal }
	| { fault: ServiceFault };

/** Some of all contacts with the verb that goes with them: "1 of 11 contacts is", "2 of 11 contacts are". */
export const partOf = (part: number, all: number, one: string, many: string): string =>
	`${part} of ${counted(all, 'contact')} ${part === 1 ? one : many}`;

/** The row of an outcome. */
export interface ContactRow {
	item: number;
	/** The number by which the item names the contact; as it was given, if it cannot be read. */
	phone?: string;
	id?: string;
	outcome: Outcome;
}

/** Says of a service without a Contact Book that it has none. */
export const bookFault = (fault: ServiceFault): ServiceFault =>
	extensionFault(fault, 'the contacts of the Contact Book', WITHOUT_BOOK);

/** Whether a fault would meet each further request, too: then nothing more is tried. */
export const endsAll = ({ outcome, retryable, httpStatus = 0 }: ServiceFault): boolean =>
	outcome === 'unknown' || retryable || [401, 403, 404, 405, 501].includes(httpStatus);

/** Of contacts that were not tried as the execution was stopped. */
export const STOPPED: ServiceFault = {
	...rejected(
		'The execution was stopped',
		'Execute it again: what was done by then is left alone.',
	),
	retryable: true,
};

/** What is said of contacts that were not tried after a fault. */
export const notTried = (fault: ServiceFault): Outcome => ({
	fault: { ...fault, outcome: 'rejected', retryable: true },
});

/** The error of a row that has no outcome of its own. */
function errorOf(
	ctx: OperationContext,
	{ item, phone, id, outcome }: ContactRow,
): NodeFault | undefined {
	if ('refusal' in outcome) return refusalError(ctx.node, outcome.refusal, item);
	if (!('fault' in outcome)) return undefined;
	const open = `It is not known whether contact ${phone === undefined ? (id ?? '') : `…${phone.slice(-4)}`} was changed`;
	const fault = withOpenOutcome(
		bookFault(outcome.fault),
		open,
		'Execute the workflow again: what was done by then is left alone.',
	);
	return callError(ctx.node, fault, { kind: 'change', itemIndex: item });
}

/**
 * The output: a row for each contact of each item. One that is refused by itself has its reason in its row; where all are refused, and
 * where the service failed, the node fails when everything else is done. To execute it again does no harm.
 * @param more rows beside those of the items, such as of those who were removed
 */
export function outputOf(
	ctx: OperationContext,
	rows: readonly ContactRow[],
	more: readonly ContactRow[] = [],
): INodeExecutionData[][] {
	const errors = rows.map((row) => errorOf(ctx, row));
	const isFailure = ({ outcome }: ContactRow): boolean =>
		'fault' in outcome && endsAll(outcome.fault);
	const failed = rows.findIndex(isFailure);
	const firstError = errors.find((error) => error !== undefined);
	const areAllRefused = rows.length > 0 && errors.every((error) => error !== undefined);
	if (!ctx.continueOnFail && (failed >= 0 || areAllRefused)) {
		const error = errors[failed] ?? firstError;
		if (error) {
			const done = rows.length - errors.filter((one) => one !== undefined).length;
			if (rows.length > 1)
				error.description =
					`${error.description ?? ''} ${counted(done, 'contact')} of ${rows.length} came to an end; execute again for the others.`.trim();
			throw error;
		}
	}
	const refused = errors.flatMap((error) => error ?? []);
	if (refused.length > 0)
		ctx.hint(
			`${partOf(refused.length, rows.length, 'was', 'were')} refused: ${namedAndMore(
				refused.map(({ message }) => message),
			)}`,
		);
	const isSplit = hasErrorOutput(ctx);
	const rowOf = (
		{ item, phone, id, outcome }: ContactRow,
		error?: NodeFault,
	): INodeExecutionData => {
		if (error && isSplit) return errorItem(error, item);
		const own = 'status' in outcome ? outcome : undefined;
		const json = filled({
			phone,
			status: own?.status ?? 'refused',
			reason: own ? own.reason : error && withoutItem(error.message),
			contact_id: idOf(own?.id ?? id),
		});
		return { json, pairedItem: { item } };
	};
	return [[...rows.map((row, at) => rowOf(row, errors[at])), ...more.map((row) => rowOf(row))]];
}

/** A refusal of a contact that the Contact Book does not have. */
export const missing = {
	fault: rejected(
		'The Contact Book has no such contact',
		'Set Missing Contacts to Create, or add it with Contact: Create or Update.',
	),
} satisfies Outcome;
