import type { IDataObject, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Limited } from '../../shared/transport';

/*
 * What all items, and all tries, of one run of the node share.
 *
 * The declarative engine calls the node once for each item, with another `this` each time, and a tool call is tried again with contexts
 * and items made anew. n8n has no place for what such calls share, but for the node's context, which goes into its database. So the one
 * thing that is the same for all of them stands for the run: the arguments of a tool call, or the execution data. What is noted lives as
 * long as that.
 */

/** What stands for the run in a call of the node as a tool: n8n counts each try of it as a run of its own. */
export interface ToolRun {
	key: string;
	context: IDataObject;
}

/** One walk over the items of a node run. Every try is another one. */
export interface Walk {
	/** Those that have come, by their place. */
	members: Map<number, IExecuteSingleFunctions>;
	/** The place of the one that came last; they come in order. */
	last: number;
	/** How many come, where the expressions of all can be resolved. */
	total: number;
	/** How many came out without a failure. */
	done: number;
	/** Resolves when all have come. */
	complete: Promise<void>;
	arrived: () => void;
	/** What an operation that works on all of them comes to. */
	outcome?: Promise<INodeExecutionData[]>;
}

export interface SharedRun extends Limited {
	walk?: Walk;
	tool?: ToolRun;
}

const runs = new WeakMap<object, SharedRun>();

/** What is shared by the calls for which an object stands. */
export function sharedBy(object: object): SharedRun {
	const known = runs.get(object) ?? {};
	runs.set(object, known);
	return known;
}
