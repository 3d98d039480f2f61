import type { Scenario } from '../scenario.mts';
import {
	BUSY,
	BUSY_UNTIL,
	LONG_S,
	LOST,
	LOST_WAYS,
	NO_ID_WAYS,
	refusal,
	REFUSED_WAYS,
	scenariosOf,
	SHORT_S,
} from './replies.mts';

const lists = scenariosOf('contactLists');
const SEND_AGAIN = { ifOutcomeUnknown: 'sendAgain' };

const one = (status: string, posts: number) => ({
	posts: Array<string>(posts).fill('lists'),
	rows: [status],
	asked: 0,
});

/** Campaigns to contact lists (4.9), which carry no reference to ask by. */
export const CONTACT_LISTS: readonly Scenario[] = [
	lists(
		'nothingLeft',
		'until the service listens',
		{ reach: 'late', retryFor: LONG_S },
		one('accepted', 1),
	),
	lists(
		'nothingLeft',
		'until it is encrypted',
		{ reach: 'broken', posts: [{ broken: 'unread' }], retryFor: LONG_S },
		{ ...one('accepted', 1), posts: ['unread', 'lists'] },
	),
	lists('nothingLeft', 'until Retry For is over', { reach: 'never' }, one('refused', 0)),
	lists(
		'unreachable',
		'a certificate that is not trusted',
		{ reach: 'untrusted', retryFor: SHORT_S },
		{ ...one('refused', 0), connections: 1 },
	),
	lists(
		'tooMany',
		'with Retry-After',
		{ posts: [BUSY_UNTIL], retryFor: LONG_S },
		one('accepted', 2),
	),
	lists('tooMany', 'when Retry For is over', { posts: [BUSY_UNTIL] }, one('refused', 1)),
	lists(
		'maybeCopy',
		'without Retry-After',
		{ posts: [BUSY], retryFor: SHORT_S },
		one('refused', 1),
	),
	lists(
		'unauthorized',
		'with an API key',
		{ posts: [refusal(401)], retryFor: SHORT_S },
		one('refused', 1),
	),
	...LOST_WAYS.filter(([, { broken }]) => broken !== 'unread').map(([title, reply]) =>
		lists('noAnswer', title, { posts: [reply], retryFor: SHORT_S }, one('unknown', 1)),
	),
	lists(
		'noAnswer',
		'Count as Sent',
		{ posts: [LOST], options: { ifOutcomeUnknown: 'countAsSent' } },
		one('accepted', 1),
	),
	lists('noAnswer', 'Send Again', { posts: [LOST], options: SEND_AGAIN }, one('accepted', 2)),
	...REFUSED_WAYS.map((status) =>
		lists(
			'refused',
			`${status}`,
			{ posts: [refusal(status)], retryFor: SHORT_S },
			one('refused', 1),
		),
	),
	lists('idGiven', 'in data', {}, one('accepted', 1)),
	lists('idGiven', 'flat', { posts: [{ body: { id: 7001 } }] }, one('accepted', 1)),
	...NO_ID_WAYS.map(([title, body]) =>
		lists('noId', title, { posts: [{ body }], retryFor: SHORT_S }, one('unknown', 1)),
	),
	lists(
		'afterDoubt',
		'a refusal after Send Again',
		{ posts: [LOST, refusal(400)], options: SEND_AGAIN },
		one('unknown', 2),
	),
	lists('cannotTell', 'another API key', { retry: 'otherKey' }, one('unknown', 0)),
	lists('begunBefore', 'it is not sent', { retry: 'cutOff' }, one('unknown', 0)),
];
