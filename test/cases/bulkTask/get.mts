import { segment } from '../../property/plain.mts';
import { KINDS } from '../../property/values.mts';
import { every, from } from '../case.mts';
import type { OperationCases } from '../case.mts';

export const cases: OperationCases = {
	runs: [
		{
			parameters: { taskId: from('sms sendBulk', 'task_id') },
			check: (items) => every(items, 1, (item) => Number(item.task_id) > 0),
		},
	],
	faults: [{ parameters: ({ taskId }) => ({ taskId: String(taskId) }), path: /^\/rest\/sms\// }],
	inputs: [
		{
			fields: { taskId: KINDS.id },
			plain: ({ taskId }) => ({ method: 'GET', path: `/rest/sms/${segment(taskId)}` }),
		},
	],
};
