import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { faultError, faultOfCode, refusalError, type ServiceFault } from '../../shared/errors';
import { pool } from '../../shared/pool';
import { SUCCESS_CODE } from '../../shared/spec';
import type { Channel } from './channels';
import type { OperationContext } from '../dispatch/context';
import { readForm, type Batch, type SendForm } from './form';
import {
	EARLIER_TRY,
	findCampaign,
	isTaken,
	lookUp,
	notKnown,
	refusedRecipients,
	sendGuarded,
} from './guarded';
import { imperative, type Operation } from '../dispatch/operation';
import { chunksOf, refuse, summariseRefusals, type Entry } from './recipients';
import { giveHints, recipientItems, requestItems } from './results';
import { errorItem, nodeError, type NodeFault } from '../dispatch/nodeErrors';
import { keepRun, recallRun, type RunMemory } from './runMemory';

/** Codes that speak of the recipient: incorrect number, unresolved direction. */
const NUMBER_CODES: ReadonlySet<unknown> = new Set([21, 33]);
/** Looking up each of many messages that are accepted anyway only adds their ids. */
const MOST_LOOK_UPS = 100;

interface Run {
	ctx: OperationContext;
	channel: Channel;
	form: SendForm;
	zone: string;
	/** What earlier tries left behind; this one adds to it when it fails. */
	memory: RunMemory;
	/** Campaigns of this run, so that none is taken for another. */
	campaigns: Set<unknown>;
}

/** A refusal that came without a word. */
const NO_REASON = { field: '', message: 'The service refused the recipient' };

const keyOf = (entry: Entry): string => `${entry.item} ${entry.position} ${entry.phone}`;

function accept(entry: Entry, fields: IDataObject, already: boolean, summary?: IDataObject): void {
	entry.status = 'accepted';
	entry.result = { ...fields, already_accepted: already };
	entry.summary = summary ?? entry.summary;
}

/** Whether this or an earlier try may have sent it. */
const maybeSent = ({ memory }: Run, entry: Entry): boolean =>
	entry.sent ?? (memory.size > 0 && memory.has(keyOf(entry)));

const markSent = (entries: Entry[], sent: boolean): void =>
	entries.forEach((entry) => (entry.sent = sent));

/** Leaves behind for the next try what this one learned. */
function remember({ memory }: Run, entries: Entry[]): void {
	for (const entry of entries) {
		const { status, sent, result, summary, reference } = entry;
		if (status === 'accepted' || sent)
			memory.set(keyOf(entry), {
				state: status === 'accepted' ? status : 'unknown',
				result,
				summary,
				reference,
			});
		else if (sent === false) memory.delete(keyOf(entry));
	}
}

/** What an output item tells of the request it went out with. */
const idsOf = (
	{ channel: { campaign, size } }: Run,
	{ id = null, task_id = null }: IDataObject,
): IDataObject => (campaign ? { campaign_id: id } : size > 1 ? { task_id } : {});

function applyReply(run: Run, chunk: Entry[], body: unknown): Entry[] {
	const { summary, results } = run.channel.read(body, run.zone);
	const ids = idsOf(run, summary);
	if (run.channel.campaign) run.campaigns.add(summary.id);
	const byReference = new Map(results?.map((result) => [String(result.reference || ''), result]));
	byReference.delete('');
	return chunk.filter((entry, index) => {
		const result =
			byReference.get(entry.reference) ??
			(results?.length === chunk.length ? results[index] : undefined);
		const code = Number(result?.error ?? SUCCESS_CODE);
		if (code === SUCCESS_CODE) {
			accept(entry, result ? { ...ids, ...result.fields } : ids, false, summary);
			// The service took the request but is silent about this one.
			if (results && !result)
				entry.reason = 'The reply does not name this recipient: look it up by its reference';
			return false;
		}
		const fault = faultOfCode(code);
		if (isTaken(fault) && entry.reference !== '') return true;
		refuse(entry, { field: '', message: fault.message, description: fault.description });
		Object.assign(entry, { result: { ...ids, error_code: code }, summary });
		return false;
	});
}

