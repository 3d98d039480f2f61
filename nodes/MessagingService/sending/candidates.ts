import type { IDataObject } from 'n8n-workflow';
import { normaliseCampaign } from '../../shared/reply';
import { listCampaignsOfSender } from '../../shared/service';
import { LIMITS } from '../../shared/spec';
import type { OperationContext } from '../dispatch/context';

/** The clocks of n8n and of the service may differ by so many milliseconds. */
const CLOCKS_DIFFER_MS = 120_000;

/**
 * The campaigns of a sender that were created since a moment (ms): one of them may be what was sent, or none. They are named in an
 * error and never taken for ours. Undefined where the service does not list its campaigns.
 */
export async function listSenderCampaigns(
	ctx: OperationContext,
	sender: string,
	since: number,
	item: number,
): Promise<IDataObject[] | undefined> {
	const service = await ctx.service(item);
	const { records, fault } = await listCampaignsOfSender(service, sender, LIMITS.page.limit);
	if (fault) return undefined;
	return records
		.map((record) => normaliseCampaign(record, service.timeZone))
		.filter(({ created_at }) => !(Date.parse(String(created_at)) < since - CLOCKS_DIFFER_MS));
}
