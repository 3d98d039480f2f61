import {
	NodeApiError,
	NodeOperationError,
	type INode,
	type INodeExecutionData,
} from 'n8n-workflow';

export type NodeFault = NodeApiError | NodeOperationError;

/** Takes anything thrown, returns it as one of n8n's node errors that names its item. */
export function nodeError(node: INode, error: unknown, itemIndex?: number): NodeFault {
	const known =
		error instanceof NodeApiError || error instanceof NodeOperationError
			? error
			: new NodeOperationError(node, error instanceof Error ? error : new Error(String(error)), {
					itemIndex,
				});
	if (itemIndex !== undefined && known.context.itemIndex === undefined)
		known.context.itemIndex = itemIndex;
	return known;
}

/**
 * The output of an item that went wrong under Continue on Fail. Its json stays empty: n8n fills it in, and takes an `error`
 * in the json of the first output for a reason to run the whole node again.
 */
export function errorItem(error: NodeFault, itemIndex: number): INodeExecutionData {
	return { json: {}, error, pairedItem: { item: itemIndex } };
}
