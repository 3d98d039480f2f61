import { signOfDoing } from '../../nodes/shared/reply/index.ts';

/* What in an answer that refuses speaks against it, and what does not. */

/** Words by which services refuse, and nothing more. */
const REFUSALS = [
	'Рассылка не может быть запущена: недостаточно средств',
	'Рассылка не выполнена: недостаточно средств',
	'Выполнение запрещено',
	'Розсилку не розпочато: недостатньо коштів',
	'Insufficient funds',
	'Insufficient funds to send the message.',
	'Forbidden',
	'Not found',
	'Method Not Allowed',
	'The POST method is not supported for this route. Supported methods: GET, HEAD.',
	'Unauthorized',
	'Unauthenticated.',
	'Too Many Requests',
	'Too Many Attempts.',
	'Too many messages sent',
	'You have made too many requests, please try again later',
	'Please wait 30 seconds',
	'The given data was invalid.',
	'The text field is required.',
	'The selected sender is invalid.',
	'The start at must be a date after now.',
	'The validity must be between 1 and 72.',
	'Sender is not registered',
	'The sender name must be registered',
	'The contact list does not exist',
	"This sender doesn't exist",
	'No such list exists',
	'The campaign was not created',
	'The campaign has not been successfully created',
	'The message cannot be sent',
	'The request could not be processed',
	'Nothing was sent',
	'No messages were sent',
	'Error in request processing',
	'Account is blocked',
	'Account has expired',
	'incorrect phone number',
	'incorrect originator',
	'body is empty or too long',
	'originator is not allowed',
	'You may not send to this country or network',
	'SMS not found',
	'Unsuccessful',
	'INSUFFICIENT_FUNDS',
	'Недостаточно средств',
	'Недостатньо коштів',
	'Доступ запрещён',
	'Кампания не создана',
	'Кампания не была создана',
	'Кампанію не створено',
	'Кампанія не може бути створена',
	'Ошибка создания кампании',
	'Помилка створення розсилки',
	'Ошибка при отправлении сообщения',
	'Неожиданная ошибка',
	'Повторите попытку позже',
	'Список не существует',
	'Список не існує',
	'Your account is awaiting verification',
	'The sender name is awaiting moderation.',
	'The sender name has not passed moderation.',
	'Sender is pending approval',
	'Alpha name is on moderation',
	'The sender is registered to another account',
	'Only Latin letters are accepted.',
	'Limit of messages sent per minute exceeded',
	'The message needs a text',
	'The campaign requires at least one recipient',
	'The message was not forwarded',
	'Daily limit of 100 sent messages exceeded',
	'The maximum number of pending campaigns is reached',
	'Rate limit: 10 requests are accepted per second',
	'You have sent 101 messages in the last minute',
	'Your account was not charged',
	'Средства не списаны',
	'Too many campaigns in progress',
	'Recipient has already opted out',
	'The number is already on the stop list',
	'Отправитель на модерации',
	'Имя отправителя ожидает модерации',
	'Превышен лимит отправленных сообщений',
	'Номер уже в стоп-листе',
	"Ім'я відправника на модерації",
];

