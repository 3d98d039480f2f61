import { EXAMPLE_CREDENTIAL } from '../../tools/lib/examples.mts';
import { PACKAGE } from '../e2e/operations.mts';
import type { StoredWorkflow } from '../../tools/lib/n8n.mts';

/** A call of this webhook is one execution; it sends one SMS to each number that it is given. */
export const SEND_WORKFLOW: StoredWorkflow = {
	id: 'queueSend0000001',
	name: 'Send to each number of a batch',
	nodes: [
		{
			id: 'hook',
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			position: [0, 0],
			webhookId: 'queue-send',
			parameters: {
				httpMethod: 'POST',
				path: 'queue-send',
				responseMode: 'onReceived',
				options: {},
			},
		},
		{
			id: 'split',
			name: 'Split',
			type: 'n8n-nodes-base.splitOut',
			typeVersion: 1,
			position: [200, 0],
			parameters: { fieldToSplitOut: 'body.recipients', options: {} },
		},
		{
			id: 'send',
			name: 'Send',
			type: `${PACKAGE}.messagingService`,
			typeVersion: 1,
			position: [400, 0],
			parameters: {
				resource: 'sms',
				operation: 'send',
				sender: { __rl: true, mode: 'name', value: 'Shop' },
				phone: '={{ $json.phone }}',
				text: 'Your order is on its way',
			},
			credentials: {
				[EXAMPLE_CREDENTIAL.type]: { id: EXAMPLE_CREDENTIAL.id, name: EXAMPLE_CREDENTIAL.name },
			},
		},
	],
	connections: {
		Webhook: { main: [[{ node: 'Split', type: 'main', index: 0 }]] },
		Split: { main: [[{ node: 'Send', type: 'main', index: 0 }]] },
	},
	settings: { executionOrder: 'v1' },
};

/** Starts an execution for a batch. @returns whether n8n took it */
export async function postBatch(url: string, batch: string, phones: string[]): Promise<boolean> {
	const response = await fetch(`${url}/webhook/queue-send`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ batch, recipients: phones.map((phone) => ({ phone })) }),
		signal: AbortSignal.timeout(60_000),
	}).catch(() => undefined);
	await response?.text().catch(() => '');
	return response?.ok === true;
}
