import {
	sleep,
	type IDataObject,
	type IExecuteFunctions,
	type IExecutePaginationFunctions,
	type IHttpRequestOptions,
	type INodeExecutionData,
	type INodeProperties,
	type INodePropertyRouting,
} from 'n8n-workflow';
import type { Built, Pagination } from './declared';
import { errorItem, nodeError } from './nodeErrors';
import type { Operation } from './operation';
import { batchOf } from './walk';

/*
 * n8n takes hints from code, and none from what is declared. An operation that is declared and gives hints is run as code, which does for
 * each item what n8n's declarative engine does: it builds the request from the routing of the fields, and has it carried out.
 */

type Send = NonNullable<INodePropertyRouting['send']>;

/** Where the values of the fields go, by the path of each. */
const sendsOf = (fields: INodeProperties[]): Array<[path: string, send: Send]> =>
	fields.flatMap(({ name, options, routing }): Array<[string, Send]> => {
		if (routing?.send) return [[name, routing.send]];
		const inner = sendsOf((options ?? []) as INodeProperties[]);
		return inner.map(([path, send]) => [`${name}.${path}`, send]);
	});

/** The functions of a node run as n8n's engine gives them for one item. */
const forItem = (run: IExecuteFunctions, index: number): IExecutePaginationFunctions =>
	Object.assign(Object.create(run) as IExecutePaginationFunctions, {
		getItemIndex: () => index,
		getInputData: () => run.getInputData()[index],
		getNodeParameter: (name: string, fallback: unknown = null) =>
			run.getNodeParameter(name, index, fallback),
		getCredentials: async (type: string) => await run.getCredentials(type, index),
	});

/**
 * Adds the code to an operation whose fields go into its body, and whose route makes its output itself (`finish`). All fields are read,
 * shown or not: which of them are meant is a rule of each (checks.ts). Of a collection those are meant that are set.
 */
export function withHints(operation: Operation): Operation {
	const { fields, routing } = operation;
	const { method, url, body } = routing.request ?? {};
	const sends = sendsOf(fields);
	const carryOut = routing.operations?.pagination as unknown as Pagination;

	/** Reads the values of an item, also those that go nowhere: where an expression fails, nothing is to leave. */
	function read(self: IExecutePaginationFunctions): IHttpRequestOptions {
		for (const { name } of fields) self.getNodeParameter(name, null);
		const values: IDataObject = { ...(body as IDataObject) };
		for (const [path, { property }] of sends) {
			const value = self.getNodeParameter(path, null) as IDataObject[string] | null;
			if (property !== undefined && value !== null) values[property] = value;
		}
		return { method, url, body: values } as IHttpRequestOptions;
	}

	async function make(
		self: IExecutePaginationFunctions,
		options: IHttpRequestOptions,
	): Promise<INodeExecutionData[]> {
		for (const [, { preSend = [] }] of sends)
			for (const action of preSend) options = await action.call(self, options);
		return await carryOut.call(self, { options } as Built);
	}

	return {
		...operation,
		async execute() {
			const { batchSize, batchInterval } = batchOf(this.getNodeParameter('requestOptions', 0, {}));
			const size = Math.max(1, Number(batchSize) || 1);
			const starts = this.getInputData().map((_, index) => {
				const self = forItem(this, index);
				try {
					const options = read(self);
					return async () => await make(self, options);
				} catch (error) {
					const known = nodeError(this.getNode(), error, index);
					if (!this.continueOnFail()) throw known;
					return async () => await Promise.resolve([errorItem(known, index)]);
				}
			});
			const outputs: Array<Promise<INodeExecutionData[]>> = [];
			for (const [index, start] of starts.entries()) {
				if (index > 0 && index % size === 0 && Number(batchInterval) > 0)
					await sleep(Number(batchInterval));
				const output = start();
				// n8n hears of one that fails in a pause when all have come to their end.
				output.catch(() => undefined);
				outputs.push(output);
			}
			// As n8n does, all come to their end before the first that failed ends the node.
			await Promise.allSettled(outputs);
			return [(await Promise.all(outputs)).flat()];
		},
	};
}
