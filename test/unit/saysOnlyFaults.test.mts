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
	{ errors: { 'phones.0.number': ['unresolved direction'] } },
	{ errors: { 'phones.0.number': ['The phones.0.number must be an integer.'] } },
	{ errors: { 'phones.0.number': ['The selected phones.0.number is invalid.'] } },
	{ errors: { 'phones.0.number': ['The phones.0.number must be between 9 and 15 digits.'] } },
	{ errors: { 'phones.0.number': ['must match "^\\d{9,15}$"'] } },
	{ errors: { 'phones.0.number': ['Expected integer, received string'] } },
	{ errors: { 'phones.0.number': ['Duplicate number'] } },
	{ errors: { 'phones.0.number': ['Subscriber is in the stop list'] } },
	{ errors: { 'phones.0.number': ['Number opted out'] } },
	{ errors: { 'phones.0.number': ['Sending to this country is not allowed'] } },
	{ errors: { 'phones.0.number': ['No tariff for this direction'] } },
	{ errors: { 'phones.0.number': ['Number 380991112233 does not exist'] } },
	{ errors: { 'phones.0.number': ['Номер находится в стоп-листе'] } },
	{ errors: { 'phones.0.number': ['Номер у стоп-листі'] } },
	{ errors: { 'phones.0.number': ['Поле phones.0.number имеет ошибочный формат.'] } },
	{ errors: { 'phones.0.number': ['Поле phones.0.number має бути цілим числом.'] } },
	{ errors: { 'phones.0.number': ['Количество цифр должно быть между 9 и 15'] } },
	{ errors: { 'phones[0].number': ['Invalid'] }, title: 'One or more validation errors occurred.' },
	{ message: 'Указанные данные недействительны.' },
	{ message: 'Надані дані недійсні.' },
	{ statusCode: 422, error: 'Unprocessable Entity' },
	{ code: 0, status: 422, name: 'Unprocessable entity' },
	{ errors: { 'phones.0.number': ['Поле phones.0.number обязательно для заполнения.'] } },
	{ errors: { 'phones.0.number': ['ensure this value has at least 9 characters'] } },
	{ errors: { 'phones.0.number': ['Invalid phone number: 123'] } },
	{ message: '1 validation error for Request' },
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
	{ errors: { 'phones.0.number': ['Duplicate message'] } },
	{ errors: { 'phones.0.number': ['Message is a duplicate'] } },
	{ errors: { 'phones.0.number': ['A message with this text to this number exists'] } },
	{ errors: { 'phones.0.number': ['Message again within 24 hours'] } },
	{ errors: { 'phones.0.text': ['Duplicate message text'] } },
	{ message: 'Messages: 2, errors: 1' },
	{ message: 'Numbers: 2, errors: 1' },
	{ message: 'Message list: 2, invalid: 1' },
	{ message: 'Correct numbers: 2' },
	{ message: 'Correct: 2, incorrect: 1' },
	{ message: '2 numbers are valid' },
	{ message: '2 found, 1 not found' },
	{ message: 'Found 2 of 3' },
	{ message: '2 recipients reachable, 1 unreachable' },
	{ message: 'Message to 2 numbers' },
	{ message: '2 messages' },
	{ message: 'Start for 2 recipients' },
	{ message: 'Starting' },
	{ message: 'Получателей: 2, ошибок: 1' },
	{ message: 'Номеров: 2, ошибок: 1' },
	{ current: 2 },
	{ used: 2 },
	{ requests: 2 },
	{ code: 207 },
	{ code: 0 },
	{ status: 0 },
	{ available: 2 },
	{ message: 'Message repeated' },
	{ message: 'The text is repeated' },
	{ message: 'Message must be unique' },
	{ message: 'Текст повторяется' },
	{ errors: { 'phones.0.number': ['This request exists'] } },
	{ errors: { 'phones.0.number': ['Запрос уже существует'] } },
	{ campaign: { guid: 'ab57' } },
	{ scheduled: { time: '2026-11-27 10:00:00' } },
	{ queued: { delay: 5 } },
	{ type: 'ValidationErrorOthersSubmitted' },
	{ info: '2/3' },
	{ message: 'Correct numbers: at most 2' },
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
