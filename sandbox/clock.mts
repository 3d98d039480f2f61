/** The sandbox's clock and its written times. */

export interface ClockOptions {
	kind: 'manual' | 'real';
	/** Where the clock starts; the machine's time when absent. */
	now?: Date | number | string;
	/** How many sandbox milliseconds pass in a real one (kind 'real'). */
	speed?: number;
}

/** A clock that stands still until it is advanced ('manual'), or runs, faster if wished ('real'). */
export class Clock {
	private base: number;
	private origin = performance.now();
	private readonly speed: number;
	private readonly listeners: Array<() => void> = [];

	constructor(options: ClockOptions) {
		const start = options.now === undefined ? Date.now() : new Date(options.now).getTime();
		// Whole seconds, because the service writes whole seconds.
		this.base = Math.floor(start / 1000) * 1000;
		this.speed = options.kind === 'real' ? (options.speed ?? 1) : 0;
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
		return Math.floor(this.base + (performance.now() - this.origin) * this.speed);
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

	/** Calls `listener` after every advance. */
	onAdvance(listener: () => void): void {
		this.listeners.push(listener);
	}
}

const formats = new Map<string, Intl.DateTimeFormat>();

function zoneOffset(ms: number, zone: string): number {
	if (zone === 'UTC') return 0;
	let format = formats.get(zone);
	if (!format) {
		format = new Intl.DateTimeFormat('en-CA', {
			timeZone: zone,
			hourCycle: 'h23',
			year: 'numeric',
			month: '2-digit',
			day: '2-digit',
			hour: '2-digit',
			minute: '2-digit',
			second: '2-digit',
		});
		formats.set(zone, format);
	}
	const parts: Record<string, number> = {};
	for (const part of format.formatToParts(ms)) parts[part.type] = Number(part.value);
	const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
	return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(ms / 1000) * 1000;
}

/** Writes a time as `yyyy-mm-dd hh:mm:ss` in the zone; null stays null. */
export function stamp(ms: number, zone: string): string;
export function stamp(ms: number | null, zone: string): string | null;
export function stamp(ms: number | null, zone: string): string | null {
	if (ms === null) return null;
	return new Date(ms + zoneOffset(ms, zone)).toISOString().slice(0, 19).replace('T', ' ');
}

/** Reads `yyyy-mm-dd hh:mm:ss` in the zone; undefined when the form or the date is wrong. */
export function parseStamp(text: string, zone: string): number | undefined {
	if (!/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/.test(text)) return undefined;
	const wall = Date.parse(`${text.replace(' ', 'T')}Z`);
	// Date.parse lets 2026-02-31 through in some engines: the text must survive the way back.
	if (Number.isNaN(wall) || new Date(wall).toISOString().slice(0, 19).replace('T', ' ') !== text)
		return undefined;
	const guess = wall - zoneOffset(wall, zone);
	return wall - zoneOffset(guess, zone);
}

/** The same day of the month, that many months earlier (the last day where the month is shorter). */
export function monthsBefore(ms: number, months: number): number {
	const date = new Date(ms);
	const target = new Date(ms);
	target.setUTCDate(1);
	target.setUTCMonth(target.getUTCMonth() - months);
	const last = new Date(
		Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0),
	).getUTCDate();
	target.setUTCDate(Math.min(date.getUTCDate(), last));
	return target.getTime();
}
