import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify, {
	type FastifyError,
	type FastifyInstance,
	type FastifyReply,
	type FastifyRequest,
} from 'fastify';
import { registerControl } from '../control/index.mts';
import type { ActiveFault } from '../faults.mts';
import { pagePlugin } from '../page/plugin.mts';
import * as routes from '../routes/index.mts';
import type { Service } from '../service.mts';
import type { RequestEntry } from '../types.mts';
import { failApi, type Answer } from './answers.mts';
import { injectAfter, injectBefore, lateMsOf, never } from './faultInjection.mts';
import { closeEntry, isServicePath, openEntry } from './requestLog.mts';
import { addRoute } from './route.mts';

declare module 'fastify' {
	interface FastifyRequest {
		/** The body as it came. */
		rawText: string;
		/** The request's entry in the log; null for requests to the control interface and the page. */
		entry: RequestEntry | null;
		/** The fault that meets the request. */
		fault: ActiveFault | null;
		/** The request is handled so many milliseconds after its client has left or was answered; null: as it comes. */
		lateMs: number | null;
		/** When the request came, on the clock of `performance`. */
		startedAt: number;
	}
}

/** The largest body that is read, in bytes. */
const BODY_LIMIT = 64 * 1024 * 1024;

export interface AppOptions {
	/** Makes the server that the application answers on. */
	serverFactory(handler: (request: IncomingMessage, response: ServerResponse) => void): Server;
	/** Writes each request to the terminal. */
	log: boolean;
}

/** Lets each request to the service move the clock's events on, be written down, and meet a fault. */
function addHooks(app: FastifyInstance, service: Service, log: boolean): void {
	app.addHook('onRequest', async (request, reply) => {
		if (!isServicePath(request.url)) return;
		service.lifecycle.catchUp();
		openEntry(service, request, reply);
		const fault = service.faults.match(request.method, request.url);
		if (fault && request.entry) {
			request.fault = fault;
			request.entry.fault = fault.kind;
			const { kind } = fault;
			const { method, path } = request.entry;
			service.events.emit('fault', () => ({ kind, method, path }));
		}
		if (service.config.latencyMs > 0) await pause(service.config.latencyMs);
		if (!fault) return;
		// What is handled late must be read wholly first: the route lets the fault happen then.
		request.lateMs = lateMsOf(fault);
		if (request.lateMs !== null) return;
		if (await injectBefore(fault, request, reply)) {
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
		const sent = fault ? await injectAfter(fault, request, reply, payload) : payload;
		closeEntry(service, request, reply.statusCode, log);
		return sent;
	});
}

/** Reads every body as JSON, whatever the client calls it: one public client says multipart/form-data. */
function readBodies(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) => {
		request.rawText = String(text);
		try {
			done(null, request.rawText === '' ? undefined : (JSON.parse(request.rawText) as unknown));
		} catch {
			// Each interface has an answer of its own to what is not JSON.
			done(null, undefined);
		}
	});
}

/** A path without the version before it. */
function withoutVersion(url: string): string {
	const [, rest] = /^\/v1\.0(\/.*)$/.exec(url) ?? [];
	if (rest === undefined) return url;
	return isServicePath(rest) ? rest : `/rest${rest}`;
}

/** Makes the service, its control interface and its page one Fastify application. */
export function buildApp(service: Service, options: AppOptions): FastifyInstance {
	const app: FastifyInstance = Fastify({
		bodyLimit: BODY_LIMIT,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 2000 },
		rewriteUrl: ({ url = '/' }) =>
			service.config.dialect.versionInPath ? withoutVersion(url) : url,
		serverFactory: (handler) =>
			options.serverFactory((request, response) => handler(request, response)),
	});
	app.decorateRequest('entry', null);
	app.decorateRequest('fault', null);
	app.decorateRequest('lateMs', null);
	app.decorateRequest('rawText', '');
	app.decorateRequest('startedAt', 0);
	readBodies(app);
	addHooks(app, service, options.log);
	const refuse = (request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply => {
		const { status, body } = service.ledger.act(request.entry?.id ?? null, false, () => answer);
		return reply.code(status).send(body);
	};
	app.setErrorHandler<FastifyError>(async (error, request, reply) =>
		refuse(request, reply, failApi(error.statusCode ?? 500, error.message)),
	);
	app.setNotFoundHandler(async (request, reply) =>
		refuse(request, reply, failApi(404, 'Not found')),
	);
	for (const route of Object.values(routes)) addRoute(app, service, route, options.log);
	app.register(async (scope) => registerControl(scope, service));
	app.register(pagePlugin);
	return app;
}
