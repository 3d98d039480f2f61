import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { refusalError, withOpenOutcome, type ServiceFault } from '../../../shared/errors';
import {
	filled,
	stopListRow,
	STOP_LIST_CHANNELS,
	type StopListChannel,
} from '../../../shared/reply';
import type { Service } from '../../../shared/service';
import { counted, listEntries, maskPhone, namedAndMore, plainText } from '../../../shared/text';
import { callError, repeatsFor, type Again, type ServiceRequest } from '../../../shared/transport';
import {
	accept,
	checkDefaultCountry,
	checkPhone,
	refuseAs,
	type Checked,
} from '../../../shared/validation';
import { COMMON_OPTIONS } from '../../dispatch/commonOptions';
import { wrongField } from '../../dispatch/choices';
import type { OperationContext } from '../../dispatch/context';
import { errorItem, type NodeFault } from '../../dispatch/nodeErrors';
import { imperative, type Operation } from '../../dispatch/operation';
import { recordOfRun, writeKey } from '../../dispatch/record';
import { DEFAULT_COUNTRY } from '../../sending/fields';
import { LOOK_AT_STOP_LIST, notKnown, type Changed, type Changes } from './changes';

/** Makes the change for all phones, which are distinct. `repeats` gives each request its own Retry For. */
export type Change = (
	service: Service,
	phones: readonly string[],
	channels: readonly StopListChannel[],
	repeats: () => Again,
) => Promise<Changes>;

const isFault = (change: Changed | ServiceFault): change is ServiceFault => 'outcome' in change;

/** The field of the phones that an operation changes. */
const PHONES: INodeProperties = {
	displayName: 'Phone Numbers',
	name: 'phones',
	type: 'string',
	required: true,
	default: '={{ $json.phone }}',
	placeholder: 'e.g. +380 99 111 22 33',
	description:
		'One number in international form, with its country code, or several with commas, semicolons or line breaks between them, or an expression that returns a list. The numbers of all items go out together, and an error names those that could not be used. Digits alone are taken as the service reports them.',
};

/** The choice of the channels. */
const CHANNELS: INodeProperties = {
	displayName: 'Channels',
	name: 'channels',
	type: 'multiOptions',
	options: [
		{ name: 'RCS', value: 'rcs' },
		{ name: 'SMS', value: 'sms' },
		{ name: 'Viber', value: 'viber' },
		{ name: 'WhatsApp', value: 'whatsapp' },
	],
	default: ['sms'],
	description: 'The channels whose stop lists are changed',
};

/** Checks the channels that the user chose or an expression gave. */
function checkChannels(value: unknown): Checked<StopListChannel[]> {
	const named = [
		...new Set(
			listEntries(value).map((name) => (typeof name === 'string' ? name.trim().toLowerCase() : '')),
		),
	];
	const known = STOP_LIST_CHANNELS.filter((channel) => named.includes(channel));
	if (known.length > 0 && known.length === named.length) return accept(known);
	return refuseAs(
		'Channels',
		named.length === 0 ? 'is empty' : 'holds something that is no channel',
		`Use one or more of: ${STOP_LIST_CHANNELS.join(', ')}.`,
	);
}

/** Digits as the service writes a number, such as in a reply: plans of numbers lag behind, so that it is taken as it is. */
const REPORTED = /^[1-9]\d+$/;

/** Judges each phone that the user typed or an expression gave, and leaves out duplicates. `country` completes national numbers. */
function checkPhones(value: unknown, country: string | undefined): Array<Checked<string>> {
	const entries = listEntries(value);
	const checked = (entries.length === 0 ? [''] : entries).map((entry, index) => {
		const field = entries.length > 1 ? `Phone Numbers (number ${index + 1})` : 'Phone Numbers';
		const isReported = country === undefined && REPORTED.test(plainText(entry) ?? '');
		return checkPhone(entry, field, { country, check: isReported ? 'off' : 'possible' });
	});
	const seen = new Set<string>();
	return checked.filter((one) => !one.ok || (!seen.has(one.value) && seen.add(one.value)));
}

/** What one input item asks for. */
interface Wanted {
	item: number;
	/** Its phones, each with the reason where it is none. */
	phones: Array<Checked<string>>;
	channels: StopListChannel[];
	/** What is wrong with its form. */
	error?: NodeFault;
}

/** Reads an item. @throws NodeOperationError where the form is wrong, unless Continue on Fail is on */
function wantedOf(ctx: OperationContext, item: number): Wanted {
	const wrong = wrongField(ctx, item);
	const channels = checkChannels(ctx.parameter<unknown>('channels', item, ['sms']));
	const country = checkDefaultCountry(ctx.parameter<unknown>('defaultCountry', item, ''));
	if (!wrong && channels.ok && country.ok) {
		const phones = checkPhones(ctx.parameter<unknown>('phones', item, ''), country.value);
		return { item, phones, channels: channels.value };
	}
	const refused = wrong ?? [country, channels].find(({ ok }) => !ok);
	if (!refused || !('refusal' in refused)) return { item, phones: [], channels: [] };
	const error = refusalError(ctx.node, refused.refusal, item);
	if (!ctx.continueOnFail) throw error;
	return { item, phones: [], channels: [], error };
}

