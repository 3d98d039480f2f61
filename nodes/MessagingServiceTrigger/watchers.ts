import {
	matches,
	MESSAGE_LETTERS,
	seeMessage,
	seeMessageRecord,
	seeTask,
	type FirstSight,
	type Observation,
} from './events';
import type { Parameters } from './triggerParameters';
import { LIMITS } from '../shared/spec';
import { asText } from './events/reading';
import { idOfKey } from './state/state';
import {
	exampleOfCampaignMessage,
	lookUpCampaignMessages,
	watchCampaignMessages,
} from './watching/campaignMessages';
import { campaignLists } from './watching/campaignLists';
import type { CampaignSource } from './watching/followedCampaigns';
import { lookUpInLists, watchLists } from './watching/lists';
import { lookUpNamed, watchNamed, type NamedOnes } from './watching/namedOnes';
import { exampleOfReply, watchReplies } from './watching/replies';
import type { Session } from './watching/session';
import {
	applicationList,
	isNotOffered,
	readMessage,
	readMessageByReference,
	readMessageStatuses,
	readTask,
	SMALL_PAGE,
	tryMessageList,
	type ListSource,
	type Read,
} from './watching/source';

/** How one kind of object is watched. */
export interface Watcher {
	/** The keys of what the user names, where that is watched. */
	keys?: readonly string[];
	watch(session: Session, first: FirstSight): Promise<void>;
	/** Looks at objects again, to emit their events once more. */
	lookUp(session: Session, keys: string[]): Promise<void>;
	/** A recent one that the rule cares for, or undefined. */
	example(): Promise<Observation | undefined>;
}

/** Named objects among which an example is looked for. */
const EXAMPLES = 3;

/** Takes lists and what the user asked for; returns what watches them. */
function watcherOfLists(lists: ListSource[], { rule }: Parameters): Watcher {
	return {
		watch: async (session, first) => await watchLists(lists, session, first),
		lookUp: async (session, keys) => await lookUpInLists(lists, session, keys),
		async example() {
			const found: Observation[] = [];
			for (const list of lists) {
				const page = await list.page({ sort: 'id', way: 'desc', limit: SMALL_PAGE });
				found.push(...page.seen);
			}
			const fitting = found.filter(
				(seen) =>
					matches(rule, seen) &&
					(rule.statuses.length === 0 || rule.statuses.includes(seen.status)),
			);
			return rule.mode === 'finished' ? fitting.find((seen) => seen.final) : fitting[0];
		},
	};
}

/** Takes named objects and how they are asked for; returns what watches them. */
function watcherOfNamed(named: NamedOnes): Watcher {
	const { keys, look } = named;
	return {
		keys,
		watch: async (session, first) => await watchNamed(named, session, first),
		lookUp: async (session, again) => await lookUpNamed(again, named, session),
		async example() {
			const faults: unknown[] = [];
			const tried = keys.slice(0, EXAMPLES);
			for (const key of tried) {
				const seen = await look(key).catch((error: unknown) => {
					faults.push(error);
					return undefined;
				});
				if (seen && !seen.strange) return seen;
			}
			// As in a poll, one that cannot be read does not stop the others.
			if (tried.length > 0 && faults.length === tried.length) throw faults[0];
			return undefined;
		},
	};
}

/** Takes the keys of messages, the reader and the zone of the service; returns how they are asked for. */
function namedMessages(keys: string[], read: Read, zone: string): NamedOnes {
	if (keys[0]?.startsWith(MESSAGE_LETTERS.reference))
		return {
			keys,
			look: async (key) => seeMessage(key, await readMessageByReference(read, idOfKey(key)), zone),
		};
	return {
		keys,
		look: async (key) => seeMessage(key, await readMessage(read, idOfKey(key)), zone),
		together: LIMITS.statusIds,
		async lookTogether(some) {
			// An ID that loses digits as a number is asked for by itself.
			const ids = some.map(idOfKey).filter((id) => String(Number(id)) === id);
			const records = ids.length > 0 ? await readMessageStatuses(read, ids, zone) : [];
			const told = records
				?.filter(({ status }) => Boolean(status))
				.map((record) => seeMessageRecord(MESSAGE_LETTERS.id + asText(record.id), record));
			return told && new Map(told.map((seen) => [seen.key, seen]));
		},
	};
}

/**
 * Takes where campaigns and their messages are read, the messages that are named by reference and what the user asked for; returns what
 * watches the messages of campaigns: in their list, or by the references where the service has none and some are named.
 */
function watcherOfCampaignMessages(
	source: CampaignSource,
	named: NamedOnes,
	{ rule }: Parameters,
): Watcher {
	const byReference = watcherOfNamed(named);
	const isWay = (error: unknown) => named.keys.length > 0 && isNotOffered(error);
	return {
		async watch(session, first) {
			// A service that does not list messages says so at the activation, not when the first campaign is sent.
			if (first !== 'final')
				await tryMessageList(source.read).catch((error: unknown) => {
					if (!isWay(error)) throw error;
					session.state.byReference = true;
				});
			if (session.state.byReference) await byReference.watch(session, first);
			else await watchCampaignMessages(source, session, first);
		},
		async lookUp(session, again) {
			if (session.state.byReference) await byReference.lookUp(session, again);
			else await lookUpCampaignMessages(source, session, again);
		},
		example: async () =>
			await exampleOfCampaignMessage(source, rule).catch(async (error: unknown) => {
				if (!isWay(error)) throw error;
				return await byReference.example();
			}),
	};
}

/** Takes what the user asked for, the reader and the zone of the service; returns the watcher for the event. */
export function watcherOf(parameters: Parameters, read: Read, zone: string): Watcher {
	const { kind, campaignTypes, keys, expected } = parameters;
	switch (kind) {
		case 'campaign':
			return watcherOfLists(campaignLists(read, campaignTypes, zone), parameters);
		case 'campaignMessage': {
			const lists = campaignLists(read, campaignTypes, zone);
			const source = { read, zone, lists };
			return watcherOfCampaignMessages(source, namedMessages(keys, read, zone), parameters);
		}
		case 'received': {
			const { received, rule } = parameters;
			const watch = { read, zone, received };
			return {
				watch: async (session, first) => await watchReplies(watch, session, first),
				// The watch itself has shown what is to be emitted once more.
				lookUp: async () => await Promise.resolve(),
				example: async () =>
					await exampleOfReply(watch, Date.now(), (reply) => matches(rule, reply)),
			};
		}
		case 'application':
			return watcherOfLists([applicationList(read, zone)], parameters);
		case 'task':
			return watcherOfNamed({
				keys,
				look: async (key, session) =>
					await readTask(read, idOfKey(key), (body) =>
						seeTask(key, body, expected, session?.state.watched[key]?.counters),
					),
			});
		case 'message':
			return watcherOfNamed(namedMessages(keys, read, zone));
	}
}
