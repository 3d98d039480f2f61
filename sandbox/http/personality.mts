import type { IncomingHttpHeaders } from 'node:http';
import type { Service } from '../service.mts';

/** The key of a request, sent itself or as a token; undefined where there is none that is known. */
function keyIn(service: Service, headers: IncomingHttpHeaders): string | undefined {
	const apiKey = headers['x-api-key'];
	if (typeof apiKey === 'string') return apiKey;
	const token = headers.authorization?.split(' ').at(-1);
	return token === undefined ? undefined : service.tokens.keyOf(token);
}

/** The service as it shows itself to the sender of the headers: a key may have a personality of its own. */
export function personal(service: Service, headers: IncomingHttpHeaders): Service {
	const key = keyIn(service, headers);
	const dialect = key === undefined ? undefined : service.keys.get(key)?.dialect;
	if (!dialect) return service;
	const { config } = service;
	return { ...service, config: { ...config, dialect: { ...config.dialect, ...dialect } } };
}
