import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { authenticate } from './auth.mts';
import { registerControl } from './control.mts';
import { never, pause, strikeAfter, strikeBefore } from './faultwire.mts';
import { pagePlugin } from './page/plugin.mts';
import { failApi } from './replies.mts';
import { registerAuth } from './routes/auth.mts';
import { registerCampaigns } from './routes/campaigns.mts';
import { registerContacts } from './routes/contacts.mts';
import { registerExtensions } from './routes/extensions.mts';
import { registerRcs } from './routes/rcs.mts';
import { registerReports } from './routes/reports.mts';
import { registerSenders } from './routes/senders.mts';
import { registerSms } from './routes/sms.mts';
import type { HistoryOptions } from './seed.mts';
import type { Service } from './service.mts';
import type { Campaign } from './types.mts';
import { logBody } from './requestlog.mts';

/** Requests the log remembers. */
const LOG_LENGTH = 2000;
const BODY_LIMIT = 64 * 1024 * 1024;

export interface AppOptions {
	serverFactory(handler: (request: IncomingMessage, response: ServerResponse) => void): Server;
	log: boolean;
	reset(): void;
	seedHistory(options: HistoryOptions): Campaign[];
}

/** Whether a path belongs to the service, not to its control or its page. */
function isServicePath(url: string): boolean {
	return url.startsWith('/api') || url.startsWith('/rest');
}

function openEntry(service: Service, request: FastifyRequest, reply: FastifyReply): void {
	const [path = '', query = ''] = request.url.split('?', 2);
	const { stats, requests } = service;
	stats.requests++;
	stats.openRequests++;
	stats.maxRequests = Math.max(stats.maxRequests, stats.openRequests);
	const route = `${request.method} ${request.routeOptions.url ?? path}`;
	stats.byPath[route] = (stats.byPath[route] ?? 0) + 1;
	request.startedAt = performance.now();
	request.entry = {
		id: stats.requests,
		at: service.clock.now().toISOString(),
		method: request.method,
		path,
		query,
		status: 0,
		durationMs: 0,
		auth: 'none',
		key: '',
		error: null,
		fault: null,
		body: undefined,
	};
	requests.push(request.entry);
	if (requests.length > LOG_LENGTH) requests.shift();
	// However the exchange ends, it is no longer open.
	let open = true;
	const end = (): void => {
		if (open) stats.openRequests--;
		open = false;
	};
	reply.raw.once('close', end);
}

function closeEntry(service: Service, request: FastifyRequest, status: number, log: boolean): void {
	const { entry } = request;
	if (!entry) return;
	entry.status = status;
	entry.durationMs = Math.round((performance.now() - request.startedAt) * 10) / 10;
	entry.body = logBody(request.body, request.rawText);
	service.events.emit('request', () => entry);
	if (log)
		process.stdout.write(
			`${entry.method} ${entry.path} ${status}${entry.error === null ? '' : ` error ${entry.error}`}${entry.fault === null ? '' : ` fault ${entry.fault}`}\n`,
		);
}

function addHooks(app: FastifyInstance, service: Service, log: boolean): void {
	app.addHook('onRequest', async (request, reply) => {
		if (!isServicePath(request.url)) return;
		service.lifecycle.catchUp();
		openEntry(service, request, reply);
		const fault = service.faults.strike(request.method, request.url);
		if (fault && request.entry) {
			request.fault = fault;
			request.entry.fault = fault.kind;
			service.events.emit('fault', () => ({
				kind: fault.kind,
				method: request.method,
				path: request.entry?.path,
			}));
		}
		if (service.config.latencyMs > 0) await pause(service.config.latencyMs);
		if (fault && (await strikeBefore(fault, request, reply))) {
			if (reply.sent && !request.raw.socket.destroyed) return;
			closeEntry(service, request, 0, log);
			return never();
		}
	});
	app.addHook('onSend', async (request, reply, payload: unknown) => {
		if (!request.entry) return payload;
		service.lifecycle.catchUp();
		const { fault } = request;
		if (fault && (fault.kind === 'dropAfter' || fault.kind === 'cutOff'))
			closeEntry(service, request, 0, log);
		const out = fault ? await strikeAfter(fault, request, reply, payload) : payload;
		closeEntry(service, request, reply.statusCode, log);
		return out;
	});
}

/** The service, its control interface and its page as one Fastify application. */
export function buildApp(service: Service, options: AppOptions): FastifyInstance {
	const app: FastifyInstance = Fastify({
		bodyLimit: BODY_LIMIT,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 2000 },
		serverFactory: (handler) =>
			options.serverFactory((request, response) => handler(request, response)),
	});
	app.decorateRequest('caller', null);
	app.decorateRequest('entry', null);
	app.decorateRequest('fault', null);
	app.decorateRequest('rawText', '');
	app.decorateRequest('startedAt', 0);
	app.removeAllContentTypeParsers();
	// The body is judged as JSON whatever the client calls it: one public client says multipart/form-data.
	app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
		request.rawText = String(text);
		try {
			done(null, request.rawText === '' ? undefined : (JSON.parse(request.rawText) as unknown));
		} catch {
			// Each interface has an answer of its own to what is not JSON.
			done(null, undefined);
		}
	});
	addHooks(app, service, options.log);
	app.setErrorHandler(
		async (error: { statusCode?: number; message?: string }, _request, reply: FastifyReply) =>
			failApi(reply, error.statusCode ?? 500, error.message ?? 'Internal fault'),
	);
	app.setNotFoundHandler(async (_request, reply) => failApi(reply, 404, 'Not found'));
	registerAuth(app, service);
	app.register(async (scope) => {
		// After the body, so that an unread body never breaks the connection.
		scope.addHook('preHandler', async (request, reply) => authenticate(service, request, reply));
		registerSms(scope, service);
		registerCampaigns(scope, service);
		registerRcs(scope, service);
		registerSenders(scope, service);
		registerContacts(scope, service);
		registerReports(scope, service);
		registerExtensions(scope, service);
	});
	app.register(async (scope) => registerControl(scope, service, options));
	app.register(pagePlugin);
	return app;
}
