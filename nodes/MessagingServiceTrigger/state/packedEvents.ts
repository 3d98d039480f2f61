/**
 * Emitted events of campaigns' messages in little room: those of one campaign that are alike in all else are stored as one, whose key
 * holds a set of messages.
 */
import { eventIdOf } from '../events/event';
import { ENDED, MessageSet } from './messageSet';
import { CAMPAIGN_MESSAGE_LETTER, idOfKey, type EmittedEvent } from './state';

/** Takes the key of a campaign's message; returns the campaign's ID and the message's. */
export function partsOfKey(key: string): { campaign: string; message: string } {
	const [campaign = '', message = ''] = idOfKey(key).split('.');
	return { campaign, message };
}

/** Takes the IDs of a campaign and of a message of its; returns the key of the message. */
export const campaignMessageKey = (campaign: string, message: string): string =>
	`${CAMPAIGN_MESSAGE_LETTER}${campaign}.${message}`;

/** Takes emitted events; returns them as they are stored, in which one may stand for many. */
export function packEvents(emitted: readonly EmittedEvent[]): EmittedEvent[] {
	const packed: EmittedEvent[] = [];
	const groups = new Map<string, { entry: EmittedEvent; messages: MessageSet }>();
	for (const one of emitted) {
		if (one.event === undefined) {
			packed.push(one);
			continue;
		}
		const { campaign, message } = partsOfKey(one.key);
		const { event, previousStatus, newStatus, noticedAt, emissions, repeatedAfter } = one;
		const name = [campaign, event, previousStatus, newStatus, noticedAt, emissions, repeatedAfter];
		let group = groups.get(name.join());
		if (!group) {
			group = { entry: { ...one, key: campaign, eventId: '' }, messages: new MessageSet() };
			groups.set(name.join(), group);
		}
		group.messages.set(message, ENDED);
	}
	for (const { entry, messages } of groups.values())
		packed.push({ ...entry, key: `${entry.key}.${messages.pack()}` });
	return packed;
}

/** Takes what `packEvents` returned; returns the emitted events. */
export function unpackEvents(packed: readonly EmittedEvent[]): EmittedEvent[] {
	return packed.flatMap((one) => {
		const { event, newStatus } = one;
		if (event === undefined) return [one];
		const [campaign = '', ...set] = one.key.split('.');
		const ids = MessageSet.unpack(set.join('.')).ids();
		return ids.map((id) => {
			const key = campaignMessageKey(campaign, id);
			return { ...one, key, eventId: eventIdOf(event, key, newStatus, 1) };
		});
	});
}
