import type { Service } from './service.mts';
import type { Message, Received, StopListed } from './types.mts';

// What phones do beside receiving: they answer, and some are to get nothing more.

/** The channels of the stop list (extensions notes, section 3). */
export const STOP_CHANNELS = ['sms', 'viber', 'rcs', 'whatsapp'] as const;

export type StopChannel = (typeof STOP_CHANNELS)[number];

/** What a phone answers by itself to every message, by the last four digits of its number (table in README.md). */
const ANSWERS: Readonly<Record<string, string>> = { '0006': 'YES', '0007': 'STOP' };

/** What a phone answers to a message; undefined when it stays silent. */
export const answerTo = ({ msisdn }: Message): string | undefined => ANSWERS[msisdn.slice(-4)];

/** Lets a phone answer: the service keeps the reply, and tells it when it is asked. */
export function receive(
	{ store, events }: Pick<Service, 'store' | 'events'>,
	reply: Omit<Received, 'id'>,
): Received {
	const received = { id: store.nextId('received', 9001), ...reply };
	store.received.push(received);
	events.emit('received', () => received);
	return received;
}

/** The last message that a phone got. */
export function lastMessageTo(
	{ store }: Pick<Service, 'store'>,
	phone: string,
): Message | undefined {
	return [...store.messages.values()].filter(({ msisdn }) => msisdn === phone).at(-1);
}

/** Puts a phone on the stop lists of some channels; one that is there stays. */
export function stopListing(
	{ store, clock }: Pick<Service, 'store' | 'clock'>,
	phone: string,
	channels: readonly StopChannel[],
): StopListed {
	const listed = store.stopList.get(phone) ?? {
		id: store.nextId('stopListed', 7001),
		phone,
		createdMs: clock.ms(),
		channels: [],
	};
	listed.channels = STOP_CHANNELS.filter(
		(channel) => channels.includes(channel) || listed.channels.includes(channel),
	);
	store.stopList.set(phone, listed);
	return listed;
}

/** Whether a phone gets no messages of a channel. */
export function isStopListed(
	{ store }: Pick<Service, 'store'>,
	phone: string,
	channel: StopChannel,
): boolean {
	return store.stopList.get(phone)?.channels.includes(channel) ?? false;
}
