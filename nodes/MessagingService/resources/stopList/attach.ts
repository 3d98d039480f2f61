import type { IDataObject } from 'n8n-workflow';
import { faultOfNoAnswer } from '../../../shared/errors';
import { listOf, normaliseStopListed, type StopListChannel } from '../../../shared/reply';
import { addToStopList, findOnStopList, type Service } from '../../../shared/service';
import { LIMITS } from '../../../shared/spec';
import { fail, LOOK_AT_STOP_LIST, notKnown, partsOf, type Changes } from './changes';

/** Whether the record shows the phone on the lists of all channels; it says nothing of WhatsApp. */
const isOn = (entry: IDataObject, channels: readonly StopListChannel[]): boolean =>
	channels.every((channel) => entry[channel] === true);

/** One request. */
async function attachPart(
	service: Service,
	phones: readonly string[],
	channels: readonly StopListChannel[],
	changes: Changes,
): Promise<void> {
	const { reply, fault } = await addToStopList(service, phones, channels);
	if (fault?.outcome === 'rejected') {
		fail(changes, phones, fault);
		return;
	}
	const open = new Set(phones);
	for (const record of listOf(reply?.body).records) {
		const entry = normaliseStopListed(record, service.timeZone);
		const phone = String(entry.phone);
		if (open.delete(phone)) changes.set(phone, { status: 'listed', record: entry });
	}
	if (open.size === 0) return;
	const found = await findOnStopList(service, [...open]);
	for (const phone of open) {
		const entry = found.entries.get(phone);
		changes.set(
			phone,
			entry && isOn(entry, channels)
				? { status: 'listed', record: entry }
				: (fault ?? faultOfNoAnswer(undefined, notKnown(phone), LOOK_AT_STOP_LIST)),
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
