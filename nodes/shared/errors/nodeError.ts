import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { INode } from 'n8n-workflow';
import type { Refusal } from '../validation/checked';
import type { ServiceFault } from './fault';

function withItem(message: string, itemIndex: number | undefined): string {
	return itemIndex === undefined ? message : `${message} [item ${itemIndex}]`;
}

/** Why the call failed, for n8n's own back-off of polls. Only what passes by itself is declared: the rest might switch a workflow off. */
function failureOf(fault: ServiceFault): NodeApiError['failure'] {
	const wait = fault.retryAfterMs === undefined ? {} : { retryAfterMs: fault.retryAfterMs };
	if (fault.httpStatus === 429 || fault.code === 11) return { cause: 'rate-limited', ...wait };
	return fault.retryable ? { cause: 'temporarily-unavailable', ...wait } : undefined;
}

/**
 * Takes a fault; returns the error that n8n shows: what happened in the message, how to mend it in the description. Nothing of the request or
 * the reply is attached, as both hold secrets or phone numbers.
 */
export function faultError(node: INode, fault: ServiceFault, itemIndex?: number): NodeApiError {
	const message = withItem(fault.message, itemIndex);
	const failure = failureOf(fault);
	const error = new NodeApiError(node, { message }, {
		message,
		description: fault.description,
		...(fault.httpStatus === undefined ? {} : { httpCode: String(fault.httpStatus) }),
		...(itemIndex === undefined ? {} : { itemIndex }),
		...(failure === undefined ? {} : { failure }),
	});
	// n8n exchanges messages that contain certain words for texts of its own.
	error.message = message;
	error.description = fault.description;
	error.messages = [];
	return error;
}

/** Takes a refusal of a value and its item; returns the error that n8n shows before anything is sent. */
export function refusalError(node: INode, refusal: Refusal, itemIndex?: number): NodeOperationError {
	const message = withItem(refusal.message, itemIndex);
	const error = new NodeOperationError(node, message, {
		...(refusal.description === undefined ? {} : { description: refusal.description }),
		...(itemIndex === undefined ? {} : { itemIndex }),
	});
	error.message = message;
	error.messages = [];
	return error;
}
