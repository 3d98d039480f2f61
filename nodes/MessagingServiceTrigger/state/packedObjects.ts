/**
 * Named messages in little room: thousands of them are alike in all but their IDs and how far they have come, as they are asked for
 * together, so that one record stands for all of those, with a set of messages in it.
 */
import { ENDED, isKept, MessageSet } from './messageSet';
import { idOfKey, MESSAGE_ID_LETTER, type WatchedObject } from './state';

/** Watched messages that are alike in all else. */
export interface WatchedGroup extends WatchedObject {
	/** Those messages, and the status of each. */
	messages: string;
	/** The status that all of them have, as the set cannot keep it; '' = each has that of the set. */
	status: string;
	/** The set keeps no status: all have that of the group. */
	alike?: true;
}

/** So many objects are stored as they are. */
const FEW = 20;

/** Takes a key; says whether it is one of a message whose ID a set gives back as it is written. */
const isPackable = (key: string): boolean =>
	key.startsWith(MESSAGE_ID_LETTER) && /^[1-9]\d{0,18}$/.test(idOfKey(key));

/** Takes what is watched; returns what is stored one by one, and the groups of the others. */
export function packWatched(watched: Readonly<Record<string, WatchedObject>>): {
	single: Record<string, WatchedObject>;
	groups: WatchedGroup[];
} {
	const single: Record<string, WatchedObject> = {};
	const groups = new Map<string, { group: WatchedGroup; messages: MessageSet }>();
	const entries = Object.entries(watched);
	for (const [key, one] of entries) {
		if (entries.length <= FEW || !isPackable(key)) {
			single[key] = one;
			continue;
		}
		const kept = isKept(one.status);
		const common = { ...one, status: kept ? '' : one.status, ...(!kept && { alike: true }) };
		const name = JSON.stringify(Object.entries(common).sort());
		let found = groups.get(name);
		if (!found) {
			found = { group: { ...common, messages: '' } as WatchedGroup, messages: new MessageSet() };
			groups.set(name, found);
		}
		if (!found.messages.set(idOfKey(key), kept ? one.status : ENDED)) single[key] = one;
	}
	return {
		single,
		groups: [...groups.values()].map(({ group, messages }) => ({
			...group,
			messages: messages.pack(),
		})),
	};
}

/** Takes groups as `packWatched` returned them; returns what is watched. */
export function unpackWatched(groups: readonly WatchedGroup[]): Record<string, WatchedObject> {
	const watched: Record<string, WatchedObject> = {};
	for (const { messages, alike, ...common } of groups)
		for (const [id, status] of MessageSet.unpack(messages).entries())
			watched[MESSAGE_ID_LETTER + id] = { ...common, status: alike ? common.status : status };
	return watched;
}

/** Takes keys; returns those that are stored as they are, and the others as a set. */
export function packKeys(keys: readonly string[]): { single: string[]; packed: string } {
	if (keys.length <= FEW) return { single: [...keys], packed: '' };
	const set = new MessageSet();
	const single = keys.filter((key) => !isPackable(key) || !set.set(idOfKey(key), ENDED));
	return { single, packed: set.pack() };
}

/** Characters that an object takes which is stored by itself. */
const ALONE = 100;

/** Takes the keys of named messages; returns about how many characters of stored JSON it takes to know all of them. */
export function charactersOf(keys: readonly string[]): number {
	const { single, packed } = packKeys(keys);
	return single.length * ALONE + packed.length;
}

/** Takes a set as `packKeys` returned it; returns its keys. */
export const unpackKeys = (packed: string): string[] =>
	MessageSet.unpack(packed)
		.ids()
		.map((id) => MESSAGE_ID_LETTER + id);
