import type { INodeExecutionData } from 'n8n-workflow';
import { wordsOf } from './chronicle.mts';
import type { Chronicle, PollStory } from './chronicle.mts';
import { count } from './judge.mts';
import { judgeReplies } from './judgeReplies.mts';
import type { Census, Wrong } from './judge.mts';
import { judgeChangesSeen, judgeFailures, judgeItems, judgeRepeats } from './judgeTriggerItems.mts';
import { FINAL, idOf, isFlagged, plain, statusOf } from './triggerEvents.mts';
import type { World } from './world.mts';

/** Whether the service lacks what the trigger watches: an extension that not every service has. */
function isLacking({ event, personality: { accents } }: World): boolean {
	const isMessages = event.startsWith('campaignMessage');
	const hasNoExtensions = accents.extensions === false;
	if (isMessages) return hasNoExtensions || accents.messageList === 'never';
	return event === 'messageReceived' && (hasNoExtensions || accents.received === 'refuse');
}

/** At a service that lacks what is watched each poll fails, and an undisturbed one says why. */
function judgeLacking(polls: readonly PollStory[], census: Census): Wrong[] {
	count(census, 'triggers at a service that lacks what they watch');
	const wrong: Wrong[] = [];
	for (const { error, events, requests } of polls) {
		if (events.length > 0)
			wrong.push({ kind: 'trigger invented', what: 'events of what the service does not have' });
		// A login that failed stands for some seconds: a poll in that time asks nothing, and tells of the login again.
		const disturbed =
			requests.length === 0 ||
			requests.some(({ fault }) => fault !== null && fault !== 'unknownFields');
		if (!disturbed && !/does not offer|2WAY/.test(wordsOf(error)))
			wrong.push({
				kind: 'trigger missed',
				what: `the service lacks what is watched, and the poll says: ${wordsOf(error)}`,
			});
	}
	return wrong;
}

/** A progress event tells that the counters moved, or that it is the end. */
function judgeProgress(event: INodeExecutionData): string | undefined {
	const { sent, delivered, previous_sent, previous_delivered, is_final, origin } = event.json;
	const moved = sent !== previous_sent || delivered !== previous_delivered;
	return moved || is_final === true || origin === 'existing' || isFlagged(event)
		? undefined
		: 'has progress, and no counter moved';
}

/** Judges each event by itself: it tells of what was, and tells it once. */
function judgeEvents(chronicle: Chronicle, events: readonly INodeExecutionData[]): Wrong[] {
	const { fortunes, world } = chronicle;
	const wrong: Wrong[] = [];
	const invent = (what: string): void =>
		void wrong.push({ kind: 'trigger invented', what: `${world.event}: ${what}` });
	const seen = new Set<string>();
	const ends = new Set<string>();
	for (const event of events) {
		const id = idOf(world, event);
		const status = statusOf(event);
		const fortune = fortunes.get(id);
		const told = String(event.json.event_id);
		if (seen.has(told) && !isFlagged(event)) invent(`${id} ${status} is reported again`);
		if (world.event !== 'messageReceived') {
			if (!fortune?.statuses.some((one) => plain(one.status) === status))
				invent(`${id} was never ${status}`);
			// What has ended is reported as ended once, whatever the events are called.
			const isEnd = FINAL.has(status) && !seen.has(told);
			if (isEnd && ends.has(id)) invent(`the end of ${id} is reported again`);
			if (isEnd) ends.add(id);
		}
		const words = fortune && world.event === 'campaignProgress' ? judgeProgress(event) : undefined;
		if (words !== undefined) invent(`${id} ${words}`);
		seen.add(told);
	}
	return wrong;
}

/** Judges that whatever has ended since the first look is reported as ended. */
function judgeEnds(
	{ fortunes, world }: Chronicle,
	events: readonly INodeExecutionData[],
	first: NonNullable<Chronicle['firstLook']>,
	census: Census,
): Wrong[] {
	const wrong: Wrong[] = [];
	const told = new Set(events.map((event) => `${idOf(world, event)} ${statusOf(event)}`));
	for (const [id, { statuses, campaign }] of fortunes) {
		const last = statuses.at(-1);
		if (!last || last.atMs <= first.endedMs || !FINAL.has(plain(last.status))) continue;
		// Campaigns that had ended when the watch began are not followed.
		if (campaign !== undefined && first.endedCampaigns.has(campaign)) continue;
		count(census, 'ends that the trigger must report');
		// What was delivered has ended: that it was read later is not looked for (docs/trigger.md).
		const isReadLater = last.status === 'read' && told.has(`${id} delivered`);
		if (!isReadLater && !told.has(`${id} ${plain(last.status)}`))
			wrong.push({
				kind: 'trigger missed',
				what: `${world.event}: ${id} became ${last.status}, and no event says so`,
			});
	}
	return wrong;
}

/**
 * What the trigger must keep to: after the polls that follow the last fault, whatever it watches and has ended is reported as ended,
 * once; each reply is reported once; and nothing is reported that never was. Whatever comes again says so, also after a restart.
 */
export function judgeTrigger(chronicle: Chronicle, census: Census): Wrong[] {
	const { stories, firstLook, world } = chronicle;
	const polls = stories.filter((story): story is PollStory => story.kind === 'poll');
	count(census, 'polls', polls.length);
	count(census, 'polls that failed', polls.filter(({ error }) => error).length);
	count(census, 'restarts before a poll', polls.filter(({ restart }) => restart).length);
	const events = polls.flatMap((poll) => poll.events);
	count(census, 'trigger events', events.length);
	count(census, `trigger events: ${world.event}`, events.length);
	count(census, 'trigger events that come again, and say so', events.filter(isFlagged).length);
	if (isLacking(world)) return judgeLacking(polls, census);
	const lastError = polls.at(-1)?.error;
	if (firstLook === undefined)
		return lastError
			? [{ kind: 'trigger missed', what: `no poll succeeds: ${lastError.message}` }]
			: [];
	return [
		...judgeRepeats(chronicle, polls),
		...judgeFailures(chronicle, polls),
		...judgeItems(chronicle, polls, firstLook),
		...judgeChangesSeen(chronicle, polls, firstLook, census),
		...judgeEvents(chronicle, events),
		...(world.event === 'messageReceived'
			? judgeReplies(chronicle, events, firstLook, census)
			: judgeEnds(chronicle, events, firstLook, census)),
		...(lastError
			? [{ kind: 'trigger missed' as const, what: `the last poll fails: ${lastError.message}` }]
			: []),
	];
}
