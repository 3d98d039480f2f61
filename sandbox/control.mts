import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DIALECT_VALUES } from './dialect.mts';
import type { SandboxEvent } from './events.mts';
import { FAULT_KINDS, type FaultRule } from './faults.mts';
import { isObject, own } from './judge/values.mts';
import { newReportKey } from './routes/reports.mts';
import type { HistoryOptions } from './seed.mts';
import type { Service } from './service.mts';
import { countStatistics } from './store.mts';
import type {
	Application,
	ApplicationStatus,
	Campaign,
	CampaignStatus,
	Message,
	MessageStatus,
	Report,
	ReportShape,
	ReportType,
} from './types.mts';

const MESSAGE_STATUSES: readonly string[] = [
	'new',
	'scheduled',
	'accepted',
	'sending',
	'sent',
	'delivered',
	'read',
	'undeliverable',
	'undelivered',
	'failed',
	'rejected',
	'expired',
	'deleted',
	'unknown',
	'waiting',
	'moderation',
];
const CAMPAIGN_STATUSES: readonly string[] = [
	'creation',
	'moderation',
	'spam',
	'scheduled',
	'sending',
	'paused',
	'stopped',
	'done',
];
const APPLICATION_STATUSES: readonly string[] = [
	'new',
	'accepted',
	'in progress',
	'registration completed',
	'rejected',
];
const REPORT_TYPES: readonly string[] = ['sms', 'hlr', 'viber'];

type Body = Record<string, unknown>;

function iso(ms: number | null): string | null {
	return ms === null ? null : new Date(ms).toISOString();
}

/** A message as the control interface and its events show it. */
export function messageInfo(message: Message): Body {
	const { createdMs, sendMs, reportMs, ...rest } = message;
	return { ...rest, createdAt: iso(createdMs), sendAt: iso(sendMs), reportAt: iso(reportMs) };
}

/** A campaign likewise; its messages only by number. */
export function campaignInfo(campaign: Campaign): Body {
	const { createdMs, startMs, realStartMs, finishedMs, messageIds, next, ...rest } = campaign;
	return {
		...rest,
		messages: messageIds.length,
		handedOver: next,
		statistics: countStatistics(campaign.counters),
		createdAt: iso(createdMs),
		startAt: iso(startMs),
		realStartAt: iso(realStartMs),
		finishedAt: iso(finishedMs),
	};
}

/** An application likewise. */
export function applicationInfo(application: Application): Body {
	const { createdMs, registeredMs, changedMs, ...rest } = application;
	return {
		...rest,
		createdAt: iso(createdMs),
		registeredAt: iso(registeredMs),
		changedAt: iso(changedMs),
	};
}

async function refuse(reply: FastifyReply, status: number, message: string): Promise<void> {
	await reply.code(status).send({ code: status, message });
}

function lastOf<T>(
	map: Map<unknown, T>,
	request: FastifyRequest,
	info: (value: T) => Body,
	filter: (value: T) => boolean = () => true,
): { total: number; data: Body[] } {
	const query = request.query as Record<string, string | undefined>;
	const limit = Math.min(Number(query.limit ?? 200) || 200, 10_000);
	const offset = Number(query.offset ?? 0) || 0;
	const all = [...map.values()].filter(filter).reverse();
	return { total: all.length, data: all.slice(offset, offset + limit).map(info) };
}

/** Applies a part of the configuration; returns what is wrong with it, if anything. */
export function applyConfig(service: Service, change: Body): string | undefined {
	const { config } = service;
	for (const [name, value] of Object.entries(change)) {
		if (!Object.hasOwn(config, name)) return `unknown setting ${name}`;
		if (name === 'dialect' && isObject(value)) {
			for (const [accent, choice] of Object.entries(value)) {
				if (!Object.hasOwn(DIALECT_VALUES, accent)) return `unknown dialect ${accent}`;
				const choices: readonly unknown[] = DIALECT_VALUES[accent as keyof typeof DIALECT_VALUES];
				if (!choices.includes(choice))
					return `dialect ${accent} must be one of ${choices.join(', ')}`;
			}
		} else if (typeof value !== typeof config[name as keyof typeof config])
			return `setting ${name} must be a ${typeof config[name as keyof typeof config]}`;
	}
	const { dialect, tokens, ...rest } = change;
	Object.assign(config.dialect, dialect);
	Object.assign(config.tokens, tokens);
	Object.assign(config, rest);
	return undefined;
}

function readFault(body: Body): FaultRule {
	const { pathPattern, ...rest } = body;
	return {
		...(rest as unknown as FaultRule),
		...(typeof pathPattern === 'string' ? { path: new RegExp(pathPattern) } : {}),
	};
}

