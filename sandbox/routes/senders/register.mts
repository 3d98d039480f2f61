import { failApi, failValidation } from '../../http/answers.mts';
import type { AccountRoute } from '../../http/route.mts';
import { judgeApplication } from '../../judge/application.mts';
import { Complaints } from '../../judge/complaints.mts';
import { isObject } from '../../judge/values.mts';
import { TestData } from '../../testData.mts';
import type { Application } from '../../types.mts';
import { createdApplicationView } from '../../views.mts';

/** Applies for a sender of a legal entity (specification 4.14). */
export const registerSender: AccountRoute = {
	method: 'POST',
	path: '/api/senders/requests/legal',
	answer({ service, caller, body, rawText }) {
		if (caller.mode !== 'live') {
			const mode = caller.mode.toUpperCase();
			return failApi(403, `Sender registration is not available in ${mode} mode`);
		}
		if (!isObject(body)) return failApi(400, 'The request body is not a JSON object');
		const complaints = new Complaints();
		const fields = judgeApplication(body, complaints, service.config.dialect.nulls);
		if (complaints.any) return failValidation(service, complaints);
		const application: Application = {
			id: caller.testKey
				? new TestData(service, rawText).id()
				: service.store.nextId('application', 101),
			...fields,
			status: 'new',
			createdMs: service.clock.ms(),
			registeredMs: null,
			changedMs: null,
			type: 'sms',
			name: null,
			rejection_reason: null,
		};
		if (!caller.testKey) {
			service.store.applications.set(application.id, application);
			service.ledger.change('register', application.id);
			service.lifecycle.startApplication(application);
		}
		return {
			status: 201,
			body: { data: createdApplicationView(service, application) },
		};
	},
};
