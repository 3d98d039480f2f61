import type { IDataObject } from 'n8n-workflow';
import type { OperationContext, RunIdentity } from './context';
import { beganWithoutRecord, earlierStartOf, type EarlierStart } from './earlierStart';
import {
	pack,
	partsOfShortKey,
	shortGroup,
	shortKey,
	unpack,
	type PackedGroup,
	type Remembered,
} from './packing';
import { deriveRunKey } from './runKey';

/*
 * The one memory of a run that sends or writes.
 *
 * Retry On Fail runs a node again with all its items, and so does Retry in n8n's list of executions, hours later and perhaps after a
 * restart. What the service accepted in the first try must not be sent again, and what may have been accepted must be asked for
 * first. So a try that fails leaves here what it learned, and the next try of the same run reads it.
 *
 * Owner: the context of the node, a part of the execution's data that n8n gives to every try, saves with an execution that failed,
 * and hands to a retry from the list.
 * Bound: none of its own. It grows with the items of the run, which the execution holds as well, and takes a fraction of their room
 * (see packing.ts). Nothing is given up while a try may come: what was forgotten would be sent twice.
 * Life: from the failure of a try until a later try succeeds, or until n8n deletes the execution. A process that is killed while
 * it sends leaves nothing here: then the references in the service keep a message from being sent twice, and `earlierStart` says
 * where a send has to be asked for that they do not protect.
 */

export type { ReferenceMode, Remembered } from './packing';

/** What is remembered of one run, by a key that its operation chooses for each item or recipient. */
export interface RunMemory {
	/** Identifies the run; the same for every try (see runKey.ts). */
	readonly run: string;
	/** Whether a process that left nothing here may have begun the run. */
	readonly earlierStart: EarlierStart;
	/** Since when the run may have sent something (ms); undefined where nobody tells. */
	readonly beganAt: number | undefined;
	/** When the first try began that left a record; this one where none did (ms). */
	readonly recordedSince: number;
	/** When it may have sent what no try before this one left an entry of; undefined where nobody tells. */
	readonly unrecorded: readonly Span[] | undefined;
	/** IDs of messages that the service showed in this account, by their references, before the run sent anything under these. */
	readonly shownBefore: Map<string, string>;
	/** References that the service was asked for in this try, before it sent anything under them. */
	readonly askedBefore: Set<string>;
	/** When the first message came that is known to be of this try, by the clock of the service (ms); undefined while none is known. */
	firstShownAt?: number;
	/** The same of the tries before. */
	readonly shownAt: readonly number[];
	/** The account that this try sends with (see accountOf); undefined where none is told. */
	readonly account: string | undefined;
	/** To be called when the service has told how far that process came: what follows was never begun. */
	settleEarlierStart(): void;
	/** How many entries the run has. */
	readonly size: number;
	recall(key: string): Remembered | undefined;
	/** Returns the entries whose keys have this first line, each with the second line of its key. */
	recallAll(group: string): readonly RememberedPlace[];
	/** The places of the entries of unknown outcome, of all groups. */
	readonly openPlaces: readonly string[];
	/** A number for a request that no entry has. */
	readonly nextRequest: number;
	remember(key: string, what: Remembered): void;
	/** To be called for what was certainly not sent. */
	forget(key: string): void;
	/** Leaves behind what is remembered, for the next try. */
	keep(): void;
	/** To be called when no other try will come: this one has succeeded. */
	forgetAll(): void;
}

/** A span of time (ms); one without an end goes on. */
export interface Span {
	readonly since: number;
	readonly until?: number;
}

/** An entry of a run under a key of two lines. */
export interface RememberedPlace {
	readonly place: string;
	readonly what: Remembered;
}

/** Takes the entries of a run by short key; returns those under keys of two lines, by their groups. */
function byGroup(
	entries: ReadonlyMap<string, Remembered>,
): ReadonlyMap<string, readonly RememberedPlace[]> {
	const groups = new Map<string, RememberedPlace[]>();
	for (const [key, what] of entries) {
		const { group, place } = partsOfShortKey(key) ?? {};
		if (group === undefined || place === undefined) continue;
		const known = groups.get(group);
		if (known) known.push({ place, what });
		else groups.set(group, [{ place, what }]);
	}
	return groups;
}

/** When the first message of each try came, of those that are known to be of it. */
export const timesShown = ({
	shownAt,
	firstShownAt,
}: Pick<RunMemory, 'shownAt' | 'firstShownAt'>): readonly number[] =>
	firstShownAt === undefined ? shownAt : [...shownAt, firstShownAt];

/** A run in the context of the node. */
interface KeptRun {
	key: string;
	/** ID of the execution that kept it. */
	by?: string;
	groups: PackedGroup[];
	/** What is not settled of a process before. */
	earlierStart?: EarlierStart;
	/** See `beganAt` of RunMemory. */
	beganAt?: number;
	/** See `recordedSince` of RunMemory. */
	recordedSince?: number;
	/** See `shownAt` of RunMemory. */
	shownAt?: readonly number[];
	/** See `shownBefore` of RunMemory; by accounts. */
	shownBefore?: Partial<Record<string, Record<string, string>>>;
}

/**
 * When a run may have sent what no try left an entry of: while a process ran that left no record, and since this try began. In between
 * tries ended in order, and those left entries of all that they may have sent.
 */
