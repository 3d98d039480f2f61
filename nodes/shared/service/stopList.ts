import type { IDataObject } from 'n8n-workflow';
import { rejected, type ServiceFault } from '../errors';
import { idOf, listOf, normaliseStopListed, type StopListChannel } from '../reply';
import { ENDPOINTS, LIMITS } from '../spec';
import type { CallOutcome } from '../transport';
import { listStopList, searchStopList } from './lists';
import { readAt, type Service } from './service';

// The stop list is an extension (extensions notes, section 3).

/** Adds up to 1,000 phones to the stop lists of some channels; to add one that is there already does no harm. */
export async function addToStopList(
	service: Service,
	phones: readonly string[],
	types: readonly StopListChannel[],
): Promise<CallOutcome> {
	const { method, path } = ENDPOINTS.addToStopList;
	const body = { phones: phones.map(Number), types: [...types] };
	return await service.call({ method, path, body }, { kind: 'change' });
}

/**
 * Removes up to 200 entries from the stop lists of some channels, by their IDs. It is not repeated: whoever asks looks them up again first. An ID
 * that would lose digits as a number goes out as text: the number would be the ID of another entry.
 */
export async function removeFromStopList(
	service: Service,
	ids: readonly unknown[],
	types: readonly StopListChannel[],
): Promise<CallOutcome> {
	const { method, path } = ENDPOINTS.removeFromStopList;
	const body = { ids: ids.map(idOf), types: [...types] };
	return await service.call({ method, path, body }, { kind: 'once', retryForMs: 0 });
}

/** The entries of some phones, in the node's form, by phone; a phone that is not on the list is missing. */
export interface StopListed {
	entries: Map<string, IDataObject>;
	fault?: ServiceFault;
}

const otherEntries = (): ServiceFault =>
	rejected(
		'The service found other numbers on the stop list than the one that was looked for',
		'Look at the list in your account, or ask the service.',
	);

/** So few phones are always searched for one by one. */
const FEW_PHONES = 3;

/** Whether to read the whole list takes fewer requests than to search for so many phones. */
async function isListShorter(service: Service, phones: number): Promise<boolean> {
	if (phones <= FEW_PHONES) return false;
	const { pageMin, pageMax } = LIMITS.page;
	const qs = { 'page[offset]': 0, 'page[limit]': pageMin };
	const { reply } = await readAt(service, ENDPOINTS.listStopList, qs);
	const { total = Infinity } = reply ? listOf(reply.body) : {};
	return total / pageMax < phones;
}

/** Looks phones up on the stop list: one by one, or, where that takes fewer requests, by reading the whole list. */
export async function findOnStopList(
	service: Service,
	phones: readonly string[],
): Promise<StopListed> {
	const entries: StopListed['entries'] = new Map();
	const note = (records: readonly IDataObject[]) => {
		for (const record of records) {
			const entry = normaliseStopListed(record, service.timeZone);
			entries.set(String(entry.phone), entry);
		}
	};
	if (await isListShorter(service, phones.length)) {
		const { records, fault } = await listStopList(service, {}, Infinity);
		note(records);
		return { entries, fault };
	}
	for (const phone of phones) {
		const query = {
			'search[field]': 'phone',
			'search[operator]': '=',
			'search[value]': phone,
		};
		const { records, fault } = await searchStopList(service, query, LIMITS.page.limit);
		if (fault) return { entries, fault };
		note(records);
		if (records.length > 0 && !entries.has(phone)) return { entries, fault: otherEntries() };
	}
	return { entries };
}
