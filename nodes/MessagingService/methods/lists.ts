import { NodeApiError, type IDataObject, type ILoadOptionsFunctions, type INodeListSearchResult, type INodePropertyOptions } from 'n8n-workflow';
import { faultError } from '../../shared/errors';
import { APPLICATION_STATUSES, LIMITS, RENEWABLE_CAMPAIGN_STATUS, STOPPABLE_CAMPAIGN_STATUSES } from '../../shared/spec';
import { tryService } from '../../shared/transport';
import { readPages, type Fetch, type Listed } from '../operations/paging';
import { listCampaigns } from '../resources/campaign/campaigns';
import { APPLICATIONS } from '../resources/sender/senders';

/** Milliseconds: an editor's list should not make the user wait. */
const EDITOR_PATIENCE = { timeoutMs: 15_000, retryForMs: 3_000 };
/** Campaigns and senders that one list in the editor holds. */
const LIST_LENGTH = 500;
const REGISTERED = 'registration completed';

const fetchFor = (ctx: ILoadOptionsFunctions): Fetch => async (request) =>
	await tryService(ctx, { ...request, timeoutMs: EDITOR_PATIENCE.timeoutMs }, { kind: 'read', retryForMs: EDITOR_PATIENCE.retryForMs });

function recordsOf(ctx: ILoadOptionsFunctions, { records, fault }: Listed): IDataObject[] {
	if (fault) throw faultError(ctx.getNode(), fault);
	return records;
}

const contains = (filter: string, ...texts: unknown[]) => texts.some((text) => String(text ?? '').toLowerCase().includes(filter));

/** The RCS campaigns of the last three months that are in one of the given states, newest first. */
async function searchCampaigns(ctx: ILoadOptionsFunctions, filter: string, states: readonly string[], empty: string): Promise<INodeListSearchResult> {
	const query = { 'filter[type]': 'rcs', sort: 'id', way: 'desc' };
	const all = recordsOf(ctx, await listCampaigns(fetchFor(ctx), query, LIST_LENGTH));
	const fitting = all.filter(({ status }) => states.includes(String(status).toLowerCase()));
	const found = fitting.filter(({ id, name, sender }) => contains(filter, id, name, sender));
	if (found.length > 0) {
		return { results: found.map(({ id, name, sender, status }) => ({ name: `${name ?? id} (${sender ?? '?'}, ${status}, ID ${id})`, value: String(id) })) };
	}
	// An empty list would not say why it is empty.
	return { results: [{ name: fitting.length > 0 ? 'No campaign matches the search' : empty, value: '' }] };
}

export async function searchStoppableCampaigns(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const empty = 'No RCS campaign of the last 3 months can be stopped: all are stopped or done';
	return await searchCampaigns(this, filter.toLowerCase(), STOPPABLE_CAMPAIGN_STATUSES, empty);
}

export async function searchPausedCampaigns(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	return await searchCampaigns(this, filter.toLowerCase(), [RENEWABLE_CAMPAIGN_STATUS], 'No RCS campaign of the last 3 months is paused');
}

/** The registered sender names (4.13). Services spell the state in two ways: a filter that finds none is done without. */
async function registeredSenders(ctx: ILoadOptionsFunctions): Promise<string[]> {
	const fetch = fetchFor(ctx);
	let records: IDataObject[] = [];
	for (const query of [{ 'filter[status]': REGISTERED }, {}]) {
		records = recordsOf(ctx, await readPages(fetch, APPLICATIONS, query, LIST_LENGTH)).filter(
			({ status }) => APPLICATION_STATUSES[String(status).toLowerCase()]?.name === REGISTERED,
		);
		if (records.length > 0) break;
	}
	return [...new Set(records.map(({ sender }) => String(sender)))].sort((a, b) => a.localeCompare(b));
}

const NO_LIST = 'The Contact Book has no lists';
const NO_SENDER = 'No sender is registered yet: use Sender: Register, or type one';

export async function searchSenders(this: ILoadOptionsFunctions, filter = ''): Promise<INodeListSearchResult> {
	const senders = await registeredSenders(this);
	const found = senders.filter((sender) => contains(filter.toLowerCase(), sender));
	if (found.length > 0) return { results: found.map((sender) => ({ name: sender, value: sender })) };
	return { results: [{ name: senders.length > 0 ? 'No sender matches the search' : NO_SENDER, value: '' }] };
}

export async function getSenders(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const senders = await registeredSenders(this);
	return senders.length > 0 ? senders.map((sender) => ({ name: sender, value: sender })) : [{ name: NO_SENDER, value: '' }];
}

/**
 * The contact lists (extensions notes: GET /api/groups).
 * @throws NodeApiError that points to ids where the service does not list them
 */
export async function getContactLists(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const { records, fault } = await readPages(fetchFor(this), '/api/groups', {}, LIMITS.recipientsPerCampaign);
	if (fault?.httpStatus === 404) {
		throw new NodeApiError(this.getNode(), {}, { message: 'The service does not list contact lists', description: 'Give the IDs of the lists with an expression, e.g. {{ [12, 15] }}.' });
	}
	if (records.length === 0) {
		if (fault) throw faultError(this.getNode(), fault);
		return [{ name: NO_LIST, value: '' }];
	}
	return records
		.map(({ id, name, items }) => ({ name: `${name ?? id}${items === undefined ? '' : ` (${items})`}`, value: String(id), description: `ID ${id}` }))
		.sort((a, b) => a.name.localeCompare(b.name));
}
