import { written } from '../../dialect.mts';
import { failLegacy, ok } from '../../http/answers.mts';
import type { AccountRoute } from '../../http/route.mts';
import { judgeReport, type ReportFilters } from '../../judge/report.mts';
import { isObject } from '../../judge/values.mts';
import { newReportKey } from '../../reports/key.mts';
import type { Service } from '../../service.mts';
import type { Report } from '../../types.mts';

/** How many reports may be in the making at a time (extensions notes, section 10). */
const MAX_PREPARING = 2;

/** The IDs of the stored messages that a report tells of. */
function matching(service: Service, filters: ReportFilters): number[] {
	if (filters.messageType !== null && filters.messageType !== 'sms') return [];
	const found: number[] = [];
	for (const message of service.store.messages.values()) {
		if (
			message.channel !== 'sms' ||
			message.createdMs < filters.fromMs ||
			message.createdMs > filters.toMs
		)
			continue;
		if (filters.ids && !filters.ids.has(message.id)) continue;
		if (filters.phones && !filters.phones.has(message.msisdn)) continue;
		if (filters.originator !== null && message.sender !== filters.originator) continue;
		found.push(message.id);
	}
	return found;
}

/** Asks for a report file; an extension (extensions notes, section 10). */
export const requestReport: AccountRoute = {
	extension: true,
	method: 'POST',
	path: '/rest/stat/create',
	answer({ service, caller, body }) {
		const { config, store, clock, ledger } = service;
		if (!isObject(body)) return failLegacy(service, 24);
		const filters = judgeReport(body, config.timeZone);
		if (typeof filters === 'number') return failLegacy(service, filters);
		const now = clock.ms();
		const preparing = [...store.reports.values()].filter(({ readyMs }) => readyMs > now);
		if (preparing.length >= MAX_PREPARING) return failLegacy(service, 92);
		const report: Report = {
			key: newReportKey(service),
			request: body,
			createdMs: now,
			readyMs: now + config.reportSeconds * 1000,
			messageType: filters.messageType,
			source: caller.testKey
				? { records: 10, types: [filters.messageType ?? 'sms'], bodyLength: 40 }
				: { messageIds: matching(service, filters) },
			shape: null,
			failed: false,
		};
		store.reports.set(report.key, report);
		ledger.change('report', report.key);
		return ok({
			error: written.code(config.dialect, 0),
			[config.dialect.reportKeyName]: report.key,
		});
	},
};
