import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { INode } from 'n8n-workflow';
import { CODE_TOO_MANY_PROCESSING } from '../spec';
import type { Refusal } from '../checked';
import type { ServiceFault } from './fault';
import { maskPhone } from '../text/mask';

/** A message that ends with the place of its item. */
export function withItem(message: string, itemIndex: number | undefined): string {
	return itemIndex === undefined ? message : `${message} [item ${itemIndex}]`;
}

/** The message of an error without the place of its item, for a row of that item. */
export const withoutItem = (message: string): string => message.replace(/ \[item \d+\]$/, '');

/** n8n exchanges messages that contain certain words for texts of its own: puts ours back. */
function wordedAs<E extends NodeApiError | NodeOperationError>(
	error: E,
	message: string,
	description: string | undefined,
): E {
	return Object.assign(error, { message, description, messages: [] });
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
				itemIndex,
				failure: failureOf(fault),
			},
		),
		message,
		description,
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
	return wordedAs(
		new NodeOperationError(node, message, { description, itemIndex }),
		message,
		description,
	);
}
