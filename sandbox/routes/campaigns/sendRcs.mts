import type { AccountRoute } from '../../http/route.mts';
import { judgeRecipients } from '../../judge/campaign.mts';
import { MAX_RCS_RECIPIENTS } from '../../judge/limits.mts';
import { judgeRcs } from '../../judge/rcs.mts';
import { answerNewCampaign } from './creating.mts';

/** Creates an RCS campaign; an extension (extensions notes, section 5). */
export const sendRcsCampaign: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/campaigns/rcs/send',
	answer: (call) =>
		answerNewCampaign(call, (body, account, complaints) => {
			const order = judgeRcs(body, account, complaints);
			const recipients = judgeRecipients(
				body,
				{ list: 'phones', phone: 'number', common: order, max: MAX_RCS_RECIPIENTS },
				account,
				complaints,
			);
			return { type: 'rcs', recipients, ...order };
		}),
};
