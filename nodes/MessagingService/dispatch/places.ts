import type { INodePropertyRouting } from 'n8n-workflow';
import { inPart, inPath, type Check, type Rules } from './checks';

/*
 * The routing of a field: where its value goes, and which check it has to pass on the way.
 */

const toPart =
	(type: 'query' | 'body') =>
	(name: string, check?: Check, rules?: Rules): INodePropertyRouting => ({
		send: {
			type,
			property: name,
			propertyInDotNotation: false,
			...((check ?? rules) && {
				preSend: [inPart(type === 'query' ? 'qs' : 'body', name, check, rules)],
			}),
		},
	});

/** Into the query. */
export const toQuery = toPart('query');

/** Into the body. */
export const toBody = toPart('body');

/** Puts the value of a parameter, once checked, into the path in place of `{name}`. */
export const toPath = (name: string, parameter: string, check: Check): INodePropertyRouting => ({
	send: { preSend: [inPath(name, parameter, check)] },
});
