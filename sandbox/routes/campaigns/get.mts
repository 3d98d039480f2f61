import { failApi, ok } from '../../http/answers.mts';
import type { AccountRoute } from '../../http/route.mts';
import { ID } from '../../judge/limits.mts';
import { campaignView } from '../../views.mts';

/** One campaign; an extension that the SDKs call (extensions notes, section 1). */
export const getCampaign: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/campaigns/:id',
	answer({ service, params }) {
		const { id = '' } = params;
		const campaign = ID.test(id) ? service.store.campaigns.get(Number(id)) : undefined;
		return campaign
			? ok({ data: campaignView(service, campaign) })
			: failApi(404, 'Campaign not found');
	},
};
