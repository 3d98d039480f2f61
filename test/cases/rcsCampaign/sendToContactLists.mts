import { bare, given } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';
import { agent, CARD, RCS_SALE, said, SAID_FIELDS, SAID_FIXED } from '../rcs.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { groups: '={{ [202] }}', sender: agent, ...CARD },
			check: (items) => every(items, 1, ({ campaign_id }) => Number(campaign_id) > 0),
		},
	],
	faults: [
		{
			parameters: () => ({ ...RCS_SALE, groups: '={{ [202] }}' }),
			campaign: true,
			once: true,
			effects: ({ store }) => [
				[...store.campaigns.values()].filter(({ sender }) => sender === RCS_SALE.sender).length,
			],
		},
	],
	inputs: [
		{
			fixed: SAID_FIXED,
			fields: { groups: KINDS.groups, ...SAID_FIELDS, 'options.startAt': KINDS.start },
			plain: (values) => ({
				method: 'POST',
				path: '/api/campaigns/rcs/send-groups',
				body: {
					...said(values),
					...given({ groups: values.groups, start_at: bare(values['options.startAt']) }),
				},
			}),
		},
	],
};
