import '../support/clock/machineClock.mts';
import type { IDataObject } from 'n8n-workflow';
import { wouldStop } from './everydayJudge.mts';
import { everydayStageOfTests, receivedBy, sendTo, SOURCES } from './everydaySupport.mts';
import { PHONES } from './everydayRows.mts';
import { jsonOf } from './sendsSupport.mts';

/*
 * What people write as a number, a country, a sender or nothing at all: all rows of a table are one list of recipients, in items, in a
 * list and in a file. Beside each stands what is right: what goes out, or why nothing does.
 */

const stage = everydayStageOfTests();

const FROM = SOURCES.flatMap((source) => [false, true].map((dryRun) => ({ source, dryRun })));

const MORE = /has more than the digits of one number$/;
const ROUNDED = /ends in \d zeros: a spreadsheet may have rounded it$/;

/** Numbers as people write them, with the country of those that lack its code, and the number that is meant, or why it is refused. */
const NUMBERS: ReadonlyArray<[given: string | number, land: string, right: string | RegExp]> = [
	// A report of users (phone-report 234): something after the number.
	['+49 30 1234567/9', '', MORE],
	['+43 1 234567/12', '', MORE],
	['+49 30 1234567 (3)', '', MORE],
	['030 1234568/9', 'Germany', MORE],
	['0664 1234567 12', 'Austria', MORE],
	['+49 30 1234567\u00b2', '', MORE],
	['+49 30 1234567 ext. 3', '', MORE],
	['+49 (0)30 1234561', '', '49301234561'],
	['(030) 123-4562', 'Germany', '49301234562'],
	['030/1234563', 'Germany', '49301234563'],
	['0664/123 45 64', 'Austria', '436641234564'],
	// A spreadsheet keeps six digits of twelve, and shows eleven as they are (notifications-admin 4124).
	['380991000000', '', ROUNDED],
	[380670000000, '', ROUNDED],
	['+380991000000', '', '380991000000'],
	['380991200000', '', '380991200000'],
	[48512300000, '', '48512300000'],
	// Digits of any script.
	['+९१ ९८१२३ ४५६७८', '', '919812345678'],
	['০১৭১২৩৪৫৬৭৮', 'Bangladesh', '8801712345678'],
	['๐๘๑ ๒๓๔ ๕๖๗๘', 'Thailand', '66812345678'],
	['٣٨٠٩٩١١١٢٢١٧', '', '380991112217'],
	// Countries by ISO's names and codes of three letters, and by other names in use (ISO 3166-1).
	['010-1234-5678', 'Korea, Republic of', '821012345678'],
	['07400 123456', 'GBR', '447400123456'],
	['0532 123 45 67', 'T\u00fcrkiye', '905321234567'],
	['6612 3456', 'Macao', '85366123456'],
	['601 123 456', 'Czechia', '420601123456'],
	[
		'06 123 4567',
		'Congo',
		/^Default Country "Congo" may be Congo - Kinshasa or Congo - Brazzaville/,
	],
];

/** Characters that show nothing, by their names in Unicode. */
const INVISIBLE = {
	'zero width space': '\u200b',
	'word joiner': '\u2060',
	'soft hyphen': '\u00ad',
	'Hangul filler': '\u3164',
	'halfwidth Hangul filler': '\uffa0',
	'Braille pattern blank': '\u2800',
	'zero width joiner': '\u200d',
	'variation selector-16': '\ufe0f',
	'zero width no-break space': '\ufeff',
	'no-break space': '\u00a0',
	'next line': '\u0085',
	'tag space': '\u{e0020}',
	'several of them': ' \u200b\u3164\u2060 ',
};

// Unicode's Default_Ignorable_Code_Point and White_Space: what looks empty is empty.
describe.each(FROM)('from $source, Dry Run $dryRun', ({ source, dryRun }) => {
	it.each(Object.entries(INVISIBLE))('%s alone is no name', async (_, mark) => {
		const people = [
			{ phone: PHONES[0], name: mark },
			{ phone: PHONES[1], name: 'Bo' },
		] as IDataObject[];
		const options = { invalidRecipients: 'skip' };
		const run = await sendTo(
			stage,
			source,
			people,
			{ text: 'Hi {name}, welcome', options },
			dryRun,
		);
		expect(run.error?.message).toBeUndefined();
		expect(receivedBy(stage).map(({ text }) => text)).toEqual(dryRun ? [] : ['Hi Bo, welcome']);
		stage.sandbox.reset();
		const other = await sendTo(stage, source, people, { text: 'Hi {name|there}' }, dryRun);
		expect(other.error?.message).toBeUndefined();
		expect(receivedBy(stage).map(({ text }) => text)).toEqual(dryRun ? [] : ['Hi there', 'Hi Bo']);
		if (source !== 'file')
			expect(jsonOf(run)[0]?.reason).toMatch(/^Text needs the field "name", which is empty here/);
	});

	it.each(['\u200b', '\u3164\u2800', '={{ "\u2060" }}'])('%j is no text', async (text) => {
		const run = await sendTo(stage, source, [{ phone: PHONES[0] }], { text }, dryRun);
		expect(run.error?.message).toMatch(/^Text is empty/);
		expect(receivedBy(stage)).toEqual([]);
	});

	it('numbers are read as their writers mean them, and refused where that is not sure', async () => {
		const people = NUMBERS.map(([phone, land]) => ({ phone, land }));
		const options = { invalidRecipients: 'skip' };
		const form = { text: 'Hi', defaultCountry: '{land}', options };
		const run = await sendTo(stage, source, people, form, dryRun);
		expect(run.error?.message).toBeUndefined();
		const rights = NUMBERS.map(([, , right]) => right);
		const meant = rights.filter((right) => typeof right === 'string');
		expect(receivedBy(stage).map(({ phone }) => phone)).toEqual(dryRun ? [] : [...meant].sort());
		if (source === 'file') return;
		expect(
			jsonOf(run).map(({ status, phone, reason }) => (status === 'refused' ? reason : phone)),
		).toEqual(
			rights.map((right) => (typeof right === 'string' ? right : expect.stringMatching(right))),
		);
	});

	// A sender with a mark that nobody sees is another one for the service: the mark goes, or the sender is refused by its name.
	it('a sender is what people see of it', async () => {
		const brands = [
			'Shop\u00a0A',
			'\u2060Shop\u2003A\u200b',
			'Sh\u00adop\u202fA',
			'\u202aShop A\u202c',
		];
		const people = brands.map((brand, index) => ({ phone: `3809911123${10 + index}`, brand }));
		const form = { text: 'Hi', sender: { __rl: true, mode: 'name', value: '{brand}' } };
		const run = await sendTo(stage, source, people, form, dryRun);
		expect(run.error?.message).toBeUndefined();
		expect(receivedBy(stage).map(({ sender }) => sender)).toEqual(
			dryRun ? [] : brands.map(() => 'Shop A'),
		);
		stage.sandbox.reset();
		const [first] = people;
		const wrong = await sendTo(stage, source, [{ ...first, brand: 'Shop\u0007A' }], form, dryRun);
		expect(wrong.error?.message ?? wouldStop(wrong)).toMatch(
			/Sender "Shop\?A" has characters that cannot be shown/,
		);
		expect(receivedBy(stage)).toEqual([]);
	});
});
