import { randomUUID } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import type { OperationContext } from './context';

/*
 * The one memory of a run that sends. (Operations that make one request for an item need no more than the input item itself can
 * carry: see writes.ts.)
 *
 * Retry On Fail runs a node again in the same process, with all its items. What the service accepted in the first try must not be
 * sent again, and what may have been accepted must be asked for first. So a try that fails leaves here what it learned, and the
 * next try of the same run reads it.
 *
 * Owner: this file.
 * Bound: MAX_ENTRIES in all runs together. The runs that changed longest ago go first; the one being written stays.
 * Life: from the failure of a try until a later try succeeds, at most MAX_AGE_MS after the last change. It ends with the process:
 * beyond that, only the references in the service keep a message from being sent twice.
 */

/** What a run of a node learned about one recipient, request or item. */
export interface Remembered {
	/** 'unknown': a request was sent, and its outcome could not be learned. */
	state: 'accepted' | 'unknown';
	/** The reference it went out with: the next try may come on another day, or with another text. */
	reference?: string;
	/** What the service said of it, under the names of the output. */
	result?: IDataObject;
	/** What the service said of the request in which it went out together with others. */
	summary?: IDataObject;
}

/** What is remembered of one run, by a key that its operation chooses for each item or recipient. */
export interface RunMemory {
	/** How many entries the run has. */
	readonly size: number;
	recall(key: string): Remembered | undefined;
	remember(key: string, what: Remembered): void;
	/** To be called for what was certainly not sent. */
	forget(key: string): void;
	/** To be called when a try has succeeded as a whole. */
	forgetAll(): void;
}

const MAX_ENTRIES = 200_000;
/** Retry On Fail waits 5 seconds at most between two tries. */
const MAX_AGE_MS = 900_000;

interface KeptRun {
	entries: Map<string, Remembered>;
	changedAt: number;
}

/** The runs by their keys; the one that changed last stands last. */
const runs = new Map<string, KeptRun>();
let entriesInAll = 0;

function drop(run: string): void {
	entriesInAll -= runs.get(run)?.entries.size ?? 0;
	runs.delete(run);
}

/** Drops old runs, and the oldest ones where there are too many entries; spares the given one. */
function dropOldRuns(current: string): void {
	const oldest = Date.now() - MAX_AGE_MS;
	for (const [run, { changedAt }] of runs) {
		if (run === current || (entriesInAll <= MAX_ENTRIES && changedAt >= oldest)) return;
		drop(run);
	}
}

/** Takes the key of a run (see runKey); returns what is remembered of it, to be read and changed. */
export function memoryOf(run: string): RunMemory {
	return {
		get size() {
			return runs.get(run)?.entries.size ?? 0;
		},
		recall: (key) => runs.get(run)?.entries.get(key),
		remember(key, what) {
			const { entries } = runs.get(run) ?? { entries: new Map<string, Remembered>() };
			if (!entries.has(key)) entriesInAll++;
			entries.set(key, what);
			runs.delete(run);
			runs.set(run, { entries, changedAt: Date.now() });
			dropOldRuns(run);
		},
		forget(key) {
			if (runs.get(run)?.entries.delete(key)) entriesInAll--;
		},
		forgetAll() {
			drop(run);
			dropOldRuns(run);
		},
	};
}

/** The keys of an agent's calls, by the arguments that it gave. An entry lives as long as n8n keeps the arguments of the call. */
const keysOfToolCalls = new WeakMap<object, string>();

/**
 * The text that identifies a run of a node, the same for every try of Retry On Fail. Without an execution (some callers
 * have none) it is random: repeating references between runs would make a new message look like an old one. For the same
 * reason it holds the start of the execution: a new database counts executions from 1 again. Each try of a tool counts as
 * a run of its own, and an agent may call its tool several times: what stays are the arguments of the call.
 */
export function runKey({
	identity,
	functions,
	toolCall,
}: Pick<OperationContext, 'identity' | 'functions' | 'toolCall'>): string {
	if (toolCall) {
		const key = keysOfToolCalls.get(toolCall) ?? randomUUID();
		keysOfToolCalls.set(toolCall, key);
		return key;
	}
	const { workflowId, executionId, nodeName, runIndex } = identity;
	const startedAt =
		'getExecutionContext' in functions ? functions.getExecutionContext()?.establishedAt : undefined;
	return [workflowId, executionId || randomUUID(), startedAt ?? '', nodeName, runIndex].join('\n');
}
