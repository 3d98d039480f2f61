import type { FaultRule } from '../../sandbox/faults.mts';
import type { Dialect } from '../../sandbox/types.mts';

// What a world is: plain data, so that it can be made at random, made smaller and told to a person.

/** How the service differs from the sandbox's defaults. */
export interface Personality {
	accents: Partial<Dialect>;
	/** Seconds that a campaign stays in moderation. */
	moderationSeconds: number;
	/** Messages that a campaign hands over in a second. */
	sendRate: number;
	timeZone: string;
	/** Seconds that a token lives. */
	tokenSeconds: number;
}

/** Campaigns and messages that were there before the world began. */
export interface History {
	campaigns: number;
	unfinished: number;
	/** References of messages that other programs sent: the user's own references may meet them. */
	references: string[];
	/** Replies that came before the trigger began to watch. */
	replies: number;
}

/** Which requests a fault meets. */
export type Target = 'send' | 'ask' | 'login' | 'any';

/** Beside a status stands `{code, message}` (wire notes, "Legacy HTTP status"). */
const status = (code: number, more: Pick<FaultRule, 'handled' | 'retryAfter' | 'lateMs'> = {}) =>
	({
		kind: 'status',
		status: code,
		body: { code, message: `Injected status ${code}` },
		...more,
	}) as const;

export const FAULTS = {
	refused: { kind: 'refuse' },
	'lost before handling': { kind: 'dropBefore' },
	'lost after handling': { kind: 'dropAfter' },
	'500 before handling': status(500),
	'502 before handling': status(502),
	'503 after handling': status(503, { handled: true }),
	'504 after handling': status(504, { handled: true }),
	'408 before handling': status(408),
	'429 at once': status(429, { retryAfter: 1 }),
	'429 for long': status(429, { retryAfter: 30 }),
	'429 without a time': status(429),
	'401': status(401),
	'a web page before handling': { kind: 'html' },
	'a web page after handling': { kind: 'html', status: 502, handled: true },
	'nothing after handling': { kind: 'empty', handled: true },
	'cut off': { kind: 'cutOff' },
	'too slow after handling': { kind: 'slow', delayMs: 45_000 },
	'too slow before handling': { kind: 'slowBefore', delayMs: 45_000 },
	'a little slow': { kind: 'slow', delayMs: 2500 },
	'late commit after 504': status(504, { lateMs: 6000 }),
	'late commit after a lost connection': { kind: 'dropBefore', lateMs: 1500 },
	'unknown fields': { kind: 'unknownFields' },
} as const;
export type FaultName = keyof typeof FAULTS;

/** A fault that meets some requests of one step. */
export interface PlannedFault {
	name: FaultName;
	target: Target;
	/** Requests that pass before. */
	skip: number;
	/** Requests that it meets. */
	times: number;
}

export const SENDS = [
	'sms.send',
	'sms.sendAndWait',
	'sms.sendBulk',
	'sms.sendIndividual',
	'campaign.sendSms',
	'campaign.sendPersonalizedSms',
	'campaign.sendSmsToContactLists',
	'rcsCampaign.send',
	'rcsMessage.send',
] as const;
export type SendName = (typeof SENDS)[number];

/** A recipient of a send: an ordinary one, one whose phone answers, one whose number is none, or one that the service turns away. */
export type Kind = 'ordinary' | 'answers' | 'no number' | 'turned away';

/** What a user sends, with one node. */
export interface Send {
	operation: SendName;
	/** Where the recipients of a send to many come from. */
	source: 'item' | 'allItems' | 'list' | 'file';
	recipients: Kind[];
	/** Whether the first recipient comes twice. */
	repeated: boolean;
	reference: 'automatic' | 'custom' | 'content';
	/** With own references: whether the first one is that of a message in the history, to another number or to the same. */
	usedReference: 'no' | 'by another' | 'by the same';
	simplify: boolean;
	leaveOut: boolean;
	onError: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	/** Retry On Fail. */
	tries: number;
	retryFor: number;
	timeout: number;
	/** Unknown Outcome. */
	ifUnknown: 'stop' | 'sendAgain' | 'countAsSent';
	/** Whether a number that comes again has another name, which makes another text where texts are personal. */
	sendsAll: boolean;
	/** Start At: campaigns begin some hours later. */
	startsLater: boolean;
	/** Quiet Hours, which leave half an hour after midnight. */
	quiet: 'none' | 'hold';
}