/** Words that say that something was made, waits, or was there before. */
const SIGNS = [
	'Insufficient funds. The campaign is paused',
	'Your campaign has been successfully created and will go out after payment',
	'Campaign created, waiting for payment',
	'Your campaign is suspended until you top up',
	'Campaign will start after payment',
	'Your message is under review',
	'Please confirm the campaign in your account',
	'The campaign requires manual approval',
	'It was forwarded to the operator',
	'Added to the sending queue',
	'The campaign is in drafts',
	'Insufficient balance, the campaign is active',
	'Sender is not approved and the campaign is queued',
	'The campaign of the sender Shop is pending',
	'The service has accepted your campaign',
	'Your balance is low - sending was paused',
	'Queued until the account is topped up',
	'Limit exceeded, 5 messages sent',
	'Number of messages sent: 5',
	'Your balance is too low and delivery is postponed',
	'Account suspended and broadcast queued',
	'The account has no funds and the newsletter was created as a draft',
	'Subscription limit reached and the send is pending',
	'На вашем аккаунте нет средств и доставка приостановлена',
	'Отправка с вашего аккаунта приостановлена до оплаты',
	'На акаунті недостатньо коштів і відправку призупинено',
	'You have sent 5 messages of 10',
	'3 parts were sent',
	'Your account was charged 0.5 EUR',
	'Средства списаны',
	'You have sent 1 message, not enough funds for the others',
	'Campaign was created and is paused',
	'Campaign is under moderation',
	'The campaign is pending',
	'The campaign was not sent, it is queued',
	'Message will be sent later',
	'Request is being processed',
	'Your request was received, but the reply could not be built',
	'Accepted',
	'OK',
	'Success',
	'No errors',
	'Sent in part',
	'This campaign already exists',
	'This request was already processed',
	'Duplicate request',
	'Too many duplicate request detected',
	'CAMPAIGN_ALREADY_EXISTS',
	'alreadyExists',
	'Request was sent twice',
	'Кампания создана и ждёт оплаты',
	'Кампания ждет оплаты',
	'Кампания приостановлена',
	'Рассылка поставлена в очередь',
	'Сообщение отправлено',
	'Запрос уже обработан',
	'Повторный запрос',
	'Такая кампания существует',
	'Кампания на модерации',
	'Рассылка на проверке',
	'Рассылка сохранена как черновик',
	'Рассылка начнётся после оплаты',
	'Рассылка запущена частично: недостаточно средств',
	'Рассылка отложена до пополнения счёта',
	'Рассылка выполняется',
	'Рассылка доставлена частично',
	'Розсилку запущено частково: недостатньо коштів',
	'Розсилку відкладено до поповнення рахунку',
	'Розсилку розпочато',
	'Campaign executed for 10 recipients, not enough funds for the rest',
	'Delivery begins when the balance is topped up',
	'Sending continues after payment',
	'Messages are on their way',
	'Имя отправителя не проверено, рассылка в очереди',
	'Кампанію створено, очікує оплати',
	'Розсилку призупинено',
	'Розсилка в черзі',
	'Повідомлення надіслано',
	'Запит вже оброблено',
	'Дублікат запиту',
	'Така кампанія існує',
];

/** Where services write what they say of the whole. */
const PLACES: ReadonlyArray<(text: string) => unknown> = [
	(text) => text,
	(text) => [text],
	(message) => ({ message }),
	(detail) => ({ message: 'Refused', detail }),
	(title) => ({ title, status: 402 }),
	(error) => ({ error }),
	(message) => ({ error: { message } }),
	(message) => ({ data: { message } }),
	(text) => ({ message: 'Refused', errors: [text] }),
	(text) => ({ errors: { request: [text] } }),
	(text) => ({ errors: [{ code: 'x', description: text }] }),
	(errorDescription) => ({ error: 24, errorDescription }),
	(text) => `<html><head><style>.a{}</style></head><body><p>${text}</p></body></html>`,
];

it.each(REFUSALS)('nothing speaks against "%s"', (text) => {
	for (const place of PLACES)
		expect([
			place(text),
			signOfDoing({ statusCode: 402, body: place(text) }, { isSend: true }),
		]).toEqual([place(text), undefined]);
});

it.each(SIGNS)('"%s" speaks against the refusal wherever it stands', (text) => {
	for (const place of PLACES)
		expect([
			place(text),
			signOfDoing({ statusCode: 402, body: place(text) }, { isSend: true }),
		]).toEqual([place(text), 'said']);
});

it('what is said of a field or of a recipient is no word about the whole', () => {
	const taken = 'The reference id has already been taken.';
	for (const body of [
		{ message: 'Invalid', errors: { 'phones.0.reference_id': [taken] } },
		{ message: taken, errors: { phones0reference_id: [taken] } },
		{ message: 'Invalid', errors: ['phones.0.reference_id: has already been taken'] },
		{ message: 'Invalid', errors: [{ field: 'sender', message: 'This sender already exists' }] },
		{ error: 31, errorDescription: 'Phone is already in the messaging list' },
		{ error: 0, result: [{ error: 23, errorDescription: 'SMS with this ID already present' }] },
	])
		expect([body, signOfDoing({ statusCode: 200, body })]).toEqual([body, undefined]);
	const body = { errors: { phones0number: ['Wrong'] }, message: 'Duplicate request' };
	expect(signOfDoing({ statusCode: 422, body })).toBe('said');
});

const deep = (levels: number): unknown =>
	levels === 0 ? { campaign_id: 5 } : { a: deep(levels - 1) };

