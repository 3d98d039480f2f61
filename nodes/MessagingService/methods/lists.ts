import {
	NodeApiError,
	type IDataObject,
	type ILoadOptionsFunctions,
	type INodeListSearchResult,
	type INodePropertyOptions,
	type ResourceMapperField,
	type ResourceMapperFields,
} from 'n8n-workflow';
import { readColumns, type ColumnType } from '../contacts/columns';
import { faultError } from '../../shared/errors';
import {
	listApplications,
	listCampaigns,
	listContactLists,
	listDomains,
	NEWEST_FIRST,
	type Listed,
	type Service,
} from '../../shared/service';
import {
	APPLICATION_STATUSES,
	LIMITS,
	RENEWABLE_CAMPAIGN_STATUS,
	STOPPABLE_CAMPAIGN_STATUSES,
	UNUSABLE_DOMAIN_STATUSES,
} from '../../shared/spec';
import { isBlank } from '../../shared/text';
import { callerOf, tryService } from '../../shared/transport';

/** Milliseconds: an editor's list should not make the user wait. */
const TIMEOUT_MS = 15_000;
const RETRY_MS = 3_000;
/** Campaigns and senders that one list in the editor holds. */
const LIST_LENGTH = 500;
const REGISTERED = 'registration completed';

/** The service with the short time-outs of an editor's list. */
async function serviceOf(ctx: ILoadOptionsFunctions): Promise<Service> {
	const caller = callerOf(ctx);
	const { timeZone } = await caller.credentials();
	return {
		timeZone,
		call: async (request, policy) =>
			await tryService(
				caller,
				{ ...request, timeoutMs: TIMEOUT_MS },
				{ ...policy, retryForMs: RETRY_MS },
			),
	};
}

function recordsOf(ctx: ILoadOptionsFunctions, { records, fault }: Listed): IDataObject[] {
	if (fault) throw faultError(ctx.getNode(), fault);
	return records;
}

/** Whether one of the texts contains what the user typed into the list's search. */
function contains(filter: string, ...texts: unknown[]): boolean {
	const sought = filter.toLowerCase();
	return texts.some((text) =>
		String(text ?? '')
			.toLowerCase()
			.includes(sought),
	);
}

/** What was found, or in its place a line that says why there is nothing. */
const shownOr = (found: INodePropertyOptions[], empty: string): INodePropertyOptions[] =>
	found.length > 0 ? found : [{ name: empty, value: '' }];

/** The campaigns of a type of the last three months that are in one of the given states, newest first. */
async function searchCampaigns(
	ctx: ILoadOptionsFunctions,
	type: 'sms' | 'rcs',
	filter: string,
	states: readonly string[],
	empty: string,
): Promise<INodeListSearchResult> {
	const query = { 'filter[type]': type, ...NEWEST_FIRST };
	const all = recordsOf(ctx, await listCampaigns(await serviceOf(ctx), query, LIST_LENGTH));
	const fitting = all.filter(({ status }) => states.includes(String(status).toLowerCase()));
	const found = fitting
		.filter(({ id, name, sender }) => contains(filter, id, name, sender))
		// The generated names differ only in their end, which the list cuts off.
		.map(({ id, sender, status, created_at }) => ({
			name: [id, status, sender, String(created_at ?? '').slice(0, 16)].filter(Boolean).join(' · '),
			value: String(id),
		}));
	const reason =
		fitting.length > 0
			? 'No campaign matches the search'
			: `No ${type.toUpperCase()} campaign of the last 3 months ${empty}`;
	return { results: shownOr(found, reason) };
}

/** The RCS campaigns that can be stopped (3.2). */
export async function searchStoppableCampaigns(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchCampaigns(
		this,
		'rcs',
		filter ?? '',
		STOPPABLE_CAMPAIGN_STATUSES,
		'can be stopped: all are stopped or done',
	);
}

/** The SMS campaigns that can be stopped (extensions notes, section 12). */
export async function searchStoppableSmsCampaigns(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchCampaigns(
		this,
		'sms',
		filter ?? '',
		STOPPABLE_CAMPAIGN_STATUSES,
		'can be stopped: all are stopped or done',
	);
}

/** The RCS campaigns that can be renewed (3.2). */
export async function searchPausedCampaigns(
	this: ILoadOptionsFunctions,
	filter?: string,
): Promise<INodeListSearchResult> {
	return await searchCampaigns(this, 'rcs', filter ?? '', [RENEWABLE_CAMPAIGN_STATUS], 'is paused');
}

