import { failLegacy, failUnsupported, ok, type Answer } from '../../http/answers.mts';
import type { AccountCall, AccountRoute } from '../../http/route.mts';
import { ID } from '../../judge/limits.mts';
import { TestData } from '../../testData.mts';
import { taskView } from '../../views.mts';

/** Answers with the bulk task that the path names. */
export function answerTask({ service, caller, params, url }: AccountCall): Answer {
	const { id = '' } = params;
	if (!ID.test(id)) return failLegacy(service, 29);
	const task = caller.testKey
		? new TestData(service, url).task(Number(id))
		: service.store.tasks.get(Number(id));
	return task ? ok(taskView(service, task)) : failLegacy(service, 30);
}

/** The status of a bulk task (specification 4.5), on the paths that the public clients use; one of them writes task_id. */
export const getTask: AccountRoute = {
	method: 'GET',
	path: ['/rest/sms/task/:id', '/rest/sms/task_id/:id'],
	answer(call) {
		const { service, url } = call;
		return service.config.dialect.taskPath === 'sms'
			? failUnsupported(service, url)
			: answerTask(call);
	},
};
