import { EXAMPLE_CREDENTIAL } from '../../tools/lib/examples.mts';
import {
	EXAMPLE_CREDENTIALS,
	rowOfNodes,
	startNode,
	storedNode,
	triggerNode,
} from '../support/workflows.mts';
import { POLLS } from './examplesHarness.mts';

/** A finished campaign starts this. */
export const TRIGGER = rowOfNodes('e2eTrigger000001', 'A finished campaign starts this', [
	triggerNode('Campaign Finished', {
		event: 'campaignFinished',
		messageType: 'sms',
		pollTimes: POLLS,
	}),
	storedNode(1, { name: 'Nothing', type: 'n8n-nodes-base.noOp', parameters: {} }),
]);

/** n8n's HTTP Request node with our credential. */
export const HTTP = rowOfNodes('e2eHttpRequest01', 'HTTP Request with our credential', [
	startNode(),
	storedNode(1, {
		name: 'Request',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			url: '',
			authentication: 'predefinedCredentialType',
			nodeCredentialType: EXAMPLE_CREDENTIAL.type,
			options: {},
		},
		credentials: EXAMPLE_CREDENTIALS,
	}),
]);
