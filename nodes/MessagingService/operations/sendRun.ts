import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { faultError, faultOfCode, refusalError, type ServiceFault } from '../../shared/errors';
import { SUCCESS_CODE } from '../../shared/spec';
import type { Channel } from './channels';
import type { OperationContext } from './context';
import { readForm, type Batch, type SendForm } from './form';
import { findCampaign, isTaken, lookUp, notKnown, refusedRecipients, sendGuarded } from './guarded';
import { imperative, type Operation } from './operation';
import { chunksOf, refuse, summariseRefusals, type Entry } from './recipients';
import { giveHints, recipientItems, requestItems } from './results';
import { errorItem, nodeError } from './route';
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
	memory: RunMemory;
	/** Campaigns of this run, so that none is taken for another. */
	campaigns: Set<unknown>;
}

type NodeFault = ReturnType<typeof nodeError>;

/** Runs a job for 0 … count-1, at most `slots` at a time and in order, until `stopped` says so. */
export async function pool(count: number, slots: number, job: (index: number) => Promise<void>, stopped: () => boolean): Promise<void> {
	let next = 0;
	const worker = async (): Promise<void> => {
		while (next < count && !stopped()) await job(next++);
	};
	await Promise.all(Array.from({ length: Math.min(slots, count) }, worker));
}

const keyOf = (entry: Entry): string => `${entry.item} ${entry.position} ${entry.phone}`;

function accept(run: Run, entry: Entry, fields: IDataObject, already: boolean, summary?: IDataObject): void {
	entry.status = 'accepted';
	entry.result = { ...fields, already_accepted: already };
	if (summary) entry.summary = summary;
	run.memory.set(keyOf(entry), { state: 'accepted', result: entry.result, ...(summary ? { summary } : {}) });
}

/** What an output item tells of the request it went out with. */
const idsOf = ({ channel }: Run, summary: IDataObject): IDataObject =>
	channel.campaign ? { campaign_id: summary.id ?? null } : channel.size > 1 ? { task_id: summary.task_id ?? null } : {};

function applyReply(run: Run, chunk: Entry[], body: unknown): Entry[] {
	const { summary, results } = run.channel.read(body, run.zone);
	const ids = idsOf(run, summary);
	if (run.channel.campaign) run.campaigns.add(summary.id);
	const byReference = new Map(results?.flatMap((result) => (result.reference ? [[String(result.reference), result]] : [])));
	const taken: Entry[] = [];
	chunk.forEach((entry, index) => {
		const result = byReference.get(entry.reference) ?? (results?.length === chunk.length ? results[index] : undefined);
		const code = Number(result?.error ?? SUCCESS_CODE);
		if (results && !result) {
			// The service took the request but is silent about this one.
			accept(run, entry, ids, false, summary);
			entry.reason = 'The reply does not name this recipient: look it up by its reference';
		} else if (code === SUCCESS_CODE) accept(run, entry, { ...ids, ...result?.fields }, false, summary);
		else if (isTaken(faultOfCode(code)) && entry.reference !== '') taken.push(entry);
		else {
			const { message, description } = faultOfCode(code);
			refuse(entry, { field: '', message, description });
			entry.result = { ...ids, error_code: code };
			entry.summary = summary;
		}
	});
	return taken;
}

/** Asks for each message by its reference and settles those that are there; returns those that are not. */
async function settleByReference(run: Run, entries: Entry[], summary: IDataObject | undefined): Promise<Entry[]> {
	const missing: Entry[] = [];
	await pool(entries.length, run.form.inFlight, async (at) => {
		const entry = entries[at];
		if (!entry) return;
		const { message, fault } = await lookUp(run.ctx, entry.reference, run.zone, entry.item);
		if (fault) throw faultError(run.ctx.node, notKnown(fault, entry.reference), entry.item);
		if (message) takeAsOwn(run, entry, message, summary);
		else missing.push(entry);
	}, () => run.ctx.signal?.aborted === true);
	return entries.filter((entry) => missing.includes(entry));
}

