import type { IBuilderHint } from 'n8n-workflow';

/** What n8n's assistant and its MCP server tell a model that found this trigger by a search. */
export const BUILDER_HINT: IBuilderHint = {
	searchHint:
		'Starts a workflow when an SMS or RCS campaign, each of its messages, a single message, a bulk task or a sender application changes its status, or when a phone replies to a 2WAY message. It polls, so it needs no public address. To go on in the same workflow after one send, use the node Messaging Service, resource "sms", operation "waitForDelivery", instead.',
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-messaging-service.messagingService',
			relationHint: 'Sends the SMS and campaigns that this trigger watches',
		},
	],
};
