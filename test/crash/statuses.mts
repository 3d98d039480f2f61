import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';
import type { StoredWorkflow } from '../../tools/lib/n8n.mts';
import type { Kind, Truth } from './judge.mts';
import type { Subject } from './subject.mts';
import { Traffic } from './traffic.mts';
import { workflow, type Branch } from './workflows.mts';

// Campaigns, and messages that are named by their references: all SMS campaigns in one workflow, and the messages in another, half of
// them by each way of notifying.

const CAMPAIGNS = 'campaigns';
const MESSAGES_FINAL = 'messages-final';
const MESSAGES_EVERY = 'messages-every';
const PORTION = 5;

/** The two workflows. Events go to `collector`; with a sender, the campaigns of others are not watched. */
export function statusWorkflows(
	collector: string,
	references: string[],
	sender?: string,
): StoredWorkflow[] {
	const half = Math.ceil(references.length / 2);
	const messages = (source: string, notify: string, names: string[]): Branch => ({
		source,
		portion: PORTION,
		parameters: {
			event: 'messageStatusChanged',
			lookUpBy: 'reference',
			references: names.join(','),
			notify,
		},
	});
	const campaigns: Branch = {
		source: CAMPAIGNS,
		portion: PORTION,
		parameters: {
			event: 'campaignStatusChanged',
			messageType: 'sms',
			...(sender === undefined ? {} : { options: { senders: sender } }),
		},
	};
	return [
		workflow('crashCampaigns01', 'Campaigns', collector, [campaigns]),
		workflow('crashMessages001', 'Messages', collector, [
			messages(MESSAGES_FINAL, 'final', references.slice(0, half)),
			messages(MESSAGES_EVERY, 'every', references.slice(half)),
		]),
	];
}

/**
 * Makes the campaigns and messages, and the workflows that watch them. Events go to `collector`; with a sender, the campaigns of others are
 * not watched.
 */
export function statuses(
	sandbox: SandboxProcess,
	random: () => number,
	counts: { campaigns: number; messages: number },
	collector: string,
	sender?: string,
): Subject {
	const traffic = new Traffic(sandbox, random, counts);
	const kinds: Kind[] = [
		{
			title: 'the final status of each campaign',
			sources: [CAMPAIGNS],
			nameOf: ({ campaign_id: id }) => String(id),
			statesOf: (name) => traffic.campaigns.get(name)?.states,
		},
		{
			title: 'the final status of each message',
			sources: [MESSAGES_FINAL, MESSAGES_EVERY],
			nameOf: ({ reference }) => String(reference),
			statesOf: (name) => traffic.messages.get(name)?.states,
		},
	];
	/**
	 * What was sent, each with its status. `list` is the name of a list, `field` that of the field that names a record among the events.
	 */
	async function truthOf(
		list: 'campaigns' | 'messages',
		field: 'id' | 'reference',
	): Promise<Truth> {
		const { data } = await sandbox.control<{ data: Array<Record<string, unknown>> }>(
			'GET',
			`${list}?limit=10000`,
		);
		return new Map(
			data
				.filter((record) => traffic[list].has(String(record[field])))
				.map((record) => [String(record[field]), { status: String(record.status), count: 1 }]),
		);
	}
	return {
		workflows: statusWorkflows(collector, traffic.references, sender),
		kinds,
		asked: (requests) => [
			requests['GET /api/campaign'] ?? 0,
			requests['GET /rest/sms/reference/:reference'] ?? 0,
		],
		settledAfter: [4, 2 * counts.messages + 1],
		happenUpTo: async (share) => await traffic.sendUpTo(share),
		progress: () =>
			`${traffic.campaigns.size} campaigns and ${traffic.messages.size} messages sent`,
		truths: async () => [await truthOf('campaigns', 'id'), await truthOf('messages', 'reference')],
	};
}
