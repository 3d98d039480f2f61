import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pause } from '../../tools/lib/shell.mts';

/** An event of the trigger as the workflow's last step received it. */
export interface Arrival {
	/** Which trigger it came from. */
	source: string;
	/** Milliseconds since 1970. */
	at: number;
	eventId: string;
	newStatus: string;
	isFinal: boolean;
	/** The trigger said that it emits the event again. */
	repeated: boolean;
	recovered: boolean;
	/** All that the item holds. */
	item: Record<string, unknown>;
}

/** The receiving end: a loopback server to which the workflows post each event. */
export interface Collector {
	url: string;
	arrivals: Arrival[];
	close(): Promise<void>;
}

/** Each post takes so long that a crash often falls into the middle of an execution. */
const WORK_MS = 15;

/** Starts the receiving end on a free port. */
export async function startCollector(): Promise<Collector> {
	const arrivals: Arrival[] = [];
	const server = createServer((request, response) => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const item = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
			const source = (request.url ?? '').slice(1);
			arrivals.push({
				source,
				at: Date.now(),
				eventId: String(item.event_id),
				// A reply or a click has no status.
				newStatus: String(item.status ?? 'received'),
				// An event that is emitted at the end alone does not say that it is one.
				isFinal: item.is_final !== false,
				repeated: item.origin === 'repeated',
				recovered: item.origin === 'recovered',
				item,
			});
			void pause(WORK_MS).then(() =>
				response.setHeader('content-type', 'application/json').end('{}'),
			);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		arrivals,
		close: async () =>
			await new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
