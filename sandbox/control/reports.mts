import { ok } from '../http/answers.mts';
import type { OpenRoute } from '../http/route.mts';
import { newReportKey } from '../reports/key.mts';
import { REPORT_SHAPES, REPORT_TYPES, type Report } from '../types.mts';
import { bodyOf, oneOf } from './values.mts';

/** Makes a report file of any size and form; its records are made up while it is read. */
export const makeReport: OpenRoute = {
	open: true,
	method: 'POST',
	path: '/_sandbox/reports',
	answer(call) {
		const { service } = call;
		const body = bodyOf(call);
		const asked = Array.isArray(body.types) ? body.types : [];
		const types = asked.flatMap((type: unknown) => oneOf(REPORT_TYPES, type) ?? []);
		const onlyType = types.length === 1 ? (types[0] ?? null) : null;
		const records = Number(body.records ?? 10);
		const now = service.clock.ms();
		const report: Report = {
			key: typeof body.key === 'string' ? body.key : newReportKey(service),
			request: {},
			createdMs: now,
			readyMs: now + Number(body.readyInSeconds ?? 0) * 1000,
			messageType: oneOf(REPORT_TYPES, body.messageType) ?? onlyType,
			source: {
				records,
				types: types.length > 0 ? types : ['sms'],
				bodyLength: Number(body.bodyLength ?? 40),
			},
			shape: oneOf(REPORT_SHAPES, body.shape) ?? null,
			failed: body.failed === true,
		};
		service.store.reports.set(report.key, report);
		return ok({ key: report.key, records, messageType: report.messageType });
	},
};
