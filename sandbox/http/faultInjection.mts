import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ActiveFault, FaultKind } from '../faults.mts';

/** Kinds of faults that meet a request before it is handled, unless they say otherwise. */
const BEFORE: readonly FaultKind[] = [
	'refuse',
	'dropBefore',
	'slowBefore',
	'html',
	'empty',
	'status',
	'redirect',
	'huge',
];

/**
 * How long after its client left, or was answered, a request is handled that meets a fault before it was handled.
 * @returns milliseconds; null when it is handled as it comes, or never
 */
export function lateMsOf({ kind, handled, lateMs }: ActiveFault): number | null {
	return handled === true || !BEFORE.includes(kind) ? null : (lateMs ?? null);
}

/** What a proxy answers whose service does not. */
const HTML =
	'<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1><p>nginx</p></body></html>';
/** How large the reply of `huge` is unless the fault says otherwise. */
const HUGE_BYTES = 200 * 1024 * 1024;
const HUGE_PIECE = 'x'.repeat(64 * 1024);

/** Never settles: the reply has left by another way, or never will. */
export async function never(): Promise<never> {
	return new Promise<never>(() => undefined);
}

/** A JSON text of about that many bytes, made while it is read. */
function* hugeBody(bytes: number): Generator<string> {
	yield '{"data":"';
	for (let sent = 0; sent < bytes; sent += HUGE_PIECE.length) yield HUGE_PIECE;
	yield '"}';
}

/**
 * What a fault answers in place of the service; sets the status and the headers of the reply as well.
 * @returns undefined for a fault that answers nothing of its own
 */
function replacement(
	fault: ActiveFault,
	request: FastifyRequest,
	reply: FastifyReply,
): string | Readable | undefined {
	switch (fault.kind) {
		case 'html':
			reply
				.code(fault.status ?? 200)
				.header('content-type', 'text/html; charset=utf-8')
				.removeHeader('content-length');
			return typeof fault.body === 'string' ? fault.body : HTML;
		case 'empty':
			reply.code(fault.status ?? 200).removeHeader('content-length');
			return '';
		case 'status': {
			const status = fault.status ?? 500;
			reply
				.code(status)
				.header('content-type', 'application/json; charset=utf-8')
				.removeHeader('content-length');
			if (fault.retryAfter !== undefined) reply.header('retry-after', String(fault.retryAfter));
			if (fault.body !== undefined)
				return typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body);
			const message = status === 429 ? 'Too many requests' : `Injected status ${status}`;
			return JSON.stringify(
				request.url.startsWith('/rest')
					? { error: '5', errorDescription: message }
					: { code: status, message },
			);
		}
		case 'redirect':
			reply
				.code(fault.status ?? 302)
				.header('location', fault.location ?? 'http://localhost:9/')
				.removeHeader('content-length');
			return '';
		case 'huge':
			reply
				.code(200)
				.header('content-type', 'application/json; charset=utf-8')
				.removeHeader('content-length');
			return Readable.from(hugeBody(fault.bytes ?? HUGE_BYTES));
		default:
			return undefined;
	}
}

/**
 * Lets a fault happen before the request is handled.
 * @returns true when the request was answered or dropped, so that no route may run
 */
export async function injectBefore(
	fault: ActiveFault,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<boolean> {
	if (fault.kind === 'refuse' || fault.kind === 'dropBefore') {
		reply.hijack();
		// A TLS socket cannot be reset.
		if (fault.kind === 'refuse' && !('encrypted' in request.raw.socket))
			request.raw.socket.resetAndDestroy();
		else request.raw.socket.destroy();
		return true;
	}
	if (fault.kind === 'slowBefore') {
		await pause(fault.delayMs ?? 1000);
		if (!request.raw.socket.destroyed) return false;
		reply.hijack();
		return true;
	}
	if (fault.handled === true) return false;
	if (fault.delayMs !== undefined && BEFORE.includes(fault.kind)) await pause(fault.delayMs);
	const payload = replacement(fault, request, reply);
	if (payload === undefined) return false;
	await reply.send(payload);
	return true;
}

/** The reply with an unknown status wherever there is one, or with unknown fields in each of its objects. */
function rewrite(value: unknown, fault: 'unknownFields' | 'unknownStatus'): unknown {
	if (Array.isArray(value)) return value.map((inner) => rewrite(inner, fault));
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([name, inner]): [string, unknown] => {
		if (fault === 'unknownStatus' && name.toLowerCase() === 'status' && typeof inner === 'string')
			return [name, 'quarantined'];
		return [name, rewrite(inner, fault)];
	});
	if (fault === 'unknownFields')
		entries.push(['x_new_field', { nested: [1, 'two', null] }], ['constructor', 'text']);
	return Object.fromEntries(entries);
}

/** Sends half of the reply and closes the connection. */
async function cutOff(reply: FastifyReply, payload: unknown): Promise<never> {
	const { raw } = reply;
	const headers = Object.fromEntries(
		Object.entries(reply.getHeaders()).filter(
			([name, value]) => value !== undefined && name !== 'content-length',
		),
	);
	if (payload instanceof Readable) {
		raw.writeHead(reply.statusCode, headers as Record<string, string>);
		for await (const piece of payload) {
			raw.write(String(piece), () => raw.socket?.destroy());
			break;
		}
	} else {
		const text = typeof payload === 'string' ? payload : '';
		const bytes = Buffer.from(text);
		raw.writeHead(reply.statusCode, {
			...(headers as Record<string, string>),
			'content-length': bytes.length,
		});
		raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => raw.socket?.destroy());
	}
	return never();
}

/**
 * Lets a fault happen after the request was handled, while its reply is on the way out.
 * @returns the payload to send
 */
export async function injectAfter(
	fault: ActiveFault,
	request: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
): Promise<unknown> {
	switch (fault.kind) {
		case 'dropAfter':
			request.raw.socket.destroy();
			return never();
		case 'slow':
			await pause(fault.delayMs ?? 1000);
			return payload;
		case 'cutOff':
			return cutOff(reply, payload);
		case 'unknownFields':
		case 'unknownStatus':
			if (typeof payload !== 'string') return payload;
			reply.removeHeader('content-length');
			return JSON.stringify(rewrite(JSON.parse(payload), fault.kind));
		default:
			return fault.handled === true ? (replacement(fault, request, reply) ?? payload) : payload;
	}
}
