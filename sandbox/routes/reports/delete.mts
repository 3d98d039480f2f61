import { failLegacy, legacyError, ok } from '../../http/answers.mts';
import type { AccountRoute } from '../../http/route.mts';

/** Deletes a report file; an extension (extensions notes, section 10). */
export const deleteReport: AccountRoute = {
	extension: true,
	method: 'DELETE',
	path: '/rest/stat/file/:key',
	answer({ service, params }) {
		return service.store.reports.delete(params.key ?? '')
			? ok(legacyError(service, 0))
			: failLegacy(service, 90);
	},
};