/** Settles a message that the service holds under our reference. A reference that the user chose may belong to another one. */
function takeAsOwn(run: Run, entry: Entry, message: IDataObject = {}, summary?: IDataObject): void {
	const { msisdn, id = null, price, currency } = message;
	if (run.form.referenceMode === 'custom' && msisdn && String(msisdn) !== entry.phone) {
		refuse(entry, {
			field: 'Reference',
			message: `The reference ${entry.reference} belongs to a message to another number`,
			description: 'Give the message a reference of its own.',
		});
		return;
	}
	const fields = !run.channel.campaign && { id, ...(price !== undefined && { price, currency }) };
	accept(entry, { ...idsOf(run, summary ?? {}), ...fields }, true, summary);
}

/** Asks for a message by its reference. Where only the answer tells whose it is, as with a reference that the user chose, none is an error. */
async function ask(
	{ ctx, form }: Run,
	entry: Entry,
	needed = form.referenceMode === 'custom',
): Promise<IDataObject | undefined> {
	const { message, fault } = await lookUp(ctx, entry);
	if (fault && needed) throw faultError(ctx.node, notKnown(fault, entry.reference), entry.item);
	return message;
}

/** Asks for each message by its reference and settles those that are there; forgets those that are not. */
async function settleByReference(run: Run, entries: Entry[]): Promise<void> {
	const { ctx, form } = run;
	await pool(
		entries,
		form.inFlight,
		async (entry) => {
			const message = await ask(run, entry, true);
			if (message) takeAsOwn(run, entry, message);
			else markSent([entry], false);
		},
		() => ctx.signal?.aborted === true,
	);
}

/** Settles recipients whose references the service has already: they were accepted before. */
async function settleTaken(run: Run, taken: Entry[], found?: IDataObject): Promise<void> {
	const { ctx, channel, form, campaigns } = run;
	const [first, ...rest] = taken;
	if (!first) return;
	const message = found ?? (await ask(run, first));
	let summary: IDataObject | undefined;
	if (channel.campaign) {
		summary = message && (await findCampaign(ctx, message, first.sender, campaigns, first.item));
		if (summary) campaigns.add(summary.id);
		summary ??= {
			id: null,
			note: 'Accepted before; the campaign list does not tell in which campaign',
		};
	}
	const asked =
		form.referenceMode === 'custom' ? rest.length : channel.campaign ? 0 : MOST_LOOK_UPS;
	takeAsOwn(run, first, message, summary);
	await pool(
		rest,
		form.inFlight,
		async (entry, at) => {
			takeAsOwn(run, entry, at < asked ? await ask(run, entry) : undefined, summary);
		},
		() => false,
	);
}

/** Sends one request's recipients, never twice; throws when they cannot be sent or the outcome cannot be learned. */
async function sendChunk(run: Run, chunk: Entry[], { terms, leaveOut }: Batch): Promise<void> {
	const { ctx, channel, form, memory, campaigns } = run;
	const { campaign } = channel;
	for (const entry of memory.size > 0 ? chunk : []) {
		const before = memory.get(keyOf(entry));
		if (!before) continue;
		entry.reference = before.reference ?? '';
		if (before.state !== 'accepted') continue;
		accept(entry, { ...before.result }, true, before.summary);
		if (campaign) campaigns.add(before.summary?.id);
	}
	for (;;) {
		const pending = chunk.filter((entry) => entry.status === 'ready');
		const [first] = pending;
		if (!first) return;
		// An earlier request may have carried some of them: those are asked for.
		const open = pending.filter((entry) => maybeSent(run, entry));
		const attempted = open.length > 0;
		const { reference, item } = open[0] ?? first;
		if (attempted && reference === '') throw faultError(ctx.node, notKnown(EARLIER_TRY, ''), item);
		markSent(pending, true);
		const sent = await sendGuarded(
			ctx,
			{ method: 'POST', path: channel.path, body: channel.body(pending, terms) },
			{ itemIndex: item, reference, campaign, attempted, retryForMs: form.retryForMs(item) },
		).catch((error: unknown) => {
			// Only what forbids the first request is thrown, and without a reference there is no second one.
			if (reference === '') markSent(pending, false);
			throw error;
		});
		if ('reply' in sent) return await settleTaken(run, applyReply(run, pending, sent.reply.body));
		if ('found' in sent) {
			// One of its own references proves that a campaign went out. Otherwise every message is asked for.
			const sought = attempted ? open : pending;
			if (sought.length === 1 || (campaign && form.referenceMode === 'automatic'))
				await settleTaken(run, sought, sent.found);
			else await settleByReference(run, sought);
			continue;
		}
		if (!sent.unknown) markSent(pending, false);
		if (!(await settleRefusal(run, pending, sent, leaveOut)))
			throw faultError(ctx.node, sent.fault, item);
	}
}

