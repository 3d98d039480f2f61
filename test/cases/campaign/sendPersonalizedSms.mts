import { asSeen, given } from '../../property/plain.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';
import { accepted, campaignInputs, campaignTerms, sendUnderFault, toList } from '../sends.mts';

export const cases: OperationCases = {
	runs: [
		{
			parameters: {
				...toList(`={{ [{ phone: '380997001041', name: 'Олена' }] }}`),
				phoneField: 'phone',
				text: 'Вітаємо, {name}',
			},
			check: (items) => every(items, 1, (item) => accepted(item) && item.segments === 1),
		},
	],
	faults: [
		{
			...sendUnderFault(/^\/api\/campaigns\/sms\/send-individual/, { text: 'Hi {name}' }),
			campaign: true,
		},
	],
	inputs: campaignInputs((values, phones) => ({
		method: 'POST',
		path: '/api/campaigns/sms/send-individual',
		body: {
			messages: phones.map(({ phone, ...reference }) => ({
				...given({ phone, sender: asSeen(values.sender), text: values.text }),
				...reference,
			})),
			...campaignTerms(values),
		},
	})),
};
