import type {
	IDataObject,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	PreSendAction,
} from 'n8n-workflow';
import { toServiceTime } from '../../shared/time';
import { settingsOf, type CallContext } from '../../shared/transport';
import type { Checked, Refusal } from '../../shared/validation';

/** Where a value of a request goes, as the docs tell it. */
export interface Place {
	in: 'path' | 'query' | 'body';
	/** The service's name of the value. */
	name: string;
}

/** The zones in which a check reads times: the service's (credential), and that of values without one (workflow). */
export interface Zones {
	service: string;
	local: string;
}

/** Judges a value of a field; returns it in the service's form, or why it is refused. */
export type Check = (value: unknown, zones: Zones) => Checked<unknown>;

/** The check of a point in time, which brings it into the service's form and zone. */
export const inServiceTime =
	(field: string): Check =>
	(value, { service, local }) =>
		toServiceTime(value, service, local, field);

/** A preSend action that tells where its value goes. */
export type PlacingAction = PreSendAction & { place: Place };

/**
 * What the checks found wrong with a request that n8n has built, in the order of the fields. n8n would report a preSend action
 * that throws without the item it belongs to, so the refusals wait here until the request is carried out. They live as long as
 * the request's options.
 */
const refusals = new WeakMap<object, Refusal[]>();

/** Takes a request that n8n has built; returns what its checks refused. */
export function refusalsOf(options: object): Refusal[] {
	return refusals.get(options) ?? [];
}

/** Adds to what was found wrong with a request that n8n has built. */
export function noteRefusal(options: object, refusal: Refusal): void {
	refusals.set(options, [...refusalsOf(options), refusal]);
}

/** Whether a field was left empty. */
const isEmpty = (value: unknown): boolean =>
	value === undefined ||
	value === null ||
	value === '' ||
	(Array.isArray(value) && value.length === 0);

async function judge(
	context: IExecuteSingleFunctions,
	options: IHttpRequestOptions,
	value: unknown,
	check: Check,
): Promise<Checked<unknown>> {
	const { timeZone } = await settingsOf(context as unknown as CallContext);
	const checked = check(value, { service: timeZone, local: context.getTimezone() });
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
	const action: PreSendAction = async function (options) {
		const values = (options[part] ?? {}) as IDataObject;
		const { [place.name]: value, ...others } = values;
		if (isEmpty(value) && !required) return Object.assign(options, { [part]: others });
		const checked = await judge(this, options, value, check);
		if (checked.ok) values[place.name] = checked.value as IDataObject[string];
		return options;
	};
	return Object.assign(action, { place });
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

/** Takes the name that the path gives a value, the parameter that holds it, and its check; puts the value into the path. */
export function inPath(name: string, parameter: string, check: Check): PlacingAction {
	const action: PreSendAction = async function (options) {
		const value: unknown = this.getNodeParameter(parameter, '', { extractValue: true });
		const checked = await judge(this, options, value, check);
		if (checked.ok) {
			options.url = options.url.replace(`{${name}}`, encodeURIComponent(String(checked.value)));
		}
		return options;
	};
	const place: Place = { in: 'path', name };
	return Object.assign(action, { place });
}