/** Settles what a refusal of the whole says about single recipients; false when it says nothing that helps. */
async function settleRefusal(
	run: Run,
	pending: Entry[],
	{ fault, body }: { fault: ServiceFault; body?: unknown },
	leaveOut: boolean,
): Promise<boolean> {
	const [first] = pending;
	if (!first) return false;
	if (isTaken(fault) && pending.length === 1 && first.reference !== '') {
		await settleTaken(run, pending);
		return true;
	}
	// The number of a single message is at fault: the user wants such recipients left out.
	if (leaveOut && run.channel.size === 1 && NUMBER_CODES.has(fault.code)) {
		refuse(first, { field: '', message: fault.message });
		first.result = { error_code: fault.code };
		return true;
	}
	const { taken, other } = refusedRecipients(body);
	if (other.size > 0 && !leaveOut) return false;
	const known = pending.filter((_, index) => taken.has(index));
	pending.forEach((entry, index) => {
		const message = other.get(index);
		if (message !== undefined) refuse(entry, { field: '', message });
	});
	await settleTaken(run, known);
	return known.length + other.size > 0;
}

/**
 * Judges what may be sent. One invalid recipient anywhere stops the send before the first request; under Continue on Fail a refused
 * item (of a list: the list) becomes an error, and the others go on.
 */
function judge({ ctx, form }: Run, batches: Batch[]): void {
	const strict = batches.filter(({ leaveOut, dryRun }) => !leaveOut && !dryRun);
	const refusedOf = ({ entries }: Batch) => entries.filter(({ status }) => status === 'refused');
	if (!ctx.continueOnFail) {
		const refused = strict.flatMap(refusedOf);
		const [first] = refused;
		if (!first) return;
		const total = batches.reduce((sum, { entries }) => sum + entries.length, 0);
		const error = refusalError(
			ctx.node,
			summariseRefusals(refused, total),
			total === 1 ? first.item : undefined,
		);
		error.context.itemIndex = first.item;
		throw error;
	}
	for (const batch of strict) {
		const refused = refusedOf(batch);
		const whole =
			form.source === 'list' &&
			refused.length > 0 &&
			refusalError(ctx.node, summariseRefusals(refused, batch.entries.length), batch.items[0]);
		for (const entry of whole ? batch.entries : refused)
			entry.failure = whole || refusalError(ctx.node, entry.refusal ?? NO_REASON, entry.item);
	}
}

/** Sends a batch, chunk by chunk. A failure is thrown, or under Continue on Fail kept with its recipients. */
async function sendBatch(run: Run, batch: Batch, stopped: () => boolean): Promise<Entry[][]> {
	const { ctx, channel } = run;
	const chunks = chunksOf(
		batch.entries.filter((entry) => !entry.failure),
		channel.size,
	);
	for (const chunk of chunks) {
		if (batch.dryRun) {
			for (const entry of chunk) entry.status = 'dry run';
			continue;
		}
		if (stopped()) break;
		try {
			await sendChunk(run, chunk, batch);
			const [first] = chunk;
			if (channel.size === 1 && !batch.leaveOut && first?.status === 'refused')
				throw refusalError(ctx.node, first.refusal ?? NO_REASON, first.item);
		} catch (error) {
			const known = nodeError(ctx.node, error, chunk[0]?.item);
			if (!ctx.continueOnFail) throw known;
			for (const entry of chunk) if (entry.status !== 'accepted') entry.failure = known;
		}
	}
	return chunks;
}

