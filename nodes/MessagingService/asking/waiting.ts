import {
	NodeHelpers,
	type IDataObject,
	type IRunExecutionData,
	type IWebhookFunctions,
} from 'n8n-workflow';

/*
 * What the page of a question has to know of the message that it came with.
 *
 * Owner: the context of the node, a part of the execution's data, which n8n saves with an execution that waits.
 * Bound: one question for each node, as an execution waits for one answer at a time.
 * Life: until the node asks again, or n8n deletes the execution.
 */

/** A question that waits for its answer. */
export interface Waiting {
	/** What the page says. An expression may give something else by the time it is opened. */
	text: string;
	/** The run of the node, from 0: the link of an earlier round of a loop must not answer a later one. */
	run: number;
	/** What names the message, under the names of the output. */
	message: IDataObject;
}

/** The parameter of the link that holds the run of the node, where it is not the first. */
export const RUN = 'run';
/** The field of the node's context that is ours. */
const FIELD = 'messagingServiceQuestion';

/** Leaves a question in the context of the node. */
export function keepWaiting(context: IDataObject, waiting: Waiting): void {
	context[FIELD] = { ...waiting };
}

/**
 * The question that waits for the request to the link. n8n does not declare the data of the execution for webhooks, though every waiting
 * one has it: undefined where it is not there.
 */
export function waitingQuestion(functions: IWebhookFunctions): Waiting | undefined {
	const { runExecutionData } = functions as { runExecutionData?: IRunExecutionData | null };
	if (!runExecutionData?.executionData) return undefined;
	const context = NodeHelpers.getContext(runExecutionData, 'node', functions.getNode());
	return context[FIELD] as Waiting | undefined;
}
