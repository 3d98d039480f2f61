import type { GenericValue, IDataObject } from 'n8n-workflow';
import { templateFields, valueAt } from '../../shared/text';
import { formatServiceTime } from '../../shared/time';
import { numberOf } from '../../shared/reply';
import { DEFAULT_IN_FLIGHT, DEFAULT_RETRY_SECONDS } from '../../shared/transport';
import {
	accept,
	checkStartAt,
	checkTariff,
	checkValidity,
	refuse,
	type Checked,
} from '../../shared/validation';
import type { Channel, Terms } from './channels';
import { wrongField } from '../dispatch/choices';
import type { OperationContext } from '../dispatch/context';
import { parameterReader, type ParameterReader } from '../dispatch/parameters';
import {
	cleanRecipients,
	entryField,
	isBlank,
	listEntries,
	type Cleaning,
	type Entry,
	type RawRecipient,
} from './recipients';
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

type Refused = ReturnType<typeof refuse>;

/** The name of a field that a parameter holds; none in anything without a text. */
const nameIn = (value: GenericValue): string =>
	typeof value === 'object' ? '' : String(value ?? '');

/** The number of an option, or its default where it is not set. */
const numberOr = (value: GenericValue, fallback: number): number =>
	isBlank(value) || typeof value === 'object' || !Number.isFinite(Number(value))
		? fallback
		: Number(value);

/** Returns how to read and judge what applies to all recipients of a request (validity, tariff, start, 2WAY). */
export function termsReader(
	ctx: OperationContext,
	zone: string,
): (itemIndex: number) => Checked<Terms> {
	const option = (name: keyof Terms) => parameterReader(ctx, `options.${name}`, undefined);
	const twoWay = option('twoWay');
	const rules: Array<[keyof Terms, ParameterReader, (value: unknown) => Checked<unknown>]> = [
		['validity', option('validity'), checkValidity],
		['tariff', option('tariff'), checkTariff],
		[
			'startAt',
			option('startAt'),
			(value) => checkStartAt(value, zone, new Date(), ctx.functions.getTimezone()),
		],
	];
	return (item) => {
		const terms: Terms = twoWay(item) === true ? { twoWay: true } : {};
		for (const [name, read, check] of rules) {
			const value = read(item);
			if (isBlank(value)) continue;
			const checked = check(value);
			if (!checked.ok) return checked;
			Object.assign(terms, { [name]: checked.value });
		}
		return accept(terms);
	};
}

