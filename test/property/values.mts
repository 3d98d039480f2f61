import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';
import { bad, from, NASTY, units } from './bad.mts';
import type { Value } from './bad.mts';

export type { Value } from './bad.mts';

const DAY_MS = 86_400_000;

/** A good value with one change: a unit more, less or another. */
export const nearly = (good: Arbitrary<string>): Arbitrary<Value> =>
	fc
		.tuple(
			good,
			fc.nat(),
			from(
				'',
				' ',
				'\n',
				'\u0000',
				'0',
				'9',
				'a',
				'Z',
				'_',
				'-',
				'+',
				'.',
				'/',
				'%',
				'é',
				'Ж',
				'€',
				'👍',
				'\ud83d',
				'\u202e',
				'٣',
				'ſ',
				'K',
			),
			fc.boolean(),
		)
		.map(([text, at, unit, replace]) => {
			const place = at % (text.length + 1);
			return text.slice(0, place) + unit + text.slice(place + (replace ? 1 : 0));
		});

/** Without the size fast-check seldom makes more than ten characters, and long ones would go untried. */
const chars = (alphabet: string, min: number, max: number): Arbitrary<string> =>
	fc.string({ unit: from(...alphabet), minLength: min, maxLength: max, size: 'max' });
const LETTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DIGITS = '0123456789';

/** Lengths around a limit. */
const around = (alphabet: string, limit: number): Arbitrary<string> =>
	chars(alphabet, Math.max(0, limit - 1), limit + 1);

export interface Kind {
	good: Arbitrary<Value>;
	edge: Arbitrary<Value>;
	/** Good values at the limits, which few random ones reach. */
	limits?: readonly Value[];
}

const kind = (
	good: Arbitrary<string>,
	limits: Value[],
	...edges: Array<Arbitrary<Value>>
): Kind => ({ good, limits, edge: fc.oneof(nearly(good), ...edges) });

/** `yyyy-mm-dd hh:mm:ss` in UTC, some days from now. */
const stamp = (days: number): string =>
	new Date(Date.now() + days * DAY_MS + 3600_000).toISOString().slice(0, 19).replace('T', ' ');

const SYMBOLS = '!"#$%&\'()*+,-.';
const senderKind = (...limits: Value[]): Kind =>
	kind(
		chars(LETTERS + DIGITS, 1, 11),
		['A', ...limits],
		around(LETTERS + DIGITS, 11),
		around(LETTERS, 14),
		around(DIGITS, 15),
		chars(' !"#$%&\'()*+,-./:;<=>?@[]^_`{|}~', 0, 15),
	);
const referenceKind = (...limits: Value[]): Kind =>
	kind(
		chars(LETTERS + DIGITS, 1, 32),
		['Z', '0', '9'.repeat(32), 'aZ'.repeat(16), ...limits],
		around(LETTERS + DIGITS, 32),
		chars(`${LETTERS}_-`, 1, 33),
		fc.nat(),
	);

