import { fillPlaceholders } from '../../contactBook.mts';
import type { AccountRoute } from '../../http/route.mts';
import { MAX_RCS_RECIPIENTS } from '../../judge/limits.mts';
import { judgeRcs } from '../../judge/rcs.mts';
import { answerNewCampaign, judgeGroups } from './creating.mts';

/** Creates an RCS campaign to the contacts of lists; an extension (extensions notes, section 5). */
export const sendRcsCampaignToGroups: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/campaigns/rcs/send-groups',
	answer: (call) =>
		answerNewCampaign(call, (body, account, complaints) => {
			const order = judgeRcs(body, account, complaints);
			const contacts = judgeGroups(call, body, MAX_RCS_RECIPIENTS, complaints);
			const recipients = contacts.map((contact) => ({
				phone: contact.phone,
				reference: null,
				sender: order.sender,
				text: fillPlaceholders(order.text, contact),
			}));
			return { type: 'rcs', recipients, ...order };
		}),
};
