import type { StoredWorkflow } from '../../tools/lib/n8n.mts';
import { storedNode, triggerNode } from '../support/workflows.mts';

/** n8n refuses an expression that polls more often than once a minute, but takes several of them: together a poll every three seconds. */
const EVERY_3_SECONDS = Array.from({ length: 20 }, (_, index) => ({
	mode: 'custom',
	cronExpression: `${index * 3} * * * * *`,
}));

/** A trigger, by the name under which its events arrive. */
export interface Branch {
	source: string;
	parameters: Record<string, unknown>;
	/** How many events are handed on at a time; ten such portions a second. */
	portion: number;
}

/** A workflow whose triggers are each followed by a step that hands every event to the receiving end. */
export function workflow(
	id: string,
	name: string,
	collector: string,
	branches: Branch[],
): StoredWorkflow {
	return {
		id,
		name,
		nodes: branches.flatMap(({ source, parameters, portion }) => [
			triggerNode(`Trigger ${source}`, {
				...parameters,
				pollTimes: { item: EVERY_3_SECONDS },
			}),
			storedNode(1, {
				name: `Post ${source}`,
				type: 'n8n-nodes-base.httpRequest',
				typeVersion: 4.2,
				parameters: {
					method: 'POST',
					url: `${collector}/${source}`,
					sendBody: true,
					contentType: 'json',
					specifyBody: 'json',
					jsonBody: '={{ JSON.stringify($json) }}',
					options: { batching: { batch: { batchSize: portion, batchInterval: 100 } } },
				},
			}),
		]),
		connections: Object.fromEntries(
			branches.map(({ source }) => [
				`Trigger ${source}`,
				{ main: [[{ node: `Post ${source}`, type: 'main', index: 0 }]] },
			]),
		),
		settings: { executionOrder: 'v1', timezone: 'UTC' },
	};
}
