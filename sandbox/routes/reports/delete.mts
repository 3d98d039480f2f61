import { failLegacy, legacyError, ok } from '../../http/answers.mts';
import type { AccountRoute } from '../../http/route.mts';

/** Deletes a report file; an extension (extensions notes, section 10). */
export const deleteReport: AccountRoute = {
	extension: true,
	method: 'DELETE',
	path: '/rest/stat/file/:key',
	answer({ service, params }) {
		const { key = '' } = params;
		if (!service.store.reports.delete(key)) return failLegacy(service, 90);
		service.ledger.change('deleteReport', key);
		return ok(legacyError(service, 0));
	},
};
