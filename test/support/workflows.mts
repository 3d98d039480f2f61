import { EXAMPLE_CREDENTIAL } from '../../tools/lib/examples.mts';
import type { StoredWorkflow } from '../../tools/lib/n8n.mts';

/* The parts of which the workflows of the tests on the real n8n are made. */

export const PACKAGE = 'n8n-nodes-messaging-service';
export const START = 'Start';

type StoredNode = StoredWorkflow['nodes'][number];

/** A node as n8n stores it, with its name as its ID. `place` is where it stands in its row, from 0. */
export function storedNode(
	place: number,
	node: { name: string; type: string; parameters: object; [field: string]: unknown },
): StoredNode {
	return { id: node.name, typeVersion: 1, position: [200 * place, 0], ...node };
}

/** The first node of a workflow that is run by hand. */
export const startNode = (): StoredNode =>
	storedNode(0, { name: START, type: 'n8n-nodes-base.manualTrigger', parameters: {} });

/** A webhook node, first in its row, that starts an execution with each POST to the path and answers at once. */
export function webhookNode(path: string, name = 'Webhook'): StoredNode {
	return storedNode(0, {
		name,
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: path,
		parameters: { httpMethod: 'POST', path, responseMode: 'onReceived', options: {} },
	});
}

/** The credentials of a node that uses the one of the examples. */
export const EXAMPLE_CREDENTIALS = {
	[EXAMPLE_CREDENTIAL.type]: { id: EXAMPLE_CREDENTIAL.id, name: EXAMPLE_CREDENTIAL.name },
};

/** Our node with the credential of the examples. */
export function messagingNode(place: number, parameters: object, name = 'Send'): StoredNode {
	const type = `${PACKAGE}.messagingService`;
	return storedNode(place, { name, type, parameters, credentials: EXAMPLE_CREDENTIALS });
}

/** Our trigger with the credential of the examples, first in its row. */
export function triggerNode(name: string, parameters: object): StoredNode {
	const type = `${PACKAGE}.messagingServiceTrigger`;
	return storedNode(0, { name, type, parameters, credentials: EXAMPLE_CREDENTIALS });
}

/** A workflow in which each of the nodes gives its items to the next. */
export function rowOfNodes(id: string, name: string, nodes: StoredNode[]): StoredWorkflow {
	const connections = Object.fromEntries(
		nodes
			.slice(1)
			.map((next, index) => [
				nodes[index]?.name,
				{ main: [[{ node: next.name, type: 'main', index: 0 }]] },
			]),
	);
	return { id, name, nodes, connections, settings: { executionOrder: 'v1' } };
}

/** The nodes of a workflow whose webhook is called with the address of a list, fetches it, and sends it as a file. `options` are those of the send. */
export const fileSendNodes = (path: string, options: object): StoredNode[] => [
	webhookNode(path),
	storedNode(1, {
		name: 'Fetch the List',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			url: '={{ $json.body.list }}',
			options: { response: { response: { responseFormat: 'file' } } },
		},
	}),
	messagingNode(2, {
		resource: 'campaign',
		operation: 'sendPersonalizedSms',
		sender: { __rl: true, mode: 'name', value: 'Shop' },
		text: 'Dear {name}, your order {order} is ready.',
		recipientSource: 'file',
		phoneField: 'phone',
		options,
	}),
];
