import fc from 'fast-check';
import type { Arbitrary } from 'fast-check';

// What nobody should give for a parameter.

/** One value of any kind, good or bad. */
export type Value = unknown;

const MEGABYTE = 2 ** 20;
export const from = <T,>(...values: T[]): Arbitrary<T> => fc.constantFrom(...values);

/** Text of any 16-bit units: control characters, halves of characters, right-to-left text, emoji. */
export const units = fc
	.array(
		fc.oneof(
			{ weight: 3, arbitrary: fc.integer({ min: 0x20, max: 0x7e }) },
			{ weight: 1, arbitrary: fc.integer({ min: 0, max: 0x1f }) },
			{
				weight: 1,
				arbitrary: from(0x5d0, 0x627, 0x202e, 0x200f, 0x2066, 0x200b, 0xfeff, 0x20ac, 0x0416),
			},
			{ weight: 1, arbitrary: fc.integer({ min: 0xd800, max: 0xdfff }) },
			{ weight: 1, arbitrary: fc.integer({ min: 0, max: 0xffff }) },
		),
		{ maxLength: 40 },
	)
	.map((codes) => String.fromCharCode(...codes));

/** Texts, numbers and other values that are special to somebody. */
export const NASTY = from<Value>(
	'',
	' ',
	'\n',
	'\t',
	'\u0000',
	'0',
	'-1',
	'1e5',
	'1e308',
	'0x10',
	'١٢٣',
	'９',
	'NaN',
	'null',
	'undefined',
	'true',
	'[]',
	'{}',
	'[object Object]',
	'__proto__',
	'constructor',
	'prototype',
	'hasOwnProperty',
	'toString',
	'valueOf',
	'{__proto__}',
	'{constructor.name}',
	'../../api/auth/login',
	'..',
	'.',
	'/',
	'\\',
	'..%2f..%2f',
	'%00',
	'%',
	'a/b',
	'a?b=c',
	'a#b',
	'a b',
	'a&b',
	'id/../../1',
	'1/stop',
	'1;2',
	'//example.com',
	'http://example.com/1',
	'https://example.com/rest/sms/123',
	'\u202e123',
	'\ud83d',
	'\ude00',
	'👍',
	'👨‍👩‍👧',
	'שלום',
	'مرحبا',
	'Привіт',
	'ﬀ',
	'İ',
	'ß',
	'\ufeff',
	'=1+1',
	'{{ $json }}',
	'<script>',
	"' OR 1=1 --",
	'line\r\nX-API-KEY: x',
	0,
	-0,
	1,
	-1,
	0.5,
	1e21,
	1e308,
	-1e308,
	5e-324,
	2 ** 31,
	2 ** 53,
	2 ** 53 - 1,
	2 ** 63,
	Number.NaN,
	Infinity,
	-Infinity,
	true,
	false,
	null,
	undefined,
	[],
	[[]],
	[null],
	[undefined],
	[1],
	['1'],
	[1, 1],
	[{}],
	['__proto__'],
	{},
	{ length: 1 },
	{ id: 1 },
	{ value: 'x' },
	{ toString: 'x' },
	{ __rl: true, value: '1', mode: 'id' },
	{ __rl: true },
);

/** Objects with keys that change other objects where they are copied carelessly. */
const polluting = from(
	'{"__proto__":{"polluted":true}}',
	'{"constructor":{"prototype":{"polluted":true}}}',
	'[{"__proto__":{"polluted":true}}]',
	'{"id":"__proto__","value":{"polluted":true}}',
).map((text): Value => JSON.parse(text));

/** Values of a megabyte. What reads them in more than one pass takes longer than a test may. */
export const enormous: Arbitrary<Value> = from<() => Value>(
	() => 'x'.repeat(MEGABYTE),
	() => '7'.repeat(MEGABYTE),
	() => '👍'.repeat(MEGABYTE / 4),
	() => ' '.repeat(MEGABYTE),
	() => '{'.repeat(MEGABYTE),
	() => '+('.repeat(MEGABYTE / 2),
	() => `1${'0'.repeat(400)}`,
	() => `${' '.repeat(MEGABYTE / 2)}x`,
	() => 'https://x/'.repeat(MEGABYTE / 10),
	() => `2026-11-21${' '.repeat(MEGABYTE)}`,
	() => Array.from({ length: 20_000 }, () => '1'),
	() => '\u202e'.repeat(MEGABYTE / 2),
).map((make) => make());

/** What nobody should give for any parameter. */
export const bad: Arbitrary<Value> = fc.oneof(
	{ weight: 40, arbitrary: NASTY },
	{ weight: 20, arbitrary: units },
	{ weight: 10, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
	{ weight: 8, arbitrary: fc.double() },
	{ weight: 6, arbitrary: fc.integer() },
	{
		weight: 6,
		arbitrary: fc
			.anything({ maxDepth: 2, withNullPrototype: false })
			.filter((value) => !['bigint', 'symbol', 'function'].includes(typeof value)),
	},
	{ weight: 4, arbitrary: polluting },
);
