import { ok } from '../../http/answers.mts';
import type { AccountRoute } from '../../http/route.mts';
import { judgeRecipients } from '../../judge/campaign.mts';
import { judgeRcs } from '../../judge/rcs.mts';
import { isObject, own } from '../../judge/values.mts';
import { createCampaign } from '../../sending.mts';
import { judgeOrder } from './creating.mts';

/** Sends one RCS message; an extension (extensions notes, section 5). The sandbox keeps it as a campaign of one. */
export const sendRcsMessage: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/messages/rcs/send',
	answer(call) {
		const { service, caller } = call;
		const judged = judgeOrder(call, (body, account, complaints) => {
			const order = judgeRcs(body, account, complaints);
			const phone = own(body, 'phone');
			const recipients = judgeRecipients(
				{ phones: isObject(phone) ? [phone] : [] },
				{ list: 'phones', phone: 'number', common: order },
				account,
				complaints,
			);
			return { type: 'rcs', recipients, ...order };
		});
		if ('refusal' in judged) return judged.refusal;
		const { order } = judged;
		const campaign = createCampaign(service, order, !caller.testKey);
		return ok({
			data: {
				id: campaign.messageIds[0] ?? service.random.integer(1_000_000_000, 9_999_999_999),
				phone: order.recipients[0]?.phone,
				reference_id: order.recipients[0]?.reference ?? null,
				sender: order.sender,
				status: 'new',
				message_type: 'rcs',
			},
		});
	},
};
