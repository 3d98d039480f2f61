import {
	NodeConnectionTypes,
	type IBuilderHint,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import {
	getContactColumns,
	getContactLists,
	searchAgents,
	searchListsByName,
	searchDomains,
	searchPausedCampaigns,
	searchSenders,
	searchStoppableCampaigns,
	searchStoppableSmsCampaigns,
} from './methods/lists';
import { customOperationsOf, propertiesOf } from './dispatch/operation';
import { OUTPUTS } from './resources/sms/waitForDelivery.operation';
import { RESOURCES } from './resources';
import { answerQuestion, WEBHOOKS } from './asking/webhook';
import { DESCRIPTION } from '../shared/description';

/** What n8n's assistant and its MCP server tell a model that found this node by a search. */
const BUILDER_HINT: IBuilderHint = {
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

export class MessagingService implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service',
		name: 'messagingService',
		icon: { light: 'file:messagingService.svg', dark: 'file:messagingService.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle:
			'={{ ($parameter.dryRun === true ? "Dry Run – " : "") + ($parameter.operation.replace("All", "Many").replace("upsert", "createOrUpdate").replace("Natural", "NaturalPerson").replace(/Wait$/, "WaitForResponse") + ": " + $parameter.resource).replace(/[A-Z]/g, " $&").toTitleCase().replace(/sms|rcs/gi, (s) => s.toUpperCase()) }}',
		description: DESCRIPTION,
		defaults: { name: 'Messaging Service' },
		usableAsTool: true,
		builderHint: BUILDER_HINT,
		inputs: [NodeConnectionTypes.Main],
		outputs: OUTPUTS,
		credentials: [{ name: 'messagingServiceApi', required: true }],
		requestDefaults: { json: true },
		webhooks: WEBHOOKS,
		waitingNodeTooltip:
			'={{ $parameter.operation === "sendAndWait" ? "The execution goes on when the answer comes" : "" }}',
		properties: propertiesOf(RESOURCES),
	};

	methods = {
		listSearch: {
			searchAgents,
			searchContactLists: searchListsByName,
			searchDomains,
			searchPausedCampaigns,
			searchSenders,
			searchStoppableCampaigns,
			searchStoppableSmsCampaigns,
		},
		loadOptions: { getContactLists },
		resourceMapping: { getContactColumns },
	};

	customOperations = customOperationsOf(RESOURCES);

	/** Called for a waiting execution: the page of Send and Wait for Response, and its answer. */
	webhook = answerQuestion;
}
