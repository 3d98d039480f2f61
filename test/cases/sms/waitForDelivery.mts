import { segment } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every, from } from '../case.mts';
import type { OperationCases, Run } from '../case.mts';

const delivered: Run['check'] = (items) => every(items, 1, ({ status }) => status === 'delivered');

export const cases: OperationCases = {
	runs: [
		{
			parameters: { reference: from('sms send', 'reference'), waitMinutes: 1 },
			check: delivered,
		},
		{
			note: 'answered',
			parameters: { reference: from('sms send answered', 'reference'), waitMinutes: 1 },
			check: delivered,
		},
	],
	faults: [
		{
			path: /^\/rest\/sms\/reference/,
			parameters: ({ reference }) => ({ reference, waitMinutes: 0.1, outputMode: 'single' }),
		},
	],
	inputs: [
		{
			fixed: { identifyBy: 'reference', waitMinutes: 0, outputMode: 'single' },
			fields: { reference: KINDS.lookup },
			plain: ({ reference }) => ({
				method: 'GET',
				path: `/rest/sms/reference/${segment(reference)}`,
			}),
		},
		{
			way: 'id',
			fixed: { identifyBy: 'id', waitMinutes: 0, outputMode: 'single' },
			fields: { messageId: KINDS.id },
			plain: ({ messageId }) => ({ method: 'GET', path: `/rest/sms/${segment(messageId)}` }),
		},
	],
};
