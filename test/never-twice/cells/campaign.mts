import type { Scenario } from '../scenario.mts';
import {
	BUSY,
	BUSY_UNTIL,
	LONG_S,
	LOST,
	LOST_WAYS,
	NO_ID_WAYS,
	refusal,
	scenariosOf,
	SEND_AGAIN,
	SHORT_S,
} from './replies.mts';

const campaign = scenariosOf('campaign');
const PERSONALIZED = 'campaign.sendPersonalizedSms';
const RCS = 'rcsCampaign.send';

/** What becomes of the whole. It is asked for by its first and its last message. */
const all = (status: string, posts: number, asked = 0) => ({
	posts: Array<string>(posts).fill('ABC'),
	rows: [status, status, status],
	asked,
});
/** A 422 with these errors (wire notes, "/api errors"). */
const unprocessable = (errors: unknown) => ({
	status: 422,
	body: { message: 'The given data was invalid.', errors },
});
const LEAVE_OUT = { invalidRecipients: 'skip' };
const REFERENCES = ['custom', 'content'] as const;
/** How often three questions ask for both ends, of a service without a list of messages, and of one with it. */
const THRICE = 12;
const THRICE_BY_LIST = 6;

/** Campaigns (4.7, 4.8). */
export const CAMPAIGN: readonly Scenario[] = [
	campaign(
		'tooMany',
		'under automatic references',
		{ posts: [BUSY], retryFor: LONG_S },
		all('accepted', 2),
	),
	campaign(
		'tooMany',
		'with Retry-After, under references of the user',
		{ posts: [BUSY_UNTIL], retryFor: LONG_S, references: 'custom' },
		all('accepted', 2),
	),
	...REFERENCES.map((references) =>
		campaign(
			'maybeCopy',
			`under references ${references}`,
			{ posts: [BUSY], retryFor: SHORT_S, references },
			all('refused', 1),
		),
	),
	campaign(
		'unauthorized',
		'once with a token: another token is taken',
		{ posts: [refusal(401)], authentication: 'bearer' },
		all('accepted', 2),
	),

	...LOST_WAYS.filter(([, { broken }]) => broken !== 'unread').flatMap(([title, reply]) => [
		campaign(
			'noAnswer',
			`${title}: it is there`,
			{ posts: [reply], looks: 'there' },
			all('accepted', 1, 4),
		),
		campaign(
			'noAnswer',
			`${title}: it is not there`,
			{ posts: [reply], retryFor: SHORT_S },
			all('unknown', 1, THRICE),
		),
	]),
	campaign(
		'noAnswer',
		'one end shows',
		{ posts: [LOST], looks: ['none', 'none', 'there'], operation: PERSONALIZED },
		all('accepted', 1, 4),
	),
	campaign(
		'noAnswer',
		'the middle shows',
		{ posts: [LOST], looks: ['none', 'there', 'none'] },
		all('unknown', 1, THRICE),
	),
	campaign(
		'noAnswer',
		'the list shows it',
		{ posts: [LOST], list: 'there', looks: 'html' },
		all('accepted', 1, 2),
	),
	campaign(
		'noAnswer',
		'the list shows it late',
		{ posts: [LOST], list: 'second', looks: 'html' },
		all('accepted', 1, 4),
	),
	campaign(
		'noAnswer',
		'the list is empty',
		{ posts: [LOST], list: 'none', looks: 'there' },
		all('unknown', 1, THRICE_BY_LIST),
	),
	campaign(
		'noAnswer',
		'the list cannot be read',
		{ posts: [LOST], list: 'error', looks: 'there' },
		all('unknown', 1, THRICE_BY_LIST),
	),
	campaign(
		'noAnswer',
		'RCS: the list shows it',
		{ posts: [LOST], list: 'there', operation: RCS },
		all('accepted', 1, 2),
	),
	campaign(
		'noAnswer',
		'RCS: there is no list, and the look-up of SMS is not asked',
		{ posts: [LOST], looks: 'there', operation: RCS },
		all('unknown', 1, THRICE_BY_LIST),
	),
	campaign(
		'noAnswer',
		'it cannot be asked',
		{ posts: [LOST], looks: 'html' },
		all('unknown', 1, THRICE),
	),
	...REFERENCES.map((references) =>
		campaign(
			'noAnswer',
			`it shows under references ${references}`,
			{ posts: [LOST], looks: 'there', references },
			all('unknown', 1, 4),
		),
	),
	campaign(
		'noAnswer',
		'Count as Sent',
		{ posts: [LOST], options: { ifOutcomeUnknown: 'countAsSent' } },
		all('accepted', 1, THRICE),
	),
	campaign(
		'noAnswer',
		'Send Again',
		{ posts: [LOST], options: SEND_AGAIN },
		all('accepted', 2, THRICE),
	),

	campaign(
		'refused',
		'a code, which is not read under /api',
		{ posts: [{ status: 400, body: { error: 11, code: 11 } }], retryFor: SHORT_S },
		all('refused', 1),
	),
	campaign(
		'refused',
		'422 that names a recipient, without Leave Out',
		{ posts: [unprocessable({ phones0number: ['Not valid'] })], retryFor: SHORT_S },
		all('refused', 1),
	),
	...(
		[
			['a field of all', { text: ['Too long'] }],
			['a recipient and a field of all', { phones0number: ['Not valid'], text: ['Too long'] }],
			['nothing by key', ['The number is not valid']],
		] as const
	).map(([title, errors]) =>
		campaign(
			'refused',
			`422 that names ${title}, with Leave Out`,
			{ posts: [unprocessable(errors)], options: LEAVE_OUT, retryFor: SHORT_S },
			all('refused', 1),
		),
	),

	campaign(
		'namesRecipients',
		'one of them',
		{ posts: [unprocessable({ phones0number: ['Not valid'] })], options: LEAVE_OUT },
		{ posts: ['ABC', 'BC'], rows: ['refused', 'accepted', 'accepted'], asked: 0 },
	),
	campaign(
		'namesRecipients',
		'two of them, one after the other',
		{
			posts: [
				unprocessable({ messages1phone: ['Not valid'] }),
				unprocessable({ messages0phone: ['Not valid'] }),
			],
			options: LEAVE_OUT,
			operation: PERSONALIZED,
		},
		{ posts: ['ABC', 'AC', 'C'], rows: ['refused', 'refused', 'accepted'], asked: 0 },
	),
	campaign(
		'namesRecipients',
		'with the path in dots',
		{ posts: [unprocessable({ 'phones.2.number': ['Not valid'] })], options: LEAVE_OUT },
		{ posts: ['ABC', 'AB'], rows: ['accepted', 'accepted', 'refused'], asked: 0 },
	),

	campaign('idGiven', 'in data', {}, all('accepted', 1)),
	campaign('idGiven', 'flat', { posts: [{ body: { id: 7001 } }] }, all('accepted', 1)),
	campaign(
		'idGiven',
		'with 201, beside a code, which is not read under /api',
		{ posts: [{ status: 201, body: { code: 11, error: 11, data: { id: 7001 } } }] },
		all('accepted', 1),
	),

	...NO_ID_WAYS.flatMap(([title, body]) => [
		campaign(
			'noId',
			`${title}: it is not there`,
			{ posts: [{ body }], list: 'none', retryFor: SHORT_S },
			all('unknown', 1, THRICE_BY_LIST),
		),
		campaign(
			'noId',
			`${title}: it is there`,
			{ posts: [{ body }], list: 'there' },
			all('accepted', 1, 2),
		),
	]),

	campaign(
		'afterDoubt',
		'a refusal after Send Again: it is not there',
		{ posts: [LOST, refusal(400)], list: 'none', options: SEND_AGAIN },
		all('unknown', 2, 2 * THRICE_BY_LIST),
	),
	campaign(
		'afterDoubt',
		'a refusal after Send Again: it shows now',
		{ posts: [LOST, refusal(400)], list: 'fourth', options: SEND_AGAIN },
		all('accepted', 2, THRICE_BY_LIST + 2),
	),

	campaign(
		'begunBefore',
		'it is not there',
		{ retry: 'cutOff', list: 'none', retryFor: SHORT_S },
		all('unknown', 0, THRICE_BY_LIST),
	),
	campaign('begunBefore', 'it is there', { retry: 'cutOff', list: 'there' }, all('accepted', 0, 2)),
	campaign(
		'begunBefore',
		'it is there under references of the user',
		{ retry: 'cutOff', list: 'there', references: 'custom' },
		all('unknown', 0, 2),
	),
	campaign(
		'retriedFromList',
		'it is not there',
		{ retry: 'refused', list: 'none' },
		all('accepted', 1, THRICE_BY_LIST),
	),
	campaign(
		'retriedFromList',
		'it is there',
		{ retry: 'refused', looks: 'there' },
		all('accepted', 0, 4),
	),
	campaign(
		'retriedFromList',
		'it cannot be asked',
		{ retry: 'refused', looks: 'html' },
		all('unknown', 0, THRICE),
	),
	campaign(
		'retriedFromList',
		'RCS: it is not in the list',
		{ retry: 'refused', list: 'none', operation: RCS },
		all('accepted', 1, THRICE_BY_LIST),
	),
	campaign(
		'retriedFromList',
		'RCS: there is no list, and that there is no such SMS proves nothing',
		{ retry: 'refused', operation: RCS },
		all('unknown', 0, THRICE_BY_LIST),
	),
];
