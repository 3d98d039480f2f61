import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { callerOf } from '../auth.mts';
import { parseStamp, stamp } from '../clock.mts';
import { isId, isObject, length, own, readPhone, wellFormed } from '../judge/values.mts';
import { failLegacy } from '../replies.mts';
import { contentTypeOf, reportChunks, type ReportFormat } from '../reportfile.mts';
import type { Service } from '../service.mts';
import type { Report, ReportType } from '../types.mts';
import { written } from '../dialect.mts';

/** Reports being made at a time, and message ids one may name (extensions notes). */
const MAX_PREPARING = 2;
const MAX_MESSAGE_IDS = 300;
const TYPES: readonly string[] = ['sms', 'viber', 'hlr'];

/** A new file key in the dialect's form. */
export function newReportKey(service: Service): string {
	for (;;) {
		const key =
			service.config.dialect.reportKey === 'hex'
				? service.random.hex(18)
				: String(service.random.integer(100_000_000, 999_999_999));
		if (!service.store.reports.has(key)) return key;
	}
}

interface Filters {
	ids: Set<number> | null;
	fromMs: number;
	toMs: number;
	phones: Set<string> | null;
	originator: string | null;
	messageType: ReportType | null;
}

/** Whether a text can be a filter; nothing that the service stores is longer than 40 characters. */
const isFilter = (value: unknown): boolean =>
	value === undefined || (typeof value === 'string' && length(value) <= 40 && wellFormed(value));

/** Reads the filters of a report request: the code of the first that is wrong, or the filters. */
function judgeReport(service: Service, body: Record<string, unknown>): number | Filters {
	const filters: Filters = {
		ids: null,
		fromMs: -Infinity,
		toMs: Infinity,
		phones: null,
		originator: null,
		messageType: null,
	};
	const ids = own(body, 'message_id');
	if (ids !== undefined) {
		if (!Array.isArray(ids) || ids.length === 0 || ids.length > MAX_MESSAGE_IDS || !ids.every(isId))
			return 81;
		filters.ids = new Set(ids.map(Number));
	} else {
		const from = own(body, 'time_in_from');
		const to = own(body, 'time_in_to');
		const fromMs = typeof from === 'string' ? parseStamp(from, service.config.timeZone) : undefined;
		const toMs = typeof to === 'string' ? parseStamp(to, service.config.timeZone) : undefined;
		if (fromMs === undefined || toMs === undefined || fromMs > toMs) return 86;
		Object.assign(filters, { fromMs, toMs: toMs + 999 });
	}
	const phones = own(body, 'msisdn');
	if (phones !== undefined) {
		if (!Array.isArray(phones) || !phones.every((phone) => readPhone(phone) !== undefined))
			return 82;
		if (phones.length > 0) filters.phones = new Set(phones.map(String));
	}
	const originator = own(body, 'originator');
	if (!isFilter(originator)) return 83;
	// Nobody has written down its code; of the codes for filters that of the originator is the nearest.
	if (!isFilter(own(body, 'source_type'))) return 83;
	filters.originator = typeof originator === 'string' && originator !== '' ? originator : null;
	const type = own(body, 'message_type');
	if (type !== undefined && (typeof type !== 'string' || !TYPES.includes(type))) return 85;
	filters.messageType = type === undefined ? null : (type as ReportType);
	const country = own(body, 'country_id');
	if (country !== undefined && !isId(country)) return 87;
	return filters;
}

function matching(service: Service, filters: Filters): number[] {
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

function registerRequests(app: FastifyInstance, service: Service): void {
	const { store } = service;
	app.post('/rest/stat/create', async (request, reply) => {
		if (!service.config.dialect.extensions) return failLegacy(service, request, reply, 4, 404);
		if (!isObject(request.body)) return failLegacy(service, request, reply, 24);
		const filters = judgeReport(service, request.body);
		if (typeof filters === 'number') return failLegacy(service, request, reply, filters);
		const now = service.clock.ms();
		const preparing = [...store.reports.values()].filter((report) => report.readyMs > now).length;
		if (preparing >= MAX_PREPARING) return failLegacy(service, request, reply, 92);
		const report: Report = {
			key: newReportKey(service),
			request: request.body,
			createdMs: now,
			readyMs: now + service.config.reportSeconds * 1000,
			messageType: filters.messageType,
			source: callerOf(request).testKey
				? { records: 10, types: [filters.messageType ?? 'sms'], bodyLength: 40 }
				: { messageIds: matching(service, filters) },
			shape: null,
			failed: false,
		};
		store.reports.set(report.key, report);
		return reply.send({
			error: written.code(service.config.dialect, 0),
			[service.config.dialect.reportKeyName]: report.key,
		});
	});

	app.get('/rest/stat/list', async (request, reply) => {
		if (!service.config.dialect.extensions) return failLegacy(service, request, reply, 4, 404);
		const now = service.clock.ms();
		const result = [...store.reports.values()].map((report) => ({
			key: report.key,
			request: report.request,
			created_at: stamp(report.createdMs, service.config.timeZone),
			status: report.readyMs > now ? 'In progress' : report.failed ? 'Error' : 'Done',
		}));
		return reply.send({ error: written.code(service.config.dialect, 0), result });
	});

	app.delete<{ Params: { key: string } }>('/rest/stat/file/:key', async (request, reply) => {
		if (!service.config.dialect.extensions) return failLegacy(service, request, reply, 4, 404);
		if (!store.reports.delete(request.params.key)) return failLegacy(service, request, reply, 90);
		return reply.send({
			error: written.code(service.config.dialect, 0),
			errorDescription: 'No errors',
		});
	});
}

/** Report files (4.16) and, beyond the specification, their request, list and deletion. */
export function registerReports(app: FastifyInstance, service: Service): void {
	registerRequests(app, service);
	app.get<{ Params: { key: string; format: string } }>(
		'/rest/stat/file/id/:key/format/:format',
		async (request, reply) => {
			const { key, format } = request.params;
			if (format !== 'json' && format !== 'xml' && format !== 'csv')
				return failLegacy(service, request, reply, 24);
			const report =
				service.store.reports.get(key) ??
				(callerOf(request).testKey ? testReport(service, key) : undefined);
			if (!report) return failLegacy(service, request, reply, 90);
			if (report.readyMs > service.clock.ms()) return failLegacy(service, request, reply, 91);
			if (report.failed) return failLegacy(service, request, reply, 5);
			const empty =
				'messageIds' in report.source
					? report.source.messageIds.length === 0
					: report.source.records === 0;
			if (empty) return failLegacy(service, request, reply, 93);
			// 4.16: csv only when the message_type parameter is selected.
			if (format === 'csv' && report.messageType === null)
				return failLegacy(service, request, reply, 85);
			return sendReport(service, report, format, reply);
		},
	);
}

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

function sendReport(
	service: Service,
	report: Report,
	format: ReportFormat,
	reply: { header(name: string, value: string): { send(payload: Readable): unknown } },
): unknown {
	return reply
		.header('content-type', contentTypeOf(format))
		.send(Readable.from(reportChunks(service, report, format), { highWaterMark: 1 }));
}
