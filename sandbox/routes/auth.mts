import type { FastifyInstance } from 'fastify';
import { bearerOf, maskKey } from '../auth.mts';
import { Complaints } from '../judge/complaints.mts';
import { isObject, own } from '../judge/values.mts';
import { failApi, failValidation } from '../replies.mts';
import type { Service } from '../service.mts';

/** Login (4.1) and refresh (4.2). */
export function registerAuth(app: FastifyInstance, service: Service): void {
	app.post('/api/auth/login', async (request, reply) => {
		service.stats.logins++;
		const key = isObject(request.body) ? own(request.body, 'api_key') : undefined;
		if (typeof key !== 'string' || key === '') {
			const complaints = new Complaints();
			complaints.add('api_key', 'The api_key field is required.');
			return failValidation(service, reply, complaints);
		}
		const record = service.keys.get(key);
		if (!record) return failApi(reply, 401, 'Invalid API key');
		if (record.blocked) return failApi(reply, 403, 'Account is blocked');
		if (request.entry) request.entry.key = maskKey(key);
		return reply.send({ bearer: service.tokens.issue(key, service.random) });
	});

	// The token in the header, an empty body (wire notes).
	app.post('/api/auth/refresh', async (request, reply) => {
		service.stats.refreshes++;
		const token = bearerOf(service, request);
		const key =
			token === undefined
				? undefined
				: service.tokens.keyOf(token, service.config.tokens.refreshGraceSeconds);
		if (key === undefined || !service.keys.has(key))
			return failApi(reply, 401, 'Token is invalid or has expired');
		if (request.entry) Object.assign(request.entry, { key: maskKey(key), auth: 'bearer' });
		return reply.send({ bearer: service.tokens.issue(key, service.random) });
	});
}
