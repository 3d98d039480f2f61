import type { INodePropertyRouting } from 'n8n-workflow';
import { checkBody, checkQuery, inPath, orDefault, requireBody, requireQuery } from './checks';
import type { Check, PlacingAction } from './checks';

/*
 * The routing of a field: where its value goes, and which check it has to pass on the way.
 */

const toPart = (
	type: 'query' | 'body',
	property: string,
	...preSend: PlacingAction[]
): INodePropertyRouting => ({
	send: { type, property, propertyInDotNotation: false, ...(preSend.length > 0 && { preSend }) },
});

/** Into the query, where the field is not empty. */
export const toQuery = (name: string, check?: Check): INodePropertyRouting =>
	toPart('query', name, ...(check ? [checkQuery(name, check)] : []));

/** Into the query, which cannot do without it. */
export const toRequiredQuery = (name: string, check: Check): INodePropertyRouting =>
	toPart('query', name, requireQuery(name, check));

/** Into the query; an expression that gives nothing stands for the field's default. */
export const toQueryOr = (name: string, fallback: string, check?: Check): INodePropertyRouting =>
	toPart(
		'query',
		name,
		orDefault('qs', name, fallback),
		...(check ? [checkQuery(name, check)] : []),
	);

/** Into the body, where the field is not empty. */
export const toBody = (name: string, check?: Check): INodePropertyRouting =>
	toPart('body', name, ...(check ? [checkBody(name, check)] : []));

/** Into the body, which cannot do without it. */
export const toRequiredBody = (name: string, check: Check): INodePropertyRouting =>
	toPart('body', name, requireBody(name, check));

/** Puts the value of a parameter, once checked, into the path in place of `{name}`. */
export const toPath = (name: string, parameter: string, check: Check): INodePropertyRouting => ({
	send: { preSend: [inPath(name, parameter, check)] },
});
