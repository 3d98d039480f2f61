import * as checks from '../../../nodes/shared/validation/index.ts';
import type { Checked } from '../../../nodes/shared/validation/index.ts';
import { refusalError } from '../../../nodes/shared/errors/index.ts';
import { LIMITS } from '../../../nodes/shared/spec/index.ts';
import { NODE } from './faultSupport.mts';

/** Every text that a refusal shows, word for word: people search for them, and workflows compare them. */
const PHONE =
	'Use the international form with country code, 9 to 15 digits: in Ukraine, for example, 380 and the 9 digits after it.';
const COUNTRY =
	'Set Default Country to the country of such numbers, or write them with + and country code, such as +380 for Ukraine.';
const NOW = new Date('2026-11-21T10:00:00Z');
const FRACTION = 'is a number that is negative, too long or has a fraction';
const { application } = LIMITS;

/** Of a check the field, what cures most of its refusals, and what is refused with which words; a row may have a cure of its own. */
type Group = [
	check: (given: unknown) => Checked<unknown>,
	field: string,
	cure: string,
	...rows: Array<[given: unknown, words: string, cure?: string]>,
];
const GROUPS: Group[] = [
	[
		(given) => checks.checkPhone(given),
		'Phone Number',
		PHONE,
		['', 'is empty', 'Fill in the number, or correct the name of the field that it comes from.'],
		['()', '… has no digits'],
		[{}, 'is an object'],
		['38099', '…8099 has 5 digits instead of 9 to 15'],
		[
			'3.8E+11',
			'…3811 is shortened by a spreadsheet',
			'Format the column as text in the spreadsheet: the digits are lost in this form.',
		],
		[
			'38099x',
			'…8099 has more than the digits of one number',
			'Give one phone number, and nothing after it.',
		],
		[
			380991000000,
			'380991000000 ends in 6 zeros: a spreadsheet may have rounded it',
			'Format the column as text in the spreadsheet. If the number is right, write it with +.',
		],
		['0991112233', '…2233 begins with 0, so its country code is missing', COUNTRY],
	],
	[
		(given) => checks.checkSender(given, 'legacy'),
		'Sender',
		'Use 1 to 14 characters.',
		['', 'is empty'],
	],
	[
		(given) => checks.checkSender(given, 'personalized'),
		'Sender',
		'Use 1 to 11 Latin letters, digits, symbols and spaces, or 1 to 15 digits.',
		[['x'], 'is a list'],
		['a\u0007b', '"a?b" has characters that cannot be shown'],
		['a\ud800', '"a?" has characters that cannot be shown'],
		['Магазин', '"Магазин" is not in the form that the service takes'],
	],
	[
		(given) => checks.checkSender(given, 'registration'),
		'Sender',
		'Use 1 to 11 Latin letters and digits, or 1 to 15 digits. A numeric sender has no +.',
		['+3809', '"+3809" is not in the form that the service takes'],
	],
	[
		(given) => checks.checkText(given),
		'Text',
		'Write a text.',
		['', 'is empty'],
		[true, 'is the value true'],
		[
			'a\ud800',
			'holds half of a character',
			'It was cut in the middle of an emoji or similar: cut it elsewhere.',
		],
		[
			'a'.repeat(766),
			'has 766 characters, more than the 765 that 5 segments hold',
			'Shorten the text. The characters ^ { } \\ [ ] ~ | and € count twice.',
		],
		[
			'яжфґ'.repeat(84),
			'has 336 characters, more than the 335 that 5 segments hold',
			'Shorten the text. Characters outside the GSM-7 alphabet, here я ж ф, lower the limit from 765 to 335; emoji count twice.',
		],
	],
	[
		(given) => checks.checkReference(given),
		'Reference',
		'Use 1 to 32 Latin letters and digits.',
		['a b', '"a b" is not in the form that the service takes'],
	],
	[
		(given) => checks.checkReferenceLookup(given),
		'Reference',
		'Use 1 to 32 Latin letters, digits, _ and -.',
		[1.5, FRACTION],
	],
	[
		(given) => checks.checkId(given, 'Task ID'),
		'Task ID',
		'Use the number that the service gave, 1 to 19 digits.',
		['x', '"x" is not in the form that the service takes'],
		[2 ** 60, 'has lost digits: it is too long for a number', 'Pass the ID as text.'],
	],
	[
		(given) => checks.checkFileKey(given),
		'File Key',
		'Use the key of the report file, 1 to 64 letters and digits.',
		['a/b', '"a/b" is not in the form that the service takes'],
	],
	[
		(given) => checks.checkCountry(given, 'Country Code'),
		'Country Code',
		'Use a name such as Ukraine, a code such as UA, or a calling code such as +380.',
		['Atlantis', '"Atlantis" is no country'],
	],
	[
		(given) => checks.checkValidity(given),
		'Validity',
		'Use a whole number from 1 to 72 hours.',
		[0, '0 lies outside 1 to 72 hours'],
		['1.5', '"1.5" is not a whole number from 1 to 72'],
	],
	[
		(given) => checks.checkTariff(given),
		'Tariff',
		'Use a whole number from 0 to 9.',
		[10, '10 lies outside 0 to 9'],
		[null, 'is empty'],
	],
	[
		(given) => checks.checkStartAt(given, 'UTC', NOW, 'UTC'),
		'Start At',
		'Choose a time within 30 days.',
		['2026-12-21T10:00:01Z', '2026-12-21 10:00:01 (UTC) lies more than 30 days ahead'],
		[
			'2026-11-21T09:58:00Z',
			'2026-11-21 09:58:00 (UTC) has passed',
			'Choose a later time, or leave Start At out. A time that names no zone counts in the time zone of the workflow.',
		],
	],
	[
		(given) => checks.checkCompanyCode(given),
		'Company Code',
		'Use 1 to 30 digits.',
		['x', '"x" has characters that are not digits'],
	],
	[
		(given) => checks.checkLength(given, application.description, 'Description'),
		'Description',
		'Use 1 to 1000 characters.',
		['', 'is empty'],
		[5.5, FRACTION],
		['a\ud800', 'holds half of a character'],
	],
	[
		(given) => checks.checkLength(given, application.site_url, 'Site URL'),
		'Site URL',
		'Use 0 to 150 characters.',
		['x'.repeat(151), 'has 151 characters instead of 0 to 150'],
	],
	[
		(given) => checks.checkGroups(given),
		'Contact Lists',
		'Use the ID that the service gave.',
		[[], 'is empty', 'Choose a contact list, or give its ID.'],
		[['9007199254740993'], '"…0993" is too long for a whole number'],
	],
	[
		(given) => checks.checkContactFields(given),
		'Custom Fields',
		'Give text; an empty text clears the field.',
		[undefined, 'is empty', 'Give pairs of a field ID and a value.'],
		['x', 'is text', 'Give pairs of a field ID and a value.'],
		[[{ id: 5 }], ': the value of field 5 is missing'],
		[[{ id: 5, value: ['x'] }], ': the value of field 5 is a list'],
		[
			{ 5: '\ud800' },
			': the value of field 5 holds half of a character',
			'Cut the text elsewhere.',
		],
		[[5, '5'].map((id) => ({ id, value: '' })), 'names field 5 twice', 'Name each field once.'],
	],
	[
		(given) => checks.checkContactFields(given),
		'Custom Fields: ID',
		'Use the number that the service gave, 1 to 19 digits.',
		[{ x: 1 }, '"x" is not in the form that the service takes'],
	],
];

describe.each(GROUPS)('%p: %s', (check, field, cure, ...rows) => {
	it.each(rows)('%j', (given, words, description = cure) => {
		const checked = check(given);
		const message = `${field}${words.startsWith(':') ? '' : ' '}${words}`;
		expect(checked).toEqual({ ok: false, refusal: { field, message, description } });
		// It is shown as it stands: its cure holds nothing that is hidden like a number.
		if (!checked.ok) expect(refusalError(NODE, checked.refusal).description).toBe(description);
	});
});
