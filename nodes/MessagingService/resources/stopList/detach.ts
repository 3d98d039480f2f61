import type { IDataObject } from 'n8n-workflow';
import { maskPhone, rejected, type ServiceFault } from '../../../shared/errors';
import type { StopListChannel } from '../../../shared/reply';
import {
	findOnStopList,
	removeFromStopList,
	sameName,
	type Service,
} from '../../../shared/service';
import { LIMITS } from '../../../shared/spec';
import { leftOpen, type Again } from '../../../shared/transport';
import { fail, partsOf, type Changes } from './changes';

/** Whether an entry may keep its phone on the list of one of the channels; it says nothing of WhatsApp. */
const isOpen = (entry: IDataObject, channels: readonly StopListChannel[]): boolean =>
	channels.some((channel) => entry[channel] !== false);

const withoutId = (phone: string): ServiceFault =>
	rejected(
		`${maskPhone(phone)} cannot be removed from the stop list`,
		'The service removes an entry by its ID, and its list shows no ID for this one. Remove it in your account.',
	);

/** A phone, and its entry as it was looked up. */
interface LookedUp {
	phone: string;
	entry: IDataObject;
}

const phoneOf = ({ phone }: LookedUp): string => phone;
const idOfEntry = ({ entry }: LookedUp): unknown => entry.stop_list_id;

/** The phones that the list does not show any more, of those in a request whose answer was lost, are removed; returns the others. */
function stillListed(
	part: readonly LookedUp[],
	entries: ReadonlyMap<string, IDataObject>,
	channels: readonly StopListChannel[],
	changes: Changes,
): LookedUp[] {
	return part.filter(({ phone, entry }) => {
		const now = entries.get(phone);
		// An entry with another ID was made since then: whoever made it wants it there.
		if (now && isOpen(now, channels) && sameName(now.stop_list_id, entry.stop_list_id)) return true;
		changes.set(phone, { status: 'removed', record: now });
		return false;
	});
}

/** One request, repeated with what the list still shows. */
async function detachPart(
	service: Service,
	part: readonly LookedUp[],
	channels: readonly StopListChannel[],
	changes: Changes,
	repeats: () => Again,
): Promise<void> {
	const off = Object.fromEntries(channels.map((channel) => [channel, false]));
	let isDoubted = false;
	const again = repeats();
	for (let open = part; open.length > 0; ) {
		const { fault } = await removeFromStopList(service, open.map(idOfEntry), channels);
		if (!fault) {
			for (const { phone, entry } of open)
				changes.set(phone, { status: 'removed', record: { ...entry, ...off } });
			return;
		}
		isDoubted ||= fault.outcome === 'unknown';
		let goesOn = fault.retryable && (await again(fault));
		if (isDoubted) {
			const now = await findOnStopList(service, open.map(phoneOf));
			if (now.fault) goesOn = false;
			else open = stillListed(open, now.entries, channels, changes);
		}
		if (goesOn) continue;
		fail(changes, open.map(phoneOf), isDoubted ? leftOpen(fault) : fault);
		return;
	}
}

/**
 * Removes phones from the stop lists of some channels. Their entries are looked up first, since the service removes by the IDs of
 * entries, up to 200 with a request; one that is not there needs no request. They are looked up again after an answer that was lost.
 */
export async function detach(
	service: Service,
	phones: readonly string[],
	channels: readonly StopListChannel[],
	repeats: () => Again,
): Promise<Changes> {
	const changes: Changes = new Map();
	const { entries, fault } = await findOnStopList(service, phones);
	if (fault) {
		// Nothing was to be changed yet.
		fail(changes, phones, { ...fault, outcome: 'rejected' });
		return changes;
	}
	const listed: LookedUp[] = [];
	for (const phone of phones) {
		const entry = entries.get(phone);
		if (!entry || !isOpen(entry, channels))
			changes.set(phone, { status: 'not listed', record: entry });
		else if (entry.stop_list_id === null) changes.set(phone, withoutId(phone));
		else listed.push({ phone, entry });
	}
	for (const part of partsOf(listed, LIMITS.stopList.ids))
		await detachPart(service, part, channels, changes, repeats);
	return changes;
}
