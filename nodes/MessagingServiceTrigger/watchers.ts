/** Which watcher the chosen event takes. */
import { idOfKey, LETTERS } from './events/event';
import { asText, seeMessage, seeTask } from './events/see';
import type { Parameters } from './triggerParameters';
import { watcherOfCampaignMessages } from './watching/campaignMessages';
import { watcherOfLists } from './watching/lists';
import { watcherOfNamed, type Named } from './watching/named';
import { watcherOfReplies } from './watching/replies';
import type { Watcher } from './watching/session';
import {
	applicationList,
	campaignList,
	readMessage,
	readMessageByReference,
	readMessageStatuses,
	readTask,
	type Source,
} from './watching/source';

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

/** The watcher for what the user asked for. */
export function watcherOf(parameters: Parameters, source: Source): Watcher {
	const { kind, campaignTypes, keys, expected, received, rule } = parameters;
	const campaigns = campaignTypes.map((type) => campaignList(source, type));
	switch (kind) {
		case 'campaign':
			return watcherOfLists(campaigns, rule);
		case 'campaignMessage':
			return watcherOfCampaignMessages(source, campaigns, rule);
		case 'received':
			return watcherOfReplies(source, received, rule);
		case 'application':
			return watcherOfLists([applicationList(source)], rule);
		case 'task':
			return watcherOfNamed(namedTasks(keys, source, expected));
		case 'message':
			return watcherOfNamed(namedMessages(keys, source));
	}
}
