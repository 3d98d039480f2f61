import { messagingNode, rowOfNodes, storedNode, webhookNode } from '../support/workflows.mts';

/** A call of this webhook is one execution; it sends one SMS to each number that it is given. */
export const SEND_WORKFLOW = rowOfNodes('queueSend0000001', 'Send to each number of a batch', [
	webhookNode('queue-send'),
	storedNode(1, {
		name: 'Split',
		type: 'n8n-nodes-base.splitOut',
		parameters: { fieldToSplitOut: 'body.recipients', options: {} },
	}),
	messagingNode(2, {
		resource: 'sms',
		operation: 'send',
		sender: { __rl: true, mode: 'name', value: 'Shop' },
		phone: '={{ $json.phone }}',
		text: 'Your order is on its way',
	}),
]);

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
