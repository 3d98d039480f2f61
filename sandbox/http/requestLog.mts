import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Service } from '../service.mts';
import type { RequestEntry } from '../types.mts';

/** How many requests the log remembers. */
const LOG_LENGTH = 2000;
/** Bodies with more characters than this are not kept. */
const MAX_BODY = 64 * 1024;

/** Whether a path belongs to the service, and not to its control or its page. */
export function isServicePath(url: string): boolean {
	return url.startsWith('/api') || url.startsWith('/rest');
}

/** A key as the log shows it: enough to recognise it, too little to use it. */
export function maskKey(key: string): string {
	return key.length > 12 ? `${key.slice(0, 5)}…${key.slice(-4)}` : '…';
}

/** A body as the log keeps it: an API key is masked, and of a long body only the length is told. */
function loggedBody(body: unknown, rawText: string): unknown {
	if (rawText.length > MAX_BODY) return `(${rawText.length} characters)`;
	const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
	return isObject && Object.hasOwn(body, 'api_key') ? { ...body, api_key: '…' } : body;
}

/** Begins the entry of a request, and counts the request. */
export function openEntry(service: Service, request: FastifyRequest, reply: FastifyReply): void {
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
	service.ledger.open(request.entry);
	if (requests.length > LOG_LENGTH) requests.shift();
	// However the exchange ends, it is no longer open then.
	reply.raw.once('close', () => stats.openRequests--);
}

function lineOf(entry: RequestEntry): string {
	const error = entry.error === null ? '' : ` error ${entry.error}`;
	const fault = entry.fault === null ? '' : ` fault ${entry.fault}`;
	return `${entry.method} ${entry.path} ${entry.status}${error}${fault}\n`;
}

/**
 * Completes the entry of a request.
 * @param status the HTTP status of the answer, 0 when there was none
 * @param print whether to write the request to the terminal as well
 */
export function closeEntry(
	service: Service,
	request: FastifyRequest,
	status: number,
	print: boolean,
): void {
	const { entry } = request;
	if (!entry) return;
	entry.status = status;
	entry.durationMs = Math.round((performance.now() - request.startedAt) * 10) / 10;
	entry.body = loggedBody(request.body, request.rawText);
	service.ledger.close(entry, request.lateMs !== null);
	service.events.emit('request', () => entry);
	if (print) process.stdout.write(lineOf(entry));
}
