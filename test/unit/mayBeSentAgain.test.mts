import type { Finding } from '../../nodes/MessagingService/sending/ask.ts';
import {
	mayBeSentAgain,
	type Doubt,
	type Repetition,
	type Sending,
} from '../../nodes/MessagingService/sending/mayBeSentAgain.ts';

const KINDS = ['message', 'campaign', 'contactLists'] as const;
const CHOICES = ['stop', 'sendAgain'] as const;
const BOOLEANS = [true, false];
const FINDINGS: Finding[] = [
	{ is: 'there', record: { id: 1 } },
	{ is: 'notThere' },
	{ is: 'candidates', campaigns: [{ id: 1 }] },
	{ is: 'hidden' },
];

/** Every combination of what the decision depends on. */
const CASES: Array<[Sending, Doubt]> = KINDS.flatMap((kind) =>
	CHOICES.flatMap((ifUnknown) =>
		// A campaign to contact lists carries no references.
		(kind === 'contactLists' ? [false] : BOOLEANS).flatMap((referenced) =>
			FINDINGS.flatMap((finding) =>
				BOOLEANS.flatMap((passes) =>
					BOOLEANS.map((sentAgain): [Sending, Doubt] => [
						{ kind, referenced, ifUnknown },
						{ finding, passes, sentAgain },
					]),
				),
			),
		),
	),
);

/** The promise, told case by case: whoever may be sent again stands here, and nobody else. */
function promised(
	{ kind, referenced, ifUnknown }: Sending,
	{ finding: { is }, passes, sentAgain }: Doubt,
): Repetition {
	const chosen = ifUnknown === 'sendAgain' && !sentAgain ? 'atUsersRisk' : 'no';
	const promises: Record<Sending['kind'], Partial<Record<Finding['is'], Repetition>>> = {
		message: referenced
			? { notThere: passes ? 'underReference' : chosen, hidden: chosen, candidates: chosen }
			: {},
		campaign: referenced ? { notThere: chosen, hidden: chosen, candidates: chosen } : {},
		contactLists: { notThere: chosen, hidden: chosen },
	};
	return promises[kind][is] ?? 'no';
}

it.each(CASES)('%j, %j', (sending, doubt) => {
	expect(mayBeSentAgain(sending, doubt)).toBe(promised(sending, doubt));
});

it('a campaign is sent again only where the user chose so', () => {
	const again = CASES.filter(
		([sending, doubt]) => sending.kind !== 'message' && mayBeSentAgain(sending, doubt) !== 'no',
	);
	expect(again.length).toBeGreaterThan(0);
	for (const [{ ifUnknown }, { sentAgain }] of again)
		expect([ifUnknown, sentAgain]).toEqual(['sendAgain', false]);
});

it('what carries no reference is sent again only to contact lists', () => {
	for (const [sending, doubt] of CASES)
		if (!sending.referenced && sending.kind !== 'contactLists')
			expect(mayBeSentAgain(sending, doubt)).toBe('no');
});
