import { EXAMPLE_CREDENTIAL } from '../../tools/lib/examples.mts';
import type { StoredWorkflow } from '../../tools/lib/n8n.mts';
import { PACKAGE } from '../e2e/operations.mts';

/** n8n refuses an expression that polls more often than once a minute, but takes several of them: together a poll every three seconds. */
const EVERY_3_SECONDS = Array.from({ length: 20 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 3} * * * * *`,
}));

/** Triggers by the name under which their events arrive. */
export const CAMPAIGNS = 'campaigns';
export const MESSAGES_FINAL = 'messages-final';
export const MESSAGES_EVERY = 'messages-every';

interface Branch {
	source: string;
	parameters: Record<string, unknown>;
}

/** Each trigger is followed by a step that hands every event to the receiving end, five at a time. */
function workflow(id: string, name: string, collector: string, branches: Branch[]): StoredWorkflow {
	return {
		id,
		name,
		nodes: branches.flatMap(({ source, parameters }, index) => [
			{
				id: `trigger-${index}`,
				name: `Trigger ${source}`,
				type: `${PACKAGE}.messagingServiceTrigger`,
				typeVersion: 1,
				position: [0, 200 * index],
				parameters: { ...parameters, pollTimes: { item: EVERY_3_SECONDS } },
				credentials: {
					[EXAMPLE_CREDENTIAL.type]: { id: EXAMPLE_CREDENTIAL.id, name: EXAMPLE_CREDENTIAL.name },
				},
			},
			{
				id: `post-${index}`,
				name: `Post ${source}`,
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				position: [200, 200 * index],
				parameters: {
					method: 'POST',
					url: `${collector}/${source}`,
					sendBody: true,
					contentType: 'json',
					specifyBody: 'json',
					jsonBody: '={{ JSON.stringify($json) }}',
					options: { batching: { batch: { batchSize: 5, batchInterval: 100 } } },
				},
			},
		]),
		connections: Object.fromEntries(
			branches.map(({ source }) => [
				`Trigger ${source}`,
				{ main: [[{ node: `Post ${source}`, type: 'main', index: 0 }]] },
			]),
		),
		settings: { executionOrder: 'v1', timezone: 'UTC' },
	};
}

/** The two workflows of the test: all SMS campaigns, and the messages with the given references, half of them by each way of notifying. */
export function crashWorkflows(collector: string, references: string[]): StoredWorkflow[] {
	const half = Math.ceil(references.length / 2);
	const messages = (source: string, notify: string, names: string[]): Branch => ({
		source,
		parameters: {
			event: 'messageStatusChanged',
			lookUpBy: 'reference',
			references: names.join(','),
			notify,
		},
	});
	return [
		workflow('crashCampaigns01', 'Campaigns', collector, [
			{ source: CAMPAIGNS, parameters: { event: 'campaignStatusChanged', messageType: 'sms' } },
		]),
		workflow('crashMessages001', 'Messages', collector, [
			messages(MESSAGES_FINAL, 'final', references.slice(0, half)),
			messages(MESSAGES_EVERY, 'every', references.slice(half)),
		]),
	];
}
