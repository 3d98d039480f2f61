import { Heap } from 'heap-js';

interface Event {
	at: number;
	order: number;
	run: (at: number) => void;
}

/** What is to happen when: by time, and among events of the same time first in, first out. */
export class EventQueue {
	private readonly heap = new Heap<Event>(
		(one, other) => one.at - other.at || one.order - other.order,
	);
	private pushed = 0;

	/** How many events are still to come. */
	get size(): number {
		return this.heap.size();
	}

	/** Time of the next event; undefined when there is none. */
	get nextAt(): number | undefined {
		return this.heap.peek()?.at;
	}

	/** Lets `run` happen at `at` (milliseconds since the epoch). */
	push(at: number, run: (at: number) => void): void {
		this.heap.push({ at, order: this.pushed++, run });
	}

	/** Runs, in order, everything due at or before `now`, what that adds included. */
	runUntil(now: number): void {
		for (let next = this.heap.peek(); next && next.at <= now; next = this.heap.peek()) {
			this.heap.pop();
			next.run(next.at);
		}
	}

	/** Forgets all events. */
	clear(): void {
		this.heap.clear();
	}
}