/** Takes the context, the endpoint and the service's zone; returns how to read the parameters of a send. */
export function readForm(
	ctx: OperationContext,
	{ size, personal, rules }: Channel,
	zone: string,
): SendForm {
	const read = (name: string, fallback: GenericValue = '') => parameterReader(ctx, name, fallback);
	const option = (name: string) => read(`options.${name}`, undefined);
	const source = size === 1 ? 'item' : (read('recipientSource', 'allItems')(0) as Source);
	const referenceMode = read('referenceMode', 'automatic')(0) as ReferenceMode;
	const own = referenceMode === 'custom';
	const run = runKey(ctx);
	const phone = read('phone');
	const phoneField = read('phoneField', 'phone');
	const recipients = read('recipients');
	const sender = read('sender');
	const senderField = option('senderField');
	const text = read('text');
	const reference = read('reference');
	const referenceField = read('referenceField', 'reference');
	const emptyNumbers = option('emptyNumbers');
	const repeatedNumbers = option('repeatedNumbers');
	const invalidRecipients = option('invalidRecipients');
	const dryRun = option('dryRun');
	const retryFor = option('retryFor');
	const termsOf = termsReader(ctx, zone);
	// A text that an expression made is final; the entries of a list cannot be reached by an expression.
	const fills = personal && size > 1 && (source === 'list' || !text.perItem);
	const day = formatServiceTime(Date.now(), zone).slice(0, 10);
	const references = new Map<string, Entry>();
	const jsonOf = (item = 0): IDataObject => ctx.items[item]?.json ?? {};

	function* recipientsOf(items: number[]): Generator<RawRecipient> {
		for (const item of items) {
			const json = jsonOf(item);
			if (source === 'item') {
				yield {
					item,
					position: -1,
					phone: phone(item),
					sender: sender(item),
					text: text(item),
					record: fills ? json : undefined,
					reference: own ? (reference(item) ?? '') : undefined,
				};
				continue;
			}
			const listed = source === 'list';
			const path = nameIn(phoneField(item));
			const senderPath = personal ? nameIn(senderField(item)) : '';
			const referencePath = own ? nameIn(referenceField(item)) : '';
			for (const [at, entry] of (listed ? listEntries(recipients(item)) : [json]).entries()) {
				const ownSender = senderPath ? entryField(entry, senderPath) : undefined;
				const record =
					listed && typeof entry === 'object' ? { ...json, ...(entry as IDataObject) } : json;
				yield {
					item,
					position: listed ? at : -1,
					phone: entryField(entry, path, listed),
					sender: isBlank(ownSender) ? sender(item) : ownSender,
					text: text(item),
					record: fills ? record : undefined,
					reference: own ? (entryField(entry, referencePath) ?? '') : undefined,
				};
			}
		}
	}

	/** One text and one sender for all: items that differ are a mistake, and so is a placeholder that nobody fills. */
	function sharedValues(items: number[]): Refused | undefined {
		if (personal && size > 1) return undefined;
		const [first = 0] = items;
		for (const [name, value] of [
			['Text', text],
			['Sender', sender],
		] as const) {
			const other = value.perItem && items.find((item) => value(item) !== value(first));
			if (typeof other !== 'number') continue;
			return refuse(
				name,
				`${name} differs between item ${first} and item ${other}, but this operation has one for all recipients`,
				"Use the operation for personal texts, or set Recipients From to This Item's Fields.",
			);
		}
		const shared = text(first);
		const fields = text.perItem || typeof shared !== 'string' ? [] : templateFields(shared);
		const unfilled = fields.find((field) => valueAt(jsonOf(first), field) !== undefined);
		return unfilled === undefined
			? undefined
			: refuse(
					'Text',
					`Text holds {${unfilled}}, which this operation would send as it is`,
					`Write {{ $json.${unfilled} }} as an expression, or use Campaign: Send Personalized SMS, which fills placeholders.`,
				);
	}

	/** A field that no item has is a wrong name, not ten thousand empty numbers. */
	function missingField(items: number[]): Refused | undefined {
		if (
			source !== 'allItems' ||
			items.some((item) => valueAt(jsonOf(item), nameIn(phoneField(item))) !== undefined)
		)
			return undefined;
		const known = Object.keys(jsonOf(items[0])).slice(0, 10).join(', ');
		return refuse(
			'Phone Field',
			`No item has the field "${nameIn(phoneField(0))}" that Phone Field names`,
			`The first item has: ${known || 'no fields'}.`,
		);
	}

	function giveReferences(entries: Entry[]): void {
		if (referenceMode === 'none' || own) return;
		for (const entry of entries) {
			if (entry.status !== 'ready') continue;
			entry.reference =
				referenceMode === 'content'
					? contentReference(entry.phone, entry.sender, entry.text, day)
					: automaticReference(run, entry.item, entry.position, entry.phone);
		}
	}

	return {
		source,
		run,
		referenceMode,
		inFlight:
			numberOf(ctx.parameter<GenericValue>('options.maxInFlight', 0, undefined)) ||
			DEFAULT_IN_FLIGHT,
		simplify: ctx.parameter<unknown>('simplify', 0, false) === true,
		retryForMs: (item) => numberOr(retryFor(item), DEFAULT_RETRY_SECONDS) * 1000,
		prepare(items) {
			const [first = 0] = items;
			const terms = termsOf(first);
			if (!terms.ok) return terms;
			const wrong = wrongField(ctx, first) ?? missingField(items) ?? sharedValues(items);
			if (wrong) return wrong;
			const empty = emptyNumbers(first) === 'skip' ? 'skip' : 'refuse';
			const repeated =
				size === 1 ? 'send' : (repeatedNumbers(first) as Cleaning['repeated'] | '') || 'merge';
			const entries = cleanRecipients(recipientsOf(items), rules, { empty, repeated }, references);
			if (entries.length === 0 && empty === 'refuse')
				return refuse(
					'Recipients',
					'Recipients is empty',
					'Give at least one phone number, or set Empty Numbers to Leave Out under Options.',
				);
			giveReferences(entries);
			return accept({
				items,
				entries,
				terms: terms.value,
				dryRun: dryRun(first) === true,
				leaveOut: invalidRecipients(first) === 'skip',
			});
		},
	};
}
