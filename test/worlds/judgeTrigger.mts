import type { INodeExecutionData } from 'n8n-workflow';
import type { Chronicle, PollStory } from './chronicle.mts';
import { count } from './judge.mts';
import { tellsTooLittle } from './judgeSends.mts';
import type { Census, Wrong } from './judge.mts';

const FINAL = new Set([
	'done',
	'stopped',
	'delivered',
	'read',
	'undeliverable',
	'undelivered',
	'failed',
	'rejected',
	'expired',
	'deleted',
	'registration completed',
	'finished',
]);
const plain = (status: unknown): string =>
	String(status)
		.toLowerCase()
		.replace(/_/g, ' ')
		.replace(/^registered$/, 'registration completed');

const idOf = ({ json }: INodeExecutionData): string =>
	String(json.campaign_id ?? json.message_id ?? json.application_id ?? json.task_id);
const statusOf = ({ json }: INodeExecutionData): string => plain(json.status);

/**
 * What the trigger must keep to: after the polls that follow the last fault, whatever it watches and has ended is reported as ended,
 * once; and nothing is reported that never was.
 */
export function judgeTrigger(chronicle: Chronicle, census: Census): Wrong[] {
	const { stories, fortunes, watchedSinceMs, world } = chronicle;
	const polls = stories.filter((story): story is PollStory => story.kind === 'poll');
	count(census, 'polls', polls.length);
	count(census, 'polls that failed', polls.filter(({ error }) => error).length);
	count(census, 'restarts before a poll', polls.filter(({ restart }) => restart).length);
	const events = polls.flatMap((poll) => poll.events);
	count(census, 'trigger events', events.length);
	const restarted = polls.some(({ restart }) => restart);
	// A service that does not say which campaign, or how it stands, leaves nothing to report.
	if (tellsTooLittle(chronicle)) return [];
	const wrong: Wrong[] = [];
	if (watchedSinceMs === undefined)
		return polls.at(-1)?.error
			? [{ kind: 'trigger missed', what: `no poll succeeds: ${polls.at(-1)?.error?.message}` }]
			: [];
	const seen = new Set<string>();
	for (const event of events) {
		const fortune = fortunes.get(idOf(event));
		const status = statusOf(event);
		if (!fortune?.statuses.some((one) => plain(one.status) === status))
			wrong.push({
				kind: 'trigger invented',
				what: `${world.event}: ${idOf(event)} was never ${status}`,
			});
		const id = String(event.json.event_id);
		const flagged = event.json.repeated === true || event.json.recovered === true;
		if (seen.has(id) && !flagged && !restarted)
			wrong.push({
				kind: 'trigger invented',
				what: `${world.event}: ${idOf(event)} ${status} is reported again`,
			});
		seen.add(id);
	}
	for (const [id, { statuses }] of fortunes) {
		const last = statuses.at(-1);
		if (!last || last.atMs <= watchedSinceMs || !FINAL.has(plain(last.status))) continue;
		count(census, 'ends that the trigger must report');
		if (!events.some((event) => idOf(event) === id && statusOf(event) === plain(last.status)))
			wrong.push({
				kind: 'trigger missed',
				what: `${world.event}: ${id} became ${last.status}, and no event says so`,
			});
	}
	const late = polls.at(-1);
	if (late?.error)
		wrong.push({ kind: 'trigger missed', what: `the last poll fails: ${late.error.message}` });
	return wrong;
}
