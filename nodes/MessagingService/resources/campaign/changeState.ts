import {
	extensionFault,
	concernsPath,
	saidSentence,
	type ServiceFault,
	type ServiceReply,
} from '../../../shared/errors';
import { normaliseCampaign } from '../../../shared/reply';
import { findCampaign, sameName, type RequestParts } from '../../../shared/service';
import { checkId } from '../../../shared/validation';
import { foundReply } from '../../dispatch/declared';
import type { Item } from '../../dispatch/item';
import type { Operation } from '../../dispatch/operation';
import { toPath } from '../../dispatch/places';
import { changeOne, nameIn, type ChangeOne } from '../builders';
import {
	CAMPAIGN_OUTPUTS,
	monthsOf,
	SEARCH_MONTHS_OPTION,
	SIMPLIFY_CAMPAIGN,
	type CampaignType,
} from './campaigns';

/** A change of a campaign's state (3.2). */
interface StateChange extends Pick<ChangeOne, 'option' | 'endpoint'> {
	type: CampaignType;
	/** The name of the field that holds the campaign; workflows store it. */
	parameter: string;
	/** Which campaign the form asks for, and what lists those to choose from in the editor. */
	description: string;
	searchListMethod: string;
	/** 'stopped', 'renewed'. */
	done: string;
	/** States from which the change is possible. */
	from: readonly string[];
	/** The state in which a campaign is as it was wanted. */
	to: string;
	/** Why the others are refused. */
	rule: string;
	/** Of a change that not every service has: what it is, and what the user can do without it. */
	extension?: ChangeOne['extension'];
}

/** What a text calls the campaign of a request. */
const nameOf = ({ type, endpoint }: StateChange, request: RequestParts): string =>
	`${type.toUpperCase()} campaign ${nameIn(endpoint, request)}`;

/** The campaign of a request as the list shows it, and its status. */
async function findIn(item: Item, { endpoint, type }: StateChange, request: RequestParts) {
	const { records, fault } = await findCampaign(item.service, {
		id: nameIn(endpoint, request),
		types: [type],
		months: monthsOf(item),
	});
	const [campaign] = records;
	return { campaign, status: campaign && normaliseCampaign(campaign, item.zone).status, fault };
}

/** Adds to a refusal of this request which state the campaign is in, and why that stands in the way, if it does. */
async function withState(
	item: Item,
	request: RequestParts,
	change: StateChange,
	refusal: ServiceFault,
): Promise<ServiceFault | ServiceReply> {
	const { type, done, from, to, rule, extension } = change;
	const name = nameOf(change, request);
	const { httpStatus = 0, retryable } = refusal;
	// A redirect, or a token that is refused, says nothing of the campaign.
	if (httpStatus < 400 || httpStatus === 401 || retryable) return refusal;
	const said = saidSentence(refusal);
	const { campaign, status, fault } = await findIn(item, change, request);
	if (campaign && status === to) return { ...foundReply(campaign), wasThere: true };
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
			description: `Only ${type.toUpperCase()} campaigns of this account can be ${done} here. Check the ID.${said}`,
		};
	if (extension && concernsPath(refusal))
		return extensionFault(refusal, extension.what, extension.cure);
	return { ...refusal, message: `${name} was not ${done}: ${refusal.message}` };
}

/**
 * Changes the state of one campaign. A second request is refused if the first was carried out, so that the list is read after an
 * answer that was lost, before the request is made again.
 */
export function changeState(change: StateChange): Operation {
	const { option, endpoint, parameter, description, searchListMethod, done, to, type } = change;
	return changeOne({
		option,
		endpoint,
		fields: [
			{
				displayName: 'Campaign',
				name: parameter,
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
				routing: toPath('id', parameter, (value) => checkId(value, 'Campaign')),
			},
			SIMPLIFY_CAMPAIGN,
		],
		options: [SEARCH_MONTHS_OPTION],
		output: {
			...CAMPAIGN_OUTPUTS[type],
			ofReply: ({ wasThere }) => ({
				reason: wasThere ? 'Nothing had to be changed' : 'Changed by the service',
			}),
		},
		isShown(item, request, body) {
			const { id } = normaliseCampaign(body, item.zone);
			const wanted = nameIn(endpoint, request);
			return id !== null && (item.service.answersAtRandom === true || sameName(wanted, id));
		},
		async look(item, request) {
			const { campaign, status, fault } = await findIn(item, change, request);
			if (fault) return item.fail(fault);
			return campaign && status === to ? foundReply(campaign) : undefined;
		},
		what: (request) => `${nameOf(change, request)} was ${done}`,
		cure: `Look at it with ${type === 'sms' ? 'Campaign: Get' : 'RCS Campaign: Get'}; to try again does no harm.`,
		explain: async (item, request, refusal) => await withState(item, request, change, refusal),
	});
}
