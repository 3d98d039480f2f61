import '../support/clock/machineClock.mts';
import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { isLong } from '../support/options.mts';
import { wouldStop } from './everydayJudge.mts';
import {
	byPhone,
	everydayStageOfTests,
	receivedBy,
	sendTo,
	SOURCES,
	type Received,
} from './everydaySupport.mts';
import { jsonOf } from './sendsSupport.mts';

/*
 * Random lists of people. Whoever made a row knows what must become of it: the number, text, sender and time that go out, or that it is
 * refused. What the sandbox receives is exactly that, and Dry Run has said it before.
 */

const LISTS = isLong ? 1000 : 80;

const stage = everydayStageOfTests();

/** A value as a table holds it, and what is meant by it; undefined where it must be refused. */
interface Meant<T = string> {
	given: unknown;
	meant: T | undefined;
}

const digits = (count: number) =>
	fc
		.array(fc.integer({ min: 1, max: 9 }), { minLength: count, maxLength: count })
		.map((all) => all.join(''));

const inDevanagari = (text: string): string =>
	text.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)));

/** Numbers of Ukraine and Poland in the ways in which people write them; Default Country is Ukraine. */
const phone: fc.Arbitrary<Meant> = fc.oneof(
	{
		weight: 6,
		arbitrary: fc
			.tuple(
				digits(7),
				fc.constantFrom(
					(end: string) => `+38067${end}`,
					(end: string) => `38067${end}`,
					(end: string) => `067${end}`,
					(end: string) => `+38 (067) ${end.slice(0, 3)}-${end.slice(3, 5)}-${end.slice(5)}`,
					(end: string) => `00380 67 ${end}`,
					(end: string) => ` 067\u00a0${end}\u200e`,
					(end: string) => `067 ${inDevanagari(end)}`,
				),
			)
			.map(([end, write]) => ({ given: write(end), meant: `38067${end}` })),
	},
	{
		weight: 1,
		arbitrary: digits(6).map((end) => ({ given: `+48512${end}`, meant: `48512${end}` })),
	},
	{
		weight: 1,
		arbitrary: fc
			.constantFrom('', '12', 'no number', '3.8067E+11', '380670000000', '067 123', '067 1234567/9')
			.map((given) => ({ given, meant: undefined })),
	},
);

const word = fc.constantFrom('Ann', 'Олена', 'Zoé', "O'Neil", 'a {b} c', '{{x}}', '100%', 'x|y');
const name: fc.Arbitrary<Meant> = fc.oneof(
	{
		weight: 5,
		arbitrary: fc
			.tuple(word, fc.constantFrom('', ' ', '\t', '\u00a0'))
			.map(([one, blank]) => ({ given: `${blank}${one}${blank}`, meant: one })),
	},
	{
		weight: 1,
		arbitrary: word.map((one) => ({ given: one.normalize('NFD'), meant: one.normalize('NFC') })),
	},
	{
		weight: 1,
		arbitrary: fc
			.constantFrom('', ' ', '\u200b', '\u3164\u2060', null, undefined)
			.map((given) => ({ given, meant: undefined })),
	},
);

/** Winter: the clocks of Kyiv are two hours ahead of UTC, the zone of the credential. */
const at: fc.Arbitrary<Meant> = fc
	.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 3 }))
	.chain(([hour, day]) => {
		const start = Date.UTC(2026, 11, 10 + day, hour);
		const iso = (ms: number): string => new Date(ms).toISOString();
		const meant = iso(start).slice(0, 19).replace('T', ' ');
		const local = iso(start + 7_200_000);
		return fc
			.constantFrom(
				iso(start),
				local.slice(0, 16),
				local.slice(0, 19).replace('T', ' '),
				`${local.slice(0, 19)}+02:00`,
				`${local.slice(0, 16)}[Europe/Kyiv]`,
				start / 1000,
			)
			.map((given) => ({ given, meant }));
	});

