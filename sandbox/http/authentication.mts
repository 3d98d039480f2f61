import { failApi, failLegacy, failToken, type Answer } from './answers.mts';
import type { Call } from './route.mts';
import type { AccountMode, Dialect } from '../types.mts';

/** Who calls. */
export interface Caller {
	key: string;
	testKey: boolean;
	mode: AccountMode;
	via: 'apiKey' | 'bearer';
}

/** The token in an Authorization header, if the dialect understands how it is written. */
function readBearer(header: string, form: Dialect['bearer']): string | undefined {
	const match = /^Bearer(:?) +(\S+)$/i.exec(header);
	if (!match) return undefined;
	const hasColon = match[1] === ':';
	if (form === 'bearer' && hasColon) return undefined;
	if (form === 'bearerColon' && !hasColon) return undefined;
	return match[2];
}

/** The bearer token of a request; undefined when there is none in a form that the dialect understands. */
export function bearerOf({ service, headers }: Call): string | undefined {
	const header = headers.authorization;
	return header === undefined ? undefined : readBearer(header, service.config.dialect.bearer);
}

/**
 * Finds out who calls. Both interfaces take both ways of authentication, unless the dialect says otherwise.
 * @returns the caller, or the answer that turns the request away
 */
export function authenticate(call: Call): { caller: Caller } | { refusal: Answer } {
	const { service, headers, url } = call;
	const isLegacy = url.startsWith('/rest');
	const { restAuth, apiAuth } = service.config.dialect;
	const ways = isLegacy ? restAuth : apiAuth;
	const apiKey = ways === 'bearer' ? undefined : headers['x-api-key'];
	const token = ways === 'apiKey' ? undefined : bearerOf(call);
	const via = typeof apiKey !== 'string' && token !== undefined ? 'bearer' : 'apiKey';
	const key =
		typeof apiKey === 'string'
			? apiKey
			: token === undefined
				? undefined
				: service.tokens.keyOf(token);
	const record = key === undefined ? undefined : service.keys.get(key);

	if (key === undefined || !record) {
		if (!isLegacy)
			return { refusal: via === 'bearer' ? failToken() : failApi(401, 'Unauthorized') };
		// A token is a matter of HTTP (version 2.0); a wrong key is error 1 of the legacy interface.
		return { refusal: failLegacy(service, 1, via === 'bearer' ? { status: 401 } : {}) };
	}
	if (record.blocked)
		return { refusal: isLegacy ? failLegacy(service, 2) : failApi(403, 'Account is blocked') };
	return {
		caller: {
			key,
			via,
			testKey: record.testKey === true,
			mode: record.mode ?? service.config.mode,
		},
	};
}
