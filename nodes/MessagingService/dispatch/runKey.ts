import { hash, randomUUID } from 'crypto';
import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import type { OperationContext } from './context';
import { runsInPlace } from './cutOff';

/*
 * What identifies a run of a node. References are made from it, so it decides what counts as the same send:
 *
 * - The same after Retry On Fail, after a restart, when another worker runs a stalled job again, and under Retry in n8n's list of
 *   executions, which gives the execution a new id.
 * - Another one in a new execution, in the next round of a loop, and in a new database, which counts executions from 1 again.
 *
 * n8n 2.x draws a random token for each execution and saves it before the first node runs: it is part of the address at which a
 * waiting execution is resumed. It keeps it for as long as it keeps the execution, also under Retry from the list. That is all of
 * this in one value.
 *
 * n8n 1.x has no such token. There the execution's id stands for it, together with what started it, as a new database may give
 * out the same id again: the items of the trigger, which are saved before the first node runs, too. (The start of the execution
 * would not do: n8n takes a new one when a stalled job is run again.) A list retry has a new id there, and finds the key of the
 * run in the context of the node, where memory.ts leaves it.
 */

const KEY_LENGTH = 32;
/** The parameter of the resume address that holds the execution's token. */
const TOKEN = /[?&]signature=(\w{32,})/;

type Proxy = ReturnType<OperationContext['functions']['getWorkflowDataProxy']>;
/** What of an operation's context tells which run it is. */
export type KnownOfRun = Pick<OperationContext, 'identity' | 'functions' | 'toolCall'>;

/** The random token that n8n 2.x gives an execution; undefined in n8n 1.x. */
function tokenOf(proxy: Proxy): string | undefined {
	const { resumeUrl } = Object(proxy.$execution) as { resumeUrl?: unknown };
	return TOKEN.exec(String(resumeUrl))?.[1];
}

/** Whether n8n keeps what identifies an execution under Retry from the list, whatever became of the execution. */
export const keepsIdentity = ({ functions }: KnownOfRun): boolean =>
	tokenOf(functions.getWorkflowDataProxy(0)) !== undefined;

/** Triggers have fewer outputs: a webhook has one for each method. */
const MOST_OUTPUTS = 20;

/** What tells a file from others; where n8n stores files outside of the execution, it may move them, so that their places do not count. */
const fileOf = ({ fileName, fileSize, mimeType, id, data }: IBinaryData): unknown[] => [
	fileName,
	fileSize,
	mimeType,
	id === undefined ? data : '',
];

/** The items that a node put out in this execution, with their files, as text; '' where it did not run. */
function itemsOf(proxy: Proxy, name: string): string {
	const itemsAt = proxy.$items as (
		name: string,
		output: number,
	) => INodeExecutionData[] | undefined;
	const outputs: unknown[] = [];
	try {
		for (let output = 0; output < MOST_OUTPUTS; output++)
			outputs.push(
				(itemsAt(name, output) ?? []).map(({ json, binary }) =>
					binary ? [json, Object.values(binary).map(fileOf)] : json,
				),
			);
	} catch {
		// n8n throws when it is asked for an output that there is not, or for a node that has not run: a workflow may have several triggers.
	}
	return JSON.stringify(outputs);
}

/** What started the execution: the items of its trigger, or the moment where a user did and is there to see what comes of it. */
function startOf({ functions, identity }: KnownOfRun, proxy: Proxy): string[] {
	if (functions.getMode() === 'manual') {
		const context =
			'getExecutionContext' in functions ? functions.getExecutionContext() : undefined;
		return [String(context?.establishedAt)];
	}
	return functions
		.getParentNodes(identity.nodeName)
		.filter(({ name }) => functions.getParentNodes(name).length === 0)
		.map(({ name }) => itemsOf(proxy, name));
}

/** What n8n keeps of the execution, from before its first node runs. */
function executionOf(known: KnownOfRun): string[] {
	const { functions, identity } = known;
	const proxy = functions.getWorkflowDataProxy(0);
	const token = tokenOf(proxy);
	if (token !== undefined) return [token];
	// Some callers have no execution: repeating references between them would make a new message look like an old one.
	if (identity.executionId === '') return [randomUUID()];
	return [functions.getInstanceId(), identity.executionId, ...startOf(known, proxy)];
}

/** The keys of an agent's calls, by the arguments that it gave. An entry lives as long as n8n keeps the arguments of the call. */
const keysOfToolCalls = new WeakMap<object, string>();

/**
 * Takes what is known of a run; returns the text that identifies it, 32 characters of 0-9 and a-f. Each try of a tool counts as a
 * run of its own, and an agent may call its tool several times: what stays are the arguments of the call. The node counts by its
 * name, as n8n's own list retry and context do; ids repeat in workflows that were pasted or written.
 */
export function deriveRunKey(known: KnownOfRun): string {
	const { toolCall, identity } = known;
	if (toolCall) {
		const key = keysOfToolCalls.get(toolCall) ?? randomUUID();
		keysOfToolCalls.set(toolCall, key);
		return key;
	}
	const { workflowId, nodeName, runIndex, withinExecution, executionId } = identity;
	// The retry of an execution that was cut off counts the run that n8n wrote in place of this one.
	const index = String(runIndex - runsInPlace(known));
	const own = withinExecution ? [executionId] : [];
	const parts = [workflowId, nodeName, index, ...executionOf(known), ...own];
	return hash('sha256', JSON.stringify(parts), 'hex').slice(0, KEY_LENGTH);
}
