import type { AccountRoute } from '../../http/route.mts';
import { judgeRecipients, judgeTerms } from '../../judge/campaign.mts';
import { answerNewCampaign } from './creating.mts';

/** Creates an SMS campaign with a text and a sender for each recipient (specification 4.8). */
export const sendPersonalizedCampaign: AccountRoute = {
	method: 'POST',
	path: '/api/campaigns/sms/send-individual',
	answer: (call) =>
		answerNewCampaign(
			call,
			(body, account, complaints) => {
				const recipients = judgeRecipients(
					body,
					{ list: 'messages', phone: 'phone', common: null },
					account,
					complaints,
				);
				// The table of 4.8 names the start start_code, its sample start_at.
				const terms = judgeTerms(body, account, complaints, ['start_code', 'start_at']);
				return { type: 'sms', sender: recipients[0]?.sender ?? '', recipients, terms };
			},
			call.service.config.dialect.messageType,
		),
};
