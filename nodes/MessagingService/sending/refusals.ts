import type { IDataObject } from 'n8n-workflow';
import { itemName, keepItem, refusalError, withoutItem } from '../../shared/errors';
import {
	fieldAt,
	fieldNames,
	isBlank,
	listEntries,
	maskName,
	NAMED_AT_MOST,
} from '../../shared/text';
import {
	checkDefaultCountry,
	type Checked,
	checkReference,
	quote,
	type Refusal,
} from '../../shared/validation';
import { wrongField } from '../dispatch/choices';
import { fieldNameIn } from '../dispatch/parameters';
import { nodeError, type NodeFault } from '../dispatch/nodeErrors';
import { hintWouldStop, WOULD_STOP } from '../dispatch/wouldStop';
import type { Batch, BatchOutcome, SendRun, UnreadBatch } from './run';
import { placeOf, type Recipient, type Refused, settled } from './message';
import { TEXT_CONTENT } from './contentKinds';
import type { TemplateField } from './templateField';

/*
 * What forbids a send before its first request. What is wrong with the form is wrong for all: nothing is sent then, whatever Invalid
 * Recipients says. What is wrong with a recipient stops the send, unless it is to be left out.
 */

const fieldsOfItem = ({ ctx }: SendRun, item = 0): IDataObject => ctx.items[item]?.json ?? {};

/** Said of items without fields, which n8n gives where a node before finds nothing and always outputs data. */
export const NOTHING_IN_ITEM =
	'An item has no fields, so nothing was sent for it. n8n gives such an item if the node before finds nothing and Always Output Data is on.';

/** The field that n8n's Google Sheets adds to each row, empty ones included. */
const ROW_NUMBER = 'row_number';

/** Whether an item has no fields, and the form names nobody but by them. */
export function hasNothing(
	{ ctx, parameters }: Pick<SendRun, 'ctx' | 'parameters'>,
	index: number,
): boolean {
	const item = ctx.items[index];
	if (!item || item.binary) return false;
	for (const name in item.json)
		if (name !== ROW_NUMBER && Object.hasOwn(item.json, name)) return false;
	const { source, phone, recipients } = parameters;
	if (source === 'item') return phone.perItem && isBlank(phone(index));
	if (source === 'list') return recipients.perItem && listEntries(recipients(index)).length === 0;
	return source === 'allItems' || source === 'file';
}

/** A field that the form names and no item has is a wrong name, not ten thousand empty values. */
function missingField(run: SendRun, items: readonly number[]): Refusal | undefined {
	const { source, phoneField, zoneField } = run.parameters;
	if (source !== 'allItems' || items.length === 0) return undefined;
	const isMissing = (nameOf: (item: number) => string): boolean =>
		items.every((item) => fieldAt(fieldsOfItem(run, item), nameOf(item)) === undefined);
	const [first = 0] = items;
	const missing = (field: string, name: string): Refusal => ({
		field,
		message: `No item has the field ${quote(name)} that ${field} names`,
		description: `The first item has: ${fieldNames(fieldsOfItem(run, first))}.`,
	});
	if (isMissing((item) => fieldNameIn(phoneField(item))))
		return missing('Phone Field', fieldNameIn(phoneField(first)));
	const zone = zoneField(first);
	return zone !== '' && isMissing(zoneField) ? missing('Zone Field', zone) : undefined;
}

/** Where all recipients get one text, a placeholder that each recipient would fill otherwise is a mistake. */
function personalText({ endpoint, parameters }: SendRun): Refusal | undefined {
	const { fields, source } = parameters;
	const [name] = fields.said.ofRecipient;
	const { says } = endpoint;
	if (endpoint.personal || source === 'item' || name === undefined) return undefined;
	return {
		field: says.name,
		message: `${says.name} names the field "${maskName(name)}", but this operation has one ${says.name.toLowerCase()} for all recipients`,
		description: `${says === TEXT_CONTENT ? "Use Campaign: Send Personalized SMS, which has a text for each, or set Recipients From to This Item's Fields." : 'Use RCS Message: Send or Message: Send, which send each recipient a message of their own.'} \\{ stands for a brace.`,
	};
}

