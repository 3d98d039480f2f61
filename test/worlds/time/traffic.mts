import { subscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';

/*
 * What is on its way between the node and the sandbox, both of which run in this process: time may pass only while nothing moves.
 * A request that the sandbox holds back, because a fault lets it wait, does not move.
 */

/** Requests of clients that have not ended. */
const open = new Set<ClientRequest>();
/** Ports of the clients whose requests the service has and has not answered. */
const held = new Set<number>();
/** Goes up with everything that happens. */
let happened = 0;

/** A number that changes whenever a request begins, is answered or ends. */
export const trafficCount = (): number => happened;

/** Whether bytes are on their way, or a request waits for its connection. */
export function isMoving(): boolean {
	for (const request of open) {
		const port = request.socket?.localPort;
		if (port === undefined || !held.has(port)) return true;
	}
	return false;
}

/** Forgets a connection that neither end will use again. For when a request hangs in a way that nobody foresaw. */
export function forgetTraffic(): void {
	open.clear();
	held.clear();
}

/** Begins to watch all HTTP traffic of this process. A request's time-out becomes one of the timers that the clock moves. */
export function watchTraffic(): void {
	subscribe('http.client.request.start', (message) => {
		const { request } = message as { request: ClientRequest };
		open.add(request);
		happened++;
		request.once('close', () => {
			open.delete(request);
			happened++;
		});
	});
	subscribe('http.server.request.start', (message) => {
		const { request, response } = message as {
			request: IncomingMessage;
			response: ServerResponse;
		};
		const port = request.socket.remotePort ?? 0;
		held.add(port);
		happened++;
		const leave = (): void => {
			held.delete(port);
			happened++;
		};
		response.once('finish', leave);
		response.once('close', leave);
	});
	ClientRequest.prototype.setTimeout = function (this: ClientRequest, ms, listener) {
		if (listener) this.once('timeout', listener);
		const timer = globalThis.setTimeout(() => this.emit('timeout'), ms);
		this.once('close', () => globalThis.clearTimeout(timer));
		return this;
	};
}