it.each<[unknown, Record<string, unknown>?]>([
	[{ campaign: 5 }],
	[{ campaign_id: 5 }],
	[{ campaignId: 'c-5' }],
	[{ error: { message: 'No funds', campaign_id: 5 } }],
	[{ meta: { campaign_id: 5 } }],
	[{ errors: [{ campaign_id: 5 }] }],
	[{ mailing_id: 'm5' }],
	[{ data: 5 }],
	[{ data: { id: 5 } }],
	[{ data: { ids: [5, 6] } }],
	[{ result: { key: 'abc123' } }],
	[{ links: { self: '/api/campaigns/5' } }],
	[{ message: 'See https://service.example/api/campaigns/5' }],
	[{ message: 'Not enough funds to start campaign 57' }],
	[{ message: 'Not enough funds for campaign #57' }],
	[{ message: 'Campaign ID: 57. Insufficient funds' }],
	[{ message: 'Campaign 5 created, waiting for payment' }],
	[{ message: 'Для запуска рассылки 57 недостаточно средств' }],
	[{ error: 8, errorDescription: 'Not enough funds for message #51234' }],
	[{ phones: [{ number: 380991112233, id: 1 }] }],
	[{ message: 'Slow down' }, { Location: '/api/campaigns/5' }],
])('what was made is named in %#', (body, headers = {}) => {
	expect(signOfDoing({ statusCode: 429, body, headers }, { isSend: true })).toBe('named');
});

it.each([
	'Campaign is stopped',
	'The campaign is active',
	'It was completed and cannot be stopped',
])('"%s" says why a campaign is neither stopped nor renewed', (message) => {
	expect(signOfDoing({ statusCode: 422, body: { message } })).toBeUndefined();
});

it('a sender that waits, and its ID, speak against the refusal of its registration', () => {
	for (const [body, sign] of [
		[{ message: 'Sender is pending approval' }, 'said'],
		[{ message: 'Odd', sender: { id: 3 } }, 'named'],
	] as const)
		expect(signOfDoing({ statusCode: 422, body })).toBe(sign);
});

it('what was made is named however deep it stands', () => {
	for (const levels of [7, 5000])
		expect(signOfDoing({ statusCode: 429, body: deep(levels) })).toBe('named');
});

it.each<[unknown, Record<string, unknown>?]>([
	[{ message: 'Forbidden', id: '4f0c-request' }],
	[{ error: { id: 'e-5', message: 'Forbidden' } }],
	[{ meta: { id: 5 }, request: { id: 6 }, trace: [{ id: 7 }] }],
	[{ message: 'Forbidden', request_id: 'r-5', traceId: 't-5', user_id: 5 }],
	[{ message: 'Forbidden', user: { id: 12 }, account: { id: 5, status: 'blocked' } }],
	[{ message: 'The list is empty', groups: [{ id: 202 }], data: { sender: { id: 3 } } }],
	[{ message: 'Forbidden', x_request_id: 'a1b2', tariff_id: 5 }],
	[{ message: 'Message #2: text is too long', detail: 'SMS №3 is too long' }],
	[{ message: 'A campaign takes 10 000 numbers, a message 160 characters' }],
	[{ errors: { group_id: ['required'], campaign_id: ['required'] } }],
	[{ path: '/api/campaigns/sms', timestamp: '2026-01-01T00:00:00Z', status: 403 }],
	[{ name: 'Forbidden', code: 0, status: 403 }],
	[{ message: 'Odd', exception: 'Duplicate', trace: [{ file: 'already.php', line: 5 }] }],
	[{ status: 'rejected', success: false, data: null }],
	[{ message: 'Log in' }, { location: 'https://service.example/login' }],
])('what names something else does not speak against it: %#', (body, headers = {}) => {
	expect(signOfDoing({ statusCode: 403, body, headers }, { isSend: true })).toBeUndefined();
});

it.each<unknown>([
	{ error: 0 },
	{ error: '0', errorDescription: 'Refused' },
	{ success: true, message: 'Refused' },
	{ data: { status: 'paused' } },
	{ campaign_status: 'Moderation' },
	{ result: { state: 'scheduled' } },
])('%j says that something exists, or that all went well', (body) => {
	expect(signOfDoing({ statusCode: 402, body })).toBe('said');
});

it('what the request itself held is no word and no ID of the service', () => {
	const body = { message: 'Refused', text: 'Your order was sent', data: { id: 5 } };
	const asked = {
		isOwn: (text: string) => text === body.text,
		isOwnId: (id: string) => id === '5',
	};
	expect(signOfDoing({ statusCode: 400, body }, asked)).toBeUndefined();
	const quoting = { message: `The text "${body.text}" holds forbidden words` };
	expect(signOfDoing({ statusCode: 400, body: quoting }, asked)).toBeUndefined();
	expect(signOfDoing({ statusCode: 400, body })).toBe('named');
});