/** Where all items get one text, items that differ in it are a mistake. */
function differingText(run: SendRun, items: readonly number[]): Refusal | undefined {
	const { said } = run.parameters.fields;
	const { personal, says } = run.endpoint;
	const [first = 0] = items;
	if (personal || said.isConstant || items.length < 2) return undefined;
	const saidTo = (item: number): Checked<unknown> => said.fill(item, fieldsOfItem(run, item));
	const common = saidTo(first);
	// What no text can be made of is refused as that.
	if (!common.ok || typeof common.value === 'object') return undefined;
	const other = items.find((item) => {
		const own = saidTo(item);
		return own.ok && !Object.is(own.value, common.value);
	});
	if (other === undefined) return undefined;
	return {
		field: says.name,
		message: `${says.name} differs between ${itemName(first)} and ${itemName(other)}, but this operation has one for all recipients`,
		description: `${says === TEXT_CONTENT ? 'Use the operation for personal texts, or set' : 'Set'} Recipients From to This Item's Fields.`,
	};
}

/** What is wrong with a field for all: what it names, or what it is if it is the same for all. */
export function wrongTemplate(
	field: TemplateField,
	check: (value: unknown) => Checked<unknown>,
	item: number,
): Refusal | undefined {
	if (field.fault) return field.fault;
	if (!field.isCommon) return undefined;
	const filled = field.fill(item, {});
	const checked = filled.ok ? check(filled.value) : filled;
	return checked.ok ? undefined : checked.refusal;
}

/** What is wrong with the fields that are the same for all. */
function wrongTemplates({ ctx, endpoint, parameters }: SendRun, item: number): Refusal | undefined {
	const { country, reference, said, sender } = parameters.fields;
	const hasOwnReference = parameters.referenceMode === 'custom';
	const used: ReadonlyArray<readonly [TemplateField, (value: unknown) => Checked<unknown>]> = [
		[country, checkDefaultCountry],
		[sender, (value) => endpoint.checkSender(value)],
		[said, (value) => endpoint.says.check(value, parameters.termsOf(ctx, item))],
		...(hasOwnReference ? [[reference, checkReference] as const] : []),
	];
	for (const [field, check] of used) {
		const wrong = wrongTemplate(field, check, item);
		if (wrong) return wrong;
	}
	return undefined;
}

/** What is wrong with the form for single items, whose expressions give what a field does not take: a fault of their recipients. */
export function itemFaults(
	{ ctx, parameters }: SendRun,
	items: readonly number[],
): Map<number, NodeFault> {
	const faults = new Map<number, NodeFault>();
	for (const item of items) {
		try {
			const wrong = wrongField(ctx, item);
			if (wrong) throw refusalError(ctx.node, wrong.refusal, item);
			parameters.termsOf(ctx, item);
		} catch (error) {
			faults.set(item, nodeError(ctx.node, error, item));
		}
	}
	return faults;
}

/** The fault that all items have alike: it is one of the form. */
export function faultOfAll(faults: readonly NodeFault[]): NodeFault | undefined {
	const [first, ...others] = faults;
	const isSame = (one: NodeFault): boolean =>
		withoutItem(one.message) === withoutItem(first?.message ?? '');
	return others.every(isSame) ? first : undefined;
}

/** @throws NodeOperationError for what is wrong with the form itself, so that none of the given items can be sent */
export function checkForm(run: SendRun, items: readonly number[]): void {
	const [first = 0] = items;
	const refusal =
		missingField(run, items) ??
		wrongTemplates(run, first) ??
		personalText(run) ??
		differingText(run, items);
	if (refusal) throw refusalError(run.ctx.node, refusal, first);
}

/** How many different reasons are kept of a file: its errors name no more. */
const REASONS_KEPT = 10;

interface Reason {
	first: Refused;
	count: number;
}

/** Gathers refusals by their reason. Of the numbers, of which each may have a reason of its own, few are kept, and few of the others. */
export class Reasons {
	count = 0;
	private readonly ofNumbers = new Map<string, Reason>();
	private readonly others = new Map<string, Reason>();

