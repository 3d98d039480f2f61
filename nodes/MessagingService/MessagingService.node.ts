import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import {
	getContactLists,
	searchPausedCampaigns,
	searchSenders,
	searchStoppableCampaigns,
} from './methods/lists';
import { customOperationsOf, propertiesOf } from './dispatch/operation';
import { OUTPUTS } from './resources/sms/waitForDelivery.operation';
import { RESOURCES } from './resources';
import { answerQuestion, WEBHOOKS } from './asking/webhook';
import { BUILDER_HINT } from './builderHint';
import { DESCRIPTION } from '../shared/description';

export class MessagingService implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Service',
		name: 'messagingService',
		icon: { light: 'file:messagingService.svg', dark: 'file:messagingService.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle:
			'={{ ($parameter.dryRun === true ? "Dry Run – " : "") + ($parameter.operation.replace("All", "Many").replace(/Wait$/, "WaitForResponse") + ": " + $parameter.resource).replace(/[A-Z]/g, " $&").toTitleCase().replace(/sms|rcs/gi, (s) => s.toUpperCase()) }}',
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
		listSearch: { searchPausedCampaigns, searchSenders, searchStoppableCampaigns },
		loadOptions: { getContactLists },
	};

	customOperations = customOperationsOf(RESOURCES);

	/** Called for a waiting execution: the page of Send and Wait for Response, and its answer. */
	webhook = answerQuestion;
}
