import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { StoredCredential } from '../engine/harness.mts';
import type { Chronicle, PollStory } from './chronicle.mts';
import type { Stage } from './stage.mts';
import { untilDone } from '../support/clock/fastClock.mts';
import type { Witness } from './witness.mts';

/** The trigger of one world, which one process of n8n has at a time. */
export class Trigger {
	private process = 0;
	/** What n8n has stored of the static data, and what the process holds of it. */
	private stored = '{}';
	private kept: IDataObject = {};
	/** Whether the process has not polled yet. */
	private fresh = true;

	constructor(
		private readonly stage: Stage,
		private readonly chronicle: Chronicle,
		private readonly credentials: readonly StoredCredential[],
		private readonly workflowId: string,
		private readonly watched: INodeParameters,
		private readonly witness: Witness,
	) {}

	/** A poll; after a restart by another process, which has what n8n stored only. */
	async poll(restart: boolean): Promise<void> {
		const { sandbox, processes } = this.stage;
		if (restart && this.process < processes.length - 1) {
			this.process++;
			this.kept = JSON.parse(this.stored) as IDataObject;
			this.fresh = true;
		}
		const engine = processes[this.process];
		const credential = this.credentials[this.process];
		if (!engine || !credential) throw new Error('There is no such process.');
		const firstId = sandbox.stats.requests;
		const atMs = Date.now();
		const story: PollStory = {
			kind: 'poll',
			atMs,
			endedMs: atMs,
			events: [],
			requests: [],
			restart,
		};
		const isFirst = this.chronicle.firstLook === undefined;
		try {
			const items = await untilDone(
				engine.poll({
					credential,
					parameters: this.watched,
					staticData: this.kept,
					workflowId: this.workflowId,
					activation: this.fresh && !isFirst ? 'init' : 'activate',
				}),
			);
			story.events = (items?.[0] ?? []) as INodeExecutionData[];
			if (isFirst) {
				const endedCampaigns = this.witness.ended();
				this.chronicle.firstLook = { beganMs: story.atMs, endedMs: Date.now(), endedCampaigns };
			}
			// What a poll without events leaves in the static data is not stored, but for the activation's.
			if (items || isFirst) this.stored = JSON.stringify(this.kept);
			this.fresh = false;
		} catch (error) {
			story.error = error as Error;
		}
		story.endedMs = Date.now();
		story.requests = sandbox.requests.filter(({ id }) => id > firstId);
		this.chronicle.stories.push(story);
	}
}
