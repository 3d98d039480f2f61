/**
 * What is known of the messages of one campaign, in little room: which IDs it has, which of them have ended and how far the others have
 * come. IDs of one campaign mostly follow each other, and neighbours mostly have the same status, so runs of them are kept, not IDs.
 */
import { NumberPacker, NumberReader } from './rangeCoder';

/** The status of a message that has ended; its event was emitted, or it was noted. */
export const ENDED = '';

/** In the order of their stored numbers, which never changes. */
const STATUSES: readonly string[] = [
	ENDED,
	'sent',
	'accepted',
	'sending',
	'scheduled',
	'moderation',
	'new',
	'waiting',
];

/** Takes a status; says whether it is one of those that a set keeps of messages that have not ended. */
export const isKept = (status: string): boolean => STATUSES.indexOf(status) > 0;

/** Runs of a stored set at most; what holds more is none of ours. */
const MOST_RUNS = 500_000;
/** IDs of one set lie nearer to its first one than this, so that each step from one to the next can be packed. */
const FARTHEST = 2 ** 51;
/** Messages at the end of a set that stay exact while more may come: one of them may still appear late. */
export const NEWEST = 500;

/** Neighbours of one status. IDs are told from the set's first one on. */
interface Run {
	from: number;
	to: number;
	/** How many messages lie there: fewer than the IDs from one end to the other where it was made coarse. */
	count: number;
	status: number;
}

const isExact = ({ from, to, count }: Run): boolean => to - from + 1 === count;

/** Changes the runs: adds one, to the last one where it is its neighbour. */
function append(runs: Run[], run: Run): void {
	const last = runs.at(-1);
	const joins =
		last?.status === run.status && last.to + 1 === run.from && isExact(last) === isExact(run);
	if (!last || !joins) runs.push(run);
	else {
		last.to = run.to;
		last.count += run.count;
	}
}

export class MessageSet {
	#runs: Run[] = [];
	/** What was set since the runs were made, by place. */
	#changes = new Map<number, number>();
	/** The ID from which places are counted. */
	#base: bigint | undefined;

	/** Takes what `pack` returned; returns the set. */
	static unpack(text: string): MessageSet {
		const set = new MessageSet();
		const [base = '', packed = ''] = text.split('.');
		if (!/^\d+$/.test(base)) return set;
		set.#base = BigInt(base);
		const numbers = new NumberReader(packed);
		const runs = Math.min(MOST_RUNS, numbers.read('runs') - 1);
		let place = -1;
		for (let index = 0; index < runs; index++) {
			const from = place + numbers.read('gap');
			const status = numbers.read('status') - 1;
			const count = numbers.read('count');
			place = from + count - 1 + (status === 0 ? numbers.read('more') - 1 : 0);
			set.#runs.push({ from, to: place, count, status });
		}
		return set;
	}

