/**
 * Emitted events of messages in little room: those of one campaign, or of messages named by their IDs, that are alike in all else are
 * stored as one, whose key holds a set of messages.
 */
import { eventIdOf, type TriggerEvent } from '../events/event';
import { ENDED, MessageSet } from './messageSet';
import { CAMPAIGN_MESSAGE_LETTER, idOfKey, MESSAGE_ID_LETTER, type EmittedEvent } from './state';

/** Takes the key of a campaign's message; returns the campaign's ID and the message's. */
export function partsOfKey(key: string): { campaign: string; message: string } {
	const [campaign = '', message = ''] = idOfKey(key).split('.');
	return { campaign, message };
}

/** Takes the IDs of a campaign and of a message of its; returns the key of the message. */
export const campaignMessageKey = (campaign: string, message: string): string =>
	`${CAMPAIGN_MESSAGE_LETTER}${campaign}.${message}`;

/** What the stored key of named messages begins with, where that of a campaign's messages has the campaign. */
const NAMED = '';

/** Takes the key of a message; returns what it is stored under, and its ID. */
function placeOf(key: string): { group: string; message: string } {
	if (key.startsWith(MESSAGE_ID_LETTER)) return { group: NAMED, message: idOfKey(key) };
	const { campaign, message } = partsOfKey(key);
	return { group: campaign, message };
}

/** Whether an emitted event can be stored together with others: all that tells it from them is a message's ID. */
export function isPackable(event: TriggerEvent, key: string, status: string, id: string): boolean {
	if (!key.startsWith(CAMPAIGN_MESSAGE_LETTER) && !/^i[1-9]\d{0,18}$/.test(key)) return false;
	return id === eventIdOf(event, key, status, 1);
}

/** Takes emitted events; returns them as they are stored, in which one may stand for many. */
export function packEvents(emitted: readonly EmittedEvent[]): EmittedEvent[] {
	const packed: EmittedEvent[] = [];
	const groups = new Map<string, { entry: EmittedEvent; messages: MessageSet }>();
	for (const one of emitted) {
		if (one.event === undefined) {
			packed.push(one);
			continue;
		}
		const { group: place, message } = placeOf(one.key);
		const { event, previousStatus, newStatus, noticedAt, emissions, repeatedAfter } = one;
		const name = [place, event, previousStatus, newStatus, noticedAt, emissions, repeatedAfter];
		let group = groups.get(name.join());
		if (!group) {
			group = { entry: { ...one, key: place, eventId: '' }, messages: new MessageSet() };
			groups.set(name.join(), group);
		}
		// One whose ID is far from those of the others is stored as it is.
		if (!group.messages.set(message, ENDED)) {
			const alone = { ...one };
			delete alone.event;
			packed.push(alone);
		}
	}
	for (const { entry, messages } of groups.values())
		if (messages.size > 0) packed.push({ ...entry, key: `${entry.key}.${messages.pack()}` });
	return packed;
}

/** Takes what `packEvents` returned; returns the emitted events. */
export function unpackEvents(packed: readonly EmittedEvent[]): EmittedEvent[] {
	return packed.flatMap((one) => {
		const { event, newStatus } = one;
		if (event === undefined) return [one];
		const [place = '', ...set] = one.key.split('.');
		const ids = MessageSet.unpack(set.join('.')).ids();
		return ids.map((id) => {
			const key = place === NAMED ? MESSAGE_ID_LETTER + id : campaignMessageKey(place, id);
			return { ...one, key, eventId: eventIdOf(event, key, newStatus, 1) };
		});
	});
}
