import type { ExecutionError, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import { newExecution } from '../harness.mts';
import type { RunResult } from '../harness.mts';

/* What n8n saves of executions and goes on with, read from its execution.service and job-processor. */

/** n8n writes an execution as text and reads it again: nothing that lives in the process only is left. */
const written = (data: IRunExecutionData): IRunExecutionData =>
	JSON.parse(JSON.stringify(data)) as IRunExecutionData;

/** A job as it lies in the database before a worker takes it; each call is another worker that takes it. */
export function job(items: INodeExecutionData[]): () => IRunExecutionData {
	const data = newExecution(items);
	if (data.executionData)
		data.executionData.runtimeData = { version: 1, establishedAt: Date.now(), source: 'trigger' };
	return () => written(data);
}

/** Retry in n8n's list of executions (ExecutionService.retry): the saved data without the failed run of the last node. */
export function listRetry({ run }: Pick<RunResult, 'run'>): IRunExecutionData {
	if (!run) throw new Error('The execution has no data: it did not start.');
	return retryOf(run.data);
}

function retryOf(saved: IRunExecutionData): IRunExecutionData {
	const data = written(saved);
	const { lastNodeExecuted, runData } = data.resultData;
	if (lastNodeExecuted !== undefined) {
		delete data.resultData.error;
		const runs = runData[lastNodeExecuted];
		if (runs?.at(-1)?.error !== undefined) runs.pop();
	}
	return data;
}

/**
 * Retry in n8n's list of executions of one that was cut off, and that n8n recovered from its log when it started again
 * (ExecutionRecoveryService.amend): each node that had begun has a run, without data where it had not finished. `nodes` are they in
 * the order of the workflow: the run of the last one is removed by the retry.
 */
export function retryOfCutOff(
	saved: IRunExecutionData,
	nodes: ReadonlyArray<{ name: string; finished: boolean }>,
): IRunExecutionData {
	const data = written(saved);
	for (const { name, finished } of nodes) {
		const run = { startTime: 1, executionIndex: 0, source: [null] };
		data.resultData.runData[name] = [
			finished
				? {
						...run,
						executionTime: 1,
						executionStatus: 'success',
						data: { main: [[{ json: { isArtificialRecoveredEventItem: true } }]] },
					}
				: {
						...run,
						executionTime: 0,
						executionStatus: 'crashed',
						error: { name: 'NodeCrashedError', message: 'Node crashed' } as ExecutionError,
					},
		];
		data.resultData.lastNodeExecuted = name;
	}
	return retryOf(data);
}