	add(refused: readonly Refused[]): this {
		for (const one of refused) {
			this.count++;
			const { field, message } = one.refusal;
			const reasons = field === 'Phone Number' ? this.ofNumbers : this.others;
			const known = reasons.get(message);
			if (known) known.count++;
			else if (reasons.size < REASONS_KEPT) reasons.set(message, { first: one, count: 1 });
		}
		return this;
	}

	/** The reasons, the most frequent first. If nobody can be sent to, what concerns more than a number comes first. */
	inOrder(isForAll: boolean): Reason[] {
		const byCount = (reasons: Iterable<Reason>): Reason[] =>
			[...reasons].sort((one, other) => other.count - one.count);
		const [numbers, others] = [this.ofNumbers.values(), this.others.values()];
		return isForAll ? [...byCount(others), ...byCount(numbers)] : byCount([...numbers, ...others]);
	}

	/** Names reasons with the place of the first recipient of each, unless one concerns all. */
	named(isForAll: boolean, most = NAMED_AT_MOST): string {
		const shown = this.inOrder(isForAll).slice(0, most);
		const names = shown.map(({ first, count }) => {
			if (isForAll && first.refusal.isOfAll) return first.refusal.message;
			const more = count > 1 ? ` and ${count - 1} more` : '';
			return `[${placeOf(first.message)}${more}] ${first.refusal.message}`;
		});
		const rest = shown.reduce((left, { count }) => left - count, this.count);
		return [...names, ...(rest > 0 ? [`and ${rest} more`] : [])].join('; ');
	}
}

/** Puts refusals into one: the reasons, how many recipients they concern, and the cures. `sofar` says what was sent. */
export function refusalOfMany(
	reasons: Reasons,
	{
		ofAll,
		sofar,
		isForAll,
		most = NAMED_AT_MOST,
	}: { ofAll: string; sofar: string; isForAll: boolean; most?: number },
): Refusal {
	const shown = reasons.inOrder(isForAll).slice(0, NAMED_AT_MOST);
	const fields = new Set(shown.map(({ first }) => first.refusal.field));
	const cures = shown.flatMap(
		({
			first: {
				refusal: { field, description },
			},
		}) => {
			if (!description) return [];
			// Cures of several faults say of which field each is.
			return fields.size > 1 && field !== '' ? `${field}: ${description}` : description;
		},
	);
	const leaveOut = 'To send to the others, set Invalid Recipients to Leave Out under Options.';
	return {
		field: shown[0]?.first.refusal.field ?? 'Phone Number',
		message: `${sofar}: ${reasons.count} ${ofAll} cannot be used: ${reasons.named(isForAll, most)}`,
		description: [...new Set(cures), ...(isForAll ? [] : [leaveOut])].join(' '),
	};
}

/** `isRetry` says that an earlier try may have sent some. */
export const nothingSent = (isRetry: boolean): string =>
	`Nothing was sent${isRetry ? ' in this try' : ''}`;

/**
 * Puts all refusals of a send into one. `total` counts all recipients; `sofar` says what was sent of them.
 */
export function summariseRefusals(
	refused: readonly Refused[],
	total: number,
	sofar = nothingSent(false),
): Refusal {
	const [only] = refused;
	if (only && total === 1) return only.refusal;
	return refusalOfMany(new Reasons().add(refused), {
		ofAll: `of ${total} recipients`,
		sofar,
		isForAll: refused.length === total,
	});
}

/** Whether a recipient gets a message, got one, or is held back by Quiet Hours until it may go. */
export const mayGetMessage = ({ status, message }: Recipient): boolean =>
	status === 'skipped'
		? message.start !== undefined
		: status !== 'refused' && status !== 'duplicate' && status !== 'unknown';

/** Whether a send refuses recipients and reaches nobody: a failure, whatever Invalid Recipients says. */
const reachesNobody = (recipients: readonly Recipient[]): boolean =>
	recipients.some(({ status }) => status === 'refused') && !recipients.some(mayGetMessage);

