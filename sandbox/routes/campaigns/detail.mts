import { stamp } from '../../clock.mts';
import { written } from '../../dialect.mts';
import { failApi, ok } from '../../http/answers.mts';
import type { AccountRoute } from '../../http/route.mts';
import { ID } from '../../judge/limits.mts';
import { countStatistics } from '../../store.mts';

/** A campaign with its counters in full; an extension (extensions notes, section 1). */
export const campaignDetail: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/api/campaigns/:id/detail',
	answer({ service, params }) {
		const { dialect, currency, timeZone } = service.config;
		const { id = '' } = params;
		const campaign = ID.test(id) ? service.store.campaigns.get(Number(id)) : undefined;
		if (!campaign) return failApi(404, 'Campaign not found');
		const statuses = Object.entries(campaign.counters)
			.filter(([, count]) => count > 0)
			.map(([status, count]) => [status.toUpperCase(), count]);
		return ok({
			data: {
				id: written.id(dialect, campaign.id),
				name: campaign.name,
				status: campaign.status,
				...countStatistics(campaign.counters),
				statuses: Object.fromEntries(statuses) as Record<string, number>,
				total_messages: campaign.total,
				total_phones: campaign.total,
				total_price: written.sample(dialect, campaign.price.toFixed(4)),
				currency,
				created_at: stamp(campaign.createdMs, timeZone),
			},
		});
	},
};
