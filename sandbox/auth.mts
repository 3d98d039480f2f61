import type { FastifyReply, FastifyRequest } from 'fastify';
import { failApi, failLegacy } from './replies.mts';
import type { Caller, Service } from './service.mts';

/** A key as the log shows it. */
export function maskKey(key: string): string {
	return key.length > 12 ? `${key.slice(0, 5)}…${key.slice(-4)}` : '…';
}

function tokenOf(header: string, form: 'any' | 'bearer' | 'bearerColon'): string | undefined {
	const match = /^Bearer(:?) +(\S+)$/i.exec(header);
	if (!match) return undefined;
	const colon = match[1] === ':';
	if ((form === 'bearer' && colon) || (form === 'bearerColon' && !colon)) return undefined;
	return match[2];
}

/** The bearer token of a request in the dialect's form; undefined when there is none. */
export function bearerOf(service: Service, request: FastifyRequest): string | undefined {
	const header = request.headers.authorization;
	return header === undefined ? undefined : tokenOf(header, service.config.dialect.bearer);
}

/** Lets a request through, or answers it. Both interfaces take both ways, unless the dialect says otherwise. */
export async function authenticate(
	service: Service,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<void> {
	const rest = request.url.startsWith('/rest');
	const ways = rest ? service.config.dialect.restAuth : service.config.dialect.apiAuth;
	const apiKey = ways === 'bearer' ? undefined : request.headers['x-api-key'];
	const token = ways === 'apiKey' ? undefined : bearerOf(service, request);
	let via: Caller['via'] = 'apiKey';
	let key: string | undefined;
	if (typeof apiKey === 'string') key = apiKey;
	else if (token !== undefined) {
		via = 'bearer';
		key = service.tokens.keyOf(token);
	}
	const record = key === undefined ? undefined : service.keys.get(key);
	if (key === undefined || !record) {
		if (!rest)
			return failApi(
				reply,
				401,
				via === 'bearer' ? 'Token is invalid or has expired' : 'Unauthorized',
			);
		// A token is a matter of HTTP (version 2.0); a wrong key is error 1 of the legacy interface.
		return failLegacy(service, request, reply, 1, via === 'bearer' ? 401 : undefined);
	}
	if (record.blocked)
		return rest
			? failLegacy(service, request, reply, 2)
			: failApi(reply, 403, 'Account is blocked');
	request.caller = {
		key,
		via,
		testKey: record.testKey === true,
		mode: record.mode ?? service.config.mode,
	};
	if (request.entry) {
		request.entry.auth = via;
		request.entry.key = maskKey(key);
	}
}

/** The caller of an authenticated route. */
export function callerOf(request: FastifyRequest): Caller {
	if (!request.caller) throw new Error('the route is not behind authentication');
	return request.caller;
}
