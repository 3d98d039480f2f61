import type { IfUnknown } from '../../../nodes/MessagingService/sending/parameters.ts';
import { isLong } from '../../support/options.mts';
import { CALM, courseOf, KINDS, MOST, phoneOf, referencesOf, ROUGH, rowsOf } from './courseOf.mts';
import type { Course, State } from './search.mts';
import { contextWith } from './send.mts';
import { carryOut } from './service.mts';
import type { Kind, Row, Setting } from './send.mts';

// The sends that are explored: every kind, with every setting that decides, and what may happen between two tries.

/** A bulk request of one shows what it is to be asked, and few enough ways. */
const ONE = { rows: rowsOf('A') };
const ONE_PIECE = { rows: rowsOf('ABC') };
const ALL: readonly IfUnknown[] = ['stop', 'sendAgain', 'countAsSent'];

const isBulk = (kind: Kind): boolean => kind === 'bulk';
/** Whether too many ways lead on after Send Again for the short form to let the process die on any of them, too. */
const hasManyWays = (
	kind: Kind,
	references: Setting['references'],
	ifUnknown: IfUnknown,
): boolean =>
	!isLong &&
	ifUnknown === 'sendAgain' &&
	(references === 'custom' || kind === 'sms' || kind === 'message' || isBulk(kind));
/** A file is made of campaigns: what they do after one choice they do in each piece. */
const wantedOf = (kind: Kind): readonly IfUnknown[] =>
	kind === 'file' && !isLong ? ['stop'] : ALL;

/** Whether the short form shows two messages of a bulk request beside each other. Under own references two do what one does. */
const showsTwo = (references: Setting['references'], ifUnknown: IfUnknown): boolean =>
	ifUnknown === 'stop' && (isLong || references === 'automatic');

/** One try, which the user may stop. What one choice does after another one is the same for all that the user may want then. */
const stopped = KINDS.flatMap((kind) =>
	referencesOf(kind).flatMap((references) =>
		wantedOf(kind).map((ifUnknown) =>
			courseOf(kind, `${ifUnknown}, one try`, {
				setting: {
					references,
					ifUnknown,
					...(isBulk(kind) && !showsTwo(references, ifUnknown) && ONE),
				},
				tries: 1,
				weather: {
					...ROUGH,
					mayStop: true,
					mayRepeat: isLong || (ifUnknown === 'stop' && kind !== 'file'),
				},
			}),
		),
	),
);

const retried = KINDS.flatMap((kind) =>
	referencesOf(kind).flatMap((references) =>
		wantedOf(kind).map((ifUnknown) =>
			courseOf(kind, `${ifUnknown}, retries`, {
				setting: { references, ifUnknown, ...(isBulk(kind) && ONE) },
				weather: {
					...(hasManyWays(kind, references, ifUnknown) ? CALM : ROUGH),
					mayRepeat: isLong,
				},
			}),
		),
	),
);

/**
 * What the user wants is chosen once it is unknown; what is done then is known in a third try. Bulk requests, whose messages are asked
 * one by one as single ones are, have many ways there; a file is made of campaigns.
 */
const chosen = MOST.filter((kind) => isLong || (!isBulk(kind) && kind !== 'file')).flatMap((kind) =>
	(['sendAgain', 'countAsSent'] as const).map((ifUnknown) =>
		courseOf(kind, `${ifUnknown} after stop`, {
			setting: isBulk(kind) ? ONE : kind === 'file' ? ONE_PIECE : {},
			then: { ifUnknown },
			tries: 3,
			weather: { ...CALM, mayRepeat: false },
		}),
	),
);

const otherKey = KINDS.map((kind) =>
	courseOf(kind, 'another key', {
		setting: isBulk(kind) ? ONE : kind === 'file' ? ONE_PIECE : {},
		mayChangeKey: true,
		weather: { ...ROUGH, mayRepeat: false },
	}),
);

const leftOut = (['sms', 'campaign'] as const).map((kind) =>
	courseOf(kind, 'whom the service refuses is left out', {
		setting: { leavesOut: true },
		weather: { ...CALM, mayRepeat: false },
	}),
);