/** Settles a message that the service holds under our reference. A reference that the user chose may belong to another one. */
function takeAsOwn(run: Run, entry: Entry, message: IDataObject | undefined, summary?: IDataObject): void {
	const other = message?.msisdn;
	if (run.form.referenceMode === 'custom' && other && String(other) !== entry.phone) {
		refuse(entry, {
			field: 'Reference',
			message: `The reference ${entry.reference} belongs to a message to another number`,
			description: 'Give the message a reference of its own.',
		});
		return;
	}
	const { id, price, currency } = message ?? {};
	const fields = run.channel.campaign ? {} : { id: id ?? null, ...(price === undefined ? {} : { price, currency }) };
	accept(run, entry, { ...idsOf(run, summary ?? {}), ...fields }, true, summary);
}

/** Settles recipients whose references the service has already: they were accepted before. */
async function settleTaken(run: Run, taken: Entry[], found?: IDataObject): Promise<void> {
	const { ctx, channel, zone, form } = run;
	const [first] = taken;
	if (!first) return;
	const message = found ?? (await lookUp(ctx, first.reference, zone, first.item)).message;
	let summary: IDataObject | undefined;
	if (channel.campaign) {
		const campaign = message && (await findCampaign(ctx, message, first.sender, run.campaigns, zone, first.item));
		summary = campaign ?? { id: null, note: 'Accepted before; the campaign list does not tell in which campaign' };
		if (campaign) run.campaigns.add(campaign.id);
	}
	const asked = form.referenceMode === 'custom' ? taken.length : channel.campaign ? 1 : MOST_LOOK_UPS;
	takeAsOwn(run, first, message, summary);
	await pool(taken.length - 1, form.inFlight, async (at) => {
		const entry = taken[at + 1];
		if (!entry) return;
		const answer = at + 1 < asked ? await lookUp(ctx, entry.reference, zone, entry.item) : {};
		takeAsOwn(run, entry, answer.message, summary);
	}, () => false);
}

/** Sends one request's recipients, never twice; throws when they cannot be sent or the outcome cannot be learned. */
async function sendChunk(run: Run, chunk: Entry[], batch: Batch): Promise<void> {
	const { ctx, channel, form, memory, zone } = run;
	for (const entry of chunk) {
		const before = memory.get(keyOf(entry));
		if (before?.state !== 'accepted') continue;
		accept(run, entry, { ...before.result }, true, before.summary);
		if (channel.campaign) run.campaigns.add(before.summary?.id);
	}
	for (;;) {
		const pending = chunk.filter((entry) => entry.status === 'ready');
		const [first] = pending;
		if (!first) return;
		const attempted = pending.some((entry) => memory.has(keyOf(entry)));
		const fail = (fault: ServiceFault) => faultError(ctx.node, fault, first.item);
		if (attempted && first.reference === '') {
			throw fail(notKnown({ kind: 'connection', message: 'An earlier try may have sent it', description: '', retryable: false, outcome: 'unknown' }, ''));
		}
		for (const entry of pending) memory.set(keyOf(entry), { state: 'unknown' });
		const sent = await sendGuarded(
			ctx,
			{ method: 'POST', path: channel.path, body: channel.body(pending, batch.terms) },
			{ itemIndex: first.item, zone, reference: first.reference, campaign: channel.campaign, attempted, retryForMs: form.retryForMs(first.item) },
		).catch((error: unknown) => {
			// Only what forbids the first request is thrown, and without a reference there is no second one.
			if (first.reference === '') for (const entry of pending) memory.delete(keyOf(entry));
			throw error;
		});
		if ('reply' in sent) {
			await settleTaken(run, applyReply(run, pending, sent.reply.body));
			return;
		}
		if ('found' in sent) {
			// One of its own references proves that a campaign went out. Otherwise every message is asked for.
			if (pending.length === 1 || (channel.campaign && form.referenceMode === 'automatic')) await settleTaken(run, pending, sent.found);
			else {
				const missing = await settleByReference(run, pending, undefined);
				for (const entry of missing) memory.delete(keyOf(entry));
			}
		} else {
			if (!sent.unknown) for (const entry of pending) memory.delete(keyOf(entry));
			const settled = await settleRefusal(run, pending, sent, batch.leaveOut);
			if (!settled) throw fail(sent.fault);
		}
	}
}

