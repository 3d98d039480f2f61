import type { IDataObject } from 'n8n-workflow';
import { faultOfCode } from '../../../shared/errors';
import { normaliseTask } from '../../../shared/reply';
import { CODE_SMS_NOT_FOUND, CODE_TASK_NOT_FOUND } from '../../../shared/spec';
import { checkId } from '../../../shared/validation';
import { COMMON_OPTIONS } from '../../dispatch/commonOptions';
import { fillPath, perItem, rawRecords, wantsRaw, type Item } from '../../operations/item';
import type { Operation } from '../../operations/operation';

/** The specification's path (4.5) is also that of a single message; public clients use the other (wire notes, "Task status path"). */
const PATH = '/rest/sms/{task_id}';
const CLIENT_PATH = '/rest/sms/task/{task_id}';

/** A reply without counters is a message, not a task. */
const isTask = (body: unknown) =>
	['task_id', 'sent', 'delivered', 'undeliverable'].some((key) => key in Object(body));

async function getTask(item: Item): Promise<IDataObject[]> {
	const values = { task_id: item.check(checkId(item.parameter('taskId', ''), 'Task ID')) };
	let { reply, fault } = await item.tryCall({ method: 'GET', path: fillPath(PATH, values) });
	if (fault ? fault.outcome === 'rejected' : !isTask(reply?.body)) {
		const other = await item.tryCall({ method: 'GET', path: fillPath(CLIENT_PATH, values) });
		reply = other.reply;
		// Where neither path knows the task, the specification's answer counts; what it says of an SMS is meant of the task.
		if (fault === undefined || fault.code === CODE_SMS_NOT_FOUND)
			fault = other.fault?.retryable ? other.fault : faultOfCode(CODE_TASK_NOT_FOUND);
	}
	if (reply) return wantsRaw(item) ? rawRecords(reply.body) : [normaliseTask(reply.body)];
	return item.fail(fault ?? faultOfCode(CODE_TASK_NOT_FOUND));
}

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
		},
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: COMMON_OPTIONS,
		},
	],
	routing: perItem('GET', PATH, getTask),
};
