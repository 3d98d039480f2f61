import type { AccountRoute } from '../../http/route.mts';
import { answerChange } from './changing.mts';

/** Stops an RCS campaign (specification 4.11). */
export const stopRcsCampaign: AccountRoute = {
	method: 'PUT',
	path: '/api/campaigns/:id/stop',
	answer: (call) => answerChange(call, ['rcs'], 'stop'),
};
