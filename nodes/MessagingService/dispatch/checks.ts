import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	PreSendAction,
} from 'n8n-workflow';
import { isBlank } from '../../shared/text';
import { toServiceTime } from '../../shared/time';
import { callerOf, type CallContext, type Caller } from '../../shared/transport';
import { accept, type Checked, type Refusal } from '../../shared/validation';
import type { Walk } from './context';
import { valueOf } from './parameters';
import { joinWalk } from './walk';

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

/** What an action on a value goes by. */
interface Step {
	self: IExecuteSingleFunctions;
	options: IHttpRequestOptions;
	/** Waits for the credential. */
	zones: () => Promise<Zones>;
	/** Returns the value in the service's form; what is refused is noted. */
	judge: (value: unknown, check: Check) => Promise<Checked<unknown>>;
}

/**
 * Wraps the action that works on a value: counts the request that n8n builds, keeps what the action throws, and tells where the value goes.
 */
function placing(place: Place, action: (step: Step) => Promise<void>): PlacingAction {
	const counting: PreSendAction = async function (options) {
		const built = builtRequest(options);
		// Before anything is waited for (see walk.ts).
		if (!built.caller) built.walk = joinWalk(this);
		const caller = (built.caller ??= callerOf(this as unknown as CallContext));
		const zones = async (): Promise<Zones> => ({
			service: (await caller.credentials()).timeZone,
			workflow: this.getTimezone(),
		});
		const judge: Step['judge'] = async (value, check) => {
			const other: OtherParameter = (name) => valueOf(this.getNodeParameter(name, null));
			const checked = check(value, await zones(), other);
			if (!checked.ok) built.refusals.push(checked.refusal);
			return checked;
		};
		try {
			await action({ self: this, options, zones, judge });
		} catch (error) {
			built.failure = error instanceof Error ? error : new Error(String(error));
		}
		return options;
	};
	return Object.assign(counting, { place });
}

/** What is made of a value beside its check. */
export interface Rules {
	/** The request cannot do without it; what is optional and empty is left out. */
	required?: boolean;
	/** What stands for it where an expression gave nothing. */
	fallback?: string;
	/** The choice that it belongs to, by parameter and value; elsewhere it is left out: n8n shows all fields beside a choice by expression. */
	only?: readonly [parameter: string, chosen: string];
}

/** Checks the value that the field's `send` put into a part of the request. */
export function inPart(
	part: 'qs' | 'body',
	name: string,
	check: Check | undefined,
	{ required = false, fallback, only }: Rules = {},
): PlacingAction {
	const place: Place = { in: part === 'qs' ? 'query' : 'body', name };
	return placing(place, async ({ self, options, zones, judge }) => {
		const values = (options[part] ??= {}) as IDataObject;
		const own = valueOf(values[name]);
		const value = isBlank(own) ? (fallback ?? own) : own;
		const isMeant = !only || valueOf(self.getNodeParameter(only[0])) === only[1];
		if (!isMeant || (isBlank(value) && !required)) {
			// Every item waits, or one that left the field empty would overtake those before it.
			await zones();
			delete values[name];
			return;
		}
		const checked = check ? await judge(value, check) : accept(value);
		if (checked.ok) values[name] = checked.value as IDataObject[string];
	});
}

/** Puts the value of a parameter, once checked, into the path in place of `{name}`. */
export function inPath(name: string, parameter: string, check: Check): PlacingAction {
	return placing({ in: 'path', name }, async ({ self, options, judge }) => {
		const value = valueOf(self.getNodeParameter(parameter, '', { extractValue: true }));
		const checked = await judge(value, check);
		if (checked.ok)
			options.url = options.url.replace(`{${name}}`, encodeURIComponent(String(checked.value)));
	});
}
