import type { INodeParameters } from 'n8n-workflow';
import type { Sandbox } from '../../sandbox/server.mts';
import type { Message } from '../../sandbox/types.mts';
import type { World } from './world.mts';

// What there is before a world begins: the credential's form, messages of other programs, and what the trigger watches.

/** How the user of this service has to authenticate. */
export function authenticationOf({ personality: { accents } }: World): string {
	if (accents.restAuth === 'bearer') return 'bearer';
	return accents.apiAuth === 'apiKey' ? 'apiKey' : 'automatic';
}

/** Whom the first message of another program went to. */
export const OLD_PHONE = '380997001900';

/** A message that another program sent, some time ago. */
export function oldMessage(
	sandbox: Sandbox,
	reference: string,
	index: number,
	now: number,
): Message {
	return {
		id: sandbox.store.randomId(),
		msisdn: index === 0 ? OLD_PHONE : `38099700000${index}`,
		sender: 'Shop',
		text: 'An old message',
		reference,
		status: index === 0 ? 'delivered' : 'sent',
		interface: 'rest',
		channel: 'sms',
		rcs: null,
		instead: null,
		insteadIds: [],
		insteadOf: null,
		campaignId: null,
		taskId: null,
		createdMs: now - 3_600_000,
		sendMs: now - 3_600_000,
		reportMs: index === 0 ? now - 3_500_000 : null,
		validityHours: 72,
		tariff: 0,
		twoWay: false,
		requestId: null,
		segments: 1,
		price: 0.03,
		currency: 'EUR',
	};
}

/** The trigger's form. */
export function watchOf(
	{ event, optOut, messageType, senders }: World,
	old: readonly Message[],
	task: number,
): INodeParameters {
	if (event === 'messageReceived') return { event, options: { optOut } };
	if (event.startsWith('bulkTask')) return { event, taskIds: String(task) };
	if (event === 'messageStatusChanged')
		return { event, lookUpBy: 'id', messageIds: old.map(({ id }) => id).join(), notify: 'all' };
	return event.startsWith('campaign') ? { event, messageType, options: { senders } } : { event };
}