/** How a list may be changed. */
const changesOf = (letters: string): NonNullable<Course['changes']> => ({
	'the first is deleted': rowsOf(letters.slice(1)),
	'the last is deleted': rowsOf(letters.slice(0, -1)),
	'one is added': rowsOf('ABCD'.slice(0, letters.length + 1)),
	'the order is another': rowsOf([...letters].reverse().join('')),
});
const OTHER_ENDS = { 'it begins and ends with others': rowsOf('DBE') };
const OTHER_MIDDLE = { 'the middle is another': rowsOf('ADC') };
const changed = [
	...(['sms', 'campaign', 'file'] as const).map((kind) => {
		const letters = kind === 'sms' ? 'AB' : 'ABC';
		const all = Object.entries(changesOf(letters));
		return courseOf(kind, 'the list is changed', {
			setting: { rows: rowsOf(letters) },
			// What SMS go out by is each of them alone.
			changes: Object.fromEntries(kind === 'sms' && !isLong ? all.slice(0, 1) : all),
			mustChange: !isLong && kind === 'sms',
			weather: { ...(kind === 'campaign' ? ROUGH : CALM), mayRepeat: false },
		});
	}),
	// Of three results there are too many ways for the short form.
	...(isLong ? ['AB -> ABC', 'AB -> BA'] : []).concat('A -> AB', 'AB -> B').map((change) => {
		const [before = '', after = ''] = change.split(' -> ');
		return courseOf('bulk', `the list is changed, ${change}`, {
			setting: { rows: rowsOf(before) },
			changes: { [change]: rowsOf(after) },
			mustChange: true,
			weather: { ...CALM, mayRepeat: false },
		});
	}),
];
const changedCampaign = [OTHER_ENDS, OTHER_MIDDLE].map((changes) =>
	courseOf('campaign', 'other people', { changes, weather: { ...ROUGH, mayRepeat: false } }),
);

/** Two messages to one number, and a wrong number that is corrected. */
const sameNumber: Row[] = [0, 1].map((place) => ({ row: 'AB'[place] ?? '', phone: phoneOf(0) }));
const wrongFirst: Row[] = [
	{ row: 'A', phone: phoneOf(0), isWrong: true },
	...rowsOf('AB').slice(1),
];
const numbers = [
	courseOf('sms', 'two to one number, the first is deleted', {
		setting: { rows: sameNumber },
		changes: { 'the first of two is deleted': sameNumber.slice(1) },
		weather: { ...CALM, mayRepeat: false },
	}),
	courseOf('sms', 'a wrong number is corrected', {
		setting: { rows: wrongFirst, leavesOut: true },
		changes: {
			'it is right': rowsOf('AB'),
			'it is that of a later row': [
				{ row: 'A', phone: phoneOf(1) },
				{ row: 'B', phone: phoneOf(1) },
			],
		},
		weather: { ...CALM, mayRepeat: false },
	}),
];

/**
 * What is counted as sent stays so in a retry that another row made necessary. A file goes on after a piece that is counted, so that one
 * that is not there says nothing of the next.
 */
const counted = [
	...(isLong
		? []
		: [
				courseOf('file', 'countAsSent, retries', {
					setting: { ifUnknown: 'countAsSent' },
					weather: { ...ROUGH, mayRepeat: false },
				}),
			]),
	courseOf('sms', 'countAsSent, of two', {
		setting: { ifUnknown: 'countAsSent', rows: rowsOf('AB') },
		weather: { ...CALM, mayRepeat: false },
	}),
];

/** A service that carries a campaign out and refuses it. */
const lying = (['campaign', 'contactLists'] as const).map((kind) =>
	courseOf(kind, 'the service carries out what it refuses', {
		weather: { ...CALM, mayLie: true, mayRepeat: false },
	}),
);

/** What n8n or the credential forbids after a request that may have been carried out. */
const forbidden = MOST.flatMap((kind) =>
	(['stop', 'sendAgain'] as const).map((ifUnknown) =>
		courseOf(kind, `${ifUnknown}, a request is forbidden`, {
			setting: { ifUnknown, ...(isBulk(kind) && ONE), ...(kind === 'file' && ONE_PIECE) },
			weather: { ...CALM, mayForbid: true, mayRepeat: isLong },
		}),
	),
);

/** A proxy before the service takes no request of so many messages (413). */
const tooLarge = [
	...(['bulk', 'campaign', 'file'] as const).map((kind) =>
		courseOf(kind, 'too large, in halves', {
			setting: { rows: rowsOf(kind === 'bulk' ? 'AB' : 'ABC') },
			weather: {
				...(isBulk(kind) && !isLong ? CALM : ROUGH),
				largest: isBulk(kind) ? 1 : 2,
				mayRepeat: false,
			},
		}),
	),
	courseOf('sms', 'too large', {
		weather: { ...ROUGH, largest: 0, mayRepeat: false },
	}),
];

/** What one try that was killed leaves unknown, with a list that has changed, the next one must not take for sent. */
const triedAgain = [
	courseOf('campaign', 'one is added, and it is tried again', {
		setting: { rows: rowsOf('AB') },
		changes: { 'one is added': rowsOf('ABC') },
		mustChange: true,
		tries: 3,
		weather: { ...ROUGH, posts: 1, mayRepeat: false },
	}),
	...(isLong ? (['file'] as const) : []).map((kind) =>
		courseOf(kind, 'too large, tried again', {
			setting: ONE_PIECE,
			tries: 3,
			weather: { ...ROUGH, posts: 1, largest: 2, mayRepeat: false },
		}),
	),
];

