import type { Scenario } from '../scenario.mts';
import {
	BUSY,
	code,
	FOUR_S,
	LONG_S,
	LOST,
	LOST_WAYS,
	NO_ID_WAYS,
	OTHER_CODES,
	REFUSAL_CODES,
	refusal,
	scenariosOf,
	SEND_AGAIN,
	SHORT_S,
	SILENT,
} from './replies.mts';

const sms = scenariosOf('sms');

const accepted = (posts: number, asked = 0) => ({
	posts: Array<string>(posts).fill('A'),
	rows: ['accepted'],
	asked,
});
const refused = (posts: number, asked = 0) => ({ ...accepted(posts, asked), rows: ['refused'] });
const unknown = (posts: number, asked = 0) => ({ ...accepted(posts, asked), rows: ['unknown'] });
const alreadySent = (posts: number, asked = 0) => ({
	...accepted(posts, asked),
	rows: ['already sent'],
});

/** One SMS (4.6, mode phone). */
export const SMS: readonly Scenario[] = [
	sms('maybeCopy', 'without Retry-After', { posts: [BUSY], retryFor: LONG_S }, accepted(2)),
	sms(
		'maybeCopy',
		'under a reference of the user',
		{ posts: [BUSY], retryFor: LONG_S, references: 'custom' },
		accepted(2),
	),
	sms('maybeCopy', 'when Retry For is over', { posts: [BUSY] }, refused(1)),

	sms(
		'unauthorized',
		'once with a token: another token is taken',
		{ posts: [refusal(401)], authentication: 'bearer' },
		accepted(2),
	),
	sms(
		'unauthorized',
		'again with another token',
		{ posts: [refusal(401), refusal(401)], authentication: 'bearer', retryFor: SHORT_S },
		refused(2),
	),

	...REFUSAL_CODES.map((value) =>
		sms('codeRefused', `code ${value}`, { posts: [code(value)], retryFor: SHORT_S }, refused(1)),
	),
	...(
		[
			['as digits', 200, { error: '25', errorDescription: 'Not this one' }],
			['in the result', 200, { result: { error: 21 } }],
			['in the only result', 200, { error: 0, result: [{ error: 21 }] }],
			['with 400', 400, { error: 26 }],
			['with 500', 500, { error: 26 }],
			['beside 402, as code', 402, { code: 8, message: 'Not this one' }],
		] as const
	).map(([title, status, body]) =>
		sms('codeRefused', title, { posts: [{ status, body }], retryFor: SHORT_S }, refused(1)),
	),

	sms('codePresent', 'which shows', { posts: [code(23)], looks: 'there' }, accepted(1, 1)),
	sms('codePresent', 'which shows late', { posts: [code(23)], looks: 'second' }, accepted(1, 2)),
	...(['custom', 'content'] as const).map((references) =>
		sms(
			'codePresent',
			`which shows, under references ${references}`,
			{ posts: [code('23')], looks: 'there', references },
			alreadySent(1, 1),
		),
	),
	sms(
		'codePresent',
		'which shows for another number',
		{ posts: [code(23)], looks: 'other', references: 'custom' },
		refused(1, 1),
	),
	...(['none', 'code20', 'html', 'error', 'noAnswer'] as const).map((looks) =>
		sms('codePresent', `asked: ${looks}`, { posts: [code(23)], looks }, unknown(1, 3)),
	),
	sms(
		'codePresent',
		'asked through Retry For',
		{ posts: [code(23)], retryFor: FOUR_S },
		unknown(1, 4),
	),
	sms(
		'codePresent',
		'in the result, with 400',
		{ posts: [{ status: 400, body: { result: { error: 23 } } }] },
		unknown(1, 3),
	),

	sms('codeBusy', 'once', { posts: [code(11)], retryFor: LONG_S }, accepted(2)),
	sms('codeBusy', 'when Retry For is over', { posts: [code(11)] }, refused(1)),
	sms(
		'codeBusy',
		'beside 400, as code',
		{ posts: [{ status: 400, body: { code: 11, message: 'Later' } }], retryFor: LONG_S },
		accepted(2),
	),

	...OTHER_CODES.map((value) =>
		sms('codeOther', `code ${value}, none there`, { posts: [code(value)] }, refused(1, 3)),
	),
	sms(
		'codeOther',
		'none there, in time for a second request',
		{ posts: [code(99)], retryFor: SHORT_S },
		refused(1, 3),
	),
	sms(
		'codeOther',
		'asked through Retry For',
		{ posts: [code(99)], looks: 'fourth', retryFor: FOUR_S },
		accepted(1, 4),
	),
	sms('codeOther', 'which shows', { posts: [code(99)], looks: 'there' }, accepted(1, 1)),
	sms(
		'codeOther',
		'which shows under a reference of the user',
		{ posts: [code(99)], looks: 'there', references: 'custom' },
		alreadySent(1, 1),
	),
	sms('codeOther', 'not to be asked', { posts: [code(99)], looks: 'html' }, unknown(1, 3)),

	...[...LOST_WAYS, ['no answer in time', SILENT] as const].flatMap(([title, reply]) => {
		const posts = [reply];
		const first = reply.broken === 'unread' ? ['unread'] : ['A'];
		const timeout = reply.broken === 'silent' ? 2 : undefined;
		return [
			sms(
				'noAnswer',
				`${title}: it is not there`,
				{ posts, timeout, retryFor: LONG_S },
				{ posts: [...first, 'A'], rows: ['accepted'], asked: 3 },
			),
			...(reply.broken === 'unread'
				? []
				: [
						sms(
							'noAnswer',
							`${title}: it is there`,
							{ posts, timeout, looks: 'there' },
							accepted(1, 1),
						),
					]),
		];
	}),
	sms(
		'noAnswer',
		'which shows under a reference of the user',
		{ posts: [LOST], looks: 'there', references: 'custom' },
		alreadySent(1, 1),
	),
	sms(
		'noAnswer',
		'500 with a code that no document names',
		{ posts: [{ ...code(99), status: 500 }], retryFor: LONG_S },
		{ posts: ['A', 'A'], rows: ['accepted'], asked: 3 },
	),
	sms('noAnswer', 'which shows late', { posts: [LOST], looks: 'second' }, accepted(1, 2)),
	...(['html', 'error', 'noAnswer'] as const).map((looks) =>
		sms('noAnswer', `asked: ${looks}`, { posts: [LOST], looks }, unknown(1, 3)),
	),
	sms(
		'noAnswer',
		'Count as Sent',
		{ posts: [LOST], looks: 'html', options: { ifOutcomeUnknown: 'countAsSent' } },
		accepted(1, 3),
	),
	sms(
		'noAnswer',
		'Send Again',
		{ posts: [LOST], looks: 'html', options: SEND_AGAIN },
		accepted(2, 3),
	),
	sms(
		'noAnswer',
		'Send Again, where it is not there when Retry For is over',
		{ posts: [LOST], options: SEND_AGAIN },
		accepted(2, 6),
	),
	sms(
		'noAnswer',
		'Send Again, once',
		{ posts: [LOST, LOST], looks: 'html', options: SEND_AGAIN },
		unknown(2, 6),
	),

	sms(
		'refused',
		'a code that no document names, beside 404',
		{ posts: [{ status: 404, body: { code: 404, message: 'Not this one' } }], retryFor: SHORT_S },
		refused(1),
	),

	...(
		[
			['flat', { error: 0, id: 41 }],
			['as text', { error: '0', id: '41' }],
			['in the result', { result: { error: 0, id: 41 } }],
			['in the only result', { error: 0, result: [{ error: 0, id: 41 }] }],
			['in data', { data: { id: 41 } }],
			['of a task', { error: 0, task_id: 51 }],
			['beside a code that is none with 2xx', { id: 41, code: 8 }],
		] as const
	).map(([title, body]) => sms('idGiven', title, { posts: [{ body }] }, accepted(1))),
	sms('idGiven', 'with 201', { posts: [{ status: 201, body: { id: 41 } }] }, accepted(1)),

	...NO_ID_WAYS.flatMap(([title, body]) => [
		sms(
			'noId',
			`${title}: it is not there`,
			{ posts: [{ body }], retryFor: SHORT_S },
			unknown(1, 3),
		),
		sms('noId', `${title}: it is there`, { posts: [{ body }], looks: 'there' }, accepted(1, 1)),
	]),
	sms('noId', 'not to be asked', { posts: [{ body: {} }], looks: 'error' }, unknown(1, 3)),

	...(
		[
			['a refusal', refusal(400)],
			['a code that refuses', code(21)],
			['401', refusal(401)],
			['a code of which nothing is known', code(99)],
			['code 23', code(23)],
		] as const
	).map(([title, second]) =>
		sms(
			'afterDoubt',
			`${title}: it shows now`,
			{ posts: [LOST, second], looks: 'fourth', retryFor: LONG_S },
			accepted(2, 4),
		),
	),
	...(
		[
			['a refusal', refusal(400)],
			['a code that refuses', code(21)],
			['a code of which nothing is known', code(99)],
		] as const
	).map(([title, second]) =>
		sms(
			'afterDoubt',
			`${title} after Send Again: it is not there`,
			{ posts: [LOST, second], looks: 'html', options: SEND_AGAIN },
			unknown(2, 6),
		),
	),
	sms('afterDoubt', 'the end of Retry For', { posts: [LOST] }, unknown(1, 6)),
	sms(
		'afterDoubt',
		'the end of Retry For: it shows now',
		{ posts: [LOST], looks: 'fourth' },
		accepted(1, 4),
	),

	sms(
		'afterKill',
		'a refusal: it is there',
		{ retry: 'cutOff', posts: [refusal(400)], looks: 'there' },
		accepted(1, 1),
	),
	sms(
		'afterKill',
		'a refusal: it is not there',
		{ retry: 'cutOff', posts: [refusal(400)] },
		refused(1, 1),
	),
	sms(
		'afterKill',
		'a refusal: it cannot be asked for',
		{ retry: 'cutOff', posts: [refusal(400)], looks: 'html' },
		unknown(1, 3),
	),
];