export const KINDS = {
	phone: kind(
		fc
			.tuple(from(50, 63, 66, 67, 68, 73, 91, 93, 95, 96, 97, 98, 99), fc.nat(9_999_999))
			.map(([code, number]) => `380${code}${String(number).padStart(7, '0')}`),
		['100000000', '999999999999999', 100_000_000, 999_999_999_999_999],
		chars(DIGITS, 7, 17),
		chars(`${DIGITS}+-() .`, 0, 20),
		fc.integer({ min: 0, max: 2 ** 53 - 1 }),
	),
	/** By interface: legacy, campaigns, registration. */
	originator: senderKind(SYMBOLS, '9'.repeat(14)),
	sender: senderKind(SYMBOLS.slice(0, 11), '9'.repeat(15)),
	/** Of a one-time password. */
	codeSender: kind(
		chars(LETTERS + DIGITS, 3, 11),
		['abc', SYMBOLS.slice(0, 11), '9'.repeat(15)],
		around(LETTERS + DIGITS, 11),
		around(LETTERS, 3),
		around(DIGITS, 15),
	),
	registrable: senderKind('Z'.repeat(11), '9'.repeat(15)),
	/** An RCS agent, and the text of an RCS message, whose units are those of UTF-16. */
	agent: kind(chars(`${LETTERS}${DIGITS}`, 1, 40), ['A', 'Ж'.repeat(40)], around(LETTERS, 40)),
	rcsText: kind(
		chars(`${LETTERS}${DIGITS} .,!?`, 1, 60).filter((text) => text.trim() !== ''),
		['x', 'Ж'.repeat(160), `${'x'.repeat(158)}👍`],
		chars(LETTERS, 158, 162),
		fc.nat(4).map((more) => `${'x'.repeat(157 + more)}👍`),
	),
	/** The text of a message by Viber. */
	viberText: kind(
		chars(`${LETTERS}${DIGITS} .,!?`, 1, 60).filter((text) => text.trim() !== ''),
		['x', 'Ж'.repeat(1000), `${'x'.repeat(998)}👍`],
		chars(LETTERS, 998, 1002),
		fc.nat(4).map((more) => `${'x'.repeat(997 + more)}👍`),
	),
	text: kind(
		chars(`${LETTERS}${DIGITS} .,!?`, 1, 60).filter((text) => text.trim() !== ''),
		['x', 'a'.repeat(765), 'Ж'.repeat(335), '€'.repeat(382)],
		chars(LETTERS, 763, 767),
		chars('Ж', 333, 337),
		fc.nat(6).map((more) => `${'a'.repeat(760)}${'€'.repeat(more)}`),
		fc.nat(4).map((more) => `${'👍'.repeat(166)}${'Ж'.repeat(more)}`),
	),
	/** A text with addresses, each of which counts as the longest short link of the sandbox: 44 characters. */
	linkedText: kind(
		fc
			.array(
				fc.oneof(
					chars(LETTERS, 1, 9),
					chars(LETTERS, 1, 60).map((path) => `https://shop.example.com/${path}`),
				),
				{ minLength: 1, maxLength: 8 },
			)
			.map((words) => words.join(' ')),
		[
			`${'a'.repeat(720)} https://a.b`,
			`${'Ж'.repeat(290)} https://a.b`,
			`https://a.b/${'p'.repeat(2036)} ${'a'.repeat(720)}`,
		],
		fc.nat(4).map((more) => `${'a'.repeat(718 + more)} https://a.b`),
		fc.nat(4).map((more) => `https://a.b/${'p'.repeat(2034 + more)}`),
	),
	reference: referenceKind(),
	/** To look up: older ones hold these too. */
	lookup: referenceKind('_', '-', '_-'.repeat(16)),
	id: kind(
		fc.integer({ min: 1, max: 2 ** 40 }).map(String),
		['1', 1, Number.MAX_SAFE_INTEGER, String(2 ** 53), '9223372036854775807', '9'.repeat(19)],
		chars(DIGITS, 0, 21),
		around(DIGITS, 19),
		fc.nat(),
	),
	uuid: kind(
		fc.uuid({ version: 4 }),
		['00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff'],
		chars('0123456789abcdef-', 34, 38),
	),
	fileKey: kind(
		from('700000001', '7f3a00c2d1'),
		['1', 'f', 'aZ09'.repeat(16)],
		around(LETTERS + DIGITS, 64),
	),
	hours: kind(
		fc.integer({ min: 1, max: 72 }).map(String),
		['1', '72', 1, 72],
		fc.integer({ min: -1, max: 74 }),
		fc.integer({ min: -1, max: 74 }).map(String),
		fc.double({ min: 0, max: 73 }),
		from<Value>(0, 73, '0', '73'),
	),
	tariff: kind(
		fc.integer({ min: 0, max: 9 }).map(String),
		['0', '9', 0, 9],
		fc.integer({ min: -1, max: 11 }),
		fc.integer({ min: -1, max: 11 }).map(String),
		from<Value>(-1, 10, '-1', '10'),
	),
	start: kind(
		fc.integer({ min: 0, max: 29 }).map(stamp),
		[stamp(0), stamp(29.95)],
		fc.integer({ min: -3, max: 33 }).map((days) => stamp(days)),
		from(
			'2027-02-30 10:00:00',
			'2026-13-01 00:00:00',
			'2026-12-01 24:00:00',
			'2026-12-01T10:00:00Z',
			'9800-12-31 23:59:59',
			'0000-00-00 00:00:00',
		),
	),
	past: kind(
		fc.integer({ min: 1, max: 80 }).map((days) => stamp(-days)),
		[stamp(-1), stamp(-88)],
		fc.integer({ min: 0, max: 400 }).map((days) => stamp(-days)),
	),
	bool: { good: fc.boolean(), limits: [true, false], edge: from<Value>('true', 0, 1, '') },
	groups: {
		good: fc.uniqueArray(from(201, 202), { minLength: 1 }),
		limits: [[201], [201, 202]],
		edge: fc.array(fc.oneof(from<Value>(201, 202, '201', ' 202 ', 999, 201.5, -1), fc.integer()), {
			maxLength: 4,
		}),
	},
	contactFields: {
		good: fc.uniqueArray(fc.record({ id: from(388077, 388078), value: chars(LETTERS, 0, 10) }), {
			selector: ({ id }) => id,
		}),
		limits: [[], [{ id: 388077, value: '' }], [{ id: 388078, value: 'Ж👍'.repeat(500) }]],
		edge: fc.array(
			fc.record({
				id: from<Value>(388077, '388078', 'x', '', -1, 1.5),
				value: fc.oneof(NASTY, units),
			}),
			{ maxLength: 3 },
		),
	},
	country: kind(from('UA', 'DE', 'PL'), ['AD', 'ZW'], chars(LETTERS, 0, 3)),
	company: kind(chars(DIGITS, 1, 30), ['0', '9'.repeat(30)], around(DIGITS, 30)),
	line: (min: number, max: number): Kind =>
		kind(
			chars(LETTERS, Math.max(1, min), Math.min(max, 40)),
			['x'.repeat(Math.max(1, min)), 'x'.repeat(max), '👍'.repeat(max)],
			around(LETTERS, max),
			around('👍Ж', max),
			around(LETTERS, min),
		),
	/** The address of a page. */
	address: kind(
		chars(LETTERS, 1, 40).map((path) => `https://shop.example.com/${path}`),
		['http://a', `https://a.b/${'x'.repeat(2036)}`],
		from('shop.example.com', 'ftp://shop.example.com', 'https://', 'HTTPS://A.B/?c=d#e'),
		around(LETTERS, 2036).map((path) => `https://a.b/${String(path)}`),
	),
	/** A whole number of a range. */
	whole: (min: number, max: number): Kind => ({
		good: fc.integer({ min, max }),
		limits: [min, max, String(max)],
		edge: fc.oneof(
			fc.integer({ min: min - 2, max: max + 2 }),
			fc.double({ min: min - 1, max: max + 1 }),
		),
	}),
	choice: (...values: string[]): Kind => ({
		good: from(...values),
		limits: values,
		edge: from(...values.map((value) => value.toUpperCase())),
	}),
	count: {
		good: fc.integer({ min: 1, max: 100 }),
		limits: [1, 500, 501],
		edge: fc.oneof(fc.integer({ min: -2, max: 600 }), fc.double({ min: -1, max: 60 })),
	},
} as const;

