import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { INode } from 'n8n-workflow';
import { CODE_TOO_MANY_PROCESSING } from '../spec';
import type { Refusal } from '../checked';
import type { ServiceFault } from './fault';
import { maskPhone } from '../text/mask';

/** The place of an input item as people count, from 1, wherever a text names it. */
export const itemName = (itemIndex: number): string => `item ${itemIndex + 1}`;

/** A message that ends with the place of its item. */
export function withItem(message: string, itemIndex: number | undefined): string {
	return itemIndex === undefined ? message : `${message} [${itemName(itemIndex)}]`;
}

/** The message of an error without the place of its item, for a row of that item. */
export const withoutItem = (message: string): string => message.replace(/ \[item \d+\]$/, '');

/**
 * Keeps the item that an error belongs to. n8n's editor counts items from 0, and adds that number to the message of an error whose
 * `context.itemIndex` holds it, also where n8n itself writes it there: two numbers would stand side by side. So the item stands beside it.
 */
export function keepItem(error: NodeApiError | NodeOperationError, itemIndex?: number): void {
	Object.defineProperty(error.context, 'itemIndex', {
		get: () => undefined,
		set: () => undefined,
		configurable: true,
	});
	error.context.item = itemIndex;
}

/** The item that an error belongs to, from 0; n8n names it in errors of its own. */
export function itemOfError({
	context,
}: Partial<Pick<NodeApiError, 'context'>>): number | undefined {
	const item: unknown = context?.item ?? context?.itemIndex;
	return typeof item === 'number' ? item : undefined;
}

/** Stands within a word, and is not seen. */
const WORD_JOINER = '\u2060';

/** n8n shows an execution as canceled, and offers no retry, if the message of its error holds that word, whoever wrote it. */
const notCanceled = (message: string): string =>
	message.replace(/canceled/g, `cancel${WORD_JOINER}ed`);

/** n8n exchanges messages that contain certain words for texts of its own: puts ours back. */
function wordedAs<E extends NodeApiError | NodeOperationError>(
	error: E,
	{
		message,
		description,
		itemIndex,
	}: { message: string; description?: string; itemIndex?: number },
): E {
	keepItem(error, itemIndex);
	return Object.assign(error, { message: notCanceled(message), description, messages: [] });
}

/** Why the call failed, for n8n's own back-off of polls. Only what passes by itself is declared: the rest might switch a workflow off. */
function failureOf({
	httpStatus,
	code,
	retryable,
	retryAfterMs,
}: ServiceFault): NodeApiError['failure'] {
	return retryable
		? {
				cause:
					httpStatus === 429 || code === CODE_TOO_MANY_PROCESSING
						? 'rate-limited'
						: 'temporarily-unavailable',
				retryAfterMs,
			}
		: undefined;
}

/**
 * The error that n8n shows for a fault: what happened in the message, how to mend it in the description. Nothing of the request or the
 * reply is attached, as both hold secrets or phone numbers.
 */
export function faultError(node: INode, fault: ServiceFault, itemIndex?: number): NodeApiError {
	const message = withItem(fault.message, itemIndex);
	const { description, httpStatus } = fault;
	return wordedAs(
		new NodeApiError(
			node,
			{ message },
			{
				message,
				description,
				httpCode: httpStatus?.toString(),
				failure: failureOf(fault),
			},
		),
		{ message, description, itemIndex },
	);
}

/** The error that n8n shows for a refused value, before anything is sent. */
export function refusalError(
	node: INode,
	refusal: Refusal,
	itemIndex?: number,
): NodeOperationError {
	// A field may hold a phone number where a name is wanted: whatever a refusal quotes, its digits stay hidden.
	const message = withItem(maskPhone(refusal.message), itemIndex);
	const description = refusal.description && maskPhone(refusal.description);
	return wordedAs(new NodeOperationError(node, message, { description }), {
		message,
		description,
		itemIndex,
	});
}

/** An error in the only form that n8n's declarative engine passes on. Other errors it wraps, and counts their items from 0. */
export const asApiError = (node: INode, error: NodeApiError | NodeOperationError): NodeApiError =>
	error instanceof NodeApiError
		? error
		: wordedAs(new NodeApiError(node, { message: error.message }), {
				message: error.message,
				description: error.description ?? undefined,
				itemIndex: itemOfError(error),
			});
