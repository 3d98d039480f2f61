import { compareIds } from '../events/event';
import type { FollowedCampaign } from '../state';

/** What stands for the status of a message that has ended: no event follows. */
export const ENDED = '(ended)';

/**
 * What is known of the messages of one campaign while a poll reads them. Each is known by its ID, so that nothing depends on the
 * order in which they are created or end. Where the IDs of those that ended take too much room, only the highest of all is kept
 * (`settle`).
 */
export class KnownMessages {
	readonly #ended: Set<string>;
	#open: number;
	#sorted: string[] | undefined;

	constructor(readonly campaign: FollowedCampaign) {
		this.#ended = new Set(campaign.ended);
		this.#open = Object.keys(campaign.open).length;
	}

	get open(): number {
		return this.#open;
	}

	get ended(): number {
		return this.#ended.size;
	}

	get size(): number {
		return this.open + this.ended + (this.campaign.settled?.count ?? 0);
	}

	#isSettled(id: string): boolean {
		const { settled } = this.campaign;
		return settled !== undefined && compareIds(id, settled.through) <= 0;
	}

	/** All that are known one by one, in order. */
	get #inOrder(): string[] {
		this.#sorted ??= [...Object.keys(this.campaign.open), ...this.#ended].sort(compareIds);
		return this.#sorted;
	}

	/** The highest ID that is known. */
	get highest(): string {
		const [last, through] = [this.#inOrder.at(-1) ?? '', this.campaign.settled?.through ?? ''];
		return compareIds(last, through) > 0 ? last : through;
	}

	/** The status of a message at the last look; undefined = it is not known. */
	get(id: string): string | undefined {
		const open = this.campaign.open[id];
		return open ?? (this.#ended.has(id) || this.#isSettled(id) ? ENDED : undefined);
	}

	set(id: string, status: string): void {
		const { open, settled } = this.campaign;
		const isKnown = this.get(id) !== undefined;
		if (open[id] !== undefined) this.#open--;
		delete open[id];
		if (status !== ENDED) {
			open[id] = status;
			this.#open++;
		} else if (settled && this.#isSettled(id)) settled.count++;
		else this.#ended.add(id);
		if (!isKnown) this.#sorted = undefined;
	}

	/** The offset from `offset` on at which a message lies that has not ended, or that is not known. */
	nextOpen(offset: number): number {
		const { open, settled } = this.campaign;
		// How many lie before it is not known any more.
		if (settled && Object.keys(open).some((id) => this.#isSettled(id))) return offset;
		const before = settled?.count ?? 0;
		const from = Math.max(0, offset - before);
		const place = this.#inOrder.findIndex((id, rank) => rank >= from && open[id] !== undefined);
		return Math.max(offset, before + (place < 0 ? this.#inOrder.length : place));
	}

	/** Keeps of those that ended only how many they are. All messages up to the highest that is known must be known. */
	settle(): void {
		const { highest: through } = this;
		this.campaign.settled = { through, count: this.size - this.open };
		this.#ended.clear();
		this.#sorted = undefined;
	}

	/** Writes into the campaign what only this knows. */
	store(): void {
		this.campaign.ended = [...this.#ended];
	}
}