/** A list of recipients as an expression gives it. */
export const recipients: Kind = {
	good: fc.array(
		fc.oneof(
			KINDS.phone.good,
			KINDS.phone.good.map((phone) => ({ phone })),
		),
		{ minLength: 1, maxLength: 3 },
	),
	limits: [
		['100000000', { phone: '999999999999999' }],
		'380501112233,380501112234',
		[380_501_112_233],
	],
	edge: fc.array(
		fc.oneof(
			KINDS.phone.edge,
			fc.oneof(KINDS.phone.edge, bad).map((phone) => ({ phone })),
		),
		{ maxLength: 3 },
	),
};

/** IDs of messages, of which a report takes 300. */
export const messageIds: Kind = {
	...KINDS.id,
	limits: [
		...(KINDS.id.limits ?? []),
		Array.from({ length: 300 }, (_, index) => String(index + 1)),
	],
	edge: fc.oneof(
		recipients.edge,
		KINDS.id.edge,
		fc.array(KINDS.id.edge, { maxLength: 3 }),
		fc
			.integer({ min: 299, max: 302 })
			.map((length) => Array.from({ length }, (_, index) => String(index + 1))),
	),
};

/** An ID that goes out as a whole number of JSON. */
export const wholeId: Kind = { ...KINDS.id, limits: ['1', 1, Number.MAX_SAFE_INTEGER] };

/** Values of a group of the form: all of them good, or one that may not be. */
export const groupOf = (kinds: Readonly<Record<string, Kind>>): Kind => ({
	good: fc.record(
		Object.fromEntries(Object.entries(kinds).map(([name, { good }]) => [name, good])),
	),
	limits: Object.entries(kinds).flatMap(([name, { limits = [] }]) =>
		limits.map((limit) => ({ [name]: limit })),
	),
	edge: fc.oneof(
		...Object.entries(kinds).map(([name, { edge }]) => edge.map((value) => ({ [name]: value }))),
	),
});
