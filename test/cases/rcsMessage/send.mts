import { bare, given } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';
import { agent, CARD, RCS_SALE, said, SAID_FIELDS, SAID_FIXED } from '../rcs.mts';
import { accepted, CUSTOM, OWN, sendUnderFault } from '../sends.mts';

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: { sender: agent, phone: '+380 (99) 700-10-24', ...CARD },
			check: (items) =>
				every(
					items,
					1,
					(item) =>
						accepted(item) && typeof item.message_id === 'number' && item.fallback_segments === 1,
				),
		},
	],
	faults: [
		{
			...sendUnderFault(/^\/api\/messages\/rcs\/send/, {
				...RCS_SALE,
				phone: '={{ $json.phone }}',
				contentText: '=Hi {{ $json.name }}',
				// The service numbers messages as they arrive: one after the other, so that outputs compare.
				requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 0 } } },
			}),
			campaign: true,
		},
	],
	inputs: [
		{
			fixed: { ...CUSTOM, ...SAID_FIXED },
			required: [OWN],
			fields: { phone: KINDS.phone, ...SAID_FIELDS, [OWN]: KINDS.reference },
			plain: (values) => ({
				method: 'POST',
				path: '/api/messages/rcs/send',
				body: {
					...said(values),
					phone: {
						...given({ number: bare(values.phone) }),
						reference_id: bare(values[OWN]) ?? '',
					},
				},
			}),
		},
	],
};
