import type { IDataObject } from 'n8n-workflow';
import { extensionFault, maskPhone, rejected, type ServiceFault } from '../../../shared/errors';
import type { StopListChannel } from '../../../shared/reply';
import { findOnStopList, removeFromStopList, type Service } from '../../../shared/service';
import { LIMITS } from '../../../shared/spec';
import { NO_STOP_LIST, partsOf, type Changed, type Changes } from './changes';

/** Whether an entry may keep its phone on the list of one of the channels; it says nothing of WhatsApp. */
const isOpen = (entry: IDataObject, channels: readonly StopListChannel[]): boolean =>
	channels.some((channel) => entry[channel] !== false);

const withoutId = (phone: string): ServiceFault =>
	rejected(
		`${maskPhone(phone)} cannot be removed from the stop list`,
		'The service removes an entry by its ID, and its list shows no ID for this one. Remove it in your account.',
	);

/** What the list shows of a phone after a removal whose outcome is not known. */
function changedOf(
	entry: IDataObject | undefined,
	channels: readonly StopListChannel[],
	doubt: ServiceFault,
): Changed | ServiceFault {
	if (!entry || !isOpen(entry, channels)) return { status: 'removed', record: entry };
	return channels.some((channel) => entry[channel] === true)
		? { ...doubt, outcome: 'rejected' }
		: doubt;
}

/**
 * Removes phones from the stop lists of some channels. Their entries are looked up first, since the service removes by the IDs of
 * entries, up to 200 with a request; one that is not there needs no request.
 */
export async function detach(
	service: Service,
	phones: readonly string[],
	channels: readonly StopListChannel[],
): Promise<Changes> {
	const changes: Changes = new Map();
	const fail = (which: readonly string[], fault: ServiceFault) => {
		const said = extensionFault(fault, 'a stop list', NO_STOP_LIST);
		for (const phone of which) changes.set(phone, said);
	};
	const before = await findOnStopList(service, phones);
	if (before.fault) {
		// Nothing was to be changed yet.
		fail(phones, { ...before.fault, outcome: 'rejected' });
		return changes;
	}
	const listed: Array<{ phone: string; entry: IDataObject }> = [];
	for (const phone of phones) {
		const entry = before.entries.get(phone);
		if (!entry || !isOpen(entry, channels))
			changes.set(phone, { status: 'not listed', record: entry });
		else if (entry.stop_list_id === null) changes.set(phone, withoutId(phone));
		else listed.push({ phone, entry });
	}
	const off = Object.fromEntries(channels.map((channel) => [channel, false]));
	const doubts = new Map<string, ServiceFault>();
	for (const part of partsOf(listed, LIMITS.stopList.ids)) {
		const ids = part.map(({ entry }) => entry.stop_list_id);
		const { fault } = await removeFromStopList(service, ids, channels);
		for (const { phone, entry } of part) {
			if (!fault)
				changes.set(phone, {
					status: 'removed',
					record: { ...entry, ...off },
				});
			else if (fault.outcome === 'unknown') doubts.set(phone, fault);
			else fail([phone], fault);
		}
	}
	if (doubts.size === 0) return changes;
	const after = await findOnStopList(service, [...doubts.keys()]);
	for (const [phone, doubt] of doubts)
		changes.set(phone, after.fault ? doubt : changedOf(after.entries.get(phone), channels, doubt));
	return changes;
}
