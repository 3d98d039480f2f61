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
