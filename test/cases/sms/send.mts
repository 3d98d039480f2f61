import { asSeen, bare, given } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';
import {
	accepted,
	CREATE,
	CUSTOM,
	legacyTerms,
	OWN,
	sender,
	sendUnderFault,
	TERMS,
} from '../sends.mts';

export const cases: OperationCases = {
	runs: [
		{
			parameters: { sender, phone: '+380 (99) 700-10-10', text: 'One SMS from n8n' },
			check: (items) =>
				every(
					items,
					1,
					(item) =>
						accepted(item) && item.phone === '380997001010' && typeof item.message_id === 'number',
				),
		},
		{
			note: 'answered',
			parameters: { sender, phone: '+380 99 700 00 06', text: 'Answer YES, please' },
			check: (items) => every(items, 1, accepted),
		},
	],
	faults: [
		sendUnderFault(/^\/rest\/sms\/create/, {
			phone: '={{ $json.phone }}',
			text: '=Hi {{ $json.name }}',
			// The service numbers messages as they arrive: one after the other, so that outputs compare.
			requestOptions: { batching: { batch: { batchSize: 1, batchInterval: 0 } } },
		}),
	],
	inputs: [
		{
			fixed: CUSTOM,
			required: [OWN],
			fields: {
				phone: KINDS.phone,
				sender: KINDS.originator,
				text: KINDS.text,
				[OWN]: KINDS.reference,
				...TERMS,
				'options.twoWay': KINDS.bool,
			},
			plain: (values) => ({
				method: 'POST',
				path: CREATE,
				body: {
					destination: 'phone',
					...given({
						msisdn: bare(values.phone),
						originator: asSeen(values.sender),
						body: values.text,
						...legacyTerms(values),
					}),
					reference: bare(values[OWN]) ?? '',
				},
			}),
		},
	],
};
