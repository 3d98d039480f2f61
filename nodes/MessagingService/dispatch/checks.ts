import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	PreSendAction,
} from 'n8n-workflow';
import { toServiceTime } from '../../shared/time';
import { callerOf, type CallContext, type Caller } from '../../shared/transport';
import type { Checked, Refusal } from '../../shared/validation';
import type { Walk } from './context';
import { valueOf } from './parameters';
import { comeBy } from './walk';

/** What is known of a request before it is carried out. n8n would report a check that throws without the item it belongs to. */
interface BuiltRequest {
	/** What the checks found wrong, in the order of the fields. */
	refusals: Refusal[];
	/** What went wrong while it was checked, such as a database that could not be read. */
	failure?: Error;
	/** Who asks for it. */
	caller?: Caller;
	/** The walk that built it; nothing in a tool call. */
	walk?: Walk;
}

const BUILT = Symbol('what is known of a request');

/** What is known of a request that n8n has built, to be changed in place. It travels with the request's options (see operation.ts). */
export const builtRequest = (options: { url?: string }): BuiltRequest =>
	((options as { [BUILT]?: BuiltRequest })[BUILT] ??= { refusals: [] });

/** Where a value of a request goes, as the docs tell it. */
export interface Place {
	in: 'path' | 'query' | 'body';
	/** The service's name of the value. */
	name: string;
}

/** The zone in which the service writes its times (credential), and that of values which name none. */
export interface Zones {
	service: string;
	workflow: string;
}

/** Reads another parameter of the item; nothing where it is not set. */
export type OtherParameter = (name: string) => unknown;

/** Judges a value of a field; returns it in the service's form, or why it is refused. */
export type Check = (value: unknown, zones: Zones, other: OtherParameter) => Checked<unknown>;

/** The check of a point in time, which brings it into the service's form and zone. */
export const inServiceTime =
	(field: string): Check =>
	(value, { service, workflow }) =>
		toServiceTime(value, service, workflow, field);

/** A preSend action that tells where its value goes. */
export type PlacingAction = PreSendAction & { place: Place };

/**
 * Wraps the action that works on a value: counts the request that n8n builds, keeps what the action throws, and tells where the value goes.
 */
function placing(place: Place, action: PreSendAction): PlacingAction {
	const counting: PreSendAction = async function (options) {
		const built = builtRequest(options);
		if (!built.caller) {
			built.walk = comeBy(this);
			built.caller = callerOf(this as unknown as CallContext);
		}
		try {
			return await action.call(this, options);
		} catch (error) {
			built.failure = error instanceof Error ? error : new Error(String(error));
			return options;
		}
	};
	return Object.assign(counting, { place });
}

/** What the checks refused of a request that n8n has built. */
export const refusalsOf = (options: IHttpRequestOptions): readonly Refusal[] =>
	builtRequest(options).refusals;

/** Adds to what was found wrong with a request that n8n has built. */
export function noteRefusal(options: IHttpRequestOptions, refusal: Refusal): void {
	builtRequest(options).refusals.push(refusal);
}

/** Whether a field was left empty. */
const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '';

async function zonesOf(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
): Promise<Zones> {
	const { caller } = builtRequest(options);
	const { timeZone } = await (caller ?? callerOf(context as unknown as CallContext)).credentials();
	return { service: timeZone, workflow: context.getTimezone() };
}

/** Judges a value of a request that n8n builds. */
async function judge(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	value: unknown,
	check: Check,
): Promise<Checked<unknown>> {
	const other: OtherParameter = (name) => valueOf(context.getNodeParameter(name, null));
	const checked = check(value, await zonesOf(context, options), other);
	if (!checked.ok) noteRefusal(options, checked.refusal);
	return checked;
}

/** Checks the value that n8n put into a part of the request; what is optional and empty is left out. */
function checkPart(
	part: 'qs' | 'body',
	place: Place,
	check: Check,
	required: boolean,
): PlacingAction {
	return placing(place, async function (options) {
		const values = (options[part] ?? {}) as IDataObject;
		const { [place.name]: given, ...others } = values;
		const value = valueOf(given);
		if (isEmpty(value) && !required) {
			// Every item waits, or one that left the field empty would overtake those before it.
			await zonesOf(this, options);
			return Object.assign(options, { [part]: others });
		}
		const checked = await judge(this, options, value, check);
		if (checked.ok) values[place.name] = checked.value as IDataObject[string];
		return options;
	});
}

/** Checks an optional value that the field's `send` put into the query. */
export function checkQuery(name: string, check: Check): PlacingAction {
	return checkPart('qs', { in: 'query', name }, check, false);
}

/** Checks a value that the field's `send` put into the query and that the request cannot do without. */
export function requireQuery(name: string, check: Check): PlacingAction {
	return checkPart('qs', { in: 'query', name }, check, true);
}

/** Checks an optional value that the field's `send` put into the body. */
export function checkBody(name: string, check: Check): PlacingAction {
	return checkPart('body', { in: 'body', name }, check, false);
}

/** Checks a value that the field's `send` put into the body and that the service requires. */
export function requireBody(name: string, check: Check): PlacingAction {
	return checkPart('body', { in: 'body', name }, check, true);
}

/** Puts the value of a parameter, once checked, into the path in place of `{name}`. */
export function inPath(name: string, parameter: string, check: Check): PlacingAction {
	return placing({ in: 'path', name }, async function (options) {
		const value = valueOf(this.getNodeParameter(parameter, '', { extractValue: true }));
		const checked = await judge(this, options, value, check);
		if (checked.ok) {
			options.url = options.url.replace(`{${name}}`, encodeURIComponent(String(checked.value)));
		}
		return options;
	});
}

/** Puts the field's default into the query where an expression gave nothing. */
export function orDefault(part: 'qs' | 'body', name: string, fallback: string): PlacingAction {
	return placing({ in: part === 'qs' ? 'query' : 'body', name }, async function (options) {
		const values = (options[part] ??= {}) as IDataObject;
		const given = valueOf(values[name]);
		values[name] = (isEmpty(given) ? fallback : given) as IDataObject[string];
		return options;
	});
}

/** Runs an action only where a choice is made; elsewhere its value leaves the body: n8n shows all fields beside a choice by expression. */
export function where(parameter: string, chosen: string, action: PlacingAction): PlacingAction {
	return placing(action.place, async function (options) {
		if (valueOf(this.getNodeParameter(parameter)) === chosen)
			return await action.call(this, options);
		await zonesOf(this, options);
		const sent = Object.entries((options.body ?? {}) as IDataObject);
		const others = sent.filter(([name]) => name !== action.place.name);
		return Object.assign(options, { body: Object.fromEntries(others) });
	});
}
