import {
	NodeApiError,
	NodeOperationError,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';
import { itemOfError, keepItem, withItem, withoutItem } from '../../shared/errors';
import { namedAndMore } from '../../shared/text';
import type { OperationContext } from './context';

export type NodeFault = NodeApiError | NodeOperationError;

/** Turns anything thrown into one of n8n's node errors, which names its item. */
export function nodeError(node: INode, error: unknown, itemIndex?: number): NodeFault {
	const known =
		error instanceof NodeApiError || error instanceof NodeOperationError
			? error
			: new NodeOperationError(node, error instanceof Error ? error : new Error(String(error)));
	if (itemIndex !== undefined && itemOfError(known) === undefined) keepItem(known, itemIndex);
	return known;
}

/**
 * Whether what goes wrong leaves the node as an error item. Under *Continue*, n8n would put the error in the place of a row that has all
 * columns, so that only *Continue (using error output)* needs one.
 */
export const hasErrorOutput = ({
	continueOnFail,
	node,
}: Pick<OperationContext, 'continueOnFail' | 'node'>): boolean =>
	continueOnFail && node.onError === 'continueErrorOutput';

/**
 * The output of an item that went wrong under Continue on Fail. Its json stays empty: n8n fills it with the error's message and keeps
 * nothing else, and takes an `error` in the json of the first output for a reason to run the whole node again.
 */
export function errorItem(error: NodeFault, itemIndex: number): INodeExecutionData {
	return { json: {}, error, pairedItem: { item: itemIndex } };
}

/** A copy of an error with another message. */
function copyOf(error: NodeFault, message: string): NodeFault {
	const copy = Object.assign(
		Object.create(Object.getPrototypeOf(error) as object) as NodeFault,
		error,
	);
	// The message of an error is not among what Object.assign copies.
	copy.message = message;
	return copy;
}

/** An error as that of one of the items that it is about, with the number of its recipient, masked, before the reason. */
export function asOfItem(error: NodeFault, item: number, phone?: string): NodeFault {
	const reason = withoutItem(error.message);
	const isNamed = phone === undefined || phone === '' || reason.includes(phone);
	return copyOf(error, withItem(isNamed ? reason : `${phone}: ${reason}`, item));
}

/** How many recipients an error names. */
const RECIPIENTS_AT_MOST = 3;

/**
 * Names in an error the places in the list of an item (counted from 1) that it is about, unless it is about all of them or names them
 * already. `total` is how many the list holds.
 */
export function withPlacesOfItem(
	error: NodeFault,
	places: readonly number[],
	total: number,
): NodeFault {
	if (places.length === total || /recipient \d/.test(error.message)) return error;
	const names = places.map((place) => `recipient ${place}`);
	const named = namedAndMore(names, RECIPIENTS_AT_MOST);
	return copyOf(error, `${error.message} (${places.length} of ${total} recipients: ${named})`);
}

/** How many references an error names. */
const REFERENCES_AT_MOST = 3;

/**
 * Names in an item's error the references of the messages that the item is about. The message, which is all that the json of an error item
 * holds, ends with them; the context holds them for programs.
 */
export function withReferencesOfItem(error: NodeFault, references: readonly string[]): NodeFault {
	const [reference] = references;
	if (reference === undefined) return error;
	const named = references.slice(0, REFERENCES_AT_MOST);
	const more = references.length - named.length;
	const text = `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
	const own = copyOf(
		error,
		error.message.includes(reference) ? error.message : `${error.message} (reference ${text})`,
	);
	own.context = {
		...error.context,
		reference,
		references: named,
		references_count: references.length,
	};
	return own;
}
