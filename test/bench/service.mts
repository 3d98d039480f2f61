import { KEYS, startSandbox } from '../../sandbox/server.mts';
import type { FromService, ToService } from './protocol.mts';
import { CITY } from './works.mts';

// The sandbox in a process of its own, steered by messages: a control connection would be counted among the others.
const LATENCY_MS = 20;

const tell = (message: FromService): void => {
	process.send?.(message);
};

const sandbox = await startSandbox({
	seed: 1,
	clock: 'manual',
	latencyMs: LATENCY_MS,
	empty: true,
	config: { senders: 'any', duplicateSeconds: 0 },
});
const login = await fetch(`${sandbox.url}/api/auth/login`, {
	method: 'POST',
	headers: { 'content-type': 'application/json' },
	body: JSON.stringify({ api_key: KEYS.live }),
});
const { bearer } = (await login.json()) as { bearer: string };

/** How often the limit of requests a second lets some more pass, in milliseconds. */
const REFILL_MS = 10;
let limiting: NodeJS.Timeout | undefined;

/** Lets so many POSTs a second through from now on, and as many at once after a pause; those beyond get 429. */
function limit(perSecond: number): void {
	const { faults } = sandbox;
	let passes = perSecond;
	let filledAt = performance.now();
	const allow = (): number =>
		faults.add({ kind: 'status', status: 429, method: 'POST', skip: Math.floor(passes) });
	let rule = allow();
	limiting = setInterval(() => {
		const now = performance.now();
		const left = faults.list().find(({ id }) => id === rule)?.skip ?? 0;
		const more = ((now - filledAt) * perSecond) / 1000;
		passes = Math.min(perSecond, left + (passes % 1) + more);
		filledAt = now;
		faults.remove(rule);
		rule = allow();
	}, REFILL_MS);
}

/** Forgets messages and counts, but not the tokens, and drops the connections that are still open. */
async function reset(perSecond?: number): Promise<void> {
	const { service, stats } = sandbox;
	await sandbox.suspend();
	service.lifecycle.queue.clear();
	service.store.clear();
	service.store.fields.set(CITY.id, CITY);
	service.recent.clear();
	service.requests.length = 0;
	clearInterval(limiting);
	sandbox.faults.clear();
	if (perSecond !== undefined) limit(perSecond);
	await sandbox.resume();
	Object.assign(stats, {
		requests: 0,
		byPath: {},
		connections: 0,
		maxConnections: 0,
		maxRequests: 0,
		openConnections: 0,
		openRequests: 0,
	});
}

process.on('message', (message: ToService) => {
	if (message.kind === 'reset') void reset(message.perSecond).then(() => tell({ kind: 'reset' }));
	else {
		const messages = [...sandbox.store.messages.values()];
		tell({
			kind: 'counts',
			counts: {
				requests: sandbox.stats.requests,
				connections: sandbox.stats.maxConnections,
				messages: messages.length,
				references: new Set(
					messages.flatMap(({ reference }) => (reference === null ? [] : [reference])),
				).size,
				contacts: sandbox.store.contacts.size,
			},
		});
	}
});
process.on('disconnect', () => process.exit(0));
tell({ kind: 'listening', url: sandbox.url, token: bearer });
