import { EXAMPLE_CREDENTIAL } from '../../tools/lib/examples.mts';
import type { StoredWorkflow } from '../../tools/lib/n8n.mts';
import { POLLS } from './examplesHarness.mts';
import { PACKAGE, START } from './operations.mts';

/** A finished campaign starts this. */
export const TRIGGER: StoredWorkflow = {
	id: 'e2eTrigger000001',
	name: 'A finished campaign starts this',
	nodes: [
		{
			id: 'trigger',
			name: 'Campaign Finished',
			type: `${PACKAGE}.messagingServiceTrigger`,
			typeVersion: 1,
			position: [0, 0],
			parameters: {
				event: 'campaignFinished',
				messageType: 'sms',
				pollTimes: POLLS,
			},
			credentials: {
				[EXAMPLE_CREDENTIAL.type]: { id: EXAMPLE_CREDENTIAL.id, name: EXAMPLE_CREDENTIAL.name },
			},
		},
		{
			id: 'noop',
			name: 'Nothing',
			type: 'n8n-nodes-base.noOp',
			typeVersion: 1,
			position: [200, 0],
			parameters: {},
		},
	],
	connections: { 'Campaign Finished': { main: [[{ node: 'Nothing', type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
};

/** n8n's HTTP Request node with our credential. */
export const HTTP: StoredWorkflow = {
	id: 'e2eHttpRequest01',
	name: 'HTTP Request with our credential',
	nodes: [
		{
			id: 'start',
			name: START,
			type: 'n8n-nodes-base.manualTrigger',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		},
		{
			id: 'http',
			name: 'Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			position: [200, 0],
			parameters: {
				url: '',
				authentication: 'predefinedCredentialType',
				nodeCredentialType: EXAMPLE_CREDENTIAL.type,
				options: {},
			},
			credentials: {
				[EXAMPLE_CREDENTIAL.type]: { id: EXAMPLE_CREDENTIAL.id, name: EXAMPLE_CREDENTIAL.name },
			},
		},
	],
	connections: { [START]: { main: [[{ node: 'Request', type: 'main', index: 0 }]] } },
	settings: { executionOrder: 'v1' },
};
