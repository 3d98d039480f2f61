/** What is to happen when: a binary heap by time, first in first out among equals. */
export class EventQueue {
	private readonly heap: Array<{ at: number; order: number; run: (at: number) => void }> = [];
	private order = 0;

	get size(): number {
		return this.heap.length;
	}

	/** Time of the next event; undefined when there is none. */
	get nextAt(): number | undefined {
		return this.heap[0]?.at;
	}

	/** Lets `run` happen at `at` (milliseconds since the epoch). */
	push(at: number, run: (at: number) => void): void {
		const heap = this.heap;
		heap.push({ at, order: this.order++, run });
		let index = heap.length - 1;
		while (index > 0) {
			const parent = (index - 1) >> 1;
			if (!this.before(index, parent)) break;
			this.swap(index, parent);
			index = parent;
		}
	}

	/** Runs, in order, everything due at or before `now`, what that adds included. */
	runUntil(now: number): void {
		for (let top = this.heap[0]; top && top.at <= now; top = this.heap[0]) {
			this.removeTop();
			top.run(top.at);
		}
	}

	clear(): void {
		this.heap.length = 0;
	}

	private before(a: number, b: number): boolean {
		const left = this.heap[a];
		const right = this.heap[b];
		if (!left || !right) return false;
		return left.at < right.at || (left.at === right.at && left.order < right.order);
	}

	private swap(a: number, b: number): void {
		const left = this.heap[a];
		const right = this.heap[b];
		if (!left || !right) return;
		this.heap[a] = right;
		this.heap[b] = left;
	}

	private removeTop(): void {
		const last = this.heap.pop();
		if (!last || this.heap.length === 0) return;
		this.heap[0] = last;
		let index = 0;
		for (;;) {
			const left = index * 2 + 1;
			const right = left + 1;
			let first = index;
			if (left < this.heap.length && this.before(left, first)) first = left;
			if (right < this.heap.length && this.before(right, first)) first = right;
			if (first === index) return;
			this.swap(index, first);
			index = first;
		}
	}
}
