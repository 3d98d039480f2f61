import type { IDataObject } from 'n8n-workflow';
import type { Limited } from '../../shared/transport';
import type { Walk } from './walk';

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
