import type { IDataObject } from 'n8n-workflow';
import { faultOfCode } from '../../../shared/errors';
import { normaliseTask } from '../../../shared/reply';
import { CODE_SMS_NOT_FOUND, CODE_TASK_NOT_FOUND } from '../../../shared/spec';
import { callError } from '../../../shared/transport';
import { checkId } from '../../../shared/validation';
import { optionsField, requiredText } from '../../operations/fields';
import { fillPath, perItem, rawRecords, wantsRaw, type Item } from '../../operations/item';
import type { Operation } from '../../operations/operation';

/** The specification's path (4.5) is also that of a single message; public clients use the other (wire notes, "Task status path"). */
const PATH = '/rest/sms/{task_id}';
const CLIENT_PATH = '/rest/sms/task/{task_id}';

/** A reply without counters is a message, not a task. */
const isTask = (body: unknown) => ['task_id', 'sent', 'delivered', 'undeliverable'].some((key) => key in Object(body));

async function getTask(item: Item): Promise<IDataObject[]> {
	const values = { task_id: item.check(checkId(item.parameter('taskId', ''), 'Task ID')) };
	let { reply, fault } = await item.tryCall({ method: 'GET', path: fillPath(PATH, values) }, 'read');
	if (fault ? fault.outcome === 'rejected' : !isTask(reply?.body)) {
		const other = await item.tryCall({ method: 'GET', path: fillPath(CLIENT_PATH, values) }, 'read');
		reply = other.reply;
		// Where neither path knows the task, the specification's answer counts; what it says of an SMS is meant of the task.
		if (fault === undefined || fault.code === CODE_SMS_NOT_FOUND) fault = faultOfCode(CODE_TASK_NOT_FOUND);
	}
	if (reply) return wantsRaw(item) ? rawRecords(reply.body) : [normaliseTask(reply.body)];
	throw callError(item.ctx.node, fault ?? faultOfCode(CODE_TASK_NOT_FOUND), { kind: 'read', itemIndex: item.index });
}

export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get bulk task',
	description: 'Get the counters of a bulk sending by its task ID',
	fields: [requiredText('Task ID', 'taskId', 'e.g. 48392107', 'The task ID that Send Bulk or Send Individual returned'), optionsField()],
	routing: { request: { method: 'GET', url: PATH }, operations: perItem(getTask) },
};
