import { signOfDoing } from '../../nodes/shared/reply/index.ts';

/* Answers 429 to a send: those that ask to wait and say nothing else are repeated, any other may tell of the send. */

const sign = (body: unknown) => signOfDoing({ statusCode: 429, body }, { isSend: true });

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
	[
		'headers in the body',
		{
			message: 'Too many',
			'X-RateLimit-Limit': 60,
			'X-RateLimit-Remaining': 0,
			limit: 60,
			used: 60,
		},
	],
	[
		'Symfony',
		{
			type: 'https://tools.ietf.org/html/rfc2616#section-10',
			title: 'An error occurred',
			status: 429,
			detail: 'Too Many Requests',
		},
	],
	[
		'AWS',
		{ __type: 'com.amazon.coral.availability#ThrottlingException', message: 'Rate exceeded' },
	],
	['Plivo', { api_id: '5a9fcb68-523d-11e1-86da-6ff39efcb949', error: 'Rate limit exceeded' }],
	[
		'Infobip',
		{
			requestError: {
				serviceException: { messageId: 'TOO_MANY_REQUESTS', text: 'Too many requests' },
			},
		},
	],
	[
		'ClickSend',
		{
			http_code: 429,
			response_code: 'THROTTLED',
			response_msg: 'Rate limit exceeded.',
			data: null,
		},
	],
	['flags', { success: false, error: true, data: null, errors: [] }],
	[
		'a date to come back at',
		{ message: 'Too many requests', retry_after: 'Thu, 26 Nov 2026 10:00:00 GMT' },
	],
	['an ID for support', { message: 'Slow down', id: '4f0c-request' }],
	[
		'XML',
		'<?xml version="1.0"?><error><code>429</code><message>Too many requests</message></error>',
	],
	[
		'a page of Cloudflare',
		'<!DOCTYPE html><html><head><title>Access denied | api.example.com used Cloudflare to restrict access</title></head><body><h1>Error 1015</h1><span>Ray ID: 8f1abc &bull; 2026-11-26 15:00:00 UTC</span><h2>You are being rate limited</h2><h2>What happened?</h2><p>The owner of this website (api.example.com) has banned you temporarily from accessing this website.</p><p>Was this page helpful? Yes No</p><p>Thank you for your feedback!</p><p>Cloudflare Ray ID: 8f1abc &bull; Your IP: Click to reveal 1.2.3.4 &bull; Performance &amp; security by Cloudflare</p></body></html>',
	],
	[
		'Cloudflare',
		{
			cloudflare_error: true,
			error_code: 1015,
			title: 'Error 1015: You are being rate limited',
			retry_after: 30,
			ray_id: '8f1abc',
			zone: 'example.com',
			owner_action_required: false,
			what_you_should_do: 'Wait, and then retry as before',
		},
	],
	['JSON-RPC', { jsonrpc: '2.0', id: null, error: { code: -32005, message: 'Too many requests' } }],
	[
		'Meta',
		{
			error: { message: '(#4) Application request limit reached', code: 4, fbtrace_id: 'AbC1' },
		},
	],
])('asks to wait: %s', (_, body) => {
	expect(sign(body)).toBeUndefined();
});

it.each<Record<string, unknown>>([
	{ sent: 1, left: 1 },
	{ remaining: 150 },
	{ data: { sender: 'Shop', price: 0.3 } },
	{ data: [{ phone: 380991112233 }] },
	{ price: 0.3, currency: 'EUR' },
	{ counters: { SENT: 1, FAILED: 1 } },
	{ error: 0 },
	{ ok: true },
	{ notice: 'Delivery is delayed' },
	{ errors: { 0: ['Rate limit exceeded'] } },
	{ errors: [{ index: 0, message: 'Rate limit exceeded' }] },
	{ results: [{ code: 429, status: 'rejected' }] },
	{ number: 380991112244 },
	{ retry: 'automatic' },
	{ type: 'DuplicateRequestError' },
	{ request: 'accepted' },
	{ exception: 'Campaign created, statistics failed' },
	{ debug: { queued: true } },
	{ queue_position: 0 },
	{ has_errors: false },
	{ start_at: '2026-11-26 12:00:00' },
	{ accepted: ['+380991112233'], rejected: ['+380991112244'] },
	{ sent: '1/2' },
	{ progress: '42%' },
	{ status_url: 'https://service.example/v1/jobs/8f3a12' },
	{ eta: '5 minutes' },
	{ cost: '$0.30' },
	{ status: 'throttled' },
	{ retry_scheduled: true },
	{ next_retry_at: '2026-11-26T12:00:00Z' },
	{ code: 200 },
	{ rejected: 0 },
	{ retryable: false },
	{ errors: { 'phones.1.number': ['Rate limit exceeded'] } },
	{ errors: { '380991112244': 'Rate limit exceeded' } },
	{ results: [{}, { error: 'Rate limit exceeded' }] },
	{ errors: 2 },
	{ code: 207 },
	{ status: 208 },
	{ href: '/api/operations/57' },
	{ resource: '/api/broadcasts/57' },
	{ instance: '/bulk/57' },
	{ type: 'PartialRateLimitError' },
	{ time: 'queued' },
	{ service: 'accepted' },
	{ exception: { class: 'CampaignAlreadySent' } },
	{ uuid: '5f1c2d3e-0057' },
	{ campaign: { uuid: '5f1c2d3e-0057' } },
	{ queued: { retry_after: 60 } },
	{ scheduled: { time: '2026-11-27 10:00:00' } },
	{ accepted: { requests: 1 }, rejected: { requests: 1 } },
	{ partial: { reason: 'rate limit exceeded' } },
	{ progress: { current: 1, max: 2 } },
	{ limits: { messages: { used: 1, max: 2 } } },
	{ exception: 'CampaignInProgressException' },
	{ type: 'campaign-started-throttled' },
	{ type: 'SUBMITTED' },
	{ info: '1/2' },
	{ info: 'https://service.example/broadcasts/57' },
	{ timestamp: '2 sent' },
])('may tell of the send beside words that ask to wait: %j', (more) => {
	expect(sign({ message: 'Too many requests', ...more })).toBe('said');
});

it('may tell of the send: a code of success without words', () => {
	expect(sign({ code: 0, message: '' })).toBe('said');
});

it.each([
	'X-Campaign-Id',
	'X-CampaignId',
	'X-Bulk-Id',
	'X-Job-Id',
	'Link',
	'Content-Location',
	'operation-location',
	'Idempotency-Replayed',
])('the header %s names what was made', (name) => {
	const answer = { statusCode: 429, body: {}, headers: { [name]: '/api/campaigns/57' } };
	expect(signOfDoing(answer, { isSend: true })).toBe('named');
});

it.each([
	['X-Messages-Accepted', '1'],
	['X-Broadcast-Id', '57'],
	['X-Campaign', '57'],
	['X-Status', 'accepted'],
	['Idempotency-Status', 'replayed'],
])('the header %s: %s tells of the send', (name, value) => {
	const answer = { statusCode: 429, body: {}, headers: { [name]: value } };
	expect(signOfDoing(answer, { isSend: true })).toBe('named');
});

it.each([
	['X-Messages-Accepted', '0'],
	['X-Status', '429'],
	['X-SMS-Balance', '57'],
	['X-Request-Id', '5f1c2d3e'],
	['X-RateLimit-Limit', '60'],
])('the header %s: %s does not', (name, value) => {
	const answer = { statusCode: 429, body: {}, headers: { [name]: value } };
	expect(signOfDoing(answer, { isSend: true })).toBeUndefined();
});
