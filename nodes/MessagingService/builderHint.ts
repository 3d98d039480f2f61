import type { IBuilderHint } from 'n8n-workflow';

/** What n8n's assistant and its MCP server tell a model that found this node by a search. */
export const BUILDER_HINT: IBuilderHint = {
	searchHint:
		'Sends SMS and follows them. One message for each event: resource "sms", operation "send". The same or a personal text to a list, in one request for all input items: resource "campaign", operation "sendSms" or "sendPersonalizedSms". Write a personal text with placeholders such as {first_name} instead of an expression for each item. Do not loop over items: the node batches and repeats by itself. To act on what did not arrive, put "sms", "waitForDelivery" behind the send: its first output is Delivered, its second Other: what failed or is still on the way.',
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-messaging-service.messagingServiceTrigger',
			relationHint:
				'Starts a workflow when a campaign, message, bulk task or sender changes its status',
		},
		{
			nodeType: 'n8n-nodes-base.emailSend',
			relationHint: 'Falls back to e-mail, on the second output of "sms", "waitForDelivery"',
		},
		{
			nodeType: 'n8n-nodes-base.scheduleTrigger',
			relationHint: 'Sends at a time of day, or fetches a report each morning',
		},
	],
};