function unrecordedSpans(
	kept: KeptRun | undefined,
	beganAt: number | undefined,
	startedAt: number,
): readonly Span[] | undefined {
	const thisTry = { since: startedAt };
	if (kept && !kept.earlierStart) return [thisTry];
	if (beganAt === undefined) return undefined;
	return kept ? [{ since: beganAt, until: kept.recordedSince }, thisTry] : [{ since: beganAt }];
}

/** The field of the node's context that is ours: the runs of the node by their index. */
const FIELD = 'messagingServiceRuns';
type KeptRuns = Partial<Record<string, KeptRun>>;

/** Stand in for the node's context where n8n has none for a caller. They live as long as what they belong to. */
const substitutes = new WeakMap<object, IDataObject>();

function substituteFor(owner: object): IDataObject {
	const context = substitutes.get(owner) ?? {};
	substitutes.set(owner, context);
	return context;
}

/**
 * Takes the context of an operation; returns the context of the node; of a tool call a context of its own, as an agent calls the same
 * node side by side.
 */
export function nodeContext({ functions, toolCall, run }: Known): IDataObject {
	if (toolCall) return substituteFor(toolCall);
	try {
		return 'getContext' in functions ? functions.getContext('node') : substituteFor(run);
	} catch {
		// n8n throws where there is no execution, as in some calls by agents.
		return substituteFor(run);
	}
}

/** Under which name the context of the node keeps a run. */
const indexOf = ({ runIndex, withinExecution, executionId }: RunIdentity): string =>
	withinExecution ? `${runIndex} ${executionId}` : String(runIndex);

type Known = Pick<OperationContext, 'identity' | 'functions' | 'toolCall' | 'run'>;

/** Takes the context of an operation; returns what its tries call their run. n8n counts each try of a tool call as a run of its own. */
export const runName = ({ toolCall, identity }: Known): string =>
	toolCall ? '' : indexOf(identity);

/**
 * Takes the context of an operation, and the account that it uses (see accountOf); returns what is remembered of its run, to be
 * read, changed and kept. What is done with a test key is not `lasting`: it leaves nothing behind, for what such a key had accepted
 * was never sent, and the next try may have a live one.
 */
export function memoryOf(
	known: Known,
	{ lasting = true, account }: { lasting?: boolean; account?: string } = {},
): RunMemory {
	const context = nodeContext(known);
	const index = runName(known);
	const kept = (context[FIELD] as KeptRuns | undefined)?.[index];
	const run = kept?.key ?? deriveRunKey(known);
	const entries = unpack(kept?.groups ?? []);
	const beganAt = kept ? kept.beganAt : beganWithoutRecord(known);
	const startedAt = Date.now();
	const recordedSince = kept?.recordedSince ?? startedAt;
	const shownBefore = new Map(Object.entries(kept?.shownBefore?.[account ?? ''] ?? {}));
	let groups: ReturnType<typeof byGroup> | undefined;
	let earlierStart: EarlierStart | undefined;
	const earlierStartNow = (): EarlierStart => (earlierStart ??= earlierStartOf(known, kept));
	const leave = (own: KeptRuns): void => {
		const { [index]: before, ...others } = (context[FIELD] ?? {}) as KeptRuns;
		const runs = { ...others, ...own };
		if (Object.keys(runs).length > 0) context[FIELD] = runs as IDataObject;
		else if (before) delete context[FIELD];
	};
	return {
		run,
		get earlierStart() {
			return earlierStartNow();
		},
		beganAt,
		recordedSince,
		unrecorded: unrecordedSpans(kept, beganAt, startedAt),
		shownBefore,
		askedBefore: new Set(),
		shownAt: kept?.shownAt ?? [],
		account,
		settleEarlierStart() {
			earlierStart = 'no';
		},
		get size() {
			return entries.size;
		},
		recall: (key) => (entries.size === 0 ? undefined : entries.get(shortKey(key))),
		recallAll: (group) =>
			entries.size === 0 ? [] : ((groups ??= byGroup(entries)).get(shortGroup(group)) ?? []),
		get openPlaces() {
			return [...entries].flatMap(([key, { state }]) => {
				const place = state === 'unknown' ? partsOfShortKey(key)?.place : undefined;
				return place === undefined ? [] : [place];
			});
		},
		get nextRequest() {
			let next = 0;
			for (const { request = -1 } of entries.values()) next = Math.max(next, request + 1);
			return next;
		},
		remember(key, what) {
			groups = undefined;
			entries.set(shortKey(key), what);
		},
		forget(key) {
			if (entries.size === 0) return;
			groups = undefined;
			entries.delete(shortKey(key));
		},
		keep() {
			if (!lasting) return;
			const earlier = earlierStartNow();
			// Where an earlier process may have sent, the next try has to look for it under the same references.
			const isOpen = earlier !== 'no';
			const shownByAccount = {
				...kept?.shownBefore,
				...(shownBefore.size > 0 && { [account ?? '']: Object.fromEntries(shownBefore) }),
			};
			const left = {
				key: run,
				by: known.identity.executionId,
				groups: pack(entries),
				...(isOpen && { earlierStart: earlier }),
				...(beganAt !== undefined && { beganAt }),
				recordedSince,
				shownAt: timesShown(this),
				...(Object.keys(shownByAccount).length > 0 && { shownBefore: shownByAccount }),
			};
			leave({ [index]: left });
		},
		forgetAll() {
			entries.clear();
			leave({});
		},
	};
}