/** The user chooses other references before the retry. */
const otherReferences = (['sms', 'campaign'] as const).flatMap((kind) =>
	referencesOf(kind).map((references) =>
		courseOf(kind, 'then with other references', {
			setting: { references },
			then: { references: references === 'custom' ? 'automatic' : 'custom' },
			tries: 3,
			weather: { ...CALM, posts: 1, mayRepeat: false },
		}),
	),
);

/** Records of an earlier try that has sent, in forms that this version does not write. */
const FORMS: Readonly<Record<string, object>> = {
	'with other names': { account: 'first', day: '2026-01-01', sends: [{ is: 'sent' }] },
	'with nothing in it': {},
	'with other entries': {
		account: 'first',
		day: '2026-01-01',
		requests: [{ is: 'sent' }],
		writes: {},
	},
};
const otherForms = MOST.flatMap((kind) =>
	Object.entries(FORMS).map(([name, form]) => {
		const course = courseOf(kind, `a record ${name}`, {
			setting: isBulk(kind) ? ONE : {},
			tries: 2,
			weather: { ...CALM, mayRepeat: false },
		});
		return {
			...course,
			begin({ saved, service }: State) {
				saved.push({ context: contextWith(form), died: false, isRetried: false });
				// It went out under references that this version would not make.
				for (const { row, phone } of course.setting.rows) {
					const sent = { row, phone, reference: `other${row}` };
					carryOut(service, { account: 'first', kind: 'campaign', messages: [sent] });
				}
			},
		};
	}),
);

/** A retry is stopped, and the execution that it retried is tried again from the list. Single messages have many ways there. */
const stoppedRetry = MOST.filter((kind) => isLong || (kind !== 'sms' && kind !== 'bulk')).map(
	(kind) =>
		courseOf(kind, 'a retry is stopped, and another one made', {
			setting: isBulk(kind) ? ONE : kind === 'file' ? ONE_PIECE : {},
			tries: 3,
			weather: { ...CALM, posts: 1, mayStop: true, mayRepeat: false },
		}),
);

/** Two SMS go out each by itself: the short form shows one. */
const lettersOf = (kind: Kind): string => (kind === 'sms' && !isLong ? 'A' : 'AB');
/** A row that was right is not to go out any more in a retry. */
const turnedWrong = (['sms', 'bulk', 'campaign'] as const).flatMap((kind) =>
	// Of single and bulk messages one each is enough to show that the row is left alone.
	(['refused', 'skipped'] as const)
		.filter((is) => isLong || kind === 'campaign' || (kind === 'sms') === (is === 'refused'))
		.map((is) =>
			courseOf(kind, `a row is ${is} by then`, {
				setting: { leavesOut: true, rows: rowsOf(lettersOf(kind)) },
				changes: {
					[`it is ${is}`]: rowsOf(lettersOf(kind)).map((one, at) =>
						at === 0 ? { ...one, is } : one,
					),
				},
				mustChange: true,
				weather: { ...CALM, posts: 1, mayRepeat: false },
			}),
		),
);

/** Each item makes a campaign, one after the other; or two SMS go their ways, under Continue. */
const several = [
	...(isLong ? (['stop', 'sendAgain'] as const) : (['stop'] as const)).map((ifUnknown) =>
		courseOf('contactLists', `${ifUnknown}, two items`, {
			setting: { ifUnknown, rows: rowsOf('AB') },
			weather: { ...ROUGH, posts: 1, mayRepeat: false },
		}),
	),
	...(['sms', 'contactLists'] as const).map((kind) =>
		courseOf(kind, 'two items, under Continue', {
			setting: { rows: rowsOf('AB'), continues: true },
			weather: { ...CALM, posts: 1, mayRepeat: false },
		}),
	),
];

/** A file of bulk requests. */
const bulkFiles = (isLong ? ALL : (['stop', 'countAsSent'] as const))
	.map((ifUnknown) =>
		courseOf('bulkFile', `${ifUnknown}, retries`, {
			setting: { ifUnknown, rows: rowsOf(ifUnknown === 'stop' ? 'AB' : 'A') },
			weather: { ...CALM, posts: 1, mayRepeat: false },
		}),
	)
	.concat(
		isLong
			? courseOf('bulkFile', 'two pieces', {
					setting: { rows: rowsOf('ABC') },
					weather: { ...CALM, posts: 1, mayRepeat: false },
				})
			: [],
	);

export const courses: Course[] = [
	...stoppedRetry,
	...turnedWrong,
	...several,
	...bulkFiles,
	...stopped,
	...retried,
	...chosen,
	...otherKey,
	...leftOut,
	...changed,
	...changedCampaign,
	...numbers,
	...lying,
	...counted,
	...forbidden,
	...tooLarge,
	...triedAgain,
	...otherReferences,
	...otherForms,
];