	/** Returns the set as text: its first ID, a dot, and its runs. */
	pack(): string {
		this.#settle();
		const [first] = this.#runs;
		if (!first || this.#base === undefined) return '';
		const numbers = new NumberPacker();
		numbers.write('runs', this.#runs.length + 1);
		let place = first.from - 1;
		for (const run of this.#runs) {
			numbers.write('gap', run.from - place);
			numbers.write('status', run.status + 1);
			numbers.write('count', run.count);
			if (run.status === 0) numbers.write('more', run.to - run.from + 2 - run.count);
			place = run.to;
		}
		return `${this.#base + BigInt(first.from)}.${numbers.text()}`;
	}

	/** How many messages are known. */
	get size(): number {
		this.#settle();
		return this.#runs.reduce((sum, { count }) => sum + count, 0);
	}

	/** How many of them have not ended. */
	get open(): number {
		this.#settle();
		return this.#runs.reduce((sum, { count, status }) => sum + (status === 0 ? 0 : count), 0);
	}

	/** Takes an ID; returns the status that is known of it, undefined when none is, or when it is no number. */
	get(id: string): string | undefined {
		const place = this.#placeOf(id);
		const status = this.#changes.get(place) ?? this.#runAt(place)?.status;
		return status === undefined ? undefined : STATUSES[status];
	}

	/** Changes what is known of a message; returns false where the ID is no number, or far from all others, or the status is none that can be kept. */
	set(id: string, status: string): boolean {
		const stored = STATUSES.indexOf(status);
		if (stored < 0 || !/^\d+$/.test(id)) return false;
		this.#base ??= BigInt(id);
		const place = this.#placeOf(id);
		if (!(Math.abs(place) < FARTHEST)) return false;
		// What has ended changes no more.
		if (this.get(id) !== ENDED) this.#changes.set(place, stored);
		return true;
	}

	/** Takes an ID; returns how many known ones lie before it. */
	rankOf(id: string): number {
		this.#settle();
		const place = this.#placeOf(id);
		let rank = 0;
		for (const { from, to, count } of this.#runs) {
			if (to >= place) return rank + Math.max(0, Math.min(count - 1, place - from));
			rank += count;
		}
		return rank;
	}

	/** Takes a number of messages; returns how many known ones lie before the next one behind them that has not ended, or how many there are. */
	nextOpen(rank: number): number {
		this.#settle();
		let before = 0;
		for (const { count, status } of this.#runs) {
			if (status !== 0 && before + count > rank) return Math.max(before, rank);
			before += count;
		}
		return before;
	}

	/** The IDs in their order; for sets that were never made coarse. */
	ids(): string[] {
		return this.entries().map(([id]) => id);
	}

	/** The messages in the order of their IDs, each with its status; for sets that were never made coarse. */
	entries(): Array<[id: string, status: string]> {
		this.#settle();
		const base = this.#base ?? 0n;
		return this.#runs.flatMap(({ from, count, status }) =>
			Array.from({ length: count }, (_, index): [string, string] => [
				String(base + BigInt(from + index)),
				STATUSES[status] ?? ENDED,
			]),
		);
	}

	/**
	 * Makes the set smaller where it can be: of messages that have ended, but for so many of the newest, it then knows between which
	 * others they lie and how many they are. One that appears there later is taken for one of them.
	 */
	coarsen(newest: number): void {
		this.#settle();
		let left = this.size - newest;
		const runs: Run[] = [];
		for (const run of this.#runs) {
			const last = runs.at(-1);
			left -= run.count;
			if (left < 0 || last === undefined) runs.push(run);
			else if (last.status === 0 && run.status === 0) {
				last.to = run.to;
				last.count += run.count;
			} else if (run.status === 0) runs.push({ ...run, from: last.to + 1 });
			else {
				// Where the ended ones reach as far as the next one that has not, only the ID of that one is stored.
				if (last.status === 0) last.to = run.from - 1;
				runs.push(run);
			}
		}
		this.#runs = runs;
	}

	/** Where an ID lies; NaN where it is no number. */
	#placeOf(id: string): number {
		if (this.#base === undefined || !/^\d+$/.test(id)) return NaN;
		return Number(BigInt(id) - this.#base);
	}

	#runAt(place: number): Run | undefined {
		let [low, high] = [0, this.#runs.length - 1];
		while (low <= high) {
			const middle = (low + high) >> 1;
			const run = this.#runs[middle];
			if (!run) return undefined;
			if (place < run.from) high = middle - 1;
			else if (place > run.to) low = middle + 1;
			else return run;
		}
		return undefined;
	}

	/** Makes the changes part of the runs. */
	#settle(): void {
		if (this.#changes.size === 0) return;
		const changes = [...this.#changes].sort(([one], [other]) => one - other);
		this.#changes = new Map();
		const runs: Run[] = [];
		let next = 0;
		const takeUntil = (end: number) => {
			for (let change = changes[next]; change && change[0] < end; change = changes[next]) {
				const [place, status] = change;
				append(runs, { from: place, to: place, count: 1, status });
				next++;
			}
		};
		for (const run of this.#runs) {
			takeUntil(run.from);
			let { from } = run;
			for (let change = changes[next]; change && change[0] <= run.to; change = changes[next]) {
				const [place, status] = change;
				if (place > from)
					append(runs, { from, to: place - 1, count: place - from, status: run.status });
				append(runs, { from: place, to: place, count: 1, status });
				from = place + 1;
				next++;
			}
			if (from === run.from) append(runs, run);
			else if (from <= run.to)
				append(runs, { from, to: run.to, count: run.to - from + 1, status: run.status });
		}
		takeUntil(Infinity);
		this.#runs = runs;
	}
}
