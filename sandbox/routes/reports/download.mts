import { Readable } from 'node:stream';
import { failLegacy } from '../../http/answers.mts';
import type { AccountRoute } from '../../http/route.mts';
import { contentTypeOf, isReportFormat, reportChunks } from '../../reports/file.mts';
import type { Service } from '../../service.mts';
import type { Report } from '../../types.mts';

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
