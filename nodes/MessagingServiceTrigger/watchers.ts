/** Which watcher the chosen event takes. */
import { LIMITS } from '../shared/spec';
import { matches } from './events/change';
import { idOfKey, LETTERS, type FirstSight, type Observation } from './events/event';
import { asText, seeMessage, seeMessageRecord, seeTask } from './events/see';
import { BOUNDS } from './state';
import type { Parameters } from './triggerParameters';
import {
	exampleOfCampaignMessage,
	lookUpCampaignMessages,
	watchCampaignMessages,
	type CampaignSource,
} from './watching/campaignMessages';
import { lookUpInLists, watchLists } from './watching/lists';
import { lookUpNamed, watchNamed, type NamedOnes } from './watching/namedOnes';
import { exampleOfReply, watchReplies } from './watching/replies';
import type { Session } from './watching/session';
import {
	applicationList,
	campaignList,
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
	/** Unfinished objects that the state has room for. */
	mostWatched?: number;
	watch(session: Session, first: FirstSight): Promise<void>;
	/** Looks at objects again, to emit their events once more. */
	lookUp(session: Session, keys: readonly string[]): Promise<void>;
	/** A recent one that the rule cares for, or undefined. */
	example(): Promise<Observation | undefined>;
}

/** Named objects among which an example is looked for. */
const EXAMPLES = 3;

function watcherOfLists(lists: ListSource[], { rule }: Parameters): Watcher {
	const isWanted = (seen: Observation) =>
		matches(rule, seen) &&
		(rule.statuses.length === 0 || rule.statuses.includes(seen.status)) &&
		(rule.mode !== 'finished' || seen.final);
	return {
		watch: async (session, first) => await watchLists(lists, session, first),
		lookUp: async (session, keys) => await lookUpInLists(lists, session, keys),
		async example() {
			for (const list of lists) {
				const { seen } = await list.page({ way: 'desc', limit: SMALL_PAGE });
				const found = seen.find(isWanted);
				if (found) return found;
			}
			return undefined;
		},
	};
}

function watcherOfNamed(named: NamedOnes): Watcher {
	const { keys, look } = named;
	return {
		mostWatched: BOUNDS.namedIds,
		watch: async (session, first) => await watchNamed(named, session, first),
		lookUp: async (session, again) => await lookUpNamed(again, named, session),
		async example() {
			const faults: unknown[] = [];
			const tried = keys.slice(0, EXAMPLES);
			for (const key of tried) {
				const seen = await look(key).catch((error: unknown) => void faults.push(error));
				if (seen && !seen.strange) return seen;
			}
			// As in a poll, one that cannot be read does not stop the others.
			if (tried.length > 0 && faults.length === tried.length) throw faults[0];
			return undefined;
		},
	};
}

/** Messages that are named by their references, or by their IDs. */
function namedMessages(keys: string[], read: Read, zone: string): NamedOnes {
	if (keys[0]?.startsWith(LETTERS.reference))
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
			const seen = records
				?.filter(({ status }) => Boolean(status))
				.map((record) => seeMessageRecord(LETTERS.messageId + asText(record.id), record));
			return seen && new Map(seen.map((one) => [one.key, one]));
		},
	};
}

/** Messages of campaigns: in their list, or by reference where the service has none and some are named. */
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

/** The watcher for what the user asked for. @param zone IANA name of the zone of the service */
export function watcherOf(parameters: Parameters, read: Read, zone: string): Watcher {
	const { kind, campaignTypes, keys, expected, rule, received } = parameters;
	const lists = campaignTypes.map((type) => campaignList(read, type, zone));
	switch (kind) {
		case 'campaign':
			return watcherOfLists(lists, parameters);
		case 'campaignMessage':
			return watcherOfCampaignMessages(
				{ read, zone, lists },
				namedMessages(keys, read, zone),
				parameters,
			);
		case 'received': {
			const watch = { read, zone, received };
			return {
				watch: async (session, first) => await watchReplies(watch, session, first),
				// The window of the watch has shown them, or they are too old for it.
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
