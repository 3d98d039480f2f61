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
	/** The state in which a campaign is as it was wanted. */
	to: string;
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

/** The campaign of a request as the list shows it, and its status. */
async function findIn(item: Item, request: RequestParts) {
	const { records, fault } = await findCampaign(item.service, {
		id: idIn(request),
		types: ['rcs'],
		months: monthsOf(item),
	});
	const [campaign] = records;
	return { campaign, status: campaign && normaliseCampaign(campaign, item.zone).status, fault };
}

/** The record of a campaign in place of the reply that would have named it. */
const shownBy = (campaign: IDataObject): ServiceReply => ({
	statusCode: 200,
	headers: {},
	body: { data: campaign },
});

/** Adds to a refusal of this request which state the campaign is in, and why that stands in the way, if it does. */
async function explained(
	item: Item,
	request: RequestParts,
	{ done, from, to, rule }: StateChange,
	refusal: ServiceFault,
): Promise<ServiceFault | ServiceReply> {
	const name = `RCS campaign ${idIn(request)}`;
	const { httpStatus = 0, retryable } = refusal;
	// A redirect, or a token that is refused, says nothing of the campaign.
	if (httpStatus < 400 || httpStatus === 401 || retryable) return refusal;
	const said = saidSentence(refusal);
	const { campaign, status, fault } = await findIn(item, request);
	if (campaign && status === to) return { ...shownBy(campaign), wasSo: true };
	if (campaign && !from.includes(String(status)))
		return {
			...refusal,
			message: `${name} cannot be ${done}: its status is ${String(status)}`,
			description: `${rule}${said}`,
		};
	if (!campaign && !fault && httpStatus === 404)
		return {
			...refusal,
			message: `${name} was not found`,
			description: `Only RCS campaigns of this account can be ${done}. Check the ID.${said}`,
		};
	return { ...refusal, message: `${name} was not ${done}: ${refusal.message}` };
}

/**
 * Changes the state of one RCS campaign. A second request is refused if the first was carried out, so that the list is read after an
 * answer that was lost, before the request is made again.
 */
export function changeState(change: StateChange): Pagination {
	const { done, to } = change;
	return carryOutChange({
		isShown(item, request, body) {
			const { id } = normaliseCampaign(body, item.zone);
			return id !== null && (item.service.answersAtRandom === true || sameName(idIn(request), id));
		},
		async look(item, request) {
			const { campaign, status, fault } = await findIn(item, request);
			if (fault) return item.fail(fault);
			return campaign && status === to ? shownBy(campaign) : undefined;
		},
		what: (request) => `RCS campaign ${idIn(request)} was ${done}`,
		cure: 'Look at it with Campaign: Get; to try again does no harm.',
		explain: async (item, request, refusal) => await explained(item, request, change, refusal),
	});
}
