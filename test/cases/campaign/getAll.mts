import { campaignList } from '../campaigns.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	runs: [
		{
			parameters: { limit: 10 },
			after: ['campaign sendSms', 'campaign sendPersonalizedSms', 'campaign sendSmsToContactLists'],
			check: (items) => (items.length >= 3 ? undefined : `${items.length} campaigns instead of 3`),
		},
	],
	faults: [{ outputs: 2 }],
	inputs: campaignList('sms'),
};
