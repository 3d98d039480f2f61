import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { startEngine } from '../engine/harness.mts';

// A process that runs one operation in n8n's real engine, until it is done or killed.

/** What it is to do. */
export interface Job {
	credential: IDataObject;
	parameters: INodeParameters;
	items: IDataObject[];
}

/** What that came to. */
export interface Ended {
	error?: string;
	statuses: unknown[];
}

process.once('message', (job: Job) => {
	void (async () => {
		const engine = await startEngine();
		const { credential, parameters } = job;
		const items = job.items.map((json) => ({ json }));
		const { error, items: rows } = await engine.run({ credential, parameters, items });
		const ended: Ended = {
			statuses: rows.map(({ json }) => json.status),
			...(error && { error: error.message }),
		};
		process.send?.(ended, () => process.disconnect());
	})();
});
process.send?.('ready');
