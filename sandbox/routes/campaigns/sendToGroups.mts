import { fillPlaceholders } from '../../contactBook.mts';
import type { AccountRoute } from '../../http/route.mts';
import { judgeCampaignSender, judgeCampaignText, judgeTerms } from '../../judge/campaign.mts';
import { MAX_RECIPIENTS } from '../../judge/limits.mts';
import { own } from '../../judge/values.mts';
import { answerNewCampaign, judgeGroups } from './creating.mts';

/** Creates an SMS campaign to the contacts of lists (specification 4.9). */
export const sendCampaignToGroups: AccountRoute = {
	method: 'POST',
	path: '/api/campaigns/sms/send-groups',
	answer: (call) =>
		answerNewCampaign(
			call,
			(body, account, complaints) => {
				const contacts = judgeGroups(call, body, MAX_RECIPIENTS, complaints);
				const sender = judgeCampaignSender(own(body, 'sender'), 'sender', account, complaints);
				const text = judgeCampaignText(own(body, 'text'), 'text', complaints);
				const terms = judgeTerms(body, account, complaints);
				const recipients = contacts.map((contact) => ({
					phone: contact.phone,
					reference: null,
					sender,
					text: fillPlaceholders(text, contact),
				}));
				return { type: 'sms', sender, recipients, terms };
			},
			call.service.config.dialect.messageType,
		),
};