/** What befalls the execution of a send. */
export interface Fate {
	/** The execution ends when this request of it has reached the service (0: it does not). */
	diesAt: number;
	/** Whether its process is killed, and the user retries it from the list; or the user stops it, of which n8n offers no retry. */
	diesBy: 'kill' | 'stop';
	/** Whether the saved execution of a process that was killed shows that the node had begun (without queue mode). */
	showsBegun: boolean;
	/** How often the user retries an execution that failed, from the list of executions; faults last for as many of them. */
	retries: number;
	/** Whether each retry is one of the first execution, and not of the retry before it. */
	ofFirst: boolean;
	/** Whether the faults of the step are still there at the retries. */
	faultsStay: boolean;
	/** What the user corrects in the workflow before the first retry: the text; or the first recipient is left out by its number, or deleted from the list. */
	correction: 'none' | 'text' | 'leftOut' | 'deleted';
	/** Whether further retries have that correction, too: the list offers a retry with the workflow as it was. */
	staysCorrected: boolean;
}

/** The execution of a send that nothing befalls. */
export const QUIET_FATE: Fate = {
	diesAt: 0,
	diesBy: 'kill',
	showsBegun: false,
	retries: 0,
	ofFirst: false,
	faultsStay: true,
	correction: 'none',
	staysCorrected: true,
};

export const CHANGES = [
	'rcs.stop',
	'rcs.renew',
	'register',
	'contact',
	'report',
	'addStop',
	'removeStop',
] as const;
export type Change = (typeof CHANGES)[number];
export const READS = [
	'campaigns',
	'campaign',
	'reference',
	'senders',
	'balance',
	'messages',
	'delivery',
	'report file',
	'stop list',
	'message',
	'bulk task',
	'stop list search',
	'received',
] as const;
export type Read = (typeof READS)[number];

/** What people reply, and whether it asks for no more messages. */
export const REPLIES = {
	Yes: false,
	STOP: true,
	'Стоп!': true,
	'Please do not stop': false,
} as const;
export type ReplyText = keyof typeof REPLIES;

export type Step =
	| { kind: 'send'; send: Send; fate: Fate; beside?: Send; faults: PlannedFault[] }
	/** `retries` are from the list of executions, with the faults of the step where they stay. */
	| {
			kind: 'change';
			change: Change;
			/** How many items come in, of changes that are made for each. */
			items: number;
			onError: Send['onError'];
			tries: number;
			retries: number;
			faultsStay: boolean;
			faults: PlannedFault[];
	  }
	| { kind: 'read'; read: Read; faults: PlannedFault[] }
	| { kind: 'poll'; restart: boolean; faults: PlannedFault[] }
	/** So many phones reply at the same moment, each so often. */
	| { kind: 'answers'; text: ReplyText; phones: number; times: number }
	| { kind: 'wait'; seconds: number };

export const EVENTS = [
	'campaignStatusChanged',
	'campaignFinished',
	'messageStatusChanged',
	'applicationStatusChanged',
	'bulkTaskFinished',
	'bulkTaskProgress',
	'campaignProgress',
	'messageReceived',
	'campaignMessageFinished',
	'campaignMessageStatusChanged',
] as const;
export type Watched = (typeof EVENTS)[number];

export interface World {
	personality: Personality;
	history: History;
	/** What a trigger watches from the beginning on. */
	event: Watched;
	/** Which replies it wants to hear of. */
	optOut: 'any' | 'only' | 'none';
	/** Of which types it watches campaigns. */
	messageType: 'sms' | 'both';
	/** The senders whose campaigns it wants to hear of; empty = all. */
	senders: '' | 'Shop';
	steps: Step[];
	/** Seed of the node's own randomness and of the sandbox's. */
	seed: number;
}
