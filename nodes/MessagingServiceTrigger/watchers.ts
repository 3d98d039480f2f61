/** Which watcher the chosen event takes. */
import { matches } from './events/change';
import { idOfKey, LETTERS, type FirstSight, type Observation } from './events/event';
import { asText, seeMessage, seeTask } from './events/see';
import { BOUNDS } from './state';
import type { Parameters } from './triggerParameters';
import {
	exampleOfCampaignMessage,
	lookUpCampaignMessages,
	watchCampaignMessages,
} from './watching/campaignMessages';
import { lookUpInLists, watchLists } from './watching/lists';
import { lookUpNamed, watchNamed, type Named } from './watching/named';
import { exampleOfReply, watchReplies } from './watching/replies';
import type { Session } from './watching/session';
import {
	applicationList,
	campaignList,
	readMessage,
	readMessageByReference,
	readMessageStatuses,
	readTask,
	SMALL_PAGE,
	type ListSource,
	type Source,
} from './watching/source';

/** How one kind of object is watched. */
export interface Watcher {
	/** Unfinished objects that the state has room for, where they are more than of lists. */
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

function watcherOfNamed(named: Named): Watcher {
	const { keys, look } = named;
	return {
		mostWatched: BOUNDS.namedIds,
		watch: async (session, first) => await watchNamed(named, session, first),
		lookUp: async (session, again) => await lookUpNamed(named, session, again),
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
function namedMessages(keys: string[], source: Source): Named {
	const isByReference = keys[0]?.startsWith(LETTERS.reference) === true;
	const readOne = isByReference ? readMessageByReference : readMessage;
	return {
		keys,
		async look(key) {
			const record = await readOne(source, idOfKey(key));
			return record && seeMessage(key, record);
		},
		...(!isByReference && {
			async lookTogether(some) {
				// An ID that loses digits as a number is asked for by itself.
				const ids = some.map(idOfKey).filter((id) => String(Number(id)) === id);
				const records = ids.length > 0 ? await readMessageStatuses(source, ids) : [];
				return records
					?.filter(({ status }) => Boolean(status))
					.map((record) => seeMessage(LETTERS.messageId + asText(record.id), record));
			},
		}),
	};
}

/** Bulk tasks that are named. @param expected how many messages each has; 0 = not known */
const namedTasks = (keys: string[], source: Source, expected: number): Named => ({
	keys,
	async look(key, session) {
		const reply = await readTask(source, idOfKey(key));
		const before = session?.state.watched[key]?.counters;
		return reply === undefined ? undefined : seeTask(key, reply, expected, before);
	},
});

function watcherOfReplies(source: Source, { rule, received }: Parameters): Watcher {
	const watch = { source, received };
	return {
		watch: async (session, first) => await watchReplies(watch, session, first),
		// The window of the watch has shown them, or they are too old for it.
		lookUp: async () => await Promise.resolve(),
		example: async () => await exampleOfReply(watch, Date.now(), (reply) => matches(rule, reply)),
	};
}

/** The watcher for what the user asked for. */
export function watcherOf(parameters: Parameters, source: Source): Watcher {
	const { kind, campaignTypes, keys, expected, rule } = parameters;
	const lists = campaignTypes.map((type) => campaignList(source, type));
	switch (kind) {
		case 'campaign':
			return watcherOfLists(lists, parameters);
		case 'campaignMessage': {
			const where = { source, lists };
			return {
				watch: async (session, first) => await watchCampaignMessages(where, session, first),
				lookUp: async (session, again) => await lookUpCampaignMessages(where, session, again),
				example: async () => await exampleOfCampaignMessage(where, rule),
			};
		}
		case 'received':
			return watcherOfReplies(source, parameters);
		case 'application':
			return watcherOfLists([applicationList(source)], parameters);
		case 'task':
			return watcherOfNamed(namedTasks(keys, source, expected));
		case 'message':
			return watcherOfNamed(namedMessages(keys, source));
	}
}
