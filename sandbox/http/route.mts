import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { failUnsupported, type Answer } from './answers.mts';
import { authenticate, type Caller } from './authentication.mts';
import { injectBefore, never } from './faultInjection.mts';
import { personal } from './personality.mts';
import { closeEntry, maskKey } from './requestLog.mts';
import type { Query } from '../judge/listing.mts';
import { isObject } from '../judge/values.mts';
import type { Service } from '../service.mts';

/** What a route is given: the request as plain data, and the service that it asks. */
export interface Call {
	service: Service;
	/** Path and query as they came, as in `/api/campaign?sort=date`. */
	url: string;
	/** The parts of the path that the route names, as in `:id`. */
	params: Readonly<Record<string, string>>;
	query: Query;
	/** The body as it was read; undefined when it was empty or no JSON. */
	body: unknown;
	/** The body as it came. */
	rawText: string;
	headers: IncomingHttpHeaders;
}

/** A call whose caller is known. */
export interface AccountCall extends Call {
	caller: Caller;
}

interface Endpoint {
	method: HTTPMethods | HTTPMethods[];
	/** One path, or several that mean the same. */
	path: string | readonly string[];
	/** It goes beyond the specification: a service may lack it, and then the answer is 404. */
	extension?: true;
}

/** A route that asks for no authentication. */
export interface OpenRoute extends Endpoint {
	open: true;
	answer(call: Call): Answer;
}

/** A route of an account: it answers only those who have authenticated. */
export interface AccountRoute extends Endpoint {
	open?: undefined;
	answer(call: AccountCall): Answer;
}

/** One endpoint: where it is, and what it answers. */
export type Route = OpenRoute | AccountRoute;

/** A body as it is without the members that are null, at any depth. */
function withoutNulls(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(withoutNulls);
	if (!isObject(value)) return value;
	return Object.fromEntries(
		Object.entries(value).flatMap(([name, inner]) =>
			inner === null ? [] : [[name, withoutNulls(inner)]],
		),
	);
}

function callOf(service: Service, request: FastifyRequest): Call {
	const { body } = request;
	return {
		service,
		url: request.url,
		params: request.params as Record<string, string>,
		query: request.query as Query,
		body: service.config.dialect.nulls === 'ignore' ? withoutNulls(body) : body,
		rawText: request.rawText,
		headers: request.headers,
	};
}

/** Lets a route answer, after it was found out who calls and whether the service has such an operation. */
function answerOf(service: Service, route: Route, request: FastifyRequest): Answer {
	const call = callOf(service, request);
	if (route.open) return route.answer(call);
	const who = authenticate(call);
	if ('refusal' in who) return who.refusal;
	const { caller } = who;
	if (request.entry) Object.assign(request.entry, { auth: caller.via, key: maskKey(caller.key) });
	if (route.extension && !service.config.dialect.extensions)
		return failUnsupported(service, call.url);
	return route.answer({ ...call, caller });
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): FastifyReply {
	if (request.entry) Object.assign(request.entry, answer.log);
	return reply
		.code(answer.status)
		.headers(answer.headers ?? {})
		.send(answer.body);
}

/**
 * Lets a request meet its fault first and be handled later, when its client has left or was answered by something else.
 * @returns true when it will be handled later; false when the client is still there and waits for the service
 */
async function isPutOff(
	service: Service,
	request: FastifyRequest,
	reply: FastifyReply,
	handle: () => Answer,
): Promise<boolean> {
	const { fault, lateMs, entry } = request;
	if (!fault || lateMs === null) return false;
	if (!(await injectBefore(fault, request, reply))) {
		request.lateMs = null;
		return false;
	}
	service.lifecycle.after(lateMs, () => service.ledger.act(entry?.id ?? null, true, handle));
	return true;
}

/**
 * Adds a route to the application.
 * @param print whether to write requests that go unanswered to the terminal
 */
export function addRoute(
	app: FastifyInstance,
	service: Service,
	route: Route,
	print = false,
): void {
	for (const url of [route.path].flat()) {
		app.route({
			method: route.method,
			url,
			// The handler runs when the body has been read: turning a request away before would break the connection.
			handler: async (request, reply) => {
				const own = personal(service, request.headers);
				const handle = (): Answer => answerOf(own, route, request);
				if (await isPutOff(service, request, reply, handle)) {
					if (reply.sent && !request.raw.socket.destroyed) return reply;
					closeEntry(service, request, 0, print);
					return never();
				}
				const { entry } = request;
				if (!entry) return send(request, reply, handle());
				return send(request, reply, service.ledger.act(entry.id, false, handle));
			},
		});
	}
}
