import type { IDataObject, INodeProperties, INodePropertyRouting } from 'n8n-workflow';
import type { ServiceFault } from '../../../shared/errors';
import { checkId } from '../../../shared/validation';
import { RAW_OUTPUT, REQUESTS_IN_FLIGHT, RETRY_FOR, TIMEOUT } from '../../dispatch/commonOptions';
import { fillPath, perItem, rawRecords, wantsRaw, type Item } from '../../operations/item';
import { campaignOutput, findCampaign, SEARCH_MONTHS_OPTION } from '../campaign/campaigns';

/** A change of an RCS campaign's state (3.2). */
interface Change {
	path: string;
	/** 'stopped', 'renewed'. */
	done: string;
	/** States from which the change is possible. */
	from: readonly string[];
	/** States of a campaign that has been changed already. */
	to: readonly string[];
	/** Why the others are refused. */
	rule: string;
}

/** The options of an operation that changes an RCS campaign; the campaign is looked up where a change is refused. */
export const CHANGE_OPTIONS: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add option',
	default: {},
	options: [RAW_OUTPUT, REQUESTS_IN_FLIGHT, RETRY_FOR, SEARCH_MONTHS_OPTION, TIMEOUT],
};

async function stateOf(
	item: Item,
	id: string,
): Promise<{ campaign?: IDataObject; status: string; fault?: ServiceFault }> {
	const { records, fault } = await findCampaign(item, id, ['rcs']);
	const [campaign] = records;
	return { campaign, fault, status: String(campaign?.status ?? '').toLowerCase() };
}

/** The route of an operation that changes one RCS campaign. A refusal is answered with the campaign's state and the rule. */
export function changeRoute(change: Change): INodePropertyRouting {
	return perItem('PUT', change.path, async (item) => {
		const id = item.check(checkId(item.parameter('campaignId', ''), 'Campaign'));
		const { reply, fault } = await item.tryCall(
			{ method: 'PUT', path: fillPath(change.path, { id }) },
			'guarded',
			async () => {
				const { campaign, status, fault: unread } = await stateOf(item, id);
				if (unread) return item.fail(unread, 'guarded');
				return campaign && change.to.includes(status)
					? { statusCode: 200, headers: {}, body: { data: campaign } }
					: undefined;
			},
		);
		if (fault) return item.fail(await explained(item, id, change, fault), 'guarded');
		return wantsRaw(item)
			? rawRecords(reply.body)
			: [campaignOutput(reply.body as IDataObject, item)];
	});
}

/** Adds to a refusal what state the campaign is in and why that stands in the way; another fault stays as it is. */
async function explained(
	item: Item,
	id: string,
	{ done, from, rule }: Change,
	fault: ServiceFault,
): Promise<ServiceFault> {
	if (
		fault.outcome !== 'rejected' ||
		fault.retryable ||
		(fault.kind !== 'http' && fault.kind !== 'code')
	)
		return fault;
	const { campaign, status, fault: unread } = await stateOf(item, id);
	const said = fault.details?.length ? ` The service said: ${fault.details.join('; ')}` : '';
	if (unread) return fault;
	const name = `RCS campaign ${id}`;
	if (!campaign)
		return {
			...fault,
			message: `${name} was not found`,
			description: `Only RCS campaigns of this account can be ${done}. Check the ID.${said}`,
		};
	if (from.includes(status))
		return { ...fault, message: `${name} was not ${done}: ${fault.message}` };
	return {
		...fault,
		message: `${name} cannot be ${done}: its status is ${status}`,
		description: `${rule}${said}`,
	};
}
