import type { SendKind } from '../../../nodes/MessagingService/sending/verdict.ts';
import type { Ending, Scenario } from '../scenario.mts';
import type { Reply } from '../service.mts';
import { BUSY_UNTIL, LONG_S, refusal, REFUSED_WAYS, scenariosOf, SHORT_S } from './replies.mts';

/** The letters of a request, and how many rows it has. */
const SENDS: ReadonlyArray<readonly [send: SendKind, letters: string, rows: number]> = [
	['sms', 'A', 1],
	['bulk', 'AB', 2],
	['campaign', 'ABC', 3],
	['message', 'A', 1],
	['contactLists', 'lists', 1],
];

/** What is the same for all sends. */
export const COMMON: readonly Scenario[] = SENDS.flatMap(([send, letters, rows]) => {
	const scenario = scenariosOf(send);
	const all = (status: string, posts: number): Ending => ({
		posts: Array<string>(posts).fill(letters),
		rows: Array<string>(rows).fill(status),
		asked: 0,
	});
	return [
		scenario(
			'nothingLeft',
			'until the service listens',
			{ reach: 'late', retryFor: LONG_S },
			all('accepted', 1),
		),
		scenario(
			'nothingLeft',
			'until it is encrypted',
			{ reach: 'broken', posts: [{ broken: 'unread' }], retryFor: LONG_S },
			{ ...all('accepted', 1), posts: ['unread', letters] },
		),
		scenario('nothingLeft', 'until Retry For is over', { reach: 'never' }, all('refused', 0)),
		scenario(
			'unreachable',
			'a certificate that is not trusted',
			{ reach: 'untrusted', retryFor: SHORT_S },
			{ ...all('refused', 0), connections: 1 },
		),
		scenario(
			'tooMany',
			'with Retry-After',
			{ posts: [BUSY_UNTIL], retryFor: LONG_S },
			all('accepted', 2),
		),
		scenario('tooMany', 'when Retry For is over', { posts: [BUSY_UNTIL] }, all('refused', 1)),
		scenario(
			'unauthorized',
			'with an API key',
			{ posts: [refusal(401)], retryFor: SHORT_S },
			all('refused', 1),
		),
		...REFUSED_WAYS.map((status) =>
			scenario(
				'refused',
				`${status}`,
				{ posts: [refusal(status)], retryFor: SHORT_S },
				all('refused', 1),
			),
		),
		...(send === 'bulk' || send === 'campaign'
			? [
					scenario(
						'tooLarge',
						'in halves',
						{ posts: [refusal(413)] },
						{
							...all('accepted', 1),
							posts: [letters, letters.slice(0, rows - 1), letters.slice(rows - 1)],
						},
					),
					scenario(
						'tooLarge',
						'a half, after which none begins',
						{ posts: [refusal(413), refusal(400)] },
						{
							...all('refused', 1),
							posts: [letters, letters.slice(0, rows - 1)],
							rows: [...Array<string>(rows - 1).fill('refused'), 'skipped'],
						},
					),
					scenario(
						'tooLarge',
						'each single one, too',
						{ posts: Array<Reply>(rows).fill(refusal(413)) },
						{
							...all('refused', 1),
							posts: [...letters].map((_, at) => letters.slice(0, rows - at)),
							rows: ['refused', ...Array<string>(rows - 1).fill('skipped')],
						},
					),
				]
			: [
					scenario(
						'tooLarge',
						'which has no halves, in time for a second request',
						{ posts: [refusal(413)], retryFor: SHORT_S },
						all('refused', 1),
					),
				]),
		scenario(
			'cannotTell',
			'another API key',
			{ retry: 'otherKey', looks: 'there', list: 'there' },
			all('unknown', 0),
		),
	];
});
