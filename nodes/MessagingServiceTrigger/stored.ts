/**
 * The state as n8n's static data holds it. Messages of campaigns come by ten thousands: their IDs are written as the gaps between
 * them, which takes a fifth of the room. A state that has them one by one is read as well.
 */
import type { IDataObject } from 'n8n-workflow';
import {
	campaignMessageKey,
	eventIdOf,
	LETTERS,
	partsOfKey,
	type TriggerEvent,
} from './events/event';
import { VERSION, type EmittedEvent, type FollowedCampaign, type TriggerState } from './state';

const NUMBER = /^(?:0|[1-9]\d*)$/;

/** IDs that are numbers, as the gaps between them. */
function packIds(ids: readonly string[]): string {
	const numbers = ids.map(BigInt).sort((one, other) => (one < other ? -1 : Number(one > other)));
	return numbers.map((id, place) => (id - (numbers[place - 1] ?? 0n)).toString(16)).join(' ');
}

function unpackIds(packed: string): string[] {
	let last = 0n;
	return packed.split(' ').map((gap) => String((last += BigInt(`0x${gap}`))));
}

/** Puts things under the name that each has. */
function groupBy<T>(things: readonly T[], nameOf: (thing: T) => string): Map<string, T[]> {
	const groups = new Map<string, T[]>();
	for (const thing of things) {
		const group = groups.get(nameOf(thing));
		if (group) group.push(thing);
		else groups.set(nameOf(thing), [thing]);
	}
	return groups;
}

/** Events of one campaign's messages that have all but the message in common, and the messages. */
type PackedEvents = [Omit<EmittedEvent, 'key' | 'eventId'>, campaign: string, ids: string];

/** @param packed messages by status */
type PackedCampaign = FollowedCampaign & { packed?: Record<string, string> };

type PackedState = Omit<TriggerState, 'campaigns'> & {
	campaigns: Record<string, PackedCampaign>;
	packed?: PackedEvents[];
};

function packCampaign({ messages, ...campaign }: FollowedCampaign): PackedCampaign {
	const entries = Object.entries(messages);
	const groups = groupBy(
		entries.filter(([id]) => NUMBER.test(id)),
		([, status]) => status,
	);
	const packed = [...groups].map(([status, some]) => [status, packIds(some.map(([id]) => id))]);
	return {
		...campaign,
		messages: Object.fromEntries(entries.filter(([id]) => !NUMBER.test(id))),
		...(packed.length > 0 && { packed: Object.fromEntries(packed) as Record<string, string> }),
	};
}

function unpackCampaign({ packed = {}, ...campaign }: PackedCampaign): FollowedCampaign {
	const messages = { ...campaign.messages };
	for (const [status, ids] of Object.entries(packed))
		for (const id of unpackIds(ids)) messages[id] = status;
	return { ...campaign, messages };
}

/** Whether an event is that of a message of a campaign whose ID is a number. */
const isPackable = ({ key }: EmittedEvent): boolean =>
	key.startsWith(LETTERS.campaignMessage) && NUMBER.test(partsOfKey(key).message);

function packEvents(emitted: readonly EmittedEvent[]): PackedEvents[] {
	const commonOf = ({ key, eventId, ...common }: EmittedEvent) => ({ key, eventId, common });
	const groups = groupBy(emitted.map(commonOf), ({ key, common }) =>
		JSON.stringify([common, partsOfKey(key).campaign]),
	);
	return [...groups].map(([name, some]) => {
		const [common, campaign] = JSON.parse(name) as [PackedEvents[0], string];
		return [common, campaign, packIds(some.map(({ key }) => partsOfKey(key).message))];
	});
}

const unpackEvents = (packed: readonly PackedEvents[], event: TriggerEvent): EmittedEvent[] =>
	packed.flatMap(([common, campaign, ids]) =>
		unpackIds(ids).map((id) => {
			const key = campaignMessageKey(campaign, id);
			// A message enters each status once.
			return { key, eventId: eventIdOf(event, key, common.newStatus, 1), ...common };
		}),
	);

/** The state as it is stored; it shares nothing with it. */
export function toStored({ campaigns, emitted, ...state }: TriggerState): IDataObject {
	const packed = packEvents(emitted.filter(isPackable));
	const stored: PackedState = {
		...state,
		campaigns: Object.fromEntries(
			Object.entries(campaigns).map(([id, campaign]) => [id, packCampaign(campaign)]),
		),
		emitted: emitted.filter((one) => !isPackable(one)),
		...(packed.length > 0 && { packed }),
	};
	return JSON.parse(JSON.stringify(stored)) as IDataObject;
}

/** The stored state; undefined = there is none, or one of another version or of another watch. @param event what the watch is of */
export function fromStored(
	stored: unknown,
	signature: string,
	event: TriggerEvent,
): TriggerState | undefined {
	const found = stored as Partial<TriggerState> | null | undefined;
	if (found?.version !== VERSION || found.signature !== signature) return undefined;
	const { packed = [], ...state } = JSON.parse(JSON.stringify(found)) as PackedState;
	return {
		...state,
		campaigns: Object.fromEntries(
			Object.entries(state.campaigns).map(([id, campaign]) => [id, unpackCampaign(campaign)]),
		),
		emitted: [...state.emitted, ...unpackEvents(packed, event)],
	};
}

/** Characters of the stored state. */
export const sizeOf = (state: TriggerState): number => JSON.stringify(toStored(state)).length;
