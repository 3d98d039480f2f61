import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { ClientRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/*
 * What is on its way between the node and a service, both of which run in this process: time may pass only while nothing moves.
 * A request that the service holds back, because it is to wait, does not move.
 */

/** Requests of clients that have not ended. */
const open = new Set<ClientRequest>();
/** The connections whose requests the service has and has not answered, by the client's port. */
const held = new Map<number, Socket>();
/** Goes up with everything that happens. */
let happened = 0;

/** A number that changes whenever a request begins, goes on, is answered or ends. */
export function trafficCount(): number {
	let bytes = 0;
	for (const { socket } of open) bytes += socket?.bytesRead ?? 0;
	for (const socket of held.values()) bytes += socket.bytesRead;
	return happened + bytes;
}

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

/**
 * Begins to watch all HTTP traffic of this process. A request's time-out becomes one of the timers that the clock moves.
 * @returns what ends it
 */
export function watchTraffic(): () => void {
	const onRequest = (message: unknown): void => {
		const { request } = message as { request: ClientRequest };
		open.add(request);
		happened++;
		request.once('close', () => {
			open.delete(request);
			happened++;
		});
	};
	const onServed = (message: unknown): void => {
		const { request, response } = message as {
			request: IncomingMessage;
			response: ServerResponse;
		};
		const port = request.socket.remotePort ?? 0;
		held.set(port, request.socket);
		happened++;
		const leave = (): void => {
			held.delete(port);
			happened++;
		};
		response.once('finish', leave);
		response.once('close', leave);
	};
	const setTimeoutOfNode = Object.getOwnPropertyDescriptor(ClientRequest.prototype, 'setTimeout');
	subscribe('http.client.request.start', onRequest);
	subscribe('http.server.request.start', onServed);
	ClientRequest.prototype.setTimeout = function (this: ClientRequest, ms, listener) {
		if (listener) this.once('timeout', listener);
		const timer = globalThis.setTimeout(() => this.emit('timeout'), ms);
		this.once('close', () => globalThis.clearTimeout(timer));
		return this;
	};
	return () => {
		unsubscribe('http.client.request.start', onRequest);
		unsubscribe('http.server.request.start', onServed);
		if (setTimeoutOfNode)
			Object.defineProperty(ClientRequest.prototype, 'setTimeout', setTimeoutOfNode);
		forgetTraffic();
	};
}
