import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { refusalError, withOpenOutcome, type ServiceFault } from '../../../shared/errors';
import {
	filled,
	stopListRow,
	STOP_LIST_CHANNELS,
	type StopListChannel,
} from '../../../shared/reply';
import type { Service } from '../../../shared/service';
import { listEntries } from '../../../shared/text';
import { callError, leftOpen, type ServiceRequest } from '../../../shared/transport';
import {
	accept,
	checkDefaultCountry,
	checkPhone,
	refuseAs,
	type Checked,
	type PhoneRules,
} from '../../../shared/validation';
import { COMMON_OPTIONS } from '../../dispatch/commonOptions';
import { wrongField } from '../../dispatch/choices';
import type { OperationContext } from '../../dispatch/context';
import { errorItem, type NodeFault } from '../../dispatch/nodeErrors';
import { imperative, type Operation } from '../../dispatch/operation';
import { writesOf, type Write } from '../../dispatch/write';
import { DEFAULT_COUNTRY } from '../../sending/fields';
import { LOOK, notKnown, type Changed, type Changes } from './changes';

/** Makes the change for all phones, which are distinct. */
export type Change = (
	service: Service,
	phones: readonly string[],
	channels: readonly StopListChannel[],
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
		'One number in international form, with its country code, or several with commas, semicolons or line breaks between them, or an expression that returns a list. The numbers of all items go out together.',
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

/** Checks the phones that the user typed or an expression gave, and leaves out duplicates. `rules` say how numbers are read. */
function checkPhones(value: unknown, rules: PhoneRules): Checked<string[]> {
	const entries = listEntries(value);
	const phones: string[] = [];
	for (const [place, entry] of (entries.length === 0 ? [''] : entries).entries()) {
		const field = entries.length > 1 ? `Phone Numbers (number ${place + 1})` : 'Phone Numbers';
		const checked = checkPhone(entry, field, rules);
		if (!checked.ok) return checked;
		phones.push(checked.value);
	}
	return accept([...new Set(phones)]);
}

/** What one input item asks for. */
interface Wanted {
	item: number;
	phones: string[];
	channels: StopListChannel[];
	error?: NodeFault;
}

/** Reads an item. @throws NodeOperationError for a wrong field, unless Continue on Fail is on */
function wantedOf(ctx: OperationContext, item: number): Wanted {
	const wrong = wrongField(ctx, item);
	const channels = checkChannels(ctx.parameter<unknown>('channels', item, ['sms']));
	const country = checkDefaultCountry(ctx.parameter<unknown>('defaultCountry', item, ''));
	const phones = country.ok
		? checkPhones(ctx.parameter<unknown>('phones', item, ''), {
				country: country.value,
				check: 'possible',
			})
		: country;
	if (!wrong && channels.ok && phones.ok) {
		return { item, phones: phones.value, channels: channels.value };
	}
	const refused = wrong ?? [phones, channels].find(({ ok }) => !ok);
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
		const fault = withOpenOutcome(change, notKnown(phone), LOOK);
		return errorItem(callError(ctx.node, fault, { kind: 'guarded', itemIndex: item }), item);
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

/** What the record holds of a phone that the service shows as it was wanted. */
const SHOWN = { statusCode: 200, headers: {}, body: null };

/**
 * Notes what became of phones in the record of the run. A refusal after a try whose outcome is unknown says nothing of that one, so that
 * such a phone stays unknown.
 */
function noteChanges(changes: Changes, writeOf: (phone: string) => Write): void {
	for (const [phone, made] of changes) {
		const write = writeOf(phone);
		if (isFault(made)) {
			write.noteLeft(made.outcome === 'unknown');
			if (write.isOpen) changes.set(phone, leftOpen(made));
		} else if (write.isOpen) write.noteReply(SHOWN);
	}
}

/**
 * Changes the stop list for the phones of all items: each phone once, those with the same channels in the same requests. All fields
 * are checked before the first request. An error ends the node when everything else was tried; to run it again does no harm.
 */
async function changeForAll(
	ctx: OperationContext,
	change: Change,
	{ method, path }: Pick<ServiceRequest, 'method' | 'path'>,
): Promise<INodeExecutionData[][]> {
	const writes = await writesOf(ctx);
	const wanted = ctx.items.map((_, item) => wantedOf(ctx, item));
	const groups = new Map<string, { channels: StopListChannel[]; item: number; phones: string[] }>();
	for (const { item, phones, channels } of wanted) {
		if (phones.length === 0) continue;
		const group = groups.get(channels.join()) ?? { channels, item, phones: [] };
		group.phones.push(...phones);
		groups.set(channels.join(), group);
	}
	const changes = new Map<string, Changes>();
	for (const [name, { channels, item, phones }] of groups) {
		const made = await change(await ctx.service(item), [...new Set(phones)], channels);
		// The numbers of all items go out together, so that a phone belongs to none of them.
		noteChanges(made, (phone) => writes.of(0, method, { path, body: { phone, types: channels } }));
		changes.set(name, made);
	}
	const output = wanted.flatMap(({ item, phones, channels, error }) => {
		if (error) return [errorItem(error, item)];
		const made = changes.get(channels.join());
		return phones.flatMap((phone) => {
			const one = made?.get(phone);
			return one ? [outputOf(ctx, item, phone, one)] : [];
		});
	});
	const failed = output.find(({ error }) => error);
	if (failed?.error && !ctx.continueOnFail) throw failed.error;
	if (!failed) writes.forget();
	return [output];
}

/** Form and route of an operation that changes the stop list. */
export function changeOperation(
	endpoint: Pick<ServiceRequest, 'method' | 'path'>,
	change: Change,
): Pick<Operation, 'fields' | 'routing' | 'execute'> {
	const { routing, execute } = imperative(async (ctx) => await changeForAll(ctx, change, endpoint));
	const request = { method: 'POST', url: endpoint.path } as const;
	return {
		fields: [PHONES, DEFAULT_COUNTRY, CHANNELS, COMMON_OPTIONS],
		routing: { ...routing, request },
		execute,
	};
}
