import { DateTime, Info } from 'luxon';
import type { SandboxConfig } from './types.mts';

// The sandbox's clock, and the times that it writes and reads.

/** A clock that somebody else runs, such as the fast clock of a test. */
export interface ClockSource {
	/** Milliseconds since the epoch; never goes back. */
	now(): number;
	/** Lets something happen after that many of its milliseconds. Returns what calls it off. */
	after(ms: number, act: () => void): () => void;
}

export interface ClockOptions {
	kind: 'manual' | 'real' | ClockSource;
	/** Where the clock starts; the machine's time when absent. */
	now?: Date | number | string;
	/** How many sandbox milliseconds pass in a real one, or in one of the other clock; none with kind 'manual'. */
	speed?: number;
}

/** The machine's own clock. Its timers alone do not keep a finished test alive. */
const MACHINE: ClockSource = {
	now: () => performance.now(),
	after(ms, act) {
		const timer = setTimeout(act, ms).unref();
		return () => clearTimeout(timer);
	},
};

/** A clock that stands still until it is advanced ('manual'), runs, faster if wished ('real'), or follows another clock. */
export class Clock {
	private base: number;
	private readonly source: ClockSource;
	private readonly origin: number;
	private readonly speed: number;
	private readonly listeners: Array<() => void> = [];

	constructor(options: ClockOptions) {
		const { kind } = options;
		this.source = typeof kind === 'object' ? kind : MACHINE;
		this.origin = this.source.now();
		const first = typeof kind === 'object' ? this.origin : Date.now();
		const start = options.now === undefined ? first : new Date(options.now).getTime();
		// Whole seconds, because the service writes whole seconds.
		this.base = Math.floor(start / 1000) * 1000;
		this.speed = kind === 'manual' ? 0 : (options.speed ?? 1);
	}

	/** Whether time passes by itself. */
	get running(): boolean {
		return this.speed > 0;
	}

	/** Sandbox milliseconds in a real one; 0 when time stands still. */
	get rate(): number {
		return this.speed;
	}

	/** Sandbox time in milliseconds since the epoch. */
	ms(): number {
		return Math.floor(this.base + (this.source.now() - this.origin) * this.speed);
	}

	/** Sandbox time. */
	now(): Date {
		return new Date(this.ms());
	}

	/** Moves the clock forward by milliseconds and lets everything due by then happen, in order. */
	advance(ms: number): void {
		if (!Number.isFinite(ms) || ms < 0) throw new RangeError('the clock only goes forward');
		this.base += ms;
		for (const listener of this.listeners) listener();
	}

	/** Real milliseconds until the sandbox time `at`; Infinity when the clock stands still. */
	realDelay(at: number): number {
		return this.speed > 0 ? Math.max(0, (at - this.ms()) / this.speed) : Infinity;
	}

	/** Lets something happen after that many milliseconds of the clock that this one follows. Returns what calls it off. */
	after(ms: number, act: () => void): () => void {
		return this.source.after(ms, act);
	}

	/** Calls `listener` after every advance. */
	onAdvance(listener: () => void): void {
		this.listeners.push(listener);
	}
}

/** How the service writes a time, in Luxon's letters. */
const WRITTEN = 'yyyy-MM-dd HH:mm:ss';

/** Writes a time as `yyyy-mm-dd hh:mm:ss` in the zone; null stays null. */
export function stamp(ms: number, zone: string): string;
export function stamp(ms: number | null, zone: string): string | null;
export function stamp(ms: number | null, zone: string): string | null {
	if (ms === null) return null;
	// A report writes three times a record: formatting a DateTime would take most of the time that a long report takes.
	const offset = Info.normalizeZone(zone).offset(ms) * 60_000;
	return new Date(ms + offset).toISOString().slice(0, 19).replace('T', ' ');
}

/** Reads `yyyy-mm-dd hh:mm:ss` in the zone; undefined when the form or the date is wrong. */
export function parseStamp(text: string, zone: string): number | undefined {
	const time = DateTime.fromFormat(text, WRITTEN, { zone });
	// Luxon takes 24:00:00 for the midnight that follows; the service knows no such hour.
	return time.isValid && !text.includes(' 24:') ? time.toMillis() : undefined;
}

/** How ISO 8601 writes a time, with a blank in place of its T or not; without a zone it is that of the service. */
const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)?$/;

/** Reads a time of a request: in the form of the specification and, where the dialect takes them, in those of ISO 8601, too. */
export function parseTime(
	text: string,
	{ timeZone, dialect }: Pick<SandboxConfig, 'timeZone' | 'dialect'>,
): number | undefined {
	const at = parseStamp(text, timeZone);
	if (at !== undefined || dialect.times === 'documented' || !ISO.test(text)) return at;
	const time = DateTime.fromISO(text.replace(' ', 'T'), { zone: timeZone });
	return time.isValid ? time.toMillis() : undefined;
}

/** The same day of the month by the calendar of the zone, that many months earlier (the last day where the month is shorter). */
export function monthsBefore(ms: number, months: number, zone: string): number {
	return DateTime.fromMillis(ms, { zone }).minus({ months }).toMillis();
}
