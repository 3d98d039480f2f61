import { signOfDoing } from '../../nodes/shared/reply/index.ts';

/* Answers 429 to a send: those that ask to wait and say nothing else are repeated, any other may tell of the send. */

const sign = (body: unknown) => signOfDoing({ statusCode: 429, body }, { isSend: true });

it.each([
	'',
	'Slow down',
	'slow',
	'Too Many Requests',
	'Too many requests.',
	'TOO_MANY_REQUESTS',
	'TooManyRequests',
	'429 Too Many Requests',
	'HTTP 429: Too Many Requests',
	'Too many requests, please try again later.',
	'Too many requests from this IP, please try again in 15 minutes',
	'Too Many Attempts.',
	'Too many concurrent requests',
	'You have sent too many requests in a given amount of time',
	'Rate limit exceeded',
	'Rate limit exceeded.',
	'rate_limit_exceeded',
	'RateLimitExceeded',
	'API rate limit exceeded',
	'API rate limit exceeded for your IP address',
	'Rate limit is exceeded. Try again in 42 seconds.',
	'You have exceeded your rate limit',
	'You have reached the maximum number of requests per minute',
	'Request rate limit of 10 requests per second exceeded',
	'Request was throttled. Expected available in 58 seconds.',
	'The request is being throttled as the limit has been reached',
	'Throttling: Rate exceeded',
	'ThrottlerException: Too Many Requests',
	'Request limit exceeded',
	'Limit Exceeded',
	'Quota exceeded',
	'Daily quota exceeded',
	'Retry later',
	'Please retry after 30 seconds',
	'Please wait 5s before the next request',
	'Please slow down',
	'Too many messages',
	'Too many messages per second',
	'Too many SMS sent in the last minute',
	'Message limit exceeded',
	'Sending rate limit exceeded',
	'Sending too fast',
	'Daily SMS limit exceeded',
	'Limit of messages sent per second is exceeded',
	'Limit of 50 messages per minute exceeded',
	'Maximum number of messages per minute exceeded',
	'Only 1 campaign per minute can be created',
	'Campaign limit reached: 5 campaigns created in the last minute',
	'Campaign was not created. Try again later.',
	'Rate limit exceeded, the message was not sent',
	'Your request was not processed',
	'You can send no more than 10 messages per second',
	'The server is overloaded, try again later',
	'Access is temporarily blocked',
	'Слишком много запросов',
	'Слишком много запросов, повторите попытку позже',
	'Слишком много сообщений',
	'Превышен лимит запросов',
	'Превышен лимит сообщений',
	'Превышено количество запросов в минуту',
	'Превышен лимит на отправку',
	'Превышена частота запросов. Подождите 5 секунд',
	'Не более 10 сообщений в секунду',
	'Забагато запитів',
	'Забагато запитів, спробуйте пізніше',
	'Перевищено ліміт запитів',
	'Перевищено ліміт повідомлень',
	'Zu viele Anfragen',
	'Trop de requêtes',
	'Zbyt wiele zapytań',
])('asks to wait: %s', (message) => {
	expect(sign({ code: 429, message })).toBeUndefined();
});

it.each<[string, unknown]>([
	['nothing', ''],
	['an empty record', {}],
	[
		'a page of nginx',
		'<html><head><title>429 Too Many Requests</title></head><body><center><h1>429 Too Many Requests</h1></center><hr><center>nginx/1.18.0</center></body></html>',
	],
	['Yii', { name: 'Too Many Requests', message: 'Rate limit exceeded.', code: 0, status: 429 }],
	[
		'Laravel',
		{
			message: 'Too Many Attempts.',
			exception: 'Illuminate\\Http\\Exceptions\\ThrottleRequestsException',
			file: '/app/vendor/a.php',
			line: 200,
			trace: [{ file: '/a.php', line: 1 }],
		},
	],
	[
		'problem details',
		{
			type: 'https://tools.ietf.org/html/rfc6585#section-4',
			title: 'Too Many Requests',
			status: 429,
			traceId: '00-84c1fd4063c38d9f3900d06e56542d48-85d1d4-00',
		},
	],
	[
		'Spring',
		{
			timestamp: '2026-11-26T10:00:00.000+00:00',
			status: 429,
			error: 'Too Many Requests',
			path: '/api/campaigns/sms/send',
		},
	],
	['Nest', { statusCode: 429, message: 'ThrottlerException: Too Many Requests' }],
	['Kong', { message: 'API rate limit exceeded', request_id: '9b1f0f2b4b0e9a3a' }],
	['Django', { detail: 'Request was throttled. Expected available in 58 seconds.' }],
	[
		'counts of the limit',
		{
			error: {
				code: 429,
				message: 'Rate limit',
				limit: 10,
				remaining: 0,
				reset: 1_790_000_000,
				retryAfter: 3,
			},
		},
	],
	['flags', { success: false, error: true, data: null, errors: [] }],
	[
		'a date to come back at',
		{ message: 'Too many requests', retry_after: 'Thu, 26 Nov 2026 10:00:00 GMT' },
	],
	['an ID for support', { message: 'Slow down', id: '4f0c-request' }],
])('asks to wait: %s', (_, body) => {
	expect(sign(body)).toBeUndefined();
});

it.each([
	'Rate limit exceeded, delivery delayed',
	'Your campaign will go live in 5 minutes',
	'Messages are throttled to 10 per second',
	'Throttled to 10 messages per second',
	'Throttled: the remaining 150 messages will follow',
	'Limit of 50 messages accepted, rest refused',
	'The account has sent 50 messages',
	'Account rate limit, accepted for later',
	'Rate limit: it goes out later',
	'Rate limit, on its way',
	'Some messages were not sent',
	'50 messages were not sent',
	'Remaining messages were not sent',
	'The message was not sent yet',
	'The campaign was not sent to 5 numbers',
	'Same request in the last minute',
	'Another request of this sender is in work',
	'Too many requests. Number of messages sent: 50',
	'Sending speed is limited',
	'Sending rate: 10 per second',
	'Sending rate limited to 10 messages per second',
	'Campaign rate reduced',
	'Количество отправленных сообщений: 50',
	'Скорость рассылки ограничена',
	'Рассылка ограничена',
	'Wird in 5 Minuten gesendet',
	'Wysyłka za 5 minut',
	'Рассылка стартует через 5 минут',
	'Рассылка продолжается с меньшей скоростью',
	'Розсилка триває',
	'Лимит, остальное завтра',
	'Сообщение уйдёт позже',
])('may tell of the send: %s', (message) => {
	expect(sign({ code: 429, message })).toBe('said');
});

it.each<Record<string, unknown>>([
	{ sent: 1, left: 1 },
	{ remaining: 150 },
	{ used: 50 },
	{ data: { sender: 'Shop', price: 0.3 } },
	{ data: [{ phone: 380991112233 }] },
	{ price: 0.3, currency: 'EUR' },
	{ counters: { SENT: 1, FAILED: 1 } },
	{ error: 0 },
	{ ok: true },
	{ notice: 'Delivery is delayed' },
])('may tell of the send beside words that ask to wait: %j', (more) => {
	expect(sign({ message: 'Too many requests', ...more })).toBe('said');
});

it.each(['too many ', 'not more than 10 messages ', 'limit of ', '1 ', 'лимит ', 'a'])(
	'a text of many "%s" is no such text',
	(words) => {
		expect(sign({ message: words.repeat(100_000 / words.length) })).toBe('said');
	},
);