const isRefused = (recipient: Recipient): recipient is Refused => recipient.status === 'refused';

const isRead = (batch: Batch | UnreadBatch): batch is Batch => !('error' in batch);

/** Under Continue on Fail each refused item becomes an error of its own and the others go on; of a list, the whole list. */
function withErrors({ ctx, parameters, record }: SendRun, batch: Batch, all: boolean): Batch {
	const { recipients, items, settings } = batch;
	const refused = recipients
		.filter(isRefused)
		.filter(({ message }) => (all || !settings.leaveOut) && !batch.errors.has(message));
	if (refused.length === 0) return batch;
	const errors = new Map(batch.errors);
	if (parameters.source !== 'list') {
		for (const { message, refusal } of refused)
			errors.set(message, refusalError(ctx.node, refusal, message.item));
		return { ...batch, errors };
	}
	const error = refusalError(
		ctx.node,
		summariseRefusals(refused, recipients.length, nothingSent(!record.isEmpty)),
		items[0],
	);
	for (const { message } of recipients) errors.set(message, error);
	const reason = withoutItem(error.message);
	const stays = recipients.map((recipient) =>
		recipient.status === 'ready' || recipient.status === 'dry run'
			? settled(recipient.message, { status: 'skipped', reason })
			: recipient,
	);
	return { ...batch, recipients: stays, errors, requests: [] };
}

/** Whether nothing goes out of what is together. */
export const isDryRun = (outcome: Batch | BatchOutcome | UnreadBatch): boolean =>
	!('error' in outcome) && ('batch' in outcome ? outcome.batch : outcome).settings.dryRun;

/** The refusals that stop batches, and how many recipients these have. */
function stopping(batches: readonly Batch[]): { refused: Refused[]; total: number } {
	const recipients = batches.flatMap((batch) => batch.recipients);
	const all = reachesNobody(recipients);
	const refused = batches
		.filter(({ settings }) => all || !settings.leaveOut)
		.flatMap((batch) => batch.recipients.filter(isRefused));
	return { refused, total: recipients.length };
}

/**
 * Removes what refusals forbid from all that may be sent. One invalid recipient anywhere stops the send before the first request, unless
 * the user wants such recipients left out, or the node continues on failures. A dry run says that the send would stop, and shows all.
 * @throws NodeOperationError that names the refused recipients
 */
export function stopAtRefusals(
	run: SendRun,
	batches: Array<Batch | UnreadBatch>,
): Array<Batch | UnreadBatch> {
	const { ctx, record } = run;
	const read = batches.filter(isRead);
	if (ctx.continueOnFail) {
		const all = reachesNobody(read.flatMap((batch) => batch.recipients));
		return batches.map((batch) => (isRead(batch) ? withErrors(run, batch, all) : batch));
	}
	const real = stopping(read.filter((batch) => !isDryRun(batch)));
	const dry = stopping(read.filter(isDryRun));
	if (dry.refused.length > 0)
		hintWouldStop(run, summariseRefusals(dry.refused, dry.total, WOULD_STOP.send));
	const [first] = real.refused;
	if (!first) return batches;
	const { item } = first.message;
	const error = refusalError(
		ctx.node,
		summariseRefusals(real.refused, real.total, nothingSent(!record.isEmpty)),
		real.total === 1 ? item : undefined,
	);
	keepItem(error, item);
	throw error;
}

/** The error of a send all of which the service refused; undefined where somebody was reached. */
export function nobodyReached(
	{ ctx }: SendRun,
	outcomes: ReadonlyArray<BatchOutcome | UnreadBatch>,
): NodeFault | undefined {
	const sent = outcomes.filter((outcome) => !isDryRun(outcome));
	const recipients = sent.flatMap((outcome) => outcome.recipients);
	if (!reachesNobody(recipients)) return undefined;
	const refused = recipients.filter(isRefused);
	const refusal = summariseRefusals(refused, recipients.length);
	return refusalError(ctx.node, refusal, refused[0]?.message.item);
}
