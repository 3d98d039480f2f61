import type { GenericValue, IDataObject } from 'n8n-workflow';
import { templateFields } from '../../shared/text';
import { formatServiceTime } from '../../shared/time';
import { DEFAULT_IN_FLIGHT, DEFAULT_RETRY_SECONDS } from '../../shared/transport';
import { checkStartAt, checkTariff, checkValidity, type Checked, type Refusal } from '../../shared/validation';
import type { Channel, Terms } from './channels';
import type { OperationContext } from './context';
import { parameterReader, valueAt } from './parameters';
import { cleanRecipients, entryField, isBlank, listEntries, type Cleaning, type Entry, type RawRecipient } from './recipients';
import { automaticReference, contentReference, runKey, type ReferenceMode } from './references';

/** Where the recipients come from: each item's fields, a list in each item, or all items at once. */
export type Source = 'item' | 'list' | 'allItems';

/** Recipients that go out together, judged and ready to send. */
export interface Batch {
	/** Input items it comes from. */
	items: number[];
	entries: Entry[];
	terms: Terms;
	dryRun: boolean;
	/** Leave invalid recipients out instead of stopping. */
	leaveOut: boolean;
}

/** The parameters of a send, read once for all items. */
export interface SendForm {
	source: Source;
	/** Identifies the node run; the same for its retries. */
	run: string;
	referenceMode: ReferenceMode;
	inFlight: number;
	simplify: boolean;
	retryForMs(itemIndex: number): number;
	/** Reads, cleans and judges the recipients of the given items; a refusal concerns all of them. */
	prepare(items: number[]): Checked<Batch>;
}

const refusal = (field: string, message: string, description: string): { ok: false; refusal: Refusal } => ({ ok: false, refusal: { field, message, description } });

/** The number of an option, or its default where it is not set. */
const numberOr = (value: GenericValue, fallback: number): number => (isBlank(value) || !Number.isFinite(Number(value)) ? fallback : Number(value));

/** Returns how to read and judge what applies to all recipients of a request (validity, tariff, start, 2WAY). */
export function termsReader(ctx: OperationContext, zone: string): (itemIndex: number) => Checked<Terms> {
	const [validity, tariff, startAt, twoWay] = ['validity', 'tariff', 'startAt', 'twoWay'].map((name) => parameterReader(ctx, `options.${name}`, undefined));
	return (item) => {
		const terms: Terms = twoWay?.(item) === true ? { twoWay: true } : {};
		const hours = validity?.(item);
		const code = tariff?.(item);
		const start = startAt?.(item);
		if (!isBlank(hours)) {
			const checked = checkValidity(hours);
			if (!checked.ok) return checked;
			terms.validity = checked.value;
		}
		if (!isBlank(code)) {
			const checked = checkTariff(code);
			if (!checked.ok) return checked;
			terms.tariff = checked.value;
		}
		if (!isBlank(start)) {
			const checked = checkStartAt(start, zone, new Date(), ctx.functions.getTimezone());
			if (!checked.ok) return checked;
			terms.startAt = checked.value;
		}
		return { ok: true, value: terms };
	};
}

