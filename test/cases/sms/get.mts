import { segment } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every, from } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	runs: [
		{
			parameters: { messageId: from('sms send', 'message_id') },
			after: ['sms waitForDelivery'],
			check: (items) =>
				every(items, 1, ({ phone, status }) => phone === '380997001010' && status === 'delivered'),
		},
	],
	faults: [{ parameters: ({ messageId }) => ({ messageId: String(messageId) }) }],
	inputs: [
		{
			fields: { messageId: KINDS.id },
			plain: ({ messageId }) => ({ method: 'GET', path: `/rest/sms/${segment(messageId)}` }),
		},
	],
};
