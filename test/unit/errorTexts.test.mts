import {
	checkCompanyCode,
	checkLength,
	checkContactFields,
	checkCountry,
	checkFileKey,
	checkGroups,
	checkId,
	checkPhone,
	checkReference,
	checkReferenceLookup,
	checkSender,
	checkStartAt,
	checkTariff,
	checkText,
	checkValidity,
} from '../../nodes/shared/validation/index.ts';
import type { INode } from 'n8n-workflow';
import { refusalError } from '../../nodes/shared/errors/index.ts';
import { LIMITS } from '../../nodes/shared/spec/index.ts';
import type { Checked } from '../../nodes/shared/validation/index.ts';

/** Every text that a refusal shows, word for word: people search for them, and workflows compare them. */
const SET_COUNTRY =
	'Set Default Country to the country of such numbers, or write them with + and country code, such as +380 for Ukraine.';
const PHONE =
	'Use the international form with country code, 9 to 15 digits: in Ukraine, for example, 380 and the 9 digits after it.';
const NOW = new Date('2026-11-21T10:00:00Z');
const CAMPAIGN_SENDER = 'Use 1 to 11 Latin letters, digits, symbols and spaces, or 1 to 15 digits.';

const table: Array<[Checked<unknown>, field: string, message: string, description: string]> = [
	[
		checkPhone(''),
		'Phone Number',
		'Phone Number is empty',
		'Fill in the number, or correct the name of the field that it comes from.',
	],
	[checkPhone('()'), 'Phone Number', 'Phone Number … has no digits', PHONE],
	[checkPhone({}, 'Phone'), 'Phone', 'Phone is an object', PHONE],
	[
		checkPhone('3.8E+11'),
		'Phone Number',
		'Phone Number …3811 is shortened by a spreadsheet',
		'Format the column as text in the spreadsheet: the digits are lost in this form.',
	],
	[
		checkPhone('38099x'),
		'Phone Number',
		'Phone Number …8099 has more than the digits of one number',
		'Give one phone number, and nothing after it.',
	],
	[
		checkPhone('38099'),
		'Phone Number',
		'Phone Number …8099 has 5 digits instead of 9 to 15',
		PHONE,
	],
	[
		checkPhone(380991000000),
		'Phone Number',
		'Phone Number 380991000000 ends in five zeros: a spreadsheet may have rounded it',
		'Format the column as text in the spreadsheet. If the number is right, write it with +.',
	],
	[
		checkPhone('0991112233'),
		'Phone Number',
		'Phone Number …2233 begins with 0, so its country code is missing',
		SET_COUNTRY,
	],
	[checkSender('', 'legacy'), 'Sender', 'Sender is empty', 'Use 1 to 14 characters.'],
	[checkSender(['x'], 'personalized'), 'Sender', 'Sender is a list', CAMPAIGN_SENDER],
	[
		checkSender('a\u0007b', 'personalized'),
		'Sender',
		'Sender "a?b" has characters that cannot be shown',
		CAMPAIGN_SENDER,
	],
	[
		checkSender('a\ud800', 'personalized'),
		'Sender',
		'Sender "a?" has characters that cannot be shown',
		CAMPAIGN_SENDER,
	],
	[
		checkSender('Магазин', 'personalized'),
		'Sender',
		'Sender "Магазин" is not in the form that the service takes',
		CAMPAIGN_SENDER,
	],
	[
		checkSender('+3809', 'registration'),
		'Sender',
		'Sender "+3809" is not in the form that the service takes',
		'Use 1 to 11 Latin letters and digits, or 1 to 15 digits. A numeric sender has no +.',
	],
	[checkText('', 'plain'), 'Text', 'Text is empty', 'Write the message as text.'],
	[checkText(true, 'plain'), 'Text', 'Text is the value true', 'Write the message as text.'],
	[
		checkText('a\ud800', 'plain'),
		'Text',
		'Text holds half of a character',
		'It was cut in the middle of an emoji or similar: cut it elsewhere.',
	],
	[
		checkText('a'.repeat(766), 'personalized'),
		'Text',
		'Text has 766 characters, more than the 765 that 5 segments hold',
		'Shorten the text. The characters ^ { } \\ [ ] ~ | and € count twice.',
	],
	[
		checkText('яжфґ'.repeat(84), 'personalized'),
		'Text',
		'Text has 336 characters, more than the 335 that 5 segments hold',
		'Shorten the text. Characters outside the GSM-7 alphabet, here я ж ф, lower the limit from 765 to 335; emoji count twice.',
	],
	[
		checkReference('a b'),
		'Reference',
		'Reference "a b" is not in the form that the service takes',
		'Use 1 to 32 Latin letters and digits.',
	],
	[
		checkReferenceLookup(1.5),
		'Reference',
		'Reference is a number that is negative, too long or has a fraction',
		'Use 1 to 32 Latin letters, digits, _ and -.',
	],
	[
		checkId('x', 'Task ID'),
		'Task ID',
		'Task ID "x" is not in the form that the service takes',
		'Use the number that the service gave, 1 to 19 digits.',
	],
	[
		checkId(2 ** 60, 'Task ID'),
		'Task ID',
		'Task ID has lost digits: it is too long for a number',
		'Pass the ID as text.',
	],
	[
		checkFileKey('a/b'),
		'File Key',
		'File Key "a/b" is not in the form that the service takes',
		'Use the key of the report file, 1 to 64 letters and digits.',
	],
	[
		checkCountry('Atlantis', 'Country Code'),
		'Country Code',
		'Country Code "Atlantis" is no country',
		'Use a name such as Ukraine, a code such as UA, or a calling code such as +380.',
	],
	[
		checkValidity(0),
		'Validity',
		'Validity 0 lies outside 1 to 72 hours',
		'Use a whole number from 1 to 72 hours.',
	],
	[
		checkValidity('1.5'),
		'Validity',
		'Validity "1.5" is not a whole number from 1 to 72',
		'Use a whole number from 1 to 72 hours.',
	],
	[checkTariff(10), 'Tariff', 'Tariff 10 lies outside 0 to 9', 'Use a whole number from 0 to 9.'],
	[checkTariff(null), 'Tariff', 'Tariff is empty', 'Use a whole number from 0 to 9.'],
	[
		checkStartAt('2026-11-21T09:58:00Z', 'UTC', NOW, 'UTC'),
		'Start At',
		'Start At 2026-11-21 09:58:00 (UTC) has passed',
		'Choose a later time, or leave Start At out. A time that names no zone counts in the time zone of the workflow.',
	],
	[
		checkStartAt('2026-12-21T10:00:01Z', 'UTC', NOW, 'UTC'),
		'Start At',
		'Start At 2026-12-21 10:00:01 (UTC) lies more than 30 days ahead',
		'Choose a time within 30 days.',
	],
	[
		checkCompanyCode('x'),
		'Company Code',
		'Company Code "x" has characters that are not digits',
		'Use 1 to 30 digits.',
	],
	[
		checkLength('', LIMITS.application.description, 'Description'),
		'Description',
		'Description is empty',
		'Use 1 to 1000 characters.',
	],
	[
		checkLength(5.5, LIMITS.application.informing_purpose, 'Informing Purpose'),
		'Informing Purpose',
		'Informing Purpose is a number that is negative, too long or has a fraction',
		'Use 1 to 1000 characters.',
	],
	[
		checkLength('x'.repeat(151), LIMITS.application.site_url, 'Site URL'),
		'Site URL',
		'Site URL has 151 characters instead of 0 to 150',
		'Use 0 to 150 characters.',
	],
	[
		checkLength('a\ud800', LIMITS.application.comment, 'Comment'),
		'Comment',
		'Comment holds half of a character',
		'Use 0 to 1000 characters.',
	],
	[
		checkGroups([]),
		'Contact Lists',
		'Contact Lists is empty',
		'Choose a contact list, or give its ID.',
	],
	[
		checkGroups(['9007199254740993']),
		'Contact Lists',
		'Contact Lists "…0993" is too long for a whole number',
		'Use the ID that the service gave.',
	],
	[
		checkContactFields(undefined),
		'Custom Fields',
		'Custom Fields is empty',
		'Give pairs of a field ID and a value.',
	],
	[
		checkContactFields('x'),
		'Custom Fields',
		'Custom Fields is text',
		'Give pairs of a field ID and a value.',
	],
	[
		checkContactFields({ x: 1 }),
		'Custom Fields: ID',
		'Custom Fields: ID "x" is not in the form that the service takes',
		'Use the number that the service gave, 1 to 19 digits.',
	],
	[
		checkContactFields([{ id: 5 }]),
		'Custom Fields',
		'Custom Fields: the value of field 5 is missing',
		'Give text; an empty text clears the field.',
	],
	[
		checkContactFields([{ id: 5, value: ['x'] }]),
		'Custom Fields',
		'Custom Fields: the value of field 5 is a list',
		'Give text; an empty text clears the field.',
	],
	[
		checkContactFields({ 5: '\ud800' }),
		'Custom Fields',
		'Custom Fields: the value of field 5 holds half of a character',
		'Cut the text elsewhere.',
	],
	[
		checkContactFields([
			{ id: 5, value: '' },
			{ id: '5', value: '' },
		]),
		'Custom Fields',
		'Custom Fields names field 5 twice',
		'Name each field once.',
	],
];

test.each(table)('%j', (checked, field, message, description) => {
	expect(checked).toEqual({ ok: false, refusal: { field, message, description } });
});

test.each(table)(
	'%j is shown as it stands: its cure holds nothing that is hidden like a number',
	(checked) => {
		if (checked.ok) throw new Error('it was taken');
		const node = { name: 'Send', type: 'x', typeVersion: 1, position: [0, 0] } as unknown as INode;
		expect(refusalError(node, checked.refusal).description).toBe(checked.refusal.description);
	},
);
