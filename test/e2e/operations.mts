import { OPERATIONS } from '../cases/load.mts';
import type { TestedOperation } from '../cases/load.mts';
import { messagingNode, rowOfNodes, startNode } from '../support/workflows.mts';
import type { StoredWorkflow } from '../../tools/lib/n8n.mts';

type Json = Record<string, unknown>;

/** One operation of the node as a step of a workflow: later steps use what earlier ones put out. */
export interface OperationStep {
	resource: string;
	operation: string;
	/** Told apart where an operation occurs twice. */
	note?: string;
	parameters: Json;
	/** Steps that have to come first, besides those that the parameters name. */
	after?: string[];
	/** Of one that waits: what the page is answered with. */
	answer?: Json;
	/** @returns what is wrong with the items it put out, if anything */
	check(items: Json[]): string | undefined;
}

/** The name of a step's node in the workflow. */
export function nameOf({
	resource,
	operation,
	note,
}: Pick<OperationStep, 'resource' | 'operation' | 'note'>): string {
	return `${resource} ${operation}${note ? ` ${note}` : ''}`;
}

/** Every run of every operation. @param reportKey a report that the sandbox has ready */
function allSteps(reportKey: string): OperationStep[] {
	return OPERATIONS.flatMap(({ resource, operation, cases }) =>
		cases.runs.map(({ parameters, ...run }) => ({
			...run,
			resource,
			operation,
			parameters: typeof parameters === 'function' ? parameters({ reportKey }) : parameters,
		})),
	);
}

/** The names of the steps that a step builds on. */
const foundations = ({ parameters, after = [] }: OperationStep): string[] => [
	...after,
	...[...JSON.stringify(parameters).matchAll(/\$\('([^']+)'\)/g)].map(([, name = '']) => name),
];

/** Puts each step after those that it builds on. @throws Error where one builds on a run that there is not */
function inOrder(steps: OperationStep[], wanted = steps): OperationStep[] {
	const ordered = new Set<OperationStep>();
	const add = (step: OperationStep): void => {
		for (const name of foundations(step)) {
			const found = steps.find((one) => nameOf(one) === name);
			if (!found || found === step)
				throw new Error(`"${nameOf(step)}" builds on "${name}", which is no run in test/cases.`);
			add(found);
		}
		ordered.add(step);
	};
	wanted.forEach(add);
	return [...ordered];
}

/** Every operation, in an order in which each finds what it needs; those that let their execution wait are left out. */
export const operationSteps = (reportKey: string): OperationStep[] =>
	inOrder(allSteps(reportKey)).filter(({ answer }) => !answer);

/** Every operation that lets its execution wait: such a step has the rest of a workflow wait with it. */
export const waitingSteps = (): OperationStep[] => allSteps('').filter(({ answer }) => answer);

/** The steps of one operation, after those that they build on. */
export function stepsOf(operation: TestedOperation, reportKey: string): OperationStep[] {
	const all = allSteps(reportKey);
	return inOrder(
		all,
		all.filter(
			(step) => step.resource === operation.resource && step.operation === operation.operation,
		),
	);
}

/** A workflow that runs steps one after the other, each once; `onError` is what n8n does after one that fails. */
export function stepsWorkflow(
	id: string,
	name: string,
	steps: ReadonlyArray<{ name: string; parameters: object }>,
	onError: string,
): StoredWorkflow {
	const settings = { executeOnce: true, alwaysOutputData: true, onError };
	const nodes = steps.map((step, index) => ({
		...messagingNode(index + 1, step.parameters, step.name),
		...settings,
	}));
	return rowOfNodes(id, `${name} (${id})`, [startNode(), ...nodes]);
}

/** A workflow that runs the steps one after the other; a failure of one is put out as its item, and the next runs. */
export const operationsWorkflow = (id: string, steps: OperationStep[]): StoredWorkflow =>
	stepsWorkflow(
		id,
		'Every operation once',
		steps.map((step) => ({
			name: nameOf(step),
			parameters: { resource: step.resource, operation: step.operation, ...step.parameters },
		})),
		'continueRegularOutput',
	);
