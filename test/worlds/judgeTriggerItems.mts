import type { INodeExecutionData } from 'n8n-workflow';
import { HARMLESS } from './allowed.mts';
import type { Chronicle, Fortune, PollStory } from './chronicle.mts';
import { count } from './judge.mts';
import type { Census, Wrong } from './judge.mts';
import { FINAL, idOf, isFlagged, plain, statusOf } from './triggerEvents.mts';

/*
 * What an item of the trigger says beside the thing and its status, when it may come again, and which changes that are no end may not be
 * passed over. Of replies see judgeReplies.
 */

/** States after which something follows. */
const OPEN = new Set([
	'creation',
	'moderation',
	'scheduled',
	'sending',
	'paused',
	'new',
	'waiting',
	'in progress',
	'sent',
]);
/** A message of a campaign of which nothing has moved for ten minutes is not asked for at every poll: within this time it is. */
const YOUNG_MS = 8 * 60_000;

const isUnset = (value: unknown): boolean => value === null || value === undefined;

/** Whether nothing stood in the way of a poll: it asked, and each request had its true answer. */
export const isUndisturbed = ({ requests }: PollStory): boolean =>
	requests.length > 0 &&
	requests.every(
		({ fault, status }) =>
			HARMLESS.has(fault) &&
			fault !== 'unknownStatus' &&
			status > 0 &&
			status < 500 &&
			status !== 429,
	);

/** Whether the thing that an event is about has a status of its own. */
const hasStatus = ({ world: { event } }: Chronicle): boolean =>
	event !== 'messageReceived' && !event.startsWith('bulkTask');

/** What is wrong with the words of an event about something that has a status; undefined = nothing. */
function wrongWords(
	{ world }: Chronicle,
	event: INodeExecutionData,
	{ statuses, counters, message }: Fortune,
	poll: PollStory,
): string | undefined {
	const { json } = event;
	const status = statusOf(event);
	// An event that comes at the end alone does not say that it is one.
	const { is_final: isFinal = true } = json;
	if (FINAL.has(status) !== isFinal && (FINAL.has(status) || OPEN.has(status)))
		return `is ${status}, and is_final says ${String(isFinal)}`;
	const before = plain(json.previous_status);
	const last = statuses.findLastIndex((one) => plain(one.status) === status);
	const had = statuses.slice(0, last + 1).some((one) => plain(one.status) === before);
	if (!isUnset(json.previous_status) && !had) return `is said to have been ${before} before`;
	// What is emitted once more may hold no more than the ID and the status.
	if (isFlagged(event)) return undefined;
	const told = `${String(json.sent)},${String(json.delivered)}`;
	const isCounted = counters.some(
		({ counted, atMs }, place) =>
			counted === told &&
			atMs <= poll.endedMs &&
			(counters[place + 1]?.atMs ?? Infinity) >= poll.atMs,
	);
	if (/^campaign(?!Message)/.test(world.event) && !isCounted)
		return `is said to count ${told} when it did not`;
	if (message && String(json.phone).replace(/^\+/, '') !== message.phone)
		return `is said to have gone to ${String(json.phone)}`;
	if (message && !isUnset(json.reference) && json.reference !== message.reference)
		return `is said to have the reference ${String(json.reference)}`;
	return undefined;
}

/** Judges what events say beside the status, and that what was so before the watch began is no news. */
export function judgeItems(
	chronicle: Chronicle,
	polls: readonly PollStory[],
	first: NonNullable<Chronicle['firstLook']>,
): Wrong[] {
	const { fortunes, world } = chronicle;
	const wrong: Wrong[] = [];
	const invent = (what: string): void =>
		void wrong.push({ kind: 'trigger invented', what: `${world.event}: ${what}` });
	const firstPoll = polls.find(({ error }) => !error);
	if (firstPoll && firstPoll.events.length > 0) invent('the first look has something to report');
	for (const poll of polls) {
		for (const event of hasStatus(chronicle) ? poll.events : []) {
			const id = idOf(world, event);
			const fortune = fortunes.get(id);
			if (!fortune) continue;
			const words = wrongWords(chronicle, event, fortune, poll);
			if (words !== undefined) invent(`${id} ${words}`);
			const status = statusOf(event);
			const isNews = fortune.statuses.some(
				(one) => one.atMs >= first.beganMs && plain(one.status) === status,
			);
			if (world.event !== 'campaignProgress' && !isNews)
				invent(`${id} was ${status} before the watch began`);
		}
	}
	return wrong;
}

