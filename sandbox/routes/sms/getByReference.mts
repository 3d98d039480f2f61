import { failLegacy, ok } from '../../http/answers.mts';
import type { AccountRoute } from '../../http/route.mts';
import { CLIENT_REFERENCE } from '../../judge/limits.mts';
import { findByReference } from '../../references.mts';
import { TestData } from '../../testData.mts';
import { messageView } from '../../views.mts';

/** The status of an SMS by its external reference (specification 4.4). */
export const getSmsByReference: AccountRoute = {
	method: 'GET',
	path: '/rest/sms/reference/:reference',
	answer({ service, caller, params, url }) {
		const { reference = '' } = params;
		if (reference === '') return failLegacy(service, 22);
		// Clients of the service send references with _ and - (wire notes), whatever this service takes by now.
		if (!CLIENT_REFERENCE.test(reference)) return failLegacy(service, 27);
		if (caller.testKey)
			return ok(messageView(service, new TestData(service, url).message({ reference })));
		const message = findByReference(service, reference);
		return message ? ok(messageView(service, message)) : failLegacy(service, 20);
	},
};
