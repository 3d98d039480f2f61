import { asSeen, bare, given } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import type { IDataObject } from 'n8n-workflow';
import { every } from '../case.mts';
import type { OperationCases } from '../case.mts';
import { CREATE, legacyTerms, oneUnderFault, sender, TERMS } from '../sends.mts';

export const cases: OperationCases = {
	runs: [
		{
			parameters: { sender, phone: '+380 (99) 700-10-70', message: 'Order 1042, 480 EUR?' },
			answer: { approved: 'true' },
			check: (items) =>
				every(
					items,
					1,
					({ data, phone }) => (data as IDataObject).approved === true && phone === '380997001070',
				),
		},
	],
	faults: [
		oneUnderFault(/^\/rest\/sms\/create/, {
			phone: '={{ $json.phone }}',
			message: '=Hi {{ $json.name }}',
		}),
	],
	inputs: [
		{
			// How long its text may be is the node's own rule: its link goes with it, and is paid for.
			fixed: { message: 'Approve?' },
			fields: { phone: KINDS.phone, sender: KINDS.originator, ...TERMS },
			plain: (values) => ({
				method: 'POST',
				path: CREATE,
				body: {
					destination: 'phone',
					body: 'Approve?',
					...given({
						msisdn: bare(values.phone),
						originator: asSeen(values.sender),
						...legacyTerms(values),
					}),
				},
			}),
		},
	],
};
