import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
} from 'n8n-workflow';
import { properties } from './description';
import { BUILDER_HINT } from './builderHint';
import { pollService } from './poll';

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
		description:
			'Send SMS and campaigns. This trigger starts the workflow when a campaign, message, bulk task or sender application changes its status.',
		eventTriggerDescription: 'Waiting for a status to change',
		activationMessage:
			'From now on changes of status start this workflow. What is already running is remembered, but does not start it.',
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
