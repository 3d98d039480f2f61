import type { AccountRoute } from '../../http/route.mts';
import {
	judgeCampaignSender,
	judgeCampaignText,
	judgeRecipients,
	judgeTerms,
} from '../../judge/campaign.mts';
import { own } from '../../judge/values.mts';
import { answerNewCampaign } from './creating.mts';

/** Creates an SMS campaign with one text for all recipients (specification 4.7). */
export const sendSmsCampaign: AccountRoute = {
	method: 'POST',
	path: '/api/campaigns/sms/send',
	answer: (call) =>
		answerNewCampaign(call, (body, account, complaints) => {
			const sender = judgeCampaignSender(own(body, 'sender'), 'sender', account, complaints);
			const text = judgeCampaignText(own(body, 'text'), 'text', complaints);
			const recipients = judgeRecipients(
				body,
				{ list: 'phones', phone: 'number', common: { sender, text } },
				account,
				complaints,
			);
			const terms = judgeTerms(body, account, complaints);
			return { type: 'sms', sender, recipients, terms };
		}),
};
