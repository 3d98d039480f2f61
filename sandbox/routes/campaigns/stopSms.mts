import type { AccountRoute } from '../../http/route.mts';
import { answerChange } from './changing.mts';

/** Stops an SMS campaign, by the method that newer clients use (wire notes). */
export const stopSmsCampaign: AccountRoute = {
	method: 'PATCH',
	path: '/api/campaigns/:id/stop',
	answer: (call) => answerChange(call, ['sms'], 'stop'),
};
