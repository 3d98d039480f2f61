import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { RunResult } from '../engine/harness.mts';
import type { RequestEntry } from '../../sandbox/types.mts';
import type { Change, Fate, Kind, Read, Send, World } from './world.mts';

// What happened in a world, as its user and its service saw it. The judge reads it.

/** What is added to the title of a retry where n8n shows that the node had begun. */
export const SHOWN = ', as the saved execution shows';

/** One who is to get a message. */
export interface Addressee {
	kind: Kind;
	/** As it stands in the input. */
	phone: string;
	/** The input item it comes from. */
	item: number;
	reference: string;
	/** Whether it repeats another one of the same list. */
	repeats: boolean;
}

/** One execution of a send, or one run of it on a worker. */
export interface Execution {
	/** What it was, in words. */
	title: string;
	result: RunResult;
	/** What the result file of a send from a file says of each line. */
	lines: INodeExecutionData[];
	/** Requests that reached the service meanwhile. */
	requests: RequestEntry[];
	beganMs: number;
	endedMs: number;
	/** Its process was killed, or the user stopped it: nobody saw what it came to. */
	died: boolean;
	/** Whether it was the user who ended it. */
	isStopped: boolean;
	/** What the user had corrected in the workflow. */
	correction: Fate['correction'];
	/** Messages of this send that the service held when it ended, whichever worker had sent them, and from when on it shows them. */
	inLedgerThen: ReadonlyMap<string, number>;
	/** Messages of this send that the service held when it ended, and from when on it shows them: see Held. */
	heldThen: Map<string, number>;
}

/** What a user sent, with all that was done to get it through. */
export interface SendStory {
	kind: 'send';
	/** Each text begins with it: by that the ledger knows whose a message is. */
	mark: string;
	send: Send;
	addressees: Addressee[];
	/** When its campaigns begin, where it is to start later: well after its last retry. */
	startAt: string;
	executions: Execution[];
}

export interface ChangeStory {
	kind: 'change';
	change: Change;
	result: RunResult;
	requests: RequestEntry[];
	items: ChangedItem[];
}

/** What the service did for one item of a change. */
export interface ChangedItem {
	/** How often it did it in this execution, and how often with what was retried. */
	done: number;
	doneInAll: number;
	/** How often it had done it before. */
	doneBefore: number;
}

export interface ReadStory {
	kind: 'read';
	read: Read;
	result: RunResult;
	requests: RequestEntry[];
	/** The ids, or the one value, that the service held before and after. */
	truth: { before: string[]; after: string[] };
}

export interface PollStory {
	kind: 'poll';
	atMs: number;
	endedMs: number;
	events: INodeExecutionData[];
	error?: Error;
	requests: RequestEntry[];
	restart: boolean;
}

export type Story = SendStory | ChangeStory | ReadStory | PollStory;

/** What became of something that a trigger watches, as the service knows it. */
export interface Fortune {
	statuses: Array<{ status: string; atMs: number }>;
	/** What its counters were, one after the other, as "sent,delivered" (campaigns only). */
	counters: Array<{ counted: string; atMs: number }>;
	/** The campaign that it belongs to (messages of campaigns only). */
	campaign?: number;
	/** Whom it went to, and its reference (messages only). */
	message?: { phone: string; reference: string | null };
}

/** A reply as the service holds it. */
export interface HeldReply {
	phone: string;
	sender: string;
	text: string;
	atMs: number;
}

/** A message as the service holds it. */
export interface Held {
	id: number;
	phone: string;
	text: string;
	reference: string | null;
	campaignId: number | null;
	createdMs: number;
	/** Whether the service accepted it after the client had gone. */
	late: boolean;
	/** From when on it shows under its reference, or in the list of messages; Infinity where it never does. */
	shownFromMs: number;
}

export interface Chronicle {
	world: World;
	stories: Story[];
	/** All messages that the service accepted in this world. */
	ledger: Held[];
	/** Number and reference of messages that other programs had sent. */
	older: Set<string>;
	/** Campaigns that the service made, by id, with the marks of their texts. */
	campaigns: Map<string, string>;
	/** What became of what the trigger watches, by id. */
	fortunes: Map<string, Fortune>;
	/** The replies that the service holds. */
	replies: HeldReply[];
	/** The first poll that succeeded, and the campaigns that had ended by then. */
	firstLook?: { beganMs: number; endedMs: number; endedCampaigns: Set<number> };
	/** Whatever must not be shown. */
	secrets: string[];
	/** What the node wrote to n8n's log. */
	log: string[];
	/** Whether the service refuses a reference that it knows, in campaigns. */
	refusesKnownInCampaigns: boolean;
}

/** The items that tell of what was sent, and those that are errors, of all outputs. */
export function itemsOf({ outputs }: RunResult): {
	rows: INodeExecutionData[];
	errors: INodeExecutionData[];
} {
	const all = outputs.flat();
	// Under Continue a file that cannot be sent is a row without a request, and says in its reason what an error item says elsewhere.
	const isError = ({ json, error }: INodeExecutionData): boolean =>
		error !== undefined ||
		typeof json.error === 'string' ||
		(json.status === 'refused' && json.recipients === 0);
	return { rows: all.filter((item) => !isError(item)), errors: all.filter(isError) };
}

/** Input items that an output item is paired with. */
export function sourcesOf({ pairedItem }: INodeExecutionData): number[] {
	return [pairedItem ?? []].flat().map((pair) => (typeof pair === 'number' ? pair : pair.item));
}

/** The words of an error item or of an error, with its cure. */
export function wordsOf(error: Error | IDataObject | undefined): string {
	if (error === undefined) return '';
	const { message, description, reason, error: text } = error as Record<string, unknown>;
	return [message, text, reason, description].filter((part) => typeof part === 'string').join(' ');
}
