import {
	NodeApiError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { faultError } from '../../shared/errors';
import {
	APPLICATION_STATUSES,
	LIMITS,
	RENEWABLE_CAMPAIGN_STATUS,
	STOPPABLE_CAMPAIGN_STATUSES,
} from '../../shared/spec';
import { tryService } from '../../shared/transport';
import { readPages, type Fetch, type Listed } from '../operations/paging';
import { listCampaigns } from '../resources/campaign/campaigns';
import { APPLICATIONS } from '../resources/sender/senders';

/** Milliseconds: an editor's list should not make the user wait. */
const TIMEOUT_MS = 15_000;
const RETRY_MS = 3_000;
/** Campaigns and senders that one list in the editor holds. */
const LIST_LENGTH = 500;
const REGISTERED = 'registration completed';

const fetchFor =
	(ctx: ILoadOptionsFunctions): Fetch =>
	async (request) =>
		await tryService(
			ctx,
			{ ...request, timeoutMs: TIMEOUT_MS },
			{ kind: 'read', retryForMs: RETRY_MS },
		);

function recordsOf(ctx: ILoadOptionsFunctions, { records, fault }: Listed): IDataObject[] {
	if (fault) throw faultError(ctx.getNode(), fault);
	return records;
}

const contains = (filter: string, ...texts: unknown[]) =>
	texts.some((text) =>
		String(text ?? '')
			.toLowerCase()
			.includes(filter.toLowerCase()),
	);

/** What was found, or in its place a line that says why there is nothing. */
const shownOr = (found: INodePropertyOptions[], empty: string): INodePropertyOptions[] =>
	found.length > 0 ? found : [{ name: empty, value: '' }];

/** The RCS campaigns of the last three months that are in one of the given states, newest first. */
async function searchCampaigns(
	ctx: ILoadOptionsFunctions,
	filter: string,
	states: readonly string[],
	empty: string,
): Promise<INodeListSearchResult> {
	const query = { 'filter[type]': 'rcs', sort: 'id', way: 'desc' };
	const all = recordsOf(ctx, await listCampaigns(fetchFor(ctx), query, LIST_LENGTH));
	const fitting = all.filter(({ status }) => states.includes(String(status).toLowerCase()));
	const found = fitting
		.filter(({ id, name, sender }) => contains(filter, id, name, sender))
		.map(({ id, name, sender, status }) => ({
			name: `${name ?? id} (${sender ?? '?'}, ${status}, ID ${id})`,
			value: String(id),
		}));
	return {
		results: shownOr(
			found,
			fitting.length > 0
				? 'No campaign matches the search'
				: `No RCS campaign of the last 3 months ${empty}`,
		),
	};
}

export async function searchStoppableCampaigns(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchCampaigns(
		this,
		filter ?? '',
		STOPPABLE_CAMPAIGN_STATUSES,
		'can be stopped: all are stopped or done',
	);
}

export async function searchPausedCampaigns(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchCampaigns(this, filter ?? '', [RENEWABLE_CAMPAIGN_STATUS], 'is paused');
}

/** The registered sender names (4.13). Services spell the state in two ways: a filter that finds none is done without. */
export async function searchSenders(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	let records: IDataObject[] = [];
	for (const query of [{ 'filter[status]': REGISTERED }, {}]) {
		records = recordsOf(
			this,
			await readPages(fetchFor(this), APPLICATIONS, query, LIST_LENGTH),
		).filter(
			({ status }) => APPLICATION_STATUSES[String(status).toLowerCase()]?.name === REGISTERED,
		);
		if (records.length > 0) break;
	}
	const found = [...new Set(records.map(({ sender }) => String(sender)))]
		.filter((sender) => contains(filter, sender))
		.sort((a, b) => a.localeCompare(b))
		.map((sender) => ({ name: sender, value: sender }));
	return {
		results: shownOr(
			found,
			records.length > 0
				? 'No sender matches the search'
				: 'No sender is registered yet: use Sender: Register, or type one',
		),
	};
}

/**
 * The contact lists (extensions notes: GET /api/groups).
 * @throws NodeApiError that points to ids where the service does not list them
 */
export async function getContactLists(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const { records, fault } = await readPages(
		fetchFor(this),
		'/api/groups',
		{},
		LIMITS.recipientsPerCampaign,
	);
	if (fault?.httpStatus === 404) {
		throw new NodeApiError(
			this.getNode(),
			{},
			{
				message: 'The service does not list contact lists',
				description: 'Give the IDs of the lists with an expression, e.g. {{ [12, 15] }}.',
			},
		);
	}
	if (fault && records.length === 0) throw faultError(this.getNode(), fault);
	const found = records
		.map(({ id, name, items }) => ({
			name: `${name ?? id}${items === undefined ? '' : ` (${items})`}`,
			value: String(id),
			description: `ID ${id}`,
		}))
		.sort((a, b) => a.name.localeCompare(b.name));
	return shownOr(found, 'The Contact Book has no lists');
}
