import type { IDataObject } from 'n8n-workflow';
import { extensionFault, faultOfNoAnswer, type ServiceFault } from '../../../shared/errors';
import { listOf, normaliseStopListed, type StopListChannel } from '../../../shared/reply';
import { addToStopList, findOnStopList, type Service } from '../../../shared/service';
import { LIMITS } from '../../../shared/spec';
import { LOOK, NO_STOP_LIST, notKnown, partsOf, type Changed, type Changes } from './changes';

/** Whether the record shows the phone on the lists of all channels; it says nothing of WhatsApp. */
const isOn = (entry: IDataObject, channels: readonly StopListChannel[]): boolean =>
	channels.every((channel) => entry[channel] === true);

/** What the record shows of a phone that the reply did not name. */
function changedOf(
	phone: string,
	entry: IDataObject | undefined,
	channels: readonly StopListChannel[],
	doubt: ServiceFault | undefined,
): Changed | ServiceFault {
	if (entry && isOn(entry, channels)) return { status: 'listed', record: entry };
	if (!doubt) return faultOfNoAnswer(undefined, notKnown(phone), LOOK);
	return channels.includes('whatsapp') ? doubt : { ...doubt, outcome: 'rejected' };
}

/** One request. */
async function attachPart(
	service: Service,
	phones: readonly string[],
	channels: readonly StopListChannel[],
	changes: Changes,
): Promise<void> {
	const { reply, fault } = await addToStopList(service, phones, channels);
	if (fault?.outcome === 'rejected') {
		const said = extensionFault(fault, 'a stop list', NO_STOP_LIST);
		for (const phone of phones) changes.set(phone, said);
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
	for (const phone of open)
		changes.set(
			phone,
			found.fault
				? (fault ?? faultOfNoAnswer(undefined, notKnown(phone), LOOK))
				: changedOf(phone, found.entries.get(phone), channels, fault),
		);
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
