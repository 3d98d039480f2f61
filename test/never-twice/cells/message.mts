import type { Scenario } from '../scenario.mts';
import {
	BUSY,
	LONG_S,
	LOST,
	LOST_WAYS,
	NO_ID_WAYS,
	refusal,
	scenariosOf,
	SEND_AGAIN,
	SHORT_S,
} from './replies.mts';

const message = scenariosOf('message');

const one = (status: string, posts: number, asked = 0) => ({
	posts: Array<string>(posts).fill('A'),
	rows: [status],
	asked,
});
/** How often three questions ask for it; that there is no such SMS (4.4) proves nothing, and is not asked. */
const THRICE = 3;

/** One RCS message, which nothing protects from a second one. */
export const MESSAGE: readonly Scenario[] = [
	message(
		'tooMany',
		'under an automatic reference',
		{ posts: [BUSY], retryFor: LONG_S },
		one('accepted', 2),
	),
	message(
		'maybeCopy',
		'under a reference of the user',
		{ posts: [BUSY], retryFor: SHORT_S, references: 'custom' },
		one('refused', 1),
	),
	...LOST_WAYS.filter(([, { broken }]) => broken !== 'unread').flatMap(([title, reply]) => [
		message(
			'noAnswer',
			`${title}: it is there`,
			{ posts: [reply], list: 'there' },
			one('accepted', 1, 1),
		),
		message(
			'noAnswer',
			`${title}: it is not there`,
			{ posts: [reply], list: 'none' },
			one('unknown', 1, THRICE),
		),
	]),
	message(
		'noAnswer',
		'it is not there, in time for a second request',
		{ posts: [LOST], list: 'none', retryFor: SHORT_S },
		one('unknown', 1, THRICE),
	),
	message(
		'noAnswer',
		'there is no list, and the look-up of SMS is not asked',
		{ posts: [LOST], looks: 'there' },
		one('unknown', 1, THRICE),
	),
	message(
		'noAnswer',
		'it shows under a reference of the user',
		{ posts: [LOST], list: 'there', references: 'custom' },
		one('already sent', 1, 1),
	),
	message(
		'noAnswer',
		'Count as Sent',
		{ posts: [LOST], list: 'none', options: { ifOutcomeUnknown: 'countAsSent' } },
		one('accepted', 1, THRICE),
	),
	message(
		'noAnswer',
		'Send Again',
		{ posts: [LOST], list: 'none', options: SEND_AGAIN },
		one('accepted', 2, THRICE),
	),
	message('idGiven', 'in data', {}, one('accepted', 1)),
	...NO_ID_WAYS.map(([title, body]) =>
		message('noId', title, { posts: [{ body }], list: 'none' }, one('unknown', 1, THRICE)),
	),
	message(
		'noId',
		'it is not there, in time for a second request',
		{ posts: [{ body: {} }], list: 'none', retryFor: SHORT_S },
		one('unknown', 1, THRICE),
	),
	message('noId', 'it is there', { posts: [{ body: {} }], list: 'there' }, one('accepted', 1, 1)),
	message(
		'afterDoubt',
		'a refusal after Send Again: it is not there',
		{ posts: [LOST, refusal(400)], list: 'none', options: SEND_AGAIN },
		one('unknown', 2, 2 * THRICE),
	),
	message('begunBefore', 'it is there', { retry: 'cutOff', list: 'there' }, one('accepted', 0, 1)),
	message(
		'begunBefore',
		'it is not there',
		{ retry: 'cutOff', list: 'none' },
		one('unknown', 0, THRICE),
	),
	message(
		'retriedFromList',
		'it is there',
		{ retry: 'refused', list: 'there' },
		one('accepted', 0, 1),
	),
	message(
		'retriedFromList',
		'it is not there',
		{ retry: 'refused', list: 'none' },
		one('accepted', 1, THRICE),
	),
	message(
		'retriedFromList',
		'there is no list, and that there is no such SMS proves nothing',
		{ retry: 'refused' },
		one('unknown', 0, THRICE),
	),
];
