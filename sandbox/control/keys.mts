import { failApi, ok } from '../http/answers.mts';
import type { OpenRoute } from '../http/route.mts';
import { isObject } from '../judge/values.mts';
import type { KeyRecord } from '../keys.mts';
import { wrongDialect } from '../settings.mts';
import { bodyOf, oneOf } from './values.mts';

/** Adds a key, or changes one: the mode of its account, and the service's personality towards it. */
export const setKey: OpenRoute = {
	open: true,
	method: 'POST',
	path: '/_sandbox/keys/:key',
	answer(call) {
		const { keys } = call.service;
		const { key = '' } = call.params;
		const { mode, testKey, blocked, dialect = {} } = bodyOf(call);
		const wrong = isObject(dialect) ? wrongDialect(dialect) : 'dialect must be an object';
		if (wrong !== undefined) return failApi(422, wrong);
		const record: KeyRecord = {
			...keys.get(key),
			...(mode === undefined ? {} : { mode: oneOf(['live', 'test', 'demo'], mode) }),
			...(testKey === undefined ? {} : { testKey: testKey === true }),
			...(blocked === undefined ? {} : { blocked: blocked === true }),
			dialect: { ...keys.get(key)?.dialect, ...(dialect as KeyRecord['dialect']) },
		};
		keys.set(key, record);
		return ok(record);
	},
};
