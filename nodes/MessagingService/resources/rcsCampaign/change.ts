import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { saidSentence, type ServiceFault, type ServiceReply } from '../../../shared/errors';
import { normaliseCampaign } from '../../../shared/reply';
import { findCampaign, sameName, type RequestParts } from '../../../shared/service';
import { checkId } from '../../../shared/validation';
import { optionsField, RETRY_FOR } from '../../dispatch/commonOptions';
import type { Pagination } from '../../dispatch/declared';
import type { Item } from '../../dispatch/item';
import { toPath } from '../../dispatch/places';
import { monthsOf, SEARCH_MONTHS_OPTION, SIMPLIFY_CAMPAIGN } from '../campaign/campaigns';
import { carryOutChange } from '../change';

/** A change of an RCS campaign's state (3.2). */
interface StateChange {
	/** 'stopped', 'renewed'. */
	done: string;
	/** States from which the change is possible. */
	from: readonly string[];
	/** The state that shows that the change was made. */
	to: string;
	/** States that show that it was not made. */
	not: readonly string[];
	/** Whether a campaign that is in that state already is as it was wanted. */
	mayBeSo?: boolean;
	/** Why the others are refused. */
	rule: string;
}

/** The form of an operation that changes an RCS campaign; the campaign is looked up where a change is refused. */
export const changeFields = (description: string, searchListMethod: string): INodeProperties[] => [
	{
		displayName: 'Campaign',
		name: 'rcsCampaignId',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description,
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a campaign',
				typeOptions: { searchListMethod, searchable: true },
			},
			{ displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 1043' },
		],
		routing: toPath('id', 'rcsCampaignId', (value) => checkId(value, 'Campaign')),
	},
	SIMPLIFY_CAMPAIGN,
	optionsField([RETRY_FOR, SEARCH_MONTHS_OPTION]),
];

/** The campaign that a request names in its path. */
const idIn = ({ path }: RequestParts): string => path.split('/').at(-2) ?? '';

/** The campaign as the list shows it; undefined where it shows none. @throws NodeApiError where the list cannot be read */
async function campaignOf(item: Item, id: string) {
	const { records, fault } = await findCampaign(item.service, {
		id,
		types: ['rcs'],
		months: monthsOf(item),
	});
	if (fault) return item.fail(fault);
	const [campaign] = records;
	return campaign && { campaign, status: String(normaliseCampaign(campaign, item.zone).status) };
}

/** Adds to a refusal of this request which state the campaign is in, and why that stands in the way. */
async function explained(
	item: Item,
	id: string,
	{ done, from, rule }: StateChange,
	refusal: ServiceFault,
): Promise<ServiceFault> {
	const name = `RCS campaign ${id}`;
	const { httpStatus = 0, retryable } = refusal;
	// A redirect, or a token that is refused, says nothing of the campaign.
	if (httpStatus < 400 || httpStatus === 401 || retryable) return refusal;
	const found = await campaignOf(item, id).catch(() => 'not read' as const);
	const said = saidSentence(refusal);
	if (found && found !== 'not read' && !from.includes(found.status))
		return {
			...refusal,
			message: `${name} cannot be ${done}: its status is ${found.status}`,
			description: `${rule}${said}`,
		};
	if (!found && refusal.httpStatus === 404)
		return {
			...refusal,
			message: `${name} was not found`,
			description: `Only RCS campaigns of this account can be ${done}. Check the ID.${said}`,
		};
	return { ...refusal, message: `${name} was not ${done}: ${refusal.message}` };
}

/** The record of a campaign in place of the reply that would have named it. */
const shownBy = (campaign: IDataObject): ServiceReply => ({
	statusCode: 200,
	headers: {},
	body: { data: campaign },
	fromRecord: true,
});

/** Changes the state of one RCS campaign. To ask for the same change twice does no harm. */
export function changeState(change: StateChange): Pagination {
	const { done, to, not, mayBeSo } = change;
	return carryOutChange({
		isShown(item, request, body) {
			const { id } = normaliseCampaign(body, item.zone);
			return id !== null && (item.service.answersAtRandom === true || sameName(idIn(request), id));
		},
		async read(item, request) {
			const found = await campaignOf(item, idIn(request));
			if (found?.status === to) return shownBy(found.campaign);
			return found && not.includes(found.status) ? 'not done' : 'not told';
		},
		async already(item, request) {
			const found = await campaignOf(item, idIn(request));
			return mayBeSo && found?.status === to
				? { ...shownBy(found.campaign), wasSo: true }
				: undefined;
		},
		what: (request) => `RCS campaign ${idIn(request)} was ${done}`,
		look: 'Look at it with Campaign: Get; to try again does no harm.',
		explain: async (item, request, refusal) =>
			await explained(item, idIn(request), change, refusal),
	});
}