/** Takes the context, the endpoint and the service's zone; returns how to read the parameters of a send. */
export function readForm(ctx: OperationContext, channel: Channel, zone: string): SendForm {
	const read = (name: string, fallback: GenericValue = '') => parameterReader(ctx, name, fallback);
	const option = (name: string) => read(`options.${name}`, undefined);
	const source = channel.size === 1 ? 'item' : (read('recipientSource', 'allItems')(0) as Source);
	const referenceMode = read('referenceMode', 'automatic')(0) as ReferenceMode;
	const run = runKey(ctx);
	const phone = read('phone');
	const phoneField = read('phoneField', 'phone');
	const recipients = read('recipients');
	const sender = read('sender');
	const senderField = option('senderField');
	const text = read('text');
	const reference = read('reference');
	const referenceField = read('referenceField', 'reference');
	const [empty, repeated, invalid, dryRun] = ['emptyNumbers', 'repeatedNumbers', 'invalidRecipients', 'dryRun'].map(option);
	const retryFor = option('retryFor');
	const termsOf = termsReader(ctx, zone);
	// A text that an expression made is final; the entries of a list cannot be reached by an expression.
	const fills = channel.personal && channel.size > 1 && (source === 'list' || !text.perItem);
	const tool = 'isToolExecution' in ctx.functions && ctx.functions.isToolExecution();
	const day = formatServiceTime(Date.now(), zone).slice(0, 10);

	function* recipientsOf(items: number[]): Generator<RawRecipient> {
		for (const item of items) {
			const json = ctx.items[item]?.json ?? {};
			if (source === 'item') {
				const own = referenceMode === 'custom' ? (reference(item) ?? '') : undefined;
				yield { item, position: -1, phone: phone(item), sender: sender(item), text: text(item), record: fills ? json : undefined, reference: own };
				continue;
			}
			const list = source === 'list' ? listEntries(recipients(item)) : [json];
			const path = String(phoneField(item));
			const senderPath = channel.personal ? String(senderField?.(item) ?? '') : '';
			const referencePath = referenceMode === 'custom' ? String(referenceField(item)) : '';
			for (const [at, entry] of list.entries()) {
				const ownSender = senderPath ? entryField(entry, senderPath) : undefined;
				const record = source === 'list' && typeof entry === 'object' ? { ...json, ...(entry as IDataObject) } : json;
				yield {
					item,
					position: source === 'list' ? at : -1,
					phone: entryField(entry, path, source === 'list'),
					sender: isBlank(ownSender) ? sender(item) : ownSender,
					text: text(item),
					record: fills ? record : undefined,
					reference: referencePath ? (entryField(entry, referencePath) ?? '') : undefined,
				};
			}
		}
	}

	/** One text and one sender for all: items that differ are a mistake, and so is a placeholder that nobody fills. */
	function sharedValues(items: number[]): Refusal | undefined {
		if (channel.personal && channel.size > 1) return undefined;
		const [first = 0] = items;
		for (const [name, value] of [['Text', text], ['Sender', sender]] as const) {
			if (!value.perItem || items.length < 2) continue;
			const other = items.find((item) => value(item) !== value(first));
			if (other === undefined) continue;
			return {
				field: name,
				message: `${name} differs between item ${first} and item ${other}, but this operation has one for all recipients`,
				description: "Use the operation for personal texts, or set Recipients From to This Item's Fields.",
			};
		}
		const fields = text.perItem || typeof text(first) !== 'string' ? [] : templateFields(String(text(first)));
		const unfilled = fields.find((field) => valueAt(ctx.items[first]?.json, field) !== undefined);
		return unfilled === undefined ? undefined : {
			field: 'Text',
			message: `Text holds {${unfilled}}, which this operation would send as it is`,
			description: `Write {{ $json.${unfilled} }} as an expression, or use Campaign: Send Personalized SMS, which fills placeholders.`,
		};
	}

	/** A field that no item has is a wrong name, not ten thousand empty numbers. */
	function missingField(items: number[]): Refusal | undefined {
		if (source !== 'allItems' || items.some((item) => valueAt(ctx.items[item]?.json, String(phoneField(item))) !== undefined)) return undefined;
		const known = Object.keys(ctx.items[items[0] ?? 0]?.json ?? {}).slice(0, 10).join(', ');
		return { field: 'Phone Field', message: `No item has the field "${String(phoneField(0))}" that Phone Field names`, description: `The first item has: ${known || 'no fields'}.` };
	}

	function giveReferences(entries: Entry[]): void {
		if (referenceMode === 'none' || referenceMode === 'custom') return;
		for (const entry of entries) {
			if (entry.status !== 'ready') continue;
			entry.reference = referenceMode === 'content'
				? contentReference(entry.phone, entry.sender, entry.text, day)
				: automaticReference(run, entry.item, entry.position, entry.phone, tool ? entry.text : '');
		}
	}

	return {
		source,
		run,
		referenceMode,
		inFlight: Math.max(1, Math.floor(numberOr(ctx.parameter<GenericValue>('options.maxInFlight', 0, undefined), DEFAULT_IN_FLIGHT))),
		simplify: ctx.parameter<unknown>('simplify', 0, false) === true,
		retryForMs: (item) => numberOr(retryFor?.(item), DEFAULT_RETRY_SECONDS) * 1000,
		prepare(items) {
			const [first = 0] = items;
			const terms = termsOf(first);
			if (!terms.ok) return terms;
			const wrong = missingField(items) ?? sharedValues(items);
			if (wrong) return { ok: false, refusal: wrong };
			const cleaning: Cleaning = {
				empty: empty?.(first) === 'skip' ? 'skip' : 'refuse',
				repeated: channel.size === 1 ? 'send' : ((repeated?.(first) as Cleaning['repeated'] | '') || 'merge'),
			};
			const entries = cleanRecipients(recipientsOf(items), channel.rules, cleaning);
			if (entries.length === 0 && cleaning.empty === 'refuse') return refusal('Recipients', 'Recipients is empty', 'Give at least one phone number, or set Empty Numbers to Leave Out under Options.');
			giveReferences(entries);
			return { ok: true, value: { items, entries, terms: terms.value, dryRun: dryRun?.(first) === true, leaveOut: invalid?.(first) === 'skip' } };
		},
	};
}
