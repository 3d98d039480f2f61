import type { Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Stats } from '../service.mts';

/**
 * Counts connections. One that the server itself ends after a reply ("Connection: close") counts as open until that reply is
 * handed over: the socket tells of its end a turn later, when the client may have come again.
 */
export function countConnections(server: Server, stats: Stats, sockets: Set<Socket>): void {
	const gone = new WeakSet<Socket>();
	const leave = (socket: Socket): void => {
		if (gone.has(socket)) return;
		gone.add(socket);
		stats.openConnections--;
	};
	server.on('request', (request, response) => {
		response.once('finish', () => {
			if (!response.shouldKeepAlive) leave(request.socket);
		});
	});
	server.on('connection', (socket: Socket) => {
		sockets.add(socket);
		stats.connections++;
		stats.openConnections++;
		stats.maxConnections = Math.max(stats.maxConnections, stats.openConnections);
		socket.setNoDelay(true);
		socket.on('close', () => {
			sockets.delete(socket);
			leave(socket);
		});
	});
}

/** Listens on a port of 127.0.0.1. Returns the port, which is a free one for port 0. */
export async function listen(server: Server, port: number): Promise<number> {
	await new Promise<void>((done, fail) => {
		server.once('error', fail);
		server.listen(port, '127.0.0.1', () => {
			server.off('error', fail);
			done();
		});
	});
	return (server.address() as AddressInfo).port;
}

/** Stops listening and drops all connections. */
export async function stopListening(server: Server, sockets: Set<Socket>): Promise<void> {
	await new Promise<void>((done) => {
		server.close(() => done());
		for (const socket of sockets) socket.destroy();
	});
}
