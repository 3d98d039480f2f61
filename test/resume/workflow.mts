import { EXAMPLE_CREDENTIAL } from '../../tools/lib/examples.mts';
import type { StoredWorkflow } from '../../tools/lib/n8n.mts';
import { PACKAGE } from '../e2e/operations.mts';

export const PATH = 'resume-file';

/** A call of its webhook fetches the list and sends it. References come from the file, so that another run finds what was sent. */
export const WORKFLOW: StoredWorkflow = {
	id: 'resumeFile000001',
	name: 'A list from a file',
	nodes: [
		{
			id: 'hook',
			name: 'Webhook',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			position: [0, 0],
			webhookId: PATH,
			parameters: {
				httpMethod: 'POST',
				path: PATH,
				responseMode: 'onReceived',
				options: {},
			},
		},
		{
			id: 'fetch',
			name: 'Fetch the List',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			position: [200, 0],
			parameters: {
				url: '={{ $json.body.list }}',
				options: { response: { response: { responseFormat: 'file' } } },
			},
		},
		{
			id: 'send',
			name: 'Send',
			type: `${PACKAGE}.messagingService`,
			typeVersion: 1,
			position: [400, 0],
			parameters: {
				resource: 'campaign',
				operation: 'sendPersonalizedSms',
				sender: { __rl: true, mode: 'name', value: 'Shop' },
				text: 'Dear {name}, your order {order} is ready.',
				recipientSource: 'file',
				phoneField: 'phone',
				options: { referenceMode: 'content' },
			},
			credentials: {
				[EXAMPLE_CREDENTIAL.type]: { id: EXAMPLE_CREDENTIAL.id, name: EXAMPLE_CREDENTIAL.name },
			},
		},
	],
	connections: {
		Webhook: { main: [[{ node: 'Fetch the List', type: 'main', index: 0 }]] },
		'Fetch the List': { main: [[{ node: 'Send', type: 'main', index: 0 }]] },
	},
	settings: { executionOrder: 'v1' },
};
