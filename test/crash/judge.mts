import type { Checks } from '../e2e/report.mts';
import type { Arrival } from './collector.mts';
import type { Sent } from './traffic.mts';
import { CAMPAIGNS } from './workflows.mts';

/** What the service holds in the end: name to status. */
export type Truth = ReadonlyMap<string, string>;

const nameOf = ({ source, record }: Arrival): string =>
	String(source === CAMPAIGNS ? record.id : record.reference);
const some = (names: string[]): string => `${names.length}: ${names.slice(0, 8).join(', ')}`;

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

/** Judges all that arrived; adds its findings to the checks. */
export async function judge(
	mode: string,
	checks: Checks,
	arrivals: Arrival[],
	truths: { campaigns: Truth; messages: Truth },
	sent: { campaigns: ReadonlyMap<string, Sent>; messages: ReadonlyMap<string, Sent> },
): Promise<Verdict> {
	const what = (one: Arrival): string => `${one.source} ${nameOf(one)} ${one.newStatus}`;
	for (const [kind, truth] of Object.entries(truths) as Array<['campaigns' | 'messages', Truth]>) {
		await checks.run(`${mode}: the final status of each of ${truth.size} ${kind} arrives`, () => {
			const names = missing(truth, arrivals, kind === 'campaigns');
			return names.length === 0 ? undefined : some(names);
		});
	}
	await checks.run(`${mode}: no status arrives that did not occur`, () => {
		const invented = arrivals.filter((one) => {
			const known = (one.source === CAMPAIGNS ? sent.campaigns : sent.messages).get(nameOf(one));
			const truth = one.source === CAMPAIGNS ? truths.campaigns : truths.messages;
			return (
				!known?.states.has(one.newStatus) ||
				(one.isFinal && truth.get(nameOf(one)) !== one.newStatus)
			);
		});
		return invented.length === 0 ? undefined : some(invented.map(what));
	});
	const byId = new Map<string, Set<string>>();
	const byChange = new Map<string, Set<string>>();
	const put = (map: Map<string, Set<string>>, key: string, value: string): void =>
		void map.set(key, (map.get(key) ?? new Set()).add(value));
	for (const one of arrivals) {
		put(byId, one.eventId, what(one));
		put(byChange, what(one), one.eventId);
	}
	await checks.run(`${mode}: every duplicate carries the eventId of the first`, () => {
		const wrong = [...byChange]
			.filter(([, ids]) => ids.size > 1 || ids.has(''))
			.map(([change]) => change);
		return wrong.length === 0 ? undefined : some(wrong);
	});
	await checks.run(`${mode}: no eventId stands for two changes`, () => {
		const wrong = [...byId].filter(([, changes]) => changes.size > 1).map(([id]) => id);
		return wrong.length === 0 ? undefined : some(wrong);
	});
	const seen = new Set<string>();
	const duplicates = arrivals.filter(({ eventId }) => seen.size === seen.add(eventId).size);
	return {
		finals: truths.campaigns.size + truths.messages.size,
		missed:
			missing(truths.campaigns, arrivals, true).length +
			missing(truths.messages, arrivals, false).length,
		posts: arrivals.length,
		events: byId.size,
		duplicates: duplicates.length,
		announced: duplicates.filter(({ repeated }) => repeated).length,
	};
}
