import {
	NodeConnectionTypes,
	type IBuilderHint,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { properties } from './description';
import { pollService } from './poll';
import { DESCRIPTION } from '../shared/description';

/** What n8n's assistant and its MCP server tell a model that found this trigger by a search. */
const BUILDER_HINT: IBuilderHint = {
	searchHint:
		'Starts a workflow when an SMS or RCS campaign, each of its messages, a single message, a bulk task or a sender application changes its status, when a phone replies to a 2WAY message, or when somebody opens a short link. It polls, so it needs no public address. To go on in the same workflow after one send, use the node Messaging Service, resource "sms", operation "waitForDelivery", instead.',
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-messaging-service.messagingService',
			relationHint: 'Sends the SMS and campaigns that this trigger watches',
		},
	],
};

export class MessagingServiceTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service Trigger',
		name: 'messagingServiceTrigger',
		icon: {
			light: 'file:../MessagingService/messagingService.svg',
			dark: 'file:../MessagingService/messagingService.dark.svg',
		},
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter.event.replace(/[A-Z]/g, " $&").toTitleCase() }}',
		description: DESCRIPTION,
		eventTriggerDescription: 'Waiting for a status to change, a reply or a click',
		activationMessage:
			'From now on changes of status, replies or clicks start this workflow. What is already there is remembered, but does not start it.',
		defaults: { name: 'Messaging Service Trigger' },
		polling: true,
		builderHint: BUILDER_HINT,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingServiceApi', required: true }],
		properties,
	};

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollService(this);
	}
}
