import { stamp } from '../../clock.mts';
import { written } from '../../dialect.mts';
import { ok } from '../../http/answers.mts';
import type { AccountRoute } from '../../http/route.mts';

/** The report files that were asked for; an extension (extensions notes, section 10). */
export const listReports: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/rest/stat/list',
	answer({ service }) {
		const { dialect, timeZone } = service.config;
		const now = service.clock.ms();
		const result = [...service.store.reports.values()].map((report) => ({
			key: report.key,
			request: report.request,
			created_at: stamp(report.createdMs, timeZone),
			status: report.readyMs > now ? 'In progress' : report.failed ? 'Error' : 'Done',
		}));
		return ok({ error: written.code(dialect, 0), result });
	},
};
