import type { INodeProperties } from 'n8n-workflow';

/* How a send runs, and what it gives back. */

/** Everything but the sending. */
export const DRY_RUN: INodeProperties = {
	displayName: 'Dry Run',
	name: 'dryRun',
	type: 'boolean',
	default: false,
	description:
		'Whether to do everything except sending. The output then shows what would be sent to whom, in how many segments, and what would be refused.',
};

/** What to do where nobody can tell whether the service accepted a send. */
export const IF_OUTCOME_UNKNOWN: INodeProperties = {
	displayName: 'If the Outcome Stays Unknown',
	name: 'ifOutcomeUnknown',
	type: 'options',
	options: [
		{
			name: 'Count as Sent',
			value: 'countAsSent',
			description: 'For a retry, once you have looked in the service and found it there',
		},
		{
			name: 'Send Again',
			value: 'sendAgain',
			description:
				'It is sent once more, and only once in all retries. Recipients may get it twice.',
		},
		{
			name: 'Stop',
			value: 'stop',
			description: 'The node stops, and says what to look for in the service',
		},
	],
	default: 'stop',
	description:
		'What to do when the reply to a send was lost, and the service does not tell within Retry For whether it accepted it',
};

/** One output item for each request, instead of one for each recipient. */
export const SIMPLIFY_RECIPIENTS: INodeProperties = {
	displayName: 'Summary Only',
	name: 'simplify',
	type: 'boolean',
	default: false,
	description:
		'Whether to return one item for each request, with the numbers of accepted and refused recipients, instead of one item for each recipient',
};

/** The reply that made a campaign, beside what the node says of it. */
export const RAW_REPLY: INodeProperties = {
	displayName: 'Raw Output',
	name: 'rawOutput',
	type: 'boolean',
	default: false,
	description:
		"Whether to add to each row, as <code>reply</code>, the service's own answer about its campaign, unchanged, with name, status, dates and statistics. A row that an earlier try sent has none.",
};
