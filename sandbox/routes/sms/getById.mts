import { failLegacy, ok } from '../../http/answers.mts';
import type { AccountRoute } from '../../http/route.mts';
import { ID } from '../../judge/limits.mts';
import { isShown } from '../../references.mts';
import { TestData } from '../../testData.mts';
import { messageView } from '../../views.mts';
import { answerTask } from './getTask.mts';

/** The status of an SMS (specification 4.3). On the same path the documentation shows the status of a task (4.5). */
export const getSms: AccountRoute = {
	method: 'GET',
	path: '/rest/sms/:id',
	answer(call) {
		const { service, caller, params, url } = call;
		const { id = '' } = params;
		if (!ID.test(id)) return failLegacy(service, 24);
		if (caller.testKey)
			return ok(messageView(service, new TestData(service, url).message({ id: Number(id) })));
		const { taskPath } = service.config.dialect;
		const isTask = taskPath !== 'task' && service.store.tasks.has(Number(id));
		const message = service.store.messages.get(Number(id));
		if (message && isShown(service, message)) return ok(messageView(service, message));
		return isTask ? answerTask(call) : failLegacy(service, 20);
	},
};
