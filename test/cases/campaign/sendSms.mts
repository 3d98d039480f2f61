import { asSeen, given } from '../../property/plain.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';
import { accepted, campaignInputs, campaignTerms, sendUnderFault, toList, TWO } from '../sends.mts';

const text = { text: 'Sale' };

export const cases: OperationCases = {
	runs: [
		{
			parameters: { ...toList(TWO), text: 'A campaign' },
			check: (items) => every(items, 2, (item) => accepted(item) && Number(item.campaign_id) > 0),
		},
		{
			note: 'in moderation',
			parameters: { ...toList('380997001029'), text: 'No spam' },
			check: (items) => every(items, 1, (item) => Number(item.campaign_id) > 0),
		},
	],
	faults: [
		{ ...sendUnderFault(/^\/api\/campaigns\/sms\/send$/, text), campaign: true },
		{ ...sendUnderFault(/^\/api\/auth\/login/, text), at: 'login' },
		{
			...sendUnderFault(/^\/api\/campaigns\/price$/, { ...text, options: { maximumPrice: 10 } }),
			at: 'price',
		},
	],
	inputs: campaignInputs((values, phones) => ({
		method: 'POST',
		path: '/api/campaigns/sms/send',
		body: {
			...given({ sender: asSeen(values.sender), text: values.text }),
			phones: phones.map(({ phone, ...reference }) => ({
				...given({ number: phone }),
				...reference,
			})),
			...campaignTerms(values),
		},
	})),
};
