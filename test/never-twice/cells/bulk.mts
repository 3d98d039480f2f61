import type { Scenario } from '../scenario.mts';
import type { Sent } from '../service.mts';
import {
	BUSY,
	code,
	LONG_S,
	LOST,
	LOST_WAYS,
	NO_ID_WAYS,
	OTHER_CODES,
	REFUSAL_CODES,
	refusal,
	results,
	scenariosOf,
	SEND_AGAIN,
	SHORT_S,
} from './replies.mts';

const bulk = scenariosOf('bulk');

/** What becomes of both rows. */
const both = (status: string, posts: string[], asked = 0) => ({
	posts,
	rows: [status, status],
	asked,
});
const rows = (a: string, b: string, posts: string[], asked = 0) => ({ posts, rows: [a, b], asked });
const good = ({ reference }: Sent, id = 40) => ({ reference, id, error: 0 });
const bad = ({ reference }: Sent, error: number) => ({ reference, error });
/** The service takes the first and says this of the second. */
const second = (of: (b: Sent) => unknown[]) => ({
	body: results((a, b) => [...(a ? [good(a)] : []), ...(b ? of(b) : [])]),
});

/** Many SMS at once (4.6, modes phones and individual). */
export const BULK: readonly Scenario[] = [
	bulk(
		'maybeCopy',
		'without Retry-After',
		{ posts: [BUSY], retryFor: LONG_S, references: 'custom' },
		both('accepted', ['AB', 'AB']),
	),
	bulk('maybeCopy', 'when Retry For is over', { posts: [BUSY] }, both('refused', ['AB'])),

	...REFUSAL_CODES.map((value) =>
		bulk(
			'codeRefused',
			`code ${value} of the whole`,
			{ posts: [code(value)], retryFor: SHORT_S },
			both('refused', ['AB']),
		),
	),
	bulk(
		'codeRefused',
		'of one recipient',
		{ posts: [second((b) => [bad(b, 21)])], retryFor: SHORT_S },
		rows('accepted', 'refused', ['AB']),
	),
	bulk(
		'codeRefused',
		'of one recipient, individual',
		{ operation: 'sms.sendIndividual', posts: [second((b) => [bad(b, 31)])], retryFor: SHORT_S },
		rows('accepted', 'refused', ['AB']),
	),
	bulk(
		'codeRefused',
		'of all, one by one',
		{ posts: [{ body: results((a, b) => [bad(a, 21), bad(b, 33)]) }], retryFor: SHORT_S },
		both('refused', ['AB']),
	),

	bulk(
		'codePresent',
		'where one shows: the other is sent',
		{ posts: [code(23)], looks: ['there', 'none'], retryFor: 6 },
		both('accepted', ['AB', 'B'], 4),
	),
	bulk(
		'codePresent',
		'where one shows when Retry For is over: the other is sent',
		{ posts: [code(23)], looks: ['there', 'none'] },
		both('accepted', ['AB', 'B'], 4),
	),
	bulk(
		'codePresent',
		'where one shows under references of the user',
		{ posts: [code(23)], looks: ['there', 'code20'], references: 'custom' },
		rows('already sent', 'accepted', ['AB', 'B'], 4),
	),
	bulk(
		'codePresent',
		'where one shows and the other cannot be asked',
		{ posts: [code(23)], looks: ['there', 'html'] },
		rows('accepted', 'unknown', ['AB'], 4),
	),
	bulk(
		'codePresent',
		'where all show',
		{ posts: [code(23)], looks: 'there' },
		both('accepted', ['AB'], 2),
	),
	bulk('codePresent', 'where none shows', { posts: [code(23)] }, both('unknown', ['AB'], 6)),
	bulk(
		'codePresent',
		'of one recipient, which shows',
		{ posts: [second((b) => [bad(b, 23)])], looks: 'there', references: 'content' },
		rows('accepted', 'already sent', ['AB'], 1),
	),
	bulk(
		'codePresent',
		'of one recipient, which shows for another number',
		{ posts: [second((b) => [bad(b, 23)])], looks: 'other', references: 'custom' },
		rows('accepted', 'refused', ['AB'], 1),
	),
	bulk(
		'codePresent',
		'of one recipient, which does not show',
		{ posts: [second((b) => [bad(b, 23)])] },
		rows('accepted', 'unknown', ['AB'], 3),
	),

	bulk(
		'codeBusy',
		'of the whole',
		{ posts: [code(11)], retryFor: LONG_S },
		both('accepted', ['AB', 'AB']),
	),
	bulk('codeBusy', 'when Retry For is over', { posts: [code(11)] }, both('refused', ['AB'])),
	bulk(
		'codeBusy',
		'of one recipient',
		{ posts: [second((b) => [bad(b, 11)])], retryFor: LONG_S },
		both('accepted', ['AB', 'B']),
	),
	bulk(
		'codeBusy',
		'of one recipient when Retry For is over',
		{ posts: [second((b) => [bad(b, 11)])] },
		rows('accepted', 'refused', ['AB']),
	),

	...OTHER_CODES.map((value) =>
		bulk(
			'codeOther',
			`code ${value} of the whole: one shows`,
			{ posts: [code(value)], looks: ['none', 'there'] },
			rows('refused', 'accepted', ['AB'], 4),
		),
	),
	bulk(
		'codeOther',
		'of the whole: one does not show, the other cannot be asked',
		{ posts: [code(99)], looks: ['none', 'html'] },
		rows('refused', 'unknown', ['AB'], 6),
	),
	bulk(
		'codeOther',
		'of the whole: none shows, in time for a second request',
		{ posts: [code(99)], retryFor: SHORT_S },
		both('refused', ['AB'], 6),
	),
	bulk(
		'codeOther',
		'where none can be asked',
		{ posts: [code(99)], looks: 'error' },
		both('unknown', ['AB'], 6),
	),
	bulk(
		'codeOther',
		'of one recipient, which does not show',
		{ posts: [second((b) => [bad(b, 99)])] },
		rows('accepted', 'refused', ['AB'], 3),
	),

	bulk(
		'noAnswer',
		'502 with a code that no document names',
		{ posts: [{ ...code(99), status: 502 }], looks: ['there', 'none'], retryFor: LONG_S },
		both('accepted', ['AB', 'B'], 4),
	),
	...LOST_WAYS.filter(([, { broken }]) => broken !== 'unread').map(([title, reply]) =>
		bulk(
			'noAnswer',
			`${title}: those that do not show are sent`,
			{ posts: [reply], looks: ['there', 'none'], retryFor: LONG_S },
			both('accepted', ['AB', 'B'], 4),
		),
	),
	bulk(
		'noAnswer',
		'none is there',
		{ posts: [LOST], operation: 'sms.sendIndividual', retryFor: LONG_S },
		both('accepted', ['AB', 'AB'], 6),
	),
	bulk(
		'noAnswer',
		'one cannot be asked',
		{ posts: [LOST], looks: ['there', 'html'] },
		rows('accepted', 'unknown', ['AB'], 4),
	),
	bulk(
		'noAnswer',
		'which show under references of the user',
		{ posts: [LOST], looks: ['there', 'other'], references: 'custom' },
		rows('already sent', 'refused', ['AB'], 2),
	),

	bulk('idGiven', 'of each', {}, both('accepted', ['AB'])),
	bulk(
		'idGiven',
		'of the task alone',
		{ posts: [{ body: { error: 0, task_id: 51 } }] },
		both('accepted', ['AB']),
	),
	bulk(
		'idGiven',
		'in another order',
		{ posts: [{ body: results((a, b) => [bad(b, 21), good(a)]) }] },
		rows('accepted', 'refused', ['AB']),
	),
	bulk(
		'idGiven',
		'by number, in another order',
		{
			posts: [
				{
					body: results((a, b) => [
						{ msisdn: b?.phone, error: 21 },
						{ msisdn: a?.phone, error: 0, id: 41 },
					]),
				},
			],
		},
		rows('accepted', 'refused', ['AB']),
	),
	bulk(
		'idGiven',
		'of each, without a task',
		{
			posts: [
				{
					body: (sent: readonly Sent[]) => ({
						result: sent.map((one, place) => good(one, 41 + place)),
					}),
				},
			],
		},
		both('accepted', ['AB']),
	),
	bulk(
		'noId',
		'an empty list of results',
		{ posts: [{ body: { error: 0, result: [] } }] },
		both('unknown', ['AB'], 6),
	),
	...NO_ID_WAYS.map(([title, body]) =>
		bulk(
			'noId',
			`${title}: one is there`,
			{ posts: [{ body }], looks: ['there', 'none'], retryFor: SHORT_S },
			rows('accepted', 'unknown', ['AB'], 4),
		),
	),

	...(
		[
			['missing', second(() => [])],
			['named twice', second((b) => [good(b, 41), good(b, 42)])],
			['named twice, with two outcomes', second((b) => [good(b, 41), bad(b, 21)])],
			['without an id', second(({ reference }) => [{ reference, error: 0 }])],
			['without a name', second(() => [{ id: 41, error: 0 }])],
		] as const
	).flatMap(([title, reply]) => [
		bulk(
			'resultUnclear',
			`${title}: it is there`,
			{ posts: [reply], looks: 'there' },
			both('accepted', ['AB'], 1),
		),
		bulk(
			'resultUnclear',
			`${title}: it is not there`,
			{ posts: [reply], retryFor: SHORT_S },
			rows('accepted', 'unknown', ['AB'], 3),
		),
	]),

	bulk(
		'resultUnclear',
		'an empty list beside the id of a task names nobody: one is there',
		{
			posts: [{ body: { error: 0, task_id: 7, result: [] } }],
			looks: ['there', 'none'],
			retryFor: SHORT_S,
		},
		rows('accepted', 'unknown', ['AB'], 4),
	),

	bulk(
		'resultUnclear',
		'none is named: one is there',
		{
			posts: [{ body: results(() => [41, 42].map((id) => ({ id, error: 0 }))) }],
			looks: ['there', 'none'],
			retryFor: SHORT_S,
		},
		rows('accepted', 'unknown', ['AB'], 4),
	),

	bulk(
		'afterDoubt',
		'a refusal: all show now',
		{ posts: [LOST, refusal(400)], looks: 'fourth', retryFor: LONG_S },
		both('accepted', ['AB', 'AB'], 8),
	),
	bulk(
		'afterDoubt',
		'a refusal after Send Again: one shows now',
		{ posts: [LOST, refusal(400)], looks: ['html', 'fourth'], options: SEND_AGAIN },
		rows('unknown', 'accepted', ['AB', 'AB'], 10),
	),
	bulk(
		'afterDoubt',
		'the refusal of one recipient, which shows now',
		{
			posts: [LOST, { body: results((a, b) => [good(a), bad(b, 21)]) }],
			looks: ['none', 'fourth'],
			retryFor: LONG_S,
		},
		both('accepted', ['AB', 'AB'], 7),
	),
	bulk(
		'afterDoubt',
		'the end of Retry For',
		{ posts: [LOST], looks: ['fourth', 'none'] },
		rows('accepted', 'unknown', ['AB'], 10),
	),

	bulk(
		'afterKill',
		'a refusal: one is there',
		{ retry: 'cutOff', posts: [refusal(400)], looks: ['there', 'none'] },
		rows('accepted', 'refused', ['AB'], 2),
	),
	bulk(
		'afterKill',
		'the refusal of one recipient, which is there',
		{
			retry: 'cutOff',
			posts: [{ body: results((a, b) => [good(a), bad(b, 21)]) }],
			looks: ['none', 'there'],
		},
		both('accepted', ['AB'], 1),
	),
];
