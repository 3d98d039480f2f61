import type { Scenario } from '../scenario.mts';
import {
	BUSY,
	LOST,
	LOST_WAYS,
	NO_ID_WAYS,
	refusal,
	SEND_AGAIN,
	scenariosOf,
	SHORT_S,
} from './replies.mts';

const lists = scenariosOf('contactLists');

const one = (status: string, posts: number) => ({
	posts: Array<string>(posts).fill('lists'),
	rows: [status],
	asked: 0,
});

/** Campaigns to contact lists (4.9), which carry no reference to ask by. */
export const CONTACT_LISTS: readonly Scenario[] = [
	lists(
		'maybeCopy',
		'without Retry-After',
		{ posts: [BUSY], retryFor: SHORT_S },
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
	lists('begunBefore', 'it is not sent', { retry: 'cutOff' }, one('unknown', 0)),
];
