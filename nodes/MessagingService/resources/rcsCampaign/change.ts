import type { IDataObject, INodeProperties, INodePropertyRouting } from 'n8n-workflow';
import { callError } from '../../../shared/transport';
import type { ServiceFault } from '../../../shared/errors';
import { checkId } from '../../../shared/validation';
import { optionsField, simplifyField } from '../../operations/fields';
import { fillPath, perItem, rawRecords, wantsRaw, type Item } from '../../operations/item';
import { campaignOutput, findCampaign, SEARCH_MONTHS, SEARCH_MONTHS_OPTION } from '../campaign/campaigns';

/** A change of an RCS campaign's state (3.2). */
interface Change {
	path: string;
	/** 'stopped', 'renewed'. */
	done: string;
	/** States from which the change is possible. */
	from: readonly string[];
	/** Whether a campaign in this state has been changed already. */
	isDone: (status: string) => boolean;
	/** Why the others are refused. */
	rule: string;
}

/** The fields of an operation that changes one RCS campaign; `searchListMethod` offers those it can change. */
export function changeFields(searchListMethod: string): INodeProperties[] {
	return [
		{
			displayName: 'Campaign',
			name: 'campaignId',
			type: 'resourceLocator',
			default: { mode: 'list', value: '' },
			required: true,
			description: 'The RCS campaign to change',
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
		},
		simplifyField('ID, name, sender, status, type, dates and counters'),
		optionsField([SEARCH_MONTHS_OPTION]),
	];
}

async function stateOf(item: Item, id: string): Promise<{ campaign?: IDataObject; status: string; fault?: ServiceFault }> {
	const { records, fault } = await findCampaign(
		async (request) => await item.tryCall(request, 'read'),
		id,
		['rcs'],
		item.parameter('options.searchMonths', SEARCH_MONTHS),
		item.zone,
	);
	const [campaign] = records;
	return { campaign, fault, status: String(campaign?.status ?? '').toLowerCase() };
}

/** The route of an operation that changes one RCS campaign. A refusal is answered with the campaign's state and the rule. */
export function changeRoute(change: Change): INodePropertyRouting {
	return {
		request: { method: 'PUT', url: change.path },
		operations: perItem(async (item) => {
			const id = item.check(checkId(item.parameter('campaignId', ''), 'Campaign'));
			const { reply, fault } = await item.tryCall({ method: 'PUT', path: fillPath(change.path, { id }) }, 'guarded', async () => {
				const state = await stateOf(item, id);
				if (state.fault) throw callError(item.ctx.node, state.fault, { kind: 'guarded', itemIndex: item.index });
				return state.campaign && change.isDone(state.status) ? { statusCode: 200, headers: {}, body: { data: state.campaign } } : undefined;
			});
			if (fault) throw callError(item.ctx.node, await explained(item, id, change, fault), { kind: 'guarded', itemIndex: item.index });
			const form = { raw: wantsRaw(item), simplify: item.parameter('simplify', true), zone: item.zone };
			return form.raw ? rawRecords(reply.body) : [campaignOutput(reply.body as IDataObject, form)];
		}, true),
	};
}

/** Adds to a refusal what state the campaign is in and why that stands in the way; another fault stays as it is. */
async function explained(item: Item, id: string, { done, from, rule }: Change, fault: ServiceFault): Promise<ServiceFault> {
	if (fault.outcome !== 'rejected' || fault.retryable || (fault.kind !== 'http' && fault.kind !== 'code')) return fault;
	const { campaign, status, fault: unread } = await stateOf(item, id);
	const said = fault.details?.length ? ` The service said: ${fault.details.join('; ')}` : '';
	if (unread) return fault;
	if (!campaign) return { ...fault, message: `RCS campaign ${id} was not found`, description: `Only RCS campaigns of this account can be ${done}. Check the ID.${said}` };
	if (from.includes(status)) return { ...fault, message: `RCS campaign ${id} was not ${done}: ${fault.message}` };
	return { ...fault, message: `RCS campaign ${id} cannot be ${done}: its status is ${status}`, description: `${rule}${said}` };
}