/** The output of a batch: its rows, and an error item for each item (of a list: for the list) that failed. */
function outputOf(
	{ form, channel }: Run,
	{ entries, items }: Batch,
	chunks: Entry[][],
): INodeExecutionData[] {
	const good = entries.filter((entry) => !entry.failure);
	const errors = new Map<string, INodeExecutionData>();
	for (const { failure, item, position } of entries) {
		if (failure)
			errors.set(
				`${item} ${form.source === 'list' ? failure.message : position}`,
				errorItem(failure, item),
			);
	}
	const rows =
		form.simplify && channel.size > 1
			? good.length === 0
				? []
				: requestItems(
						good,
						chunks.filter((chunk) => !chunk.some((entry) => entry.failure)),
						items,
					)
			: recipientItems(good);
	return [...rows, ...errors.values()];
}

/** A stopped execution keeps what it sent: the output says so for each recipient. */
function settleCancelled(run: Run, entries: Entry[]): void {
	for (const entry of entries) {
		if (entry.status !== 'ready') continue;
		const sent = maybeSent(run, entry);
		entry.status = sent ? 'unknown' : 'skipped';
		entry.reason = sent
			? 'The execution was stopped before the answer: look it up by its reference'
			: 'The execution was stopped before';
		delete entry.failure;
	}
}

/** Adds to a failure what became of the others. */
function tellOfOthers(error: NodeFault, entries: Entry[]): NodeFault {
	const accepted = entries.filter(({ status }) => status === 'accepted').length;
	if (entries.length > 1)
		error.description =
			`${error.description ?? ''} ${accepted} of ${entries.length} recipients were accepted before this; Retry On Fail sends only the rest.`.trim();
	return error;
}

async function runSend(ctx: OperationContext, channel: Channel): Promise<INodeExecutionData[][]> {
	const { timeZone: zone } = await ctx.credentials();
	const form = readForm(ctx, channel, zone);
	const run: Run = { ctx, channel, form, zone, memory: recallRun(form.run), campaigns: new Set() };
	const all = [...ctx.items.keys()];
	const groups = form.source === 'allItems' ? [all] : all.map((item) => [item]);
	const failed: INodeExecutionData[][] = [];
	let failure: NodeFault | undefined;
	const fail = (error: unknown, at: number): void => {
		const items = groups[at] ?? [];
		if (ctx.continueOnFail)
			failed[at] = items.map((item) => errorItem(nodeError(ctx.node, error, item), item));
		else failure ??= nodeError(ctx.node, error, items[0]);
	};
	// All is read before the first request.
	const batches = groups.map((items, at) => {
		if (failure) return undefined;
		try {
			const prepared = form.prepare(items);
			if (prepared.ok) return prepared.value;
			throw refusalError(ctx.node, prepared.refusal, items[0]);
		} catch (error) {
			fail(error, at);
			return undefined;
		}
	});
	if (failure) throw failure;
	const known = batches.filter((batch) => batch !== undefined);
	judge(run, known);
	const entries = known.flatMap((batch) => batch.entries);
	const chunks: Entry[][][] = [];
	const stopped = (): boolean => failure !== undefined || ctx.signal?.aborted === true;
	await pool(
		batches,
		form.inFlight,
		async (batch, at) => {
			try {
				if (batch) chunks[at] = await sendBatch(run, batch, stopped);
			} catch (error) {
				fail(error, at);
			}
		},
		stopped,
	);
	if (ctx.signal?.aborted) settleCancelled(run, entries);
	const output = batches.flatMap(
		(batch, at) => failed[at] ?? (batch ? outputOf(run, batch, chunks[at] ?? []) : []),
	);
	const failedTry = failure !== undefined || output.some((item) => item.error !== undefined);
	if (failedTry) remember(run, entries);
	keepRun(form.run, run.memory, failedTry);
	if (failure && !ctx.signal?.aborted) throw tellOfOthers(failure, entries);
	giveHints(ctx, entries);
	return [output];
}

/** Takes an endpoint; returns both dispatches of the operation that sends through it. */
export function sendOperation(channel: Channel): Required<Pick<Operation, 'routing' | 'execute'>> {
	return imperative(async (ctx) => await runSend(ctx, channel));
}
