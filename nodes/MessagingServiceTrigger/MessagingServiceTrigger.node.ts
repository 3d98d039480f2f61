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
import { DESCRIPTION } from '../shared/description';

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
		eventTriggerDescription: 'Waiting for a status to change, or for a reply',
		activationMessage:
			'From now on changes of status, or replies, start this workflow. What is already there is remembered, but does not start it.',
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