const TEMPLATES: ReadonlyArray<[string, (value: string | undefined) => string | undefined]> = [
	['Hi {name}', (value) => (value === undefined ? undefined : `Hi ${value}`)],
	['Hi {{name}}!', (value) => (value === undefined ? undefined : `Hi ${value}!`)],
	['{{ $json.name }}: \\{1\\}', (value) => (value === undefined ? undefined : `${value}: {1}`)],
	['Hi {name|there}', (value) => `Hi ${value ?? 'there'}`],
];

const list = fc.record({
	source: fc.constantFrom(...SOURCES),
	template: fc.constantFrom(...TEMPLATES),
	column: fc.constantFrom('name', '\ufeffname', ' name'),
	hasStart: fc.boolean(),
	hasBrand: fc.boolean(),
	people: fc.array(fc.record({ phone, name, at, brand: fc.constantFrom('Shop', 'Shop2', '') }), {
		minLength: 1,
		maxLength: 6,
	}),
});

test(`${LISTS} random lists: what goes out is what was meant, and Dry Run had said it`, async () => {
	const seen = { sent: 0, refused: 0, failed: 0 };
	await fc.assert(
		fc.asyncProperty(
			list,
			async ({ source, template: [text, filled], column, hasStart, hasBrand, people }) => {
				// An expression is evaluated for each item: entries of a list and a file have no times of their own.
				const timed = hasStart && source === 'items';
				const rows = people.map(
					(one): IDataObject => ({
						phone: one.phone.given as string,
						[column]: one.name.given as string,
						...(hasBrand && { brand: one.brand }),
						...(timed && { at: one.at.given as string }),
					}),
				);
				const meant = people.map((one): Received | undefined => {
					const own = filled(one.name.meant);
					if (one.phone.meant === undefined || own === undefined || (hasBrand && one.brand === ''))
						return undefined;
					return {
						phone: one.phone.meant,
						text: own,
						sender: hasBrand ? one.brand : 'Shop',
						...(timed && { startAt: one.at.meant }),
					};
				});
				// Of equal texts to one number the first goes out.
				const keys = meant.map((one) => one && `${one.phone} ${one.text}`);
				const expected = meant.filter(
					(one, index): one is Received => one !== undefined && keys.indexOf(keys[index]) === index,
				);
				const form: INodeParameters = {
					text,
					defaultCountry: 'Ukraine',
					...(hasBrand && { sender: { __rl: true, mode: 'name', value: '{brand}' } }),
					options: { invalidRecipients: 'skip', ...(timed && { startAt: '={{ $json.at }}' }) },
				};
				stage.sandbox.reset();
				const dry = await sendTo(stage, source, rows, form, true);
				expect(receivedBy(stage)).toEqual([]);
				const run = await sendTo(stage, source, rows, form);
				expect(receivedBy(stage)).toEqual([...expected].sort(byPhone));
				// Its hint says the same, and the cure.
				const [, why = ''] =
					/^(?:Nothing was sent: )?(.*?)(?: \[item \d+\])?$/.exec(run.error?.message ?? '') ?? [];
				if (run.error) expect(dry.error?.message ?? wouldStop(dry)).toContain(why);
				else expect([dry.error, wouldStop(dry)]).toEqual([undefined, undefined]);
				seen[run.error ? 'failed' : 'sent']++;
				if (expected.length < people.length) seen.refused++;
				if (expected.length > 0) expect(run.error).toBeUndefined();
				if (run.error || source === 'file') return;
				const said = jsonOf(dry).filter(({ status }) => status === 'dry run');
				expect(
					said.map(({ phone: to, text: own, sender, start_at: start }) => ({
						phone: to,
						text: own,
						sender,
						...(timed && {
							startAt: new Date(String(start)).toISOString().slice(0, 19).replace('T', ' '),
						}),
					})),
				).toEqual(expected);
			},
		),
		{ numRuns: LISTS },
	);
	expect(seen.sent).toBeGreaterThan(LISTS / 2);
	expect(seen.refused).toBeGreaterThan(LISTS / 5);
	expect(seen.failed).toBeGreaterThan(LISTS / 50);
}, 600_000);
