import { createRequire } from 'node:module';
import path from 'node:path';
import { RESOURCES } from '../../nodes/MessagingService/resources/index.ts';
import { root } from '../../tools/lib/shell.mts';
import type { OperationCases } from './case.mts';
import { faultsOfFiles, pathOf } from './files.mts';

/** An operation of the node, with what its declaration and its cases say of it. */
export interface TestedOperation {
	/** As `resource.operation`, in the values that workflows store. */
	id: string;
	resource: string;
	operation: string;
	/** As the form names it: "SMS: Get". */
	title: string;
	/** The request that it declares. */
	method: string;
	url: string;
	cases: OperationCases;
}

const require = createRequire(path.join(root(), 'package.json'));
const faults = faultsOfFiles();
if (faults.length > 0) throw new Error(faults.join('\n'));

/** Every operation of the node, in the order of its resources. */
export const OPERATIONS: TestedOperation[] = RESOURCES.flatMap(({ option: resource, operations }) =>
	operations.map(({ option, routing: { request } }) => ({
		id: `${resource.value}.${option.value}`,
		resource: resource.value,
		operation: option.value,
		title: `${resource.name}: ${option.name}`,
		method: request?.method ?? 'GET',
		url: request?.url ?? '',
		cases: (require(pathOf(`${resource.value}.${option.value}`)) as { cases: OperationCases })
			.cases,
	})),
);
