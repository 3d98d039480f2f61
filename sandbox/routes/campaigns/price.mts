import { fillPlaceholders } from '../../contactBook.mts';
import { written } from '../../dialect.mts';
import { failApi, failValidation, ok } from '../../http/answers.mts';
import type { AccountCall, AccountRoute } from '../../http/route.mts';
import { judgeCampaignSender, judgeCampaignText, judgeTerms } from '../../judge/campaign.mts';
import { Complaints } from '../../judge/complaints.mts';
import { isObject, own, readPhone } from '../../judge/values.mts';
import { priceOf } from '../../sending.mts';
import { campaignAccount, judgeGroups } from './creating.mts';

function isRecipient(entry: unknown): boolean {
	return isObject(entry) && readPhone(own(entry, 'phone')) !== undefined;
}

/** The text for each recipient: those of `messages`, or else the contacts of the lists. */
function textsOf(
	call: AccountCall,
	body: Record<string, unknown>,
	text: string,
	complaints: Complaints,
): string[] {
	const messages = own(body, 'messages');
	if (messages === undefined)
		return judgeGroups(call, body, Infinity, complaints).map((contact) =>
			fillPlaceholders(text, contact),
		);
	if (Array.isArray(messages) && messages.length > 0 && messages.every(isRecipient))
		return messages.map(() => text);
	complaints.add('messages', 'The messages field must be a list of phones.');
	return [];
}

/** What a campaign would cost; an extension (extensions notes, section 6). */
export const campaignPrice: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/api/campaigns/price',
	answer(call) {
		const { service, body } = call;
		const { dialect, currency } = service.config;
		if (!isObject(body)) return failApi(400, 'The request body is not a JSON object');
		const complaints = new Complaints();
		const account = campaignAccount(call);
		judgeCampaignSender(own(body, 'sender'), 'sender', account, complaints);
		const text = judgeCampaignText(own(body, 'text'), 'text', complaints);
		const { tariff } = judgeTerms(body, account, complaints);
		const texts = textsOf(call, body, text, complaints);
		if (complaints.any) return failValidation(service, complaints);
		const price = texts.reduce((total, filled) => total + priceOf(filled, tariff).price, 0);
		return ok({
			data: { price: written.number(dialect, Number(price.toFixed(4))), currency },
		});
	},
};
