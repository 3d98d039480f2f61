import type { StoredWorkflow } from '../../tools/lib/n8n.mts';
import type { Kind, Truth } from './judge.mts';

/** How often the sandbox was asked, by method and path. */
export type Requests = Readonly<Record<string, number>>;

/** What workflows watch while n8n is killed: what happens at the service meanwhile, and what must have arrived in the end. */
export interface Subject {
	workflows: StoredWorkflow[];
	kinds: readonly Kind[];
	/** How often each of the workflows has asked the service; what the test itself sends is no such request. */
	asked(requests: Requests): number[];
	/** So often each must have asked until it has polled beyond its activation. */
	settledAfter: number[];
	/** Lets things happen until `share` (0 to 1) of everything has. */
	happenUpTo(share: number): Promise<void>;
	/** What has happened so far, in words. */
	progress(): string;
	/** What the service holds of each kind. */
	truths(): Promise<Truth[]>;
}

/** Makes one subject of two that do not tell of the same things. */
export const together = (one: Subject, other: Subject): Subject => ({
	workflows: [...one.workflows, ...other.workflows],
	kinds: [...one.kinds, ...other.kinds],
	asked: (requests) => [...one.asked(requests), ...other.asked(requests)],
	settledAfter: [...one.settledAfter, ...other.settledAfter],
	async happenUpTo(share) {
		await one.happenUpTo(share);
		await other.happenUpTo(share);
	},
	progress: () => `${one.progress()}, ${other.progress()}`,
	truths: async () => [...(await one.truths()), ...(await other.truths())],
});