/** Settles what a refusal of the whole says about single recipients; false when it says nothing that helps. */
async function settleRefusal(run: Run, pending: Entry[], { fault, body }: { fault: ServiceFault; body?: unknown }, leaveOut: boolean): Promise<boolean> {
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
	const known = pending.filter((_, index) => taken.has(index));
	if (other.size > 0 && !leaveOut) return false;
	for (const [index, text] of other) {
		const entry = pending[index];
		if (entry) refuse(entry, { field: '', message: text });
	}
	await settleTaken(run, known);
	return known.length + other.size > 0;
}

/** Judges what a batch may send. Under Continue on Fail a refused item becomes an error, and the others go on. */
function settleInvalid(run: Run, batch: Batch): void {
	if (batch.leaveOut || batch.dryRun) return;
	const { node } = run.ctx;
	const refused = batch.entries.filter((entry) => entry.status === 'refused');
	if (run.form.source === 'list' && refused.length > 0) {
		const failure = refusalError(node, summariseRefusals(refused, batch.entries.length), batch.items[0]);
		for (const entry of batch.entries) entry.failure = failure;
	} else {
		for (const entry of refused) entry.failure = refusalError(node, entry.refusal ?? { field: '', message: String(entry.reason) }, entry.item);
	}
}

/** Sends a batch, chunk by chunk. A failure is thrown, or under Continue on Fail kept with its recipients. */
async function sendBatch(run: Run, batch: Batch, stopped: () => boolean): Promise<Entry[][]> {
	const ready = batch.entries.filter((entry) => !entry.failure);
	const chunks = chunksOf(ready, run.channel.size);
	for (const chunk of chunks) {
		if (batch.dryRun) {
			for (const entry of chunk) entry.status = 'dry run';
			continue;
		}
		if (stopped()) break;
		try {
			await sendChunk(run, chunk, batch);
			const refused = run.channel.size === 1 && !batch.leaveOut ? chunk.find((entry) => entry.status === 'refused') : undefined;
			if (refused?.refusal) throw refusalError(run.ctx.node, refused.refusal, refused.item);
		} catch (error) {
			const known = nodeError(run.ctx.node, error, chunk[0]?.item);
			if (!run.ctx.continueOnFail) throw known;
			for (const entry of chunk) if (entry.status !== 'accepted') entry.failure = known;
		}
	}
	return chunks;
}

/** The output of a batch: its rows, and an error item for each item (of a list: for the list) that failed. */
function outputOf(run: Run, batch: Batch | undefined, chunks: Entry[][]): INodeExecutionData[] {
	if (!batch) return [];
	const good = batch.entries.filter((entry) => !entry.failure);
	const failed = new Map<string, Entry>();
	for (const entry of batch.entries) if (entry.failure) failed.set(`${entry.item} ${run.form.source === 'list' ? entry.failure.message : entry.position}`, entry);
	const rows = run.form.simplify && run.channel.size > 1
		? good.length === 0 ? [] : requestItems(good, chunks.filter((chunk) => !chunk.some((entry) => entry.failure)), batch.items)
		: recipientItems(good);
	return [...rows, ...[...failed.values()].flatMap((entry) => (entry.failure ? [errorItem(entry.failure, entry.item)] : []))];
}