function makeReport(service: Service, body: Body): Report {
	const types = Array.isArray(body.types)
		? body.types.filter((type): type is ReportType => REPORT_TYPES.includes(String(type)))
		: [];
	const now = service.clock.ms();
	const key = typeof body.key === 'string' ? body.key : newReportKey(service);
	const report: Report = {
		key,
		request: {},
		createdMs: now,
		readyMs: now + Number(body.readyInSeconds ?? 0) * 1000,
		messageType: REPORT_TYPES.includes(String(body.messageType))
			? (body.messageType as ReportType)
			: types.length === 1
				? (types[0] ?? null)
				: null,
		source: {
			records: Number(body.records ?? 10),
			types: types.length > 0 ? types : ['sms'],
			bodyLength: Number(body.bodyLength ?? 40),
		},
		shape: typeof body.shape === 'string' ? (body.shape as ReportShape) : null,
		failed: body.failed === true,
	};
	service.store.reports.set(key, report);
	return report;
}

/** How long changes are gathered before they are told (ms). */
const GATHER_MS = 100;

function eventInfo(type: SandboxEvent, data: unknown): unknown {
	if (type === 'message') return messageInfo(data as Message);
	if (type === 'campaign') return campaignInfo(data as Campaign);
	if (type === 'application') return applicationInfo(data as Application);
	return data;
}

/**
 * Tells a reader what changes, as server-sent events. Several changes of one record within a moment are told once, with its
 * latest state: a campaign of 10,000 would be told 30,000 times else.
 */
function streamEvents(service: Service, request: FastifyRequest, reply: FastifyReply): void {
	reply.hijack();
	const { raw } = reply;
	raw.writeHead(200, {
		'content-type': 'text/event-stream',
		'cache-control': 'no-cache',
		connection: 'keep-alive',
	});
	raw.write('retry: 1000\n\n');
	const waiting = new Map<unknown, [SandboxEvent, unknown]>();
	let timer: NodeJS.Timeout | undefined;
	const tell = (): void => {
		timer = undefined;
		const text = [...waiting.values()]
			.map(([type, data]) => `event: ${type}\ndata: ${JSON.stringify(eventInfo(type, data))}\n\n`)
			.join('');
		waiting.clear();
		// A reader who does not keep up is dropped, not buffered for ever; it comes back by itself.
		if (raw.writableLength > 16 * 1024 * 1024) raw.destroy();
		else raw.write(text);
	};
	const stop = service.events.on((type, data) => {
		// What was told of records before a reset is void.
		if (type === 'reset') waiting.clear();
		waiting.set(typeof data === 'object' && data !== null ? data : type, [type, data]);
		timer ??= setTimeout(tell, GATHER_MS).unref();
	});
	request.raw.on('close', () => {
		stop();
		clearTimeout(timer);
	});
}

function registerReading(app: FastifyInstance, service: Service): void {
	const { store } = service;
	app.get('/_sandbox/stats', async () => service.stats);
	app.get('/_sandbox/config', async () => ({ ...service.config, dialectValues: DIALECT_VALUES }));
	app.get('/_sandbox/requests', async (request) => {
		const limit = Number((request.query as Body).limit ?? 200) || 200;
		return { total: service.stats.requests, data: service.requests.slice(-limit).reverse() };
	});
	app.get('/_sandbox/messages', async (request) => {
		const query = request.query as Record<string, string | undefined>;
		return lastOf(
			store.messages,
			request,
			messageInfo,
			(message) =>
				(query.msisdn === undefined || message.msisdn === query.msisdn) &&
				(query.reference === undefined || message.reference === query.reference) &&
				(query.campaign === undefined || String(message.campaignId) === query.campaign),
		);
	});
	app.get('/_sandbox/campaigns', async (request) => lastOf(store.campaigns, request, campaignInfo));
	app.get('/_sandbox/applications', async (request) =>
		lastOf(store.applications, request, applicationInfo),
	);
	app.get('/_sandbox/state', async () => {
		const statuses: Record<string, number> = {};
		for (const message of store.messages.values())
			statuses[message.status] = (statuses[message.status] ?? 0) + 1;
		return {
			now: service.clock.now().toISOString(),
			running: service.clock.running,
			speed: service.clock.rate,
			keys: [...service.keys.keys()],
			faultKinds: FAULT_KINDS,
			messages: store.messages.size,
			statuses,
			campaigns: store.campaigns.size,
			tasks: store.tasks.size,
			applications: store.applications.size,
			contacts: store.contacts.size,
			groups: store.groups.size,
			reports: store.reports.size,
			references: store.references.size,
			senders: [...store.senders],
			pending: service.lifecycle.queue.size,
			faults: service.faults.list().map(faultInfo),
		};
	});
	app.get('/_sandbox/events', (request, reply) => streamEvents(service, request, reply));
	app.get('/_sandbox/faults', async () => ({ data: service.faults.list().map(faultInfo) }));
}

function faultInfo(fault: FaultRule): Body {
	return { ...fault, path: fault.path instanceof RegExp ? String(fault.path) : fault.path };
}

