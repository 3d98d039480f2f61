import fc from 'fast-check';
import { asSeen, given, query } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { some } from '../case.mts';
import type { OperationCases } from '../case.mts';

const PERIOD = { filters: { from: '2026-01-01T00:00:00Z', to: '2036-01-01T00:00:00Z' } };

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: PERIOD,
			after: ['sms waitForDelivery answered'],
			// The phone of that step may have answered by now; a reply of the other is there before some runs.
			check: (items) =>
				some(
					items,
					({ phone, text }) =>
						['380997000006', '380997001006'].includes(String(phone)) && text === 'YES',
				),
		},
	],
	inputs: [
		{
			fields: {
				'filters.from': KINDS.past,
				'filters.to': { good: fc.constant(undefined), edge: KINDS.past.edge },
				// Characters outside the basic plane are counted as two by both.
				'filters.sender': { ...KINDS.line(3, 15), limits: ['abc', 'x'.repeat(15), '👍'.repeat(7)] },
			},
			plain: (values) => {
				const now = Date.now();
				const stamp = (ms: number) => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
				return {
					method: 'GET',
					path: `/rest/sms/2wayIncoming?${query({
						start_date: stamp(now - 86_400_000),
						end_date: stamp(now),
						...given({
							start_date: values['filters.from'],
							end_date: values['filters.to'],
							sender: asSeen(values['filters.sender']),
						}),
					})}`,
				};
			},
		},
	],
};
