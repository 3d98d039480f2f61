import type { IDataObject } from 'n8n-workflow';
import { makeFault, maskPhone, type ServiceFault } from '../errors';
import { idOf, isToAnother, listOf, normaliseStopListed, type StopListChannel } from '../reply';
import { ENDPOINTS, LIMITS } from '../spec';
import type { CallOutcome, ServiceRequest } from '../transport';
import { readPages, type Listed } from './paging';
import { read, readAtEither, type Service } from './service';
import { weighChange } from './weighChange';

// The stop list is an extension (extensions notes, section 3).

/** Sends a request that changes the stop list. To make such a change twice does no harm. */
async function change(service: Service, request: ServiceRequest): Promise<CallOutcome> {
	return await service.call(request, {
		kind: 'guarded',
		weigh: (outcome) => weighChange(outcome, request),
	});
}

/** Adds up to 1,000 phones to the stop lists of some channels; to add one that is there already does no harm. */
export async function addToStopList(
	service: Service,
	phones: readonly string[],
	types: readonly StopListChannel[],
): Promise<CallOutcome> {
	const { method, path } = ENDPOINTS.addToStopList;
	const body = { phones: phones.map(Number), types: [...types] };
	return await change(service, { method, path, body });
}

/**
 * Removes up to 200 entries from the stop lists of some channels, by their IDs; to remove one twice does no harm. An ID that would lose
 * digits as a number goes out as text: the number would be the ID of another entry.
 */
export async function removeFromStopList(
	service: Service,
	ids: readonly unknown[],
	types: readonly StopListChannel[],
): Promise<CallOutcome> {
	const { method, path } = ENDPOINTS.removeFromStopList;
	const body = { ids: ids.map(idOf), types: [...types] };
	return await change(service, { method, path, body });
}

/** Reads up to `limit` entries of the stop list as the service sends them; `query` may name a channel under `type`. */
export async function listStopList(
	service: Service,
	query: IDataObject,
	limit: number,
): Promise<Listed> {
	const { path } = ENDPOINTS.listStopList;
	return await readPages(
		async (page) => await read(service, { path, qs: page }),
		query,
		limit,
		service,
	);
}

/** Reads up to `limit` entries that a search finds; `query` holds `search[field]`, `search[operator]` and `search[value]`. */
export async function searchStopList(
	service: Service,
	query: IDataObject,
	limit: number,
): Promise<Listed> {
	const search = async (page: IDataObject) =>
		await readAtEither(service, ENDPOINTS.searchStopList, page);
	return await readPages(search, query, limit, service);
}

/** The entries of some phones, in the node's form, by phone; a phone that is not on the list is missing. */
export interface StopListed {
	entries: Map<string, IDataObject[]>;
	fault?: ServiceFault;
}

const byPhone = (phone: string): IDataObject => ({
	'search[field]': 'phone',
	'search[operator]': '=',
	'search[value]': phone,
});

/** Whether an entry may be that of a phone: it does not say whose it is, not in full, or in a way that cannot be read. */
const mayBeOf = ({ phone: told }: IDataObject, phone: string): boolean => !isToAnother(told, phone);

/** Whether an entry says in full whose it is. */
const hasPhone = (record: IDataObject): boolean =>
	/^\d{9,}$/.test(String(normaliseStopListed(record, '').phone));

/** What is said of a phone for which the search finds an entry that does not say for certain whose it is. */
const notNamed = (phone: string): ServiceFault =>
	makeFault({
		kind: 'notJson',
		message: `Whether ${maskPhone(phone)} is on the stop list is not known`,
		description:
			'The service found an entry, but does not tell the number of the entry, or tells one that may be the same in another form. Look at it in your account.',
		retryable: false,
		outcome: 'rejected',
	});

/** What is said of a phone that the search does not show, while it also finds others, or counts some, of which not all were read. */
const notRead = (phone: string): ServiceFault =>
	makeFault({
		kind: 'notJson',
		message: `Whether ${maskPhone(phone)} is on the stop list is not known`,
		description:
			'The search of the service does not show the number, and not all that it finds could be read. Look at it in your account.',
		retryable: false,
		outcome: 'rejected',
	});

/** Entries that are read of a search that also finds other phones. */
const SEARCHED = 10_000;

/** Searches for a phone. What also finds other phones may show it behind them: then all is read that the search finds. */
async function searchFor(service: Service, phone: string): Promise<Listed> {
	const found = await searchStopList(service, byPhone(phone), LIMITS.page.limit);
	const isOwn = (record: IDataObject) =>
		normaliseStopListed(record, service.timeZone).phone === phone;
	if (found.fault || found.isWhole || found.records.every(isOwn)) return found;
	return await searchStopList(service, byPhone(phone), SEARCHED);
}

/**
 * Looks phones up on the stop list: one by one, or, where that takes fewer requests, by reading the whole list. What a search finds
 * beside the phone itself is left out: a service may compare in another way, or pay no heed to what is searched for. A phone is only
 * missing where all was read that the search finds. An entry that does not say whose it is may be that of the phone, so that nobody
 * knows whether the phone is on the list.
 */
export async function findOnStopList(
	service: Service,
	phones: readonly string[],
): Promise<StopListed> {
	const entries: StopListed['entries'] = new Map();
	const wanted = new Set(phones);
	const note = (records: readonly IDataObject[]) => {
		for (const record of records) {
			const entry = normaliseStopListed(record, service.timeZone);
			const phone = String(entry.phone);
			if (wanted.has(phone)) entries.set(phone, [...(entries.get(phone) ?? []), entry]);
		}
	};
	const total = await totalOfShort(service, phones.length);
	if (total !== undefined) {
		const { records, fault } = await listStopList(service, {}, Infinity);
		// Where others take entries off while it is read, those behind them move up and may be passed over.
		if (!fault && records.length >= total && records.every(hasPhone)) {
			note(records);
			return { entries };
		}
	}
	for (const phone of wanted) {
		const { records, isWhole, fault } = await searchFor(service, phone);
		if (fault) return { entries, fault };
		const isOwn = (record: IDataObject) =>
			normaliseStopListed(record, service.timeZone).phone === phone;
		const own = records.filter(isOwn);
		if (own.length === 0 && records.some((record) => mayBeOf(record, phone)))
			return { entries, fault: notNamed(phone) };
		if (own.length === 0 && !isWhole) return { entries, fault: notRead(phone) };
		note(own);
	}
	return { entries };
}

/** How many entries the whole list has, where to read it takes fewer requests than to search for so many phones. */
async function totalOfShort(service: Service, phones: number): Promise<number | undefined> {
	if (phones <= FEW_PHONES) return undefined;
	const { path } = ENDPOINTS.listStopList;
	const { pageMin, pageMax } = LIMITS.page;
	const { reply } = await read(service, {
		path,
		qs: { 'page[offset]': 0, 'page[limit]': pageMin },
	});
	const total = reply && listOf(reply.body).total;
	return total !== undefined && total / pageMax < phones ? total : undefined;
}

/** So few phones are always searched for one by one. */
const FEW_PHONES = 3;
