import type { IDataObject } from 'n8n-workflow';
import { accountOf, usesTestKey } from '../../shared/auth';
import { formatServiceTime } from '../../shared/time';
import type { OperationContext } from '../dispatch/context';
import { recordOf, type RunRecord } from '../dispatch/record';
import type { SendEndpoint } from './endpoints';
import type { NodeFault } from '../dispatch/nodeErrors';
import {
	readParameters,
	type BatchSettings,
	type IfUnknown,
	type ReferenceMode,
	type SendParameters,
} from './parameters';
import type { Answer, Message, Ready, Recipient } from './message';
import { readDomains } from './shortLinks';
import type { Cause } from './progress';
import type { Candidates } from './unknown';
import type { SendKind } from './verdict';

/** What every send needs, whatever it is sent to. */
export interface RunBase {
	ctx: OperationContext;
	/** IANA name of the service's time zone. */
	zone: string;
	/** When the send began (ms). */
	now: number;
	/** What earlier tries left, and where this one leaves what it learns. */
	record: RunRecord;
	/** Whether a test key is used: then nothing is asked and nothing recorded, as its answers are random (5.1). */
	isTest: boolean;
}

/** What references are made from. */
export interface ReferenceSource {
	mode: ReferenceMode;
	run: string;
	/** The day for From Content and Day, yyyy-mm-dd in the zone of the workflow, as for every time without a zone; a retry keeps that of the first try. */
	day: string;
}

/** What the steps of one send to phone numbers share. */
export interface SendRun extends RunBase {
	endpoint: SendEndpoint;
	parameters: SendParameters;
	references: ReferenceSource;
}

/** Recipients that go out together: those of one item, or of all items. */
export interface Batch {
	/** Indices of the input items that they come from. */
	items: readonly number[];
	settings: BatchSettings;
	/** All recipients in the order of the input, those that will not be sent too. */
	recipients: readonly Recipient[];
	/** The recipients of each request. */
	requests: ReadonlyArray<readonly Ready[]>;
	/** Under Continue on Fail: the errors that recipients come out as, instead of what became of them. */
	errors: ReadonlyMap<Message, NodeFault>;
}

/** Under Continue on Fail: items none of which can be sent, with their recipients as far as they can be read. */
export interface UnreadBatch {
	items: readonly number[];
	error: NodeFault;
	recipients: readonly Recipient[];
}

/** One request that carries messages. */
export interface SendRequest {
	kind: SendKind;
	channel: SendEndpoint['channel'];
	extension: SendEndpoint['extension'];
	path: string;
	/** Those to be sent, in the order of the input. */
	messages: readonly Message[];
	/** Whether nothing but this run can have made their references. */
	isAutomatic: boolean;
	/** Whether recipients that the service names are left out and the others go out. */
	leavesOut: boolean;
	ifUnknown: IfUnknown;
	/** How long it may be repeated and asked for, together (ms). */
	retryForMs: number;
	bodyOf(messages: readonly Message[]): IDataObject;
	/** Reads a 2xx with an id: what the output says of each message, and of the request. */
	readAnswer(body: unknown): Answer;
	/** Of a piece of a file: the input item that holds the file, and the one key under which the record knows all of its messages. */
	piece?: { file: number; keyOf(messages: readonly Message[]): string };
	/** Why a try that left no record may have sent what the record does not hold. */
	cause?: Cause;
	/** Lists what may be the campaign that was sent, for the words of an error. */
	candidates?: Candidates;
}

/** What became of the recipients of a request, in its order. */
export interface RequestOutcome {
	recipients: readonly Recipient[];
	/** Why it ended before all of them were settled one by one; all that were not accepted come out as it. */
	error?: NodeFault;
}

/** What became of recipients that go out together. */
export interface BatchOutcome {
	batch: Batch;
	requests: readonly RequestOutcome[];
	/** All recipients in the order of the input, as they ended. */
	recipients: readonly Recipient[];
}

/** Reads what every send needs. */
export async function startBase(ctx: OperationContext): Promise<RunBase> {
	const settings = await ctx.credentials();
	const { timeZone: zone } = settings;
	const now = Date.now();
	const isTest = usesTestKey(settings);
	const record = recordOf(ctx, {
		account: accountOf(settings),
		today: formatServiceTime(now, ctx.functions.getTimezone()).slice(0, 10),
		lasting: !isTest,
	});
	return { ctx, zone, now, record, isTest };
}

/** Reads what concerns a send to phone numbers as a whole. */
export async function startRun(ctx: OperationContext, endpoint: SendEndpoint): Promise<SendRun> {
	const base = await startBase(ctx);
	const parameters = readParameters(ctx, endpoint, base.zone, await readDomains(ctx));
	const { run, day } = base.record;
	const references = { mode: parameters.referenceMode, run, day };
	return { ...base, endpoint, parameters, references };
}
