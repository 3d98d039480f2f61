import type { Random } from './random.mts';

/** What can go wrong between a client and the service (table in README.md). */
export const FAULT_KINDS = [
	'refuse',
	'dropBefore',
	'dropAfter',
	'slow',
	'slowBefore',
	'cutOff',
	'html',
	'empty',
	'status',
	'redirect',
	'huge',
	'unknownFields',
	'unknownStatus',
] as const;

export type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault to come. Without method and path it meets every request. */
export interface FaultRule {
	kind: FaultKind;
	method?: string;
	/** A prefix of the path, or a pattern for path and query. */
	path?: string | RegExp;
	/** How many requests it meets before it is over; without it, all. */
	times?: number;
	/** How likely it meets a request, 0 to 1, by the seeded randomness. */
	probability?: number;
	/** Lets that many matching requests pass first. */
	skip?: number;
	/** HTTP status of status, html, empty and redirect. */
	status?: number;
	/** Retry-After of `status`: seconds, or a date as text. */
	retryAfter?: number | string;
	/** Milliseconds of slow and slowBefore; of html, empty, status, redirect and huge, before they answer. */
	delayMs?: number;
	/** Where redirect points. */
	location?: string;
	/** Bytes of huge. */
	bytes?: number;
	/** Body of `status`, html. */
	body?: unknown;
	/** The service handles a request that it had not seen so many milliseconds after the client left or was answered. */
	lateMs?: number;
	/** For html, empty, status, redirect and huge: the service does the work first, and only its answer is lost. */
	handled?: boolean;
}

/** A fault that is switched on. */
export interface ActiveFault extends FaultRule {
	id: number;
	hits: number;
}

/** Whether a path and its query begin with a text, or fit a pattern; without either, all do. */
function matchesPath(path: FaultRule['path'], url: string): boolean {
	if (path === undefined) return true;
	if (typeof path === 'string') return url.startsWith(path);
	// A pattern that is global or sticky would go on where its last test ended.
	return new RegExp(path.source, path.flags.replace(/[gy]/g, '')).test(url);
}

/** The faults that are switched on. A request meets the first one that matches it. */
export class FaultBox {
	private rules: ActiveFault[] = [];
	private nextId = 1;

	constructor(private readonly random: Random) {}

	/** Switches a fault on; returns its id. */
	add(rule: FaultRule): number {
		if (!FAULT_KINDS.includes(rule.kind))
			throw new RangeError(`unknown fault kind ${String(rule.kind)}`);
		const id = this.nextId++;
		this.rules.push({ ...rule, id, hits: 0 });
		return id;
	}

	/** Switches one fault off. */
	remove(id: number): boolean {
		const before = this.rules.length;
		this.rules = this.rules.filter((rule) => rule.id !== id);
		return this.rules.length < before;
	}

	/** Switches all faults off. */
	clear(): void {
		this.rules = [];
	}

	/** The faults that are on, with how often each has met a request. */
	list(): ActiveFault[] {
		return this.rules.map((rule) => ({ ...rule }));
	}

	/** The fault that meets this request, if any; it counts as met. */
	match(method: string, url: string): ActiveFault | null {
		for (const rule of this.rules) {
			if (rule.times !== undefined && rule.hits >= rule.times) continue;
			if (rule.method !== undefined && rule.method.toUpperCase() !== method) continue;
			if (!matchesPath(rule.path, url)) continue;
			if (rule.skip !== undefined && rule.skip > 0) {
				rule.skip--;
				continue;
			}
			if (rule.probability !== undefined && this.random.next() >= rule.probability) continue;
			rule.hits++;
			return rule;
		}
		return null;
	}
}
