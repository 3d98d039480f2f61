import { accent, amount, behaviour, type Setting } from './setting.mts';

/** How a service turns requests away under /api, and how many it takes: a part of the table in settings.mts. */
export const SETTINGS_OF_REFUSALS = {
	wrongToken: behaviour(
		[401, 403],
		'7',
		'W',
		'HTTP status under /api for a token that is unknown or has ended',
	),
	wrongTokenBody: accent(
		['codeMessage', 'message'],
		'7',
		'W',
		'What such an answer says: `{code, message}`, or `{message}`',
	),
	refusalStatus: behaviour(
		[422, 400],
		'7',
		'W',
		'HTTP status of /api for a request with faults in its fields',
	),
	rateLimit: amount(
		[0, 5],
		100_000,
		'8',
		'O',
		"Requests in a second of the service's clock; more are answered with 429 (under /rest: error 11); 0: as many as come",
	),
	retryAfter: behaviour(
		['none', 'seconds', 'date'],
		'8',
		'W',
		'`Retry-After` of such an answer: none, in seconds, or as a date',
	),
} as const satisfies Record<string, Setting<unknown>>;
