import type { AccountRoute } from '../../http/route.mts';
import { answerChange } from './changing.mts';

/** Renews a paused RCS campaign (specification 4.12). */
export const renewRcsCampaign: AccountRoute = {
	method: 'PUT',
	path: '/api/campaigns/:id/renew',
	answer: (call) => answerChange(call, ['rcs'], 'renew'),
};
