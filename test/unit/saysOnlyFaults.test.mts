import { mayHaveGoneOn } from '../../nodes/MessagingService/sending/refusalDoubts.ts';
import { leftOpenBy } from '../../nodes/MessagingService/sending/namedRecipients.ts';
import { ready } from '../../nodes/MessagingService/sending/outcomes.ts';
import { cpuMs } from '../support/cpuTime.mts';

/* Refusals of one of two recipients: those that say what is wrong and nothing else, and those that may tell that the other one was taken. */

const WRONG = { 'phones.0.number': ['The phone number is wrong.'] };
const tells = (more: Record<string, unknown>): boolean =>
	mayHaveGoneOn({ message: 'The given data was invalid.', errors: WRONG, ...more }, 2, () => false);

it.each<Record<string, unknown>>([
	{},
	{ code: 422, status: 'error', success: false, data: null },
	{ message: 'The phones.0.number is invalid. (and 1 more error)' },
	{ message: 'Validation failed' },
	{ message: '1 of 2 numbers is invalid' },
	{ message: 'Invalid numbers must be removed' },
	{ message: 'Only contacts of the Contact Book are allowed in TEST mode' },
	{ message: 'Невірний номер телефону' },
	{ message: 'Проверьте номера получателей' },
	{ errors: { 'phones.0.number': ['Must not contain any characters except digits'] } },
	{ errors: { 'phones.0.number': ['Номер должен содержать от 9 до 15 цифр'] } },
	{ errors: { 'phones.0.number': ['The number is on the stop list'] } },
	{ errors: [{ field: 'phones.0.number', message: 'Invalid', value: '12', code: 21 }] },
])('says what is wrong, and nothing else: %j', (more) => {
	expect(tells(more)).toBe(false);
});

it.each<Record<string, unknown>>([
	{ calculated_price: 0.3 },
	{ accepted: ['+380991112244'] },
	{ partial: true },
	{ skipped: 1 },
	{ valid: 1, invalid: 1 },
	{ recipients_count: 1 },
	{ status: 'done_with_errors' },
	{ results: [{ code: 21 }, { code: 0 }] },
	{ start_at: '2026-11-26 12:00:00' },
	{ message: 'Invalid numbers were not included in the campaign' },
	{ message: 'Proceeding with 1 valid recipient' },
	{ message: '1 of 2 numbers is invalid, sending to 1 number' },
	{ message: '1 valid, 1 invalid' },
	{ message: 'Recipients: 1' },
	{ message: 'The following numbers were not accepted' },
	{ message: 'Only one of 2 numbers is valid' },
	{ message: '2 numbers, 1 invalid' },
	{ message: 'The message to this number was rejected by the carrier' },
	{ errors: { ...WRONG, accepted: ['380991112244'] } },
	{ errors: { ...WRONG, accepted: true } },
	{ meta: { recipients: 1 } },
	{ errors: [{ field: 'phones.0.number', message: 'wrong', excluded: true }] },
	{ message: '1 of 2 rejected' },
	{ message: 'Some messages could not be sent' },
	{ message: 'Неверные номера не включены в рассылку' },
	{ message: 'Отправка продолжается' },
	{ message: 'Рассылка по верным номерам' },
	{ errors: { 'phones.0.number': ['Number is invalid, message not sent'] } },
	{ errors: { 'phones.0.number': ['Номер не добавлен в рассылку'] } },
])('may tell of the other one: %j', (more) => {
	expect(tells(more)).toBe(true);
});

it.each(['1 of 2 numbers ', 'one number is ', 'принято 1 из ', 'recipients: ', '1 a '])(
	'an answer with many "%s" is read in a moment',
	async (words) => {
		const recipients = [1, 2].map((n) =>
			ready({
				phone: `38099111223${n}`,
				reference: '',
				sender: 'Shop',
				text: 'Hi',
				item: 0,
			} as never),
		);
		const body = { data: { id: 6 }, message: words.repeat(100_000 / words.length) };
		expect(await cpuMs(() => leftOpenBy(body, recipients as never))).toBeLessThan(3000);
	},
);