function registerActions(app: FastifyInstance, service: Service): void {
	const { store, lifecycle, clock } = service;
	app.post<{ Params: { id: string }; Body: Body }>(
		'/_sandbox/messages/:id/status',
		async (request, reply) => {
			const message = store.messages.get(Number(request.params.id));
			if (!message) return refuse(reply, 404, 'no such message');
			const status = String(own(request.body, 'status'));
			if (!MESSAGE_STATUSES.includes(status))
				return refuse(reply, 422, `status must be one of ${MESSAGE_STATUSES.join(', ')}`);
			lifecycle.setMessage(message, status as MessageStatus, clock.ms());
			return messageInfo(message);
		},
	);
	app.post<{ Params: { id: string }; Body: Body }>(
		'/_sandbox/campaigns/:id',
		async (request, reply) => {
			const campaign = store.campaigns.get(Number(request.params.id));
			if (!campaign) return refuse(reply, 404, 'no such campaign');
			const status = String(own(request.body, 'status'));
			if (!CAMPAIGN_STATUSES.includes(status))
				return refuse(reply, 422, `status must be one of ${CAMPAIGN_STATUSES.join(', ')}`);
			lifecycle.forceCampaign(campaign, status as CampaignStatus);
			return campaignInfo(campaign);
		},
	);
	app.post<{ Params: { id: string }; Body: Body }>(
		'/_sandbox/applications/:id',
		async (request, reply) => {
			const application = store.applications.get(Number(request.params.id));
			if (!application) return refuse(reply, 404, 'no such application');
			const status = String(own(request.body, 'status'));
			if (!APPLICATION_STATUSES.includes(status))
				return refuse(reply, 422, `status must be one of ${APPLICATION_STATUSES.join(', ')}`);
			const reason = own(request.body, 'rejection_reason');
			lifecycle.setApplication(
				application,
				status as ApplicationStatus,
				clock.ms(),
				typeof reason === 'string' ? reason : null,
			);
			return applicationInfo(application);
		},
	);
	app.post<{ Body: Body }>('/_sandbox/reports', async (request) => {
		const report = makeReport(service, request.body);
		return {
			key: report.key,
			records: 'records' in report.source ? report.source.records : 0,
			messageType: report.messageType,
		};
	});
	app.post<{ Body: Body }>('/_sandbox/clock', async (request, reply) => {
		const advanceMs = Number(own(request.body, 'advanceMs'));
		if (!Number.isFinite(advanceMs) || advanceMs < 0)
			return refuse(reply, 422, 'advanceMs must be 0 or more');
		clock.advance(advanceMs);
		service.events.emit('clock', () => ({ now: clock.now().toISOString() }));
		return { now: clock.now().toISOString() };
	});
	app.post<{ Body: Body }>('/_sandbox/config', async (request, reply) => {
		const wrong = applyConfig(service, request.body);
		if (wrong !== undefined) return refuse(reply, 422, wrong);
		service.events.emit('config', () => service.config);
		return service.config;
	});
	app.post<{ Body: Body }>('/_sandbox/faults', async (request, reply) => {
		try {
			const id = service.faults.add(readFault(request.body));
			service.events.emit('fault', () => ({ added: id }));
			return { id };
		} catch (error) {
			return refuse(reply, 422, error instanceof Error ? error.message : 'wrong fault');
		}
	});
	app.delete('/_sandbox/faults', async () => {
		service.faults.clear();
		service.events.emit('fault', () => ({ removed: 'all' }));
		return { data: [] };
	});
	app.delete<{ Params: { id: string } }>('/_sandbox/faults/:id', async (request, reply) => {
		if (!service.faults.remove(Number(request.params.id)))
			return refuse(reply, 404, 'no such fault');
		service.events.emit('fault', () => ({ removed: Number(request.params.id) }));
		return { data: service.faults.list().map(faultInfo) };
	});
	app.post('/_sandbox/tokens/revoke', async () => {
		service.tokens.revokeAll();
		return {};
	});
}

/** The control interface under /_sandbox: reading, acting and watching, for tests, the demo and the page. Loopback only. */
export function registerControl(
	app: FastifyInstance,
	service: Service,
	actions: { reset(): void; seedHistory(options: HistoryOptions): Campaign[] },
): void {
	app.addHook('preHandler', async (request, reply) => {
		const host = (request.headers.host ?? '').replace(/:\d+$/, '');
		const remote = request.raw.socket.remoteAddress ?? '';
		// The Host check keeps a foreign page, whose name was made to point here, out.
		if (
			!['127.0.0.1', 'localhost', '[::1]'].includes(host) ||
			!/^(127\.|::1$|::ffff:127\.)/.test(remote)
		)
			return refuse(reply, 403, 'the control interface answers on loopback only');
		if (request.method !== 'POST') return undefined;
		// A form of a foreign page cannot send this type without being asked first.
		if (
			request.rawText !== '' &&
			!(request.headers['content-type'] ?? '').startsWith('application/json')
		)
			return refuse(reply, 415, 'send application/json');
		if (request.rawText !== '' && !isObject(request.body))
			return refuse(reply, 400, 'send a JSON object');
		request.body ??= {};
		service.lifecycle.catchUp();
		return undefined;
	});
	registerReading(app, service);
	registerActions(app, service);
	app.post('/_sandbox/reset', async () => {
		actions.reset();
		return {};
	});
	app.post<{ Body: Body }>('/_sandbox/history', async (request) => {
		const made = actions.seedHistory({
			campaigns: Number(own(request.body, 'campaigns') ?? 100),
			...(request.body as Partial<HistoryOptions>),
		});
		return { campaigns: made.length };
	});
}
