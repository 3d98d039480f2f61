import { bare, given, listed } from '../../property/plain.mts';
import { KINDS, recipients } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';
import { agent, CARD, RCS_SALE, RCS_TEXT, said, SAID_FIELDS, SAID_FIXED } from '../rcs.mts';
import { accepted, EACH, LIST, OWN, sendUnderFault, toList, TWO } from '../sends.mts';

const PATH = '/api/campaigns/rcs/send';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { ...toList(TWO), sender: agent, ...CARD },
			check: (items) =>
				every(
					items,
					2,
					(item) => accepted(item) && Number(item.campaign_id) > 0 && item.fallback_segments === 1,
				),
		},
		{
			note: 'text alone',
			parameters: { ...toList('380997001029'), sender: agent, ...RCS_TEXT },
			check: (items) => every(items, 1, (item) => accepted(item) && item.fallback_segments === 0),
		},
	],
	faults: [
		{ ...sendUnderFault(/^\/api\/campaigns\/rcs\/send$/, RCS_SALE), campaign: true },
		{ ...sendUnderFault(/^\/api\/auth\/login/, RCS_SALE), at: 'login' },
	],
	inputs: [
		{
			fixed: { ...EACH, ...SAID_FIXED },
			required: [OWN],
			fields: {
				phone: KINDS.phone,
				...SAID_FIELDS,
				[OWN]: KINDS.reference,
				'options.startAt': KINDS.start,
			},
			plain: (values) => ({
				method: 'POST',
				path: PATH,
				body: {
					...said(values),
					phones: [
						{ ...given({ number: bare(values.phone) }), reference_id: bare(values[OWN]) ?? '' },
					],
					...given({ start_at: bare(values['options.startAt']) }),
				},
			}),
		},
		{
			way: 'list',
			fixed: { ...LIST, ...SAID_FIXED },
			fields: { recipients, ...SAID_FIELDS },
			plain: (values) => ({
				method: 'POST',
				path: PATH,
				body: {
					...said(values),
					phones: listed(values.recipients).map((number) => given({ number })),
				},
			}),
		},
	],
};
