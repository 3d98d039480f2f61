import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Subject } from '../faults/subjects.mts';
import type { Case } from '../property/plain.mts';

/** A true run of an operation against the sandbox: the end-to-end tests check it, and the samples, previews and contracts of outputs come of it. */
export interface Run {
	/** Of a second run of the operation: what sets it apart. */
	note?: string;
	/** `from` takes a value of an earlier run. `reportKey` is a report that the sandbox has ready. */
	parameters: INodeParameters | ((given: { reportKey: string }) => INodeParameters);
	/** Names of the runs that have to come first, besides those that the parameters name. */
	after?: string[];
	/** What the page of a waiting operation is answered with. */
	answer?: IDataObject;
	/** Returns what is wrong with the items, if anything. */
	check(items: IDataObject[]): string | undefined;
}

/** How the fault matrix runs an operation. What is left out follows from its declaration and its first run. */
export type UnderFault = Partial<Omit<Subject, 'id' | 'title' | 'resource' | 'operation'>> & {
	/** Which part of the operation the fault meets, where that is not its own request. */
	at?: string;
};

/** How the property tests fill in an operation. */
export type Inputs = Omit<Case, 'id'> & {
	/** Which way of the operation this is, where it has several. */
	way?: string;
};

/** All that tests are told of an operation. Each has such a file: test/cases/<resource>/<operation>.mts. */
export interface OperationCases {
	runs: [Run, ...Run[]];
	/** By default one, under which everything follows from the declaration. */
	faults?: UnderFault[];
	/** Left out where the operation has no field of its own. */
	inputs?: Inputs[];
	/** It asks the service for nothing, so that no fault meets it and no judgement of the service stands beside its own. */
	isOffline?: boolean;
	/** Goes beyond the specification: a service without it answers 404, and the node then says that the service does not offer it. */
	isExtension?: boolean;
}

/** The value of a field that an earlier run put out; a run is named by its resource, its operation and its note. */
export const from = (run: string, field: string): string =>
	`={{ $('${run}').first().json.${field} }}`;

/** The same of the first item with that status. */
export const fromItemWith = (status: string, run: string, field: string): string =>
	`={{ $('${run}').all().find((item) => item.json.status === '${status}').json.${field} }}`;

/** Expects so many items, and each of them to be right. */
export function every(
	items: IDataObject[],
	count: number,
	test: (item: IDataObject) => boolean,
): string | undefined {
	if (items.length !== count) return `${items.length} items instead of ${count}`;
	const wrong = items.find((item) => !test(item));
	return wrong === undefined ? undefined : `unexpected item ${JSON.stringify(wrong)}`;
}

/** Expects one of the items to be right. */
export const some = (
	items: IDataObject[],
	test: (item: IDataObject) => boolean,
): string | undefined =>
	items.some(test) ? undefined : `no such item among ${items.length}: ${JSON.stringify(items[0])}`;

export const byId = (value: string): INodeParameters => ({
	rcsCampaignId: { __rl: true, mode: 'id', value },
});
