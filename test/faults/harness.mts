import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSandbox } from '../../sandbox/server.mts';
import type { Sandbox } from '../../sandbox/server.mts';
import { startEngine } from '../engine/harness.mts';
import type { Engine } from '../engine/harness.mts';

/** An origin that no request may reach: it counts those that do. */
export interface ForeignOrigin {
	url: string;
	requests: number;
	close(): void;
}

/** What one cell after another runs in. */
export interface Harness {
	engine: Engine;
	sandbox: Sandbox;
	foreign: ForeignOrigin;
	/** Serves https with a certificate that nobody can verify. */
	tls: Sandbox;
}

async function startForeignOrigin(): Promise<ForeignOrigin> {
	const server = createServer((_, response) => {
		origin.requests++;
		response.end('{}');
	});
	await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
	const { port } = server.address() as AddressInfo;
	const origin = {
		url: `http://localhost:${port}/rest`,
		requests: 0,
		close: () => void server.close(),
	};
	return origin;
}

/**
 * Where the clocks of the sandboxes start, which each cell moves on: at any time, with the machine's, or so long before it that all cells
 * lie in the last three months, which some lists are asked for.
 */
export type Start = 'anywhere' | 'now' | 'lately';
const LATELY_MS = 30 * 86_400_000;

/** Cells run side by side, each in a harness that no other uses at the time; n8n's engine is shared by all. */
export class HarnessPool {
	readonly #free: Record<'anywhere' | 'lately', Harness[]> = { anywhere: [], lately: [] };
	readonly #all: Harness[] = [];

	private constructor(
		readonly engine: Engine,
		readonly foreign: ForeignOrigin,
	) {}

	static async open(): Promise<HarnessPool> {
		return new HarnessPool(await startEngine(), await startForeignOrigin());
	}

	/** @param now where the clocks of the sandboxes start, which each cell moves on by hours */
	async #add(now = '2026-11-21T10:00:00Z'): Promise<Harness> {
		// The clock stands still within a cell: what counts as a duplicate for seconds would count for ever, and protect from a second one.
		const options = { seed: 1, now, config: { reportSeconds: 0, duplicateSeconds: 0 } };
		const harness = {
			engine: this.engine,
			foreign: this.foreign,
			sandbox: await startSandbox(options),
			tls: await startSandbox({ ...options, tls: true }),
		};
		this.#all.push(harness);
		return harness;
	}

	/** Lends a harness to `job`: one that is free, or a new one; where it needs the time of the machine, always a new one. */
	async use<T>(job: (harness: Harness) => Promise<T>, start: Start = 'anywhere'): Promise<T> {
		if (start === 'now') return await job(await this.#add(new Date().toISOString()));
		const free = this.#free[start];
		const begin = start === 'lately' ? new Date(Date.now() - LATELY_MS).toISOString() : undefined;
		const harness = free.pop() ?? (await this.#add(begin));
		try {
			return await job(harness);
		} finally {
			free.push(harness);
		}
	}

	async close(): Promise<void> {
		this.foreign.close();
		for (const { sandbox, tls } of this.#all) {
			await sandbox.close();
			await tls.close();
		}
	}
}