/** The registered sender names (4.13). Services spell the state in two ways: a filter that finds none is done without. */
export async function searchSenders(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const service = await serviceOf(this);
	let registered: IDataObject[] = [];
	for (const query of [{ 'filter[status]': REGISTERED }, {}]) {
		const records = recordsOf(
			this,
			await listApplications(service, { ...query, ...NEWEST_FIRST }, LIST_LENGTH),
		);
		registered = records.filter(
			({ status }) => APPLICATION_STATUSES[String(status).toLowerCase()]?.name === REGISTERED,
		);
		if (registered.length > 0) break;
	}
	const found = namesWith(
		registered.map(({ sender }) => String(sender)),
		filter,
	);
	const reason =
		registered.length > 0
			? 'No sender matches the search'
			: 'No sender is registered yet: use Sender: Register, or type one';
	return { results: shownOr(found, reason) };
}

/** The RCS agents, which the service lists nowhere: the senders of the RCS campaigns of the last three months. */
export async function searchAgents(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const query = { 'filter[type]': 'rcs', ...NEWEST_FIRST };
	const campaigns = recordsOf(this, await listCampaigns(await serviceOf(this), query, LIST_LENGTH));
	const agents = new Set(
		campaigns.flatMap(({ sender }) => (isBlank(sender) ? [] : String(sender))),
	);
	const found = namesWith(agents, filter);
	const reason =
		agents.size > 0
			? 'No agent matches the search: type its name'
			: 'No RCS campaign of the last 3 months names an agent: type its name';
	return { results: shownOr(found, reason) };
}

/** Names that hold what the user typed, in alphabetical order. */
const namesWith = (names: Iterable<string>, filter: string): INodePropertyOptions[] =>
	[...new Set(names)]
		.filter((name) => contains(filter, name))
		.sort((a, b) => a.localeCompare(b))
		.map((name) => ({ name, value: name }));

/** How n8n checks a column. It has no type of whole numbers, which the node checks itself. */
const COLUMN_TYPES: Readonly<Record<ColumnType, ResourceMapperField['type']>> = {
	text: 'string',
	number: 'number',
	integer: 'number',
	date: 'dateTime',
	datetime: 'dateTime',
};

/**
 * The custom fields of contacts as columns to map, which only some services list (an extension).
 * @throws NodeApiError that says so
 */
export async function getContactColumns(
	this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
	const { columns, fault } = await readColumns(await serviceOf(this));
	if (fault) throw faultError(this.getNode(), fault);
	return {
		fields: columns.map(({ id, name, type }) => ({
			id,
			displayName: name,
			type: COLUMN_TYPES[type],
			required: false,
			defaultMatch: false,
			canBeUsedToMatch: false,
			display: true,
		})),
		emptyFieldsNotice:
			'The Contact Book has no custom fields. Add one with Contact Field: Create, or in your account.',
	};
}

/** The contact lists, for a field that names one of them. */
export async function searchListsByName(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const options = await getContactLists.call(this);
	const results = options.filter(({ name, value }) => contains(filter, name, value));
	return { results: shownOr(results, 'No list matches the search') };
}

/** The domains that short links can be made of, the default one first. @throws NodeApiError if the service does not list them */
export async function searchDomains(
	this: ILoadOptionsFunctions,
	filter = '',
): Promise<INodeListSearchResult> {
	const domains = recordsOf(this, await listDomains(await serviceOf(this)));
	const results = domains
		.filter(
			({ name, status }) => !UNUSABLE_DOMAIN_STATUSES.includes(status) && contains(filter, name),
		)
		.sort((one, other) => Number(other.is_default) - Number(one.is_default))
		.map(({ id, name }) => ({ name: String(name), value: String(id) }));
	return { results: shownOr(results, 'No domain is active') };
}

/**
 * The contact lists, which only some services list (an extension).
 * @throws NodeApiError that points to IDs where the service does not list them
 */
export async function getContactLists(
	this: ILoadOptionsFunctions,
): Promise<INodePropertyOptions[]> {
	const listed = await listContactLists(await serviceOf(this), {}, LIMITS.recipientsPerCampaign);
	if (listed.fault?.httpStatus === 404) {
		throw new NodeApiError(
			this.getNode(),
			{},
			{
				message: 'The service does not list contact lists',
				description: 'Give the IDs of the lists with an expression, e.g. {{ [12, 15] }}.',
			},
		);
	}
	// What was read before a fault is better than nothing to choose from.
	const records = listed.records.length > 0 ? listed.records : recordsOf(this, listed);
	const found = records
		.map(({ id, name, items }) => ({
			name: `${name ?? id}${items === undefined ? '' : ` (${items})`}`,
			value: String(id),
			description: `ID ${id}`,
		}))
		.sort((a, b) => a.name.localeCompare(b.name));
	return shownOr(found, 'The Contact Book has no lists');
}
