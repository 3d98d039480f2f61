import { asSeen, given } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';
import { campaignTerms, COUNTED, COUNTED_FIXED, linked, PAGE, sender, TERMS } from '../sends.mts';

export const cases: OperationCases = {
	runs: [
		{
			parameters: { groups: '={{ [202] }}', sender, text: 'To a list' },
			check: (items) => every(items, 1, ({ campaign_id }) => Number(campaign_id) > 0),
		},
		{
			note: 'with clicks counted',
			parameters: { groups: '={{ [202] }}', sender, text: PAGE, options: COUNTED },
			check: (items) => every(items, 1, ({ text }) => text === PAGE),
		},
	],
	faults: [
		{
			parameters: () => ({ sender: 'Shop', groups: '={{ [202] }}', text: 'Sale' }),
			campaign: true,
			once: true,
			effects: ({ store }, { campaignId, planned }) => [
				[...store.campaigns.values()].filter(
					({ id, type }) => type === 'sms' && id !== campaignId && id !== planned,
				).length,
			],
		},
	],
	inputs: [
		{
			fields: {
				groups: KINDS.groups,
				sender: KINDS.sender,
				text: KINDS.text,
				...TERMS,
				'options.startAt': KINDS.start,
			},
			plain: (values) => ({
				method: 'POST',
				path: '/api/campaigns/sms/send-groups',
				body: {
					...given({ groups: values.groups, sender: asSeen(values.sender), text: values.text }),
					...campaignTerms(values),
				},
			}),
		},
		{
			way: 'clicks counted',
			fixed: COUNTED_FIXED,
			fields: { groups: KINDS.groups, sender: KINDS.sender, text: KINDS.linkedText },
			plain: (values) => ({
				method: 'POST',
				path: '/api/campaigns/sms/send-groups',
				body: {
					...given({ groups: values.groups, sender: asSeen(values.sender) }),
					...linked(values.text),
				},
			}),
		},
	],
};
