import fc from 'fast-check';
import { asSeen, bare, blank, given, listed } from '../../property/plain.mts';
import { KINDS, messageIds, recipients } from '../../property/values.mts';
import type { Value } from '../../property/values.mts';
import { every, from } from '../case.mts';
import type { OperationCases } from '../case.mts';

const idsIn = (value: Value): unknown[] => {
	if (Array.isArray(value)) return (value as Value[]).map(bare);
	if (typeof value !== 'string') return [value];
	return value
		.split(/[,;\r\n]+/)
		.map((id) => id.trim())
		.filter(Boolean);
};

export const cases: OperationCases = {
	isExtension: true,
	runs: [
		{
			parameters: {
				selectBy: 'messageIds',
				messageIds: from('sms send', 'message_id'),
				wait: true,
			},
			after: ['sms waitForDelivery'],
			check: (items) => every(items, 1, (item) => String(item.phone) === '380997001010'),
		},
	],
	faults: [
		{
			parameters: () => ({ timeFrom: '2026-11-21T00:00:00Z', timeTo: '2027-11-22T00:00:00Z' }),
			outputs: 4,
			repeatable: true,
			once: true,
			effects: ({ store }) => [store.reports.size - 1],
		},
	],
	inputs: [
		{
			fixed: { selectBy: 'period', wait: false },
			fields: {
				timeFrom: { ...KINDS.past, good: KINDS.past.good.map(() => '2026-01-01 00:00:00') },
				timeTo: KINDS.start,
				messageType: KINDS.choice('sms', 'viber', 'hlr'),
				'filters.phones': {
					good: fc.array(KINDS.phone.good, { minLength: 1, maxLength: 3 }),
					edge: recipients.edge,
				},
				'filters.originator': KINDS.line(0, 40),
				'filters.sourceType': KINDS.line(0, 40),
				'filters.countryId': KINDS.id,
			},
			optional: ['messageType'],
			plain: (values) => ({
				method: 'POST',
				path: '/rest/stat/create',
				body: given({
					time_in_from: bare(values.timeFrom),
					time_in_to: bare(values.timeTo),
					message_type: values.messageType,
					originator: asSeen(values['filters.originator']),
					source_type: bare(values['filters.sourceType']),
					country_id: bare(values['filters.countryId']),
					msisdn: blank(values['filters.phones'])
						? undefined
						: listed(values['filters.phones'], (entry) => entry),
				}),
			}),
		},
		{
			way: 'ids',
			fixed: { selectBy: 'messageIds', wait: false },
			fields: { messageIds },
			plain: (values) => ({
				method: 'POST',
				path: '/rest/stat/create',
				body: { message_id: idsIn(values.messageIds) },
			}),
		},
	],
};
