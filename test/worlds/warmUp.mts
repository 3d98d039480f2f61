import { play } from './play.mts';
import type { Stage } from './stage.mts';
import { QUIET_FATE } from './world.mts';
import type { Send, World } from './world.mts';

const send: Send = {
	operation: 'campaign.sendSms',
	source: 'allItems',
	recipients: ['ordinary'],
	repeated: false,
	reference: 'automatic',
	usedReference: 'no',
	simplify: false,
	leaveOut: true,
	onError: 'stopWorkflow',
	tries: 1,
	retryFor: 60,
	timeout: 30,
	ifUnknown: 'stop',
	sendsAll: false,
	startsLater: false,
	quiet: 'none',
};

/** A world without disturbances, with as many sends as there are processes. */
const quietWorld = (sends: number): World => ({
	personality: {
		accents: {},
		moderationSeconds: 0,
		sendRate: 500,
		timeZone: 'UTC',
		tokenSeconds: 2_592_000,
	},
	history: { campaigns: 0, unfinished: 0, references: [], replies: 0 },
	event: 'campaignStatusChanged',
	optOut: 'any',
	messageType: 'sms',
	senders: '',
	steps: Array.from({ length: sends }, () => ({
		kind: 'send',
		send,
		fate: QUIET_FATE,
		faults: [],
	})),
	seed: 0,
});

/**
 * Plays a world that nobody judges: at the first request of each process modules are loaded, which takes time that the fast clock does
 * not see.
 */
export async function warmUp(stage: Stage): Promise<void> {
	await play(stage, quietWorld(stage.processes.length));
}
