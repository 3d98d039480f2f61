import {
	asRecord,
	extensionFault,
	faultOfNoAnswer,
	maskPhone,
	type ServiceFault,
} from '../../../shared/errors';
import {
	deniesChange,
	listOf,
	normaliseStopListed,
	tellsNoChannel,
	type StopListChannel,
} from '../../../shared/reply';
import { addToStopList, findOnStopList, type Service } from '../../../shared/service';
import { LIMITS } from '../../../shared/spec';
import type { IDataObject } from 'n8n-workflow';
import type { Changes } from './phones';

export const NO_STOP_LIST =
	'Keep the numbers in a Data Table instead, and leave them out before you send.';

/** Splits a list into parts of a size. */
export function partsOf<T>(list: readonly T[], size: number): T[][] {
	const parts: T[][] = [];
	for (let at = 0; at < list.length; at += size) parts.push(list.slice(at, at + size));
	return parts;
}

/** Whether an entry is on the lists of the wanted channels: it says so, or it tells of no channel at all. */
const isSurelyOn = (entry: IDataObject, channels: readonly StopListChannel[]): boolean =>
	channels.every((channel) => entry[channel] === true) || tellsNoChannel(entry);

/** The same of an entry in the reply to the change, which is the only proof of WhatsApp: entries say nothing of it. */
const isShownOn = (entry: IDataObject, channels: readonly StopListChannel[]): boolean =>
	isSurelyOn(
		entry,
		channels.filter((channel) => channel !== 'whatsapp' || entry[channel] !== null),
	);

/** What a service calls the field of the channels. */
const OF_CHANNELS = /^(?:types?|channels?)\b/i;

/** A refusal that may be about one of the phones: the others can be taken without it. One that names the channels is about all of them. */
const mayBePhone = ({ outcome, httpStatus, details }: ServiceFault): boolean =>
	outcome === 'rejected' &&
	(httpStatus === 422 || httpStatus === 400) &&
	!details?.every((detail) => OF_CHANNELS.test(detail));

/** The entries that a reply shows; none where it says around them that something went wrong: then the list tells. */
function shownIn(body: unknown): IDataObject[] {
	return deniesChange({ ...asRecord(body), data: undefined }) ? [] : listOf(body).records;
}

/** One request, and its halves where the service refuses it for one of its phones. */
async function attachPart(
	service: Service,
	phones: readonly string[],
	channels: readonly StopListChannel[],
	changes: Changes,
): Promise<void> {
	const { reply, fault } = await addToStopList(service, phones, channels);
	if (fault && phones.length > 1 && mayBePhone(fault)) {
		const half = Math.ceil(phones.length / 2);
		await attachPart(service, phones.slice(0, half), channels, changes);
		await attachPart(service, phones.slice(half), channels, changes);
		return;
	}
	if (fault && fault.outcome === 'rejected') {
		const said = extensionFault(fault, 'a stop list', NO_STOP_LIST);
		// A service may refuse a phone because it is on the list already.
		if (mayBePhone(fault)) await confirm(service, phones, channels, changes, () => said);
		else for (const phone of phones) changes.set(phone, said);
		return;
	}
	const wanted = new Set(phones);
	for (const record of shownIn(reply?.body)) {
		const entry = normaliseStopListed(record, service.timeZone);
		const phone = String(entry.phone);
		if (wanted.has(phone) && isShownOn(entry, channels) && !deniesChange(record))
			changes.set(phone, { status: 'listed', confirmedBy: 'reply', record: entry });
	}
	await confirm(
		service,
		phones,
		channels,
		changes,
		(phone) => fault ?? notKnown(phone, reply?.body),
	);
}

/** What is said of a phone that neither the reply nor the list shows. */
const notKnown = (phone: string, body: unknown): ServiceFault =>
	faultOfNoAnswer(
		body,
		`Whether ${maskPhone(phone)} is on the stop list is not known`,
		'The reply does not name the number, and the list does not show it. Look at it with Stop List: Search; adding it again does no harm.',
	);

/** Looks up the phones that the reply did not name, or all of them where no reply came. */
async function confirm(
	service: Service,
	phones: readonly string[],
	channels: readonly StopListChannel[],
	changes: Changes,
	otherwise: (phone: string) => ServiceFault,
): Promise<void> {
	const open = phones.filter((phone) => !changes.has(phone));
	if (open.length === 0) return;
	const { entries } = await findOnStopList(service, open);
	for (const phone of open) {
		const record = entries.get(phone)?.find((entry) => isSurelyOn(entry, channels));
		changes.set(
			phone,
			record ? { status: 'listed', confirmedBy: 'record', record } : otherwise(phone),
		);
	}
}

/**
 * Adds phones to the stop lists of some channels, up to 1,000 with a request. An entry in the reply that names the phone shows that it
 * is there; without one the list is read.
 */
export async function attach(
	service: Service,
	phones: readonly string[],
	channels: readonly StopListChannel[],
): Promise<Changes> {
	const changes: Changes = new Map();
	for (const part of partsOf(phones, LIMITS.stopList.phones))
		await attachPart(service, part, channels, changes);
	return changes;
}
