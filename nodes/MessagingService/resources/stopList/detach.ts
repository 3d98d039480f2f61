import type { IDataObject } from 'n8n-workflow';
import {
	extensionFault,
	faultOfNoAnswer,
	maskPhone,
	makeFault,
	type ServiceFault,
} from '../../../shared/errors';
import { deniesChange, tellsNoChannel, type StopListChannel } from '../../../shared/reply';
import { findOnStopList, removeFromStopList, type Service } from '../../../shared/service';
import { LIMITS } from '../../../shared/spec';
import { leftOpen } from '../../../shared/transport';
import { NO_STOP_LIST, partsOf } from './attach';
import type { Changed, Changes } from './phones';

/** The entries of a phone that may keep it on the list of one of the channels. */
const openEntries = (
	entries: readonly IDataObject[] = [],
	channels: readonly StopListChannel[],
): IDataObject[] => entries.filter((entry) => channels.some((channel) => entry[channel] !== false));

/** Whether an entry says that a phone is on the list of one of the channels. */
const saysOn = (entry: IDataObject, channels: readonly StopListChannel[]): boolean =>
	channels.some((channel) => entry[channel] === true);

const stillThere = (phone: string): ServiceFault =>
	makeFault({
		kind: 'notJson',
		message: `${maskPhone(phone)} is still on the stop list`,
		description:
			'The service took the request, but its list still shows the number. Try again; removing it again does no harm.',
		retryable: false,
		outcome: 'unknown',
	});

const withoutId = (phone: string): ServiceFault =>
	makeFault({
		kind: 'notJson',
		message: `${maskPhone(phone)} cannot be removed from the stop list`,
		description:
			'The service removes by the ID of an entry, and its list does not tell that of this one. Remove it in your account.',
		retryable: false,
		outcome: 'rejected',
	});

/** What is said where the reply says that something went wrong, and the list does not tell whether it did. */
const notTold = (phone: string, body: unknown): ServiceFault =>
	faultOfNoAnswer(
		body,
		`Whether ${maskPhone(phone)} was removed from the stop list is not known`,
		'Its entry still stands in the list, which does not tell for which channels. Look at it in your account; removing it again does no harm.',
	);

/** What the list shows of a phone after the removal. */
function changedOf(
	phone: string,
	entries: readonly IDataObject[] | undefined,
	channels: readonly StopListChannel[],
	doubt?: ServiceFault,
): Changed | ServiceFault {
	const left = openEntries(entries, channels);
	if (left.some((entry) => saysOn(entry, channels))) return doubt ?? stillThere(phone);
	if (left.length > 0 && doubt) return doubt;
	// An entry that tells of no channel at all stands there for all of them.
	if (left.some(tellsNoChannel)) return notTold(phone, undefined);
	// One that says nothing of this channel alone, as with WhatsApp, leaves the reply as the only proof.
	return {
		status: 'removed',
		confirmedBy: left.length > 0 ? 'reply' : 'record',
		record: entries?.[0],
	};
}

/**
 * Removes phones from the stop lists of some channels. Their entries are looked up first, since the service removes by the IDs of
 * entries, up to 200 with a request; one that is not there needs no request. Then the list is read again: the reply says nothing.
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
	/** Why it is not known what became of a request: the list tells. */
	const doubts = new Map<string, ServiceFault>();
	const listed: Array<{ phone: string; id: unknown }> = [];
	for (const phone of phones) {
		const open = openEntries(before.entries.get(phone), channels);
		if (open.some((entry) => entry.stop_list_id === null)) {
			changes.set(phone, withoutId(phone));
			continue;
		}
		listed.push(...open.map((entry) => ({ phone, id: entry.stop_list_id })));
		if (open.length === 0)
			changes.set(phone, {
				status: 'not listed',
				confirmedBy: 'record',
				record: before.entries.get(phone)?.[0],
			});
	}
	for (const part of partsOf(listed, LIMITS.stopList.ids)) {
		const ids = part.map(({ id }) => id);
		const { fault, reply } = await removeFromStopList(service, ids, channels);
		if (reply && deniesChange(reply.body))
			for (const { phone } of part) doubts.set(phone, notTold(phone, reply.body));
		if (fault?.outcome === 'unknown') for (const { phone } of part) doubts.set(phone, fault);
		else if (fault)
			fail(
				part.map(({ phone }) => phone),
				fault,
			);
	}
	const open = phones.filter((phone) => !changes.has(phone));
	if (open.length === 0) return changes;
	const after = await findOnStopList(service, open);
	const { fault } = after;
	if (fault) for (const phone of open) fail([phone], doubts.get(phone) ?? leftOpen(fault));
	else
		for (const phone of open)
			changes.set(phone, changedOf(phone, after.entries.get(phone), channels, doubts.get(phone)));
	return changes;
}