/** The output of one phone of an item. */
function outputOf(
	ctx: OperationContext,
	item: number,
	phone: string,
	change: Changed | ServiceFault,
): INodeExecutionData {
	if (isFault(change)) {
		const fault = withOpenOutcome(change, notKnown(phone), LOOK_AT_STOP_LIST);
		return errorItem(callError(ctx.node, fault, { kind: 'change', itemIndex: item }), item);
	}
	const { status, record } = change;
	return {
		json: filled({
			phone,
			status,
			...stopListRow({ ...record, phone }),
		}),
		pairedItem: { item },
	};
}

/** How many phones an error names. */
const ERRORS_NAMED = 10;

/** The errors of phones as one, which names each by its item. `total` is how many phones there are, `done` what was to become of them. */
function errorOf(
	{ node }: OperationContext,
	errors: ReadonlyArray<NonNullable<INodeExecutionData['error']>>,
	total: number,
	done: string,
): Error | undefined {
	const [first] = errors;
	const messages = [...new Set(errors.map(({ message }) => message))];
	if (!first || total === 1) return first;
	const cures = new Set(errors.slice(0, ERRORS_NAMED).map(({ description }) => description));
	return refusalError(node, {
		field: PHONES.displayName,
		message: `${errors.length} of ${counted(total, 'number')} could not be ${done} the stop list: ${namedAndMore(messages, ERRORS_NAMED)}`,
		description: [...cures].filter(Boolean).join(' '),
	});
}

/**
 * Says which numbers show no country code: the service may have reported them, or it was left out, and the person who is meant would
 * still get messages.
 */
function hintWithoutCode(ctx: OperationContext, phones: readonly string[]): void {
	const strange = phones.filter((phone) => !checkPhone(phone).ok);
	if (strange.length === 0) return;
	const named = namedAndMore(strange.map(maskPhone), 3);
	ctx.hint(
		`${counted(strange.length, 'number was', 'numbers were')} taken as written, though no country code shows: ${named}. If it is missing, set Default Country.`,
	);
}

/** Makes a change, and how a sentence names it. */
export interface NamedChange {
	make: Change;
	/** What becomes of numbers, before "the stop list". */
	done: 'added to' | 'removed from';
}

/**
 * Changes the stop list for the phones of all items: each phone once, those with the same channels in the same requests. The form is
 * checked before the first request. An error ends the node when everything else was done; to run it again does no harm.
 */
async function changeForAll(
	ctx: OperationContext,
	path: string,
	{ make, done }: NamedChange,
): Promise<INodeExecutionData[][]> {
	const record = await recordOfRun(ctx);
	const wanted = ctx.items.map((_, item) => wantedOf(ctx, item));
	const groups = new Map<string, { channels: StopListChannel[]; item: number; phones: string[] }>();
	for (const { item, phones: checked, channels } of wanted) {
		const phones = checked.flatMap((one) => (one.ok ? [one.value] : []));
		if (phones.length === 0) continue;
		const group = groups.get(channels.join()) ?? { channels, item, phones: [] };
		group.phones.push(...phones);
		groups.set(channels.join(), group);
	}
	hintWithoutCode(ctx, [...new Set([...groups.values()].flatMap(({ phones }) => phones))]);
	const changes = new Map<string, Changes>();
	for (const [name, { channels, item, phones }] of groups) {
		const service = await ctx.service(item);
		const repeats = () => repeatsFor(ctx.retryForMs(item), ctx.signal);
		// The numbers of all items go out together, so that a phone belongs to none of them.
		const keyOf = (phone: string) =>
			writeKey(0, 'POST', { path, body: { phone, types: channels } });
		const open = new Set(phones);
		const made: Changes = new Map();
		for (const phone of open) {
			const earlier = record.reply(keyOf(phone));
			if (earlier && open.delete(phone)) made.set(phone, { status: String(earlier.body) });
		}
		for (const [phone, change] of await make(service, [...open], channels, repeats)) {
			made.set(phone, change);
			if (!isFault(change))
				record.noteReply(keyOf(phone), { statusCode: 200, headers: {}, body: change.status });
		}
		changes.set(name, made);
	}
	const output = wanted.flatMap(({ item, phones, channels, error }) => {
		if (error) return [errorItem(error, item)];
		const made = changes.get(channels.join());
		return phones.flatMap((phone) => {
			if (!phone.ok) return [errorItem(refusalError(ctx.node, phone.refusal, item), item)];
			const one = made?.get(phone.value);
			return one ? [outputOf(ctx, item, phone.value, one)] : [];
		});
	});
	const errors = output.flatMap(({ error }) => error ?? []);
	const failed = errorOf(ctx, errors, output.length, done);
	if (failed && !ctx.continueOnFail) throw failed;
	if (!failed) record.forget();
	return [output];
}

/** Form and route of an operation that changes the stop list. */
export function changeOperation(
	{ path }: Pick<ServiceRequest, 'path'>,
	change: NamedChange,
): Pick<Operation, 'fields' | 'routing' | 'execute'> {
	const { routing, execute } = imperative(async (ctx) => await changeForAll(ctx, path, change));
	return {
		fields: [PHONES, DEFAULT_COUNTRY, CHANNELS, COMMON_OPTIONS],
		routing: { ...routing, request: { method: 'POST', url: path } },
		execute,
	};
}
