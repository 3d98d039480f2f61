import { isToAnother, isToRecipient } from '../../nodes/shared/reply/index.ts';

const PHONE = '380991112233';

describe('the number that a service tells of a message', () => {
	test.each([
		['as it was sent', '380991112233'],
		['as a number', 380991112233],
		['with a plus', '+380991112233'],
		['with zeros before it', '00380991112233'],
		['with blanks and brackets', '+380 (99) 111-22-33'],
		['without its country code', '0991112233'],
	])('%s is that of the recipient', (_, told) => {
		expect(isToRecipient(told, PHONE)).toBe(true);
		expect(isToAnother(told, PHONE)).toBe(false);
	});

	test.each([
		["Mexico's old 1", '5215512345678', '525512345678'],
		["Argentina's 9", '541123456789', '5491123456789'],
		['as it is dialled in Argentina', '011 15 2345 6789', '5491123456789'],
		["Brazil's ninth digit", '551187654321', '5511987654321'],
		['the trunk prefix of Russia', '89161234567', '79161234567'],
		['the trunk prefix of Hungary', '06201234567', '36201234567'],
		['the longer numbers of Benin', '22997123456', '2290197123456'],
	])('in another form is that of the recipient: %s', (_, told, phone) => {
		expect(isToRecipient(told, phone)).toBe(true);
		expect(isToAnother(told, phone)).toBe(false);
		expect(isToAnother(told, PHONE)).toBe(true);
	});

	test.each([
		['another mobile number that is a digit shorter', '436641234567', '4366491234567'],
		['the same end behind another code', '4915112345678', '4315112345678'],
		['the same end behind another area', '525512345678', '523312345678'],
		['three digits more', '521995512345678', '525512345678'],
	])('however alike is not where it is %s', (_, told, phone) => {
		expect(isToAnother(told, phone)).toBe(true);
	});

	test.each([
		['another number', '380991112234'],
		['another one without its country code', '0991112234'],
		['a longer one that ends like it', '1380991112233'],
	])('%s is not', (_, told) => {
		expect(isToRecipient(told, PHONE)).toBe(false);
		expect(isToAnother(told, PHONE)).toBe(true);
	});

	test.each([
		['nothing', undefined],
		['null', null],
		['an empty text', ''],
		['stars', '38099****233'],
		['its last digits', '2233'],
		['an object', { phone: PHONE }],
	])('%s tells nothing', (_, told) => {
		expect(isToRecipient(told, PHONE)).toBe(false);
		expect(isToAnother(told, PHONE)).toBe(false);
	});
});
