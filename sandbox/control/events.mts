import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { SandboxEvent } from '../events.mts';
import type { Service } from '../service.mts';
import type { Application, Campaign, Message, Received } from '../types.mts';
import {
	describeApplication,
	describeCampaign,
	describeMessage,
	describeReceived,
} from './describe.mts';

/** How long changes are gathered before a reader is told of them, in milliseconds. */
const GATHER_MS = 100;
/** A reader who is further behind than this many changes is dropped; it comes back by itself, and begins anew. */
const MAX_WAITING = 100_000;

interface Change {
	type: SandboxEvent;
	data: unknown;
}

function describe({ type, data }: Change): unknown {
	if (type === 'message') return describeMessage(data as Message);
	if (type === 'campaign') return describeCampaign(data as Campaign);
	if (type === 'application') return describeApplication(data as Application);
	if (type === 'received') return describeReceived(data as Received);
	return data;
}

/**
 * Tells a reader what changes. Several changes of one record within a moment are told once, with its latest state: a
 * campaign of 10,000 would be told 30,000 times otherwise.
 */
function tellChanges(service: Service, reply: FastifyReply): void {
	const waiting = new Map<unknown, Change>();
	let telling = false;

	const tell = async (): Promise<void> => {
		telling = true;
		while (waiting.size > 0 && reply.sse.isConnected) {
			await pause(GATHER_MS, undefined, { ref: false });
			const changes = [...waiting.values()];
			waiting.clear();
			for (const change of changes) {
				if (!reply.sse.isConnected) break;
				await reply.sse.send({ event: change.type, data: describe(change) });
			}
		}
		telling = false;
	};

	const stop = service.events.on((type, data) => {
		// What was told of records before a reset is void.
		if (type === 'reset') waiting.clear();
		waiting.set(typeof data === 'object' && data !== null ? data : type, { type, data });
		if (waiting.size > MAX_WAITING) reply.raw.destroy();
		if (!telling) void tell();
	});
	reply.sse.onClose(stop);
}

/** Adds GET /_sandbox/events, which tells what changes as server-sent events. */
export function registerEvents(app: FastifyInstance, service: Service): void {
	app.get('/_sandbox/events', { sse: 'only' }, async (_request, reply) => {
		reply.sse.keepAlive();
		await reply.sse.send({ data: undefined, retry: 1000 });
		tellChanges(service, reply);
		reply.hijack();
	});
}
