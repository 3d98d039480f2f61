import type { PostReceiveAction } from 'n8n-workflow';
import { filled, normaliseTask, wholeTaskRow } from '../../../shared/reply';
import { callTask } from '../../../shared/service';
import { ENDPOINTS } from '../../../shared/spec';
import { checkId } from '../../../shared/validation';
import { toPath } from '../../dispatch/places';
import { COMMON_OPTIONS } from '../../dispatch/commonOptions';
import { carryOut } from '../../dispatch/declared';
import type { Operation } from '../../dispatch/operation';

/** What the user named the task with, as it goes into the request. */
function idOf(typed: unknown): string {
	const checked = checkId(typed, 'Task ID');
	return checked.ok ? checked.value : '';
}

/** The ID stands in the output even where the reply leaves it out. */
const toTask: PostReceiveAction = async function (_items, { body }) {
	const task = normaliseTask(body, idOf(this.getNodeParameter('taskId', '')));
	return [{ json: filled(wholeTaskRow(task)) }];
};

/** Get bulk task status (4.5). */
export const get: Operation = {
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get bulk task',
		description: 'Get the counters of a bulk sending by its task ID',
	},
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
		COMMON_OPTIONS,
	],
	routing: {
		request: { method: 'GET', url: ENDPOINTS.getTask.path },
		output: { postReceive: [toTask] },
		operations: {
			pagination: carryOut({
				call: async (item) => await callTask(item.service, idOf(item.parameter('taskId', ''))),
			}),
		},
	},
};
