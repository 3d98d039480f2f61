import { failApi, failToken, failValidation, ok } from '../http/answers.mts';
import { bearerOf } from '../http/authentication.mts';
import { maskKey } from '../http/requestLog.mts';
import type { OpenRoute } from '../http/route.mts';
import { Complaints } from '../judge/complaints.mts';
import { isObject, own } from '../judge/values.mts';

/** Gives a bearer token for an API key (specification 4.1). */
export const login: OpenRoute = {
	open: true,
	method: 'POST',
	path: '/api/auth/login',
	answer({ service, body }) {
		service.stats.logins++;
		const key = isObject(body) ? own(body, 'api_key') : undefined;
		if (typeof key !== 'string' || key === '') {
			const complaints = new Complaints();
			complaints.add('api_key', 'The api_key field is required.');
			return failValidation(service, complaints);
		}
		const record = service.keys.get(key);
		if (!record) return failApi(401, 'Invalid API key');
		if (record.blocked) return failApi(403, 'Account is blocked');
		return {
			...ok({ bearer: service.tokens.issue(key) }),
			log: { key: maskKey(key) },
		};
	},
};

/** Gives a new bearer token for the one in the header, whatever the body says (specification 4.2, wire notes). */
export const refresh: OpenRoute = {
	open: true,
	method: 'POST',
	path: '/api/auth/refresh',
	answer(call) {
		const { service } = call;
		service.stats.refreshes++;
		const token = bearerOf(call);
		const { refreshGraceSeconds } = service.config.tokens;
		const key = token === undefined ? undefined : service.tokens.keyOf(token, refreshGraceSeconds);
		if (token === undefined || key === undefined || !service.keys.has(key)) return failToken();
		return {
			...ok({ bearer: service.tokens.issue(key) }),
			log: { key: maskKey(key), auth: 'bearer' },
		};
	},
};
