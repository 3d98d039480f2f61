import { normaliseTask, wholeTaskRow } from '../../../shared/reply';
import { callTask } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { checkId } from '../../../shared/validation';
import { toPath } from '../../dispatch/places';
import { getOne, nameIn } from '../builders';

/** Get bulk task status (4.5). */
export const get = getOne({
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get bulk task',
		description: 'Get the counters of a bulk sending by its task ID',
	},
	endpoint: ENDPOINTS.getTask,
	fields: [
		{
			displayName: 'Task ID',
			name: 'taskId',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. 48392107',
			description:
				'The ID of the bulk sending, as SMS: Send Bulk and SMS: Send Individual return it in the field task_id',
			routing: toPath('task_id', 'taskId', (value) => checkId(value, 'Task ID')),
		},
	],
	ask: async ({ service }, request) => await callTask(service, nameIn(ENDPOINTS.getTask, request)),
	output: { read: (body, _zone, id) => normaliseTask(body, id), toRow: wholeTaskRow },
});
