import { failToken, ok } from '../../http/answers.mts';
import { bearerOf } from '../../http/authentication.mts';
import { maskKey } from '../../http/requestLog.mts';
import type { OpenRoute } from '../../http/route.mts';

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
			...ok({ bearer: service.tokens.issue(key, service.random) }),
			log: { key: maskKey(key), auth: 'bearer' },
		};
	},
};
