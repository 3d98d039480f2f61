import { messagingNode, rowOfNodes, storedNode, webhookNode } from '../support/workflows.mts';

export const PATH = 'resume-file';

/** A call of its webhook fetches the list and sends it. References come from the file, so that another run finds what was sent. */
export const WORKFLOW = rowOfNodes('resumeFile000001', 'A list from a file', [
	webhookNode(PATH),
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
		options: { referenceMode: 'content' },
	}),
]);
