import { Readable } from 'node:stream';
import { stamp } from '../clock.mts';
import { written } from '../dialect.mts';
import { failLegacy, legacyError, ok } from '../http/answers.mts';
import type { AccountRoute } from '../http/route.mts';
import { judgeReport } from '../judge/report.mts';
import type { ReportFilters } from '../judge/report.mts';
import { isObject } from '../judge/values.mts';
import { contentTypeOf, isReportFormat, reportChunks } from '../reports/file.mts';
import { newReportKey } from '../reports/key.mts';
import type { Service } from '../service.mts';
import type { Report } from '../types.mts';

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
		const filters = judgeReport(body, config);
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

/** Where the making of a report stands, in the words of the documentation (extensions notes, section 10). */
function statusOf(report: Report, now: number): string {
	if (report.readyMs > now) return 'Processing';
	if (report.failed) return 'Error';
	return isEmpty(report) ? 'Empty file' : 'Done';
}

/** The report files that were asked for; an extension (extensions notes, section 10). */
export const listReports: AccountRoute = {
	extension: true,
	method: 'GET',
	path: '/rest/stat/list',
	answer({ service }) {
		const { dialect, timeZone } = service.config;
		const now = service.clock.ms();
		const reports = [...service.store.reports.values()];
		if (dialect.reportList === 'result')
			return ok({
				error: written.code(dialect, 0),
				result: reports.map((report) => ({
					key: report.key,
					request: report.request,
					status: statusOf(report, now),
				})),
			});
		return ok({
			...legacyError(service, 0),
			exports: reports.map((report) => ({
				export_id: report.key,
				created_at: stamp(report.createdMs, timeZone),
				...(report.readyMs > now
					? { status: 'processing' }
					: { status: 'completed', completed_at: stamp(report.readyMs, timeZone) }),
				format: 'json',
			})),
		});
	},
};

/** The file that a test key gets for any key: ten made-up records. */
function testReport(service: Service, key: string): Report {
	const now = service.clock.ms();
	return {
		key,
		request: {},
		createdMs: now,
		readyMs: now,
		messageType: 'sms',
		source: { records: 10, types: ['sms'], bodyLength: 40 },
		shape: null,
		failed: false,
	};
}

function isEmpty({ source }: Report): boolean {
	return 'messageIds' in source ? source.messageIds.length === 0 : source.records === 0;
}

/** A report file in one of three formats (specification 4.16). */
export const downloadReport: AccountRoute = {
	method: 'GET',
	path: '/rest/stat/file/id/:key/format/:format',
	answer({ service, caller, params }) {
		const { key = '', format = '' } = params;
		if (!isReportFormat(format)) return failLegacy(service, 24);
		const report =
			service.store.reports.get(key) ?? (caller.testKey ? testReport(service, key) : undefined);
		if (!report) return failLegacy(service, 90);
		if (report.readyMs > service.clock.ms()) return failLegacy(service, 91);
		if (report.failed) return failLegacy(service, 5);
		if (isEmpty(report)) return failLegacy(service, 93);
		// 4.16: a file is csv only when it was asked for with a message type.
		if (format === 'csv' && report.messageType === null) return failLegacy(service, 85);
		return {
			status: 200,
			headers: { 'content-type': contentTypeOf(format) },
			body: Readable.from(reportChunks(service, report, format), { highWaterMark: 1 }),
		};
	},
};

/** Deletes a report file; an extension (extensions notes, section 10). */
export const deleteReport: AccountRoute = {
	extension: true,
	method: 'DELETE',
	path: '/rest/stat/file/:key',
	answer({ service, params }) {
		const { key = '' } = params;
		const { reports } = service.store;
		if (!reports.get(key)) return failLegacy(service, 90);
		reports.delete(key);
		service.ledger.change('deleteReport', key);
		return ok(legacyError(service, 0));
	},
};
