import { failToken, failValidation, ok } from '../../http/answers.mts';
import { bearerOf } from '../../http/authentication.mts';
import { maskKey } from '../../http/requestLog.mts';
import type { Call, OpenRoute } from '../../http/route.mts';
import { Complaints } from '../../judge/complaints.mts';
import { isObject, own } from '../../judge/values.mts';

/** Judges the body, of which the specification says nothing. */
function judgeBody({ service, body, rawText }: Call, token: string, complaints: Complaints): void {
	const { refreshBody } = service.config.dialect;
	if (refreshBody === 'empty' && rawText !== '') complaints.add('body', 'The body must be empty.');
	if (refreshBody === 'token' && (!isObject(body) || own(body, 'bearer') !== token))
		complaints.add('bearer', 'The bearer field must hold the token.');
}

/** Gives a new bearer token for the one in the header (specification 4.2, wire notes). */
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
		if (token === undefined || key === undefined || !service.keys.has(key))
			return failToken(service);
		const complaints = new Complaints();
		judgeBody(call, token, complaints);
		if (complaints.any) return failValidation(service, complaints);
		return {
			...ok({ bearer: service.tokens.issue(key, service.random) }),
			log: { key: maskKey(key), auth: 'bearer' },
		};
	},
};
