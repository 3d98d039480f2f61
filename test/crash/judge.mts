import type { Arrival } from './collector.mts';
import type { Sent } from './traffic.mts';
import { CAMPAIGNS } from './workflows.mts';

/** What the service holds in the end: name to status. */
export type Truth = ReadonlyMap<string, string>;

const nameOf = ({ source, item }: Arrival): string =>
	String(source === CAMPAIGNS ? item.campaign_id : item.reference);

/** What the specification does not call final, though nothing follows here. */
const NOT_FINAL = 'spam';

/** @returns the names whose final status has not arrived */
export function missing(truth: Truth, arrivals: Arrival[], campaigns: boolean): string[] {
	const arrived = new Set(
		arrivals
			.filter(
				({ source, newStatus, isFinal }) =>
					(isFinal || newStatus === NOT_FINAL) && (source === CAMPAIGNS) === campaigns,
			)
			.map((one) => `${nameOf(one)} ${one.newStatus}`),
	);
	return [...truth]
		.filter(([name, status]) => !arrived.has(`${name} ${status}`))
		.map(([name]) => name);
}

export interface Verdict {
	/** Final statuses that the service holds, and how many of them never arrived. */
	finals: number;
	missed: number;
	posts: number;
	events: number;
	duplicates: number;
	/** Duplicates that the trigger itself announced as repeated. */
	announced: number;
}

/** What must not be, each with the names of those that it happened to; all are empty when all is well. */
export interface Findings {
	/** Campaigns and messages whose final status has not arrived. */
	campaignsMissing: string[];
	messagesMissing: string[];
	/** Statuses that arrived and did not occur. */
	invented: string[];
	/** Changes that came under several event IDs, or under none. */
	severalIds: string[];
	/** Event IDs that stand for several changes. */
	sharedIds: string[];
}

/** Judges all that arrived. */
export function judge(
	arrivals: Arrival[],
	truths: { campaigns: Truth; messages: Truth },
	sent: { campaigns: ReadonlyMap<string, Sent>; messages: ReadonlyMap<string, Sent> },
): { verdict: Verdict; findings: Findings } {
	const what = (one: Arrival): string => `${one.source} ${nameOf(one)} ${one.newStatus}`;
	const invented = arrivals.filter((one) => {
		const isCampaign = one.source === CAMPAIGNS;
		const known = (isCampaign ? sent.campaigns : sent.messages).get(nameOf(one));
		const truth = isCampaign ? truths.campaigns : truths.messages;
		return (
			!known?.states.has(one.newStatus) || (one.isFinal && truth.get(nameOf(one)) !== one.newStatus)
		);
	});
	const byId = new Map<string, Set<string>>();
	const byChange = new Map<string, Set<string>>();
	const put = (map: Map<string, Set<string>>, key: string, value: string): void =>
		void map.set(key, (map.get(key) ?? new Set()).add(value));
	for (const one of arrivals) {
		put(byId, one.eventId, what(one));
		put(byChange, what(one), one.eventId);
	}
	const seen = new Set<string>();
	const duplicates = arrivals.filter(({ eventId }) => seen.size === seen.add(eventId).size);
	const campaignsMissing = missing(truths.campaigns, arrivals, true);
	const messagesMissing = missing(truths.messages, arrivals, false);
	return {
		verdict: {
			finals: truths.campaigns.size + truths.messages.size,
			missed: campaignsMissing.length + messagesMissing.length,
			posts: arrivals.length,
			events: byId.size,
			duplicates: duplicates.length,
			announced: duplicates.filter(({ repeated }) => repeated).length,
		},
		findings: {
			campaignsMissing,
			messagesMissing,
			invented: invented.map(what),
			severalIds: [...byChange]
				.filter(([, ids]) => ids.size > 1 || ids.has(''))
				.map(([change]) => change),
			sharedIds: [...byId].filter(([, changes]) => changes.size > 1).map(([id]) => id),
		},
	};
}