/**
 * Judges what says of itself that it comes again: only what was reported, and only until the first poll after a restart that nothing stood
 * in the way of. No world takes the state away.
 */
export function judgeRepeats({ world }: Chronicle, polls: readonly PollStory[]): Wrong[] {
	const wrong: Wrong[] = [];
	const told = new Set<string>();
	let mayRepeat = false;
	for (const poll of polls) {
		mayRepeat ||= poll.restart;
		for (const event of poll.events) {
			const { event_id: eventId, origin } = event.json;
			const about = `${world.event}: ${idOf(world, event)} ${statusOf(event)}`;
			if (origin === 'recovered' || origin === 'existing')
				wrong.push({
					kind: 'trigger invented',
					what: `${about} is said to be found, not to happen`,
				});
			else if (isFlagged(event) && !(mayRepeat && told.has(String(eventId))))
				wrong.push({ kind: 'trigger invented', what: `${about} comes again without a cause` });
		}
		for (const { json } of poll.events) told.add(String(json.event_id));
		if (!poll.error && isUndisturbed(poll)) mayRepeat = false;
	}
	return wrong;
}

/** Judges that no poll fails which nothing stood in the way of. */
export function judgeFailures({ world }: Chronicle, polls: readonly PollStory[]): Wrong[] {
	return polls.flatMap((poll): Wrong[] =>
		poll.error && isUndisturbed(poll)
			? [
					{
						kind: 'trigger missed',
						what: `${world.event}: a poll fails, and nothing had happened: ${poll.error.message}`,
					},
				]
			: [],
	);
}

/** Judges that whatever was in a status during two polls that nothing stood in the way of is reported in it. */
export function judgeChangesSeen(
	{ fortunes, world }: Chronicle,
	polls: readonly PollStory[],
	first: NonNullable<Chronicle['firstLook']>,
	census: Census,
): Wrong[] {
	const isOfMessages = world.event.startsWith('campaignMessage');
	const { messageList = 'atOnce' } = world.personality.accents;
	if (!world.event.endsWith('StatusChanged') || world.event.startsWith('messageStatus')) return [];
	if (isOfMessages && messageList !== 'atOnce') return [];
	const wrong: Wrong[] = [];
	const told = new Set<string>();
	polls.forEach((poll, index) => {
		for (const event of poll.events) told.add(`${idOf(world, event)} ${statusOf(event)}`);
		const before = polls[index - 1];
		if (!before || before.error || poll.error || !isUndisturbed(before) || !isUndisturbed(poll))
			return;
		for (const [id, { statuses, campaign }] of fortunes) {
			if (campaign !== undefined && first.endedCampaigns.has(campaign)) continue;
			const isOld = (statuses[0]?.atMs ?? 0) < poll.atMs - YOUNG_MS;
			if (isOfMessages && isOld) continue;
			statuses.forEach(({ status, atMs }, place) => {
				const untilMs = statuses[place + 1]?.atMs ?? Infinity;
				// What began in the very millisecond of a poll may have come after it.
				if (atMs <= first.endedMs || atMs >= before.atMs || untilMs <= poll.endedMs) return;
				// What was delivered has ended: that it was read later is not looked for (docs/trigger.md).
				if (isOfMessages && statuses[place - 1]?.status === 'delivered') return;
				count(census, 'statuses that the trigger must report');
				if (told.has(`${id} ${plain(status)}`)) return;
				wrong.push({
					kind: 'trigger missed',
					what: `${world.event}: ${id} was ${status} in two polls, and no event says so`,
				});
			});
		}
	});
	return wrong;
}