/** Reads all batches before the first request: in stop mode one invalid recipient anywhere stops the send. */
function prepareAll(run: Run, groups: number[][]): Batch[] {
	const { node } = run.ctx;
	const refused: Entry[] = [];
	let total = 0;
	const batches = groups.map((items) => {
		const prepared = run.form.prepare(items);
		if (!prepared.ok) throw refusalError(node, prepared.refusal, items[0]);
		const batch = prepared.value;
		total += batch.entries.length;
		if (!batch.leaveOut && !batch.dryRun) for (const entry of batch.entries) if (entry.status === 'refused') refused.push(entry);
		return batch;
	});
	const [first] = refused;
	if (!first) return batches;
	const summary = summariseRefusals(refused, total);
	if (total === 1) throw refusalError(node, summary, first.item);
	const error = refusalError(node, summary);
	error.context.itemIndex = first.item;
	throw error;
}

/** A stopped execution keeps what it sent: the output says so for each recipient. */
function settleCancelled(run: Run, batches: ReadonlyArray<Batch | undefined>): void {
	for (const batch of batches) {
		for (const entry of batch?.entries ?? []) {
			if (entry.status !== 'ready') continue;
			const sent = run.memory.has(keyOf(entry));
			entry.status = sent ? 'unknown' : 'skipped';
			entry.reason = sent ? 'The execution was stopped before the service answered: look it up by its reference' : 'The execution was stopped before';
			delete entry.failure;
		}
	}
}

/** Adds to a failure what became of the others. */
function tellOfOthers(error: NodeFault, batches: ReadonlyArray<Batch | undefined>): NodeFault {
	let accepted = 0;
	let total = 0;
	for (const batch of batches) {
		for (const entry of batch?.entries ?? []) {
			total++;
			if (entry.status === 'accepted') accepted++;
		}
	}
	if (total > 1) error.description = `${error.description ?? ''} ${accepted} of ${total} recipients were accepted before this; Retry On Fail sends only the rest.`.trim();
	return error;
}

async function runSend(ctx: OperationContext, channel: Channel): Promise<INodeExecutionData[][]> {
	const { timeZone: zone } = await ctx.credentials();
	const form = readForm(ctx, channel, zone);
	const run: Run = { ctx, channel, form, zone, memory: recallRun(form.run), campaigns: new Set() };
	const groups = form.source === 'allItems' ? [ctx.items.map((_, index) => index)] : ctx.items.map((_, index) => [index]);
	const batches: Array<Batch | undefined> = ctx.continueOnFail ? [] : prepareAll(run, groups);
	const chunks: Entry[][][] = [];
	const failed: INodeExecutionData[][] = [];
	let failure: NodeFault | undefined;
	const stopped = (): boolean => failure !== undefined || ctx.signal?.aborted === true;
	await pool(groups.length, form.inFlight, async (at) => {
		const items = groups[at] ?? [];
		try {
			let batch = batches[at];
			if (!batch) {
				const prepared = form.prepare(items);
				if (!prepared.ok) throw refusalError(ctx.node, prepared.refusal, items[0]);
				batch = batches[at] = prepared.value;
				settleInvalid(run, batch);
			}
			chunks[at] = await sendBatch(run, batch, stopped);
		} catch (error) {
			if (ctx.continueOnFail) failed[at] = items.map((item) => errorItem(nodeError(ctx.node, error, item), item));
			else failure ??= nodeError(ctx.node, error, items[0]);
		}
	}, stopped);
	if (ctx.signal?.aborted) settleCancelled(run, batches);
	const output = groups.flatMap((_, at) => failed[at] ?? outputOf(run, batches[at], chunks[at] ?? []));
	keepRun(form.run, run.memory, failure !== undefined || output.some((item) => item.error !== undefined));
	if (failure && !ctx.signal?.aborted) throw tellOfOthers(failure, batches);
	giveHints(ctx, batches.flatMap((batch) => batch?.entries ?? []));
	return [output];
}

/** Takes an endpoint; returns both dispatches of the operation that sends through it. */
export function sendOperation(channel: Channel): Required<Pick<Operation, 'routing' | 'execute'>> {
	return imperative(async (ctx) => await runSend(ctx, channel));
}
