import fc from 'fast-check';
import { faultOfReply, readBody, retryAfterMs } from '../../nodes/shared/errors/index.ts';
import type { Interface, ServiceFault } from '../../nodes/shared/errors/index.ts';
import { ERROR_CODES } from '../../nodes/shared/spec/index.ts';
import { faultOf, JWT, KEY } from './faultSupport.mts';

/*
 * The texts of errors, word for word: people search for them, and under Continue the message is all that n8n keeps. What is decided
 * comes from the status and, under /rest, from the code (specification, section 7; wire notes; RFC 9110); words are only shown.
 */

const ADDRESS = 'Check the base URLs in the credential.';
const FIELDS = 'Check the fields of the operation.';
const LATER = 'Try again later; if it keeps happening, ask the service.';
const SLOWER = 'Try again later, or send a campaign instead of single messages.';
const NAMED = 'Correct the fields that it names.';
const UNKNOWN_CODE = 'Ask the service what it means.';

type Row = [
	from: string,
	way: Interface,
	status: number,
	body: unknown,
	message: string,
	description: string,
	code?: number,
];

const TABLE: Row[] = [
	// Wire notes: what the service itself says.
	[
		'the campaign interface, one list of all fields',
		'api',
		422,
		{ message: 'The given data was invalid.', errors: { messages0phone: ['Invalid number'] } },
		'The service refused the request: The given data was invalid; messages0phone: Invalid number (HTTP 422)',
		`${NAMED} The service said: The given data was invalid; messages0phone: Invalid number.`,
	],
	[
		'the campaign interface, a list of texts',
		'api',
		422,
		{ message: 'Invalid', errors: ['Sender is not allowed', 'Text is empty'] },
		'The service refused the request: Invalid; Sender is not allowed; Text is empty (HTTP 422)',
		`${NAMED} The service said: Invalid; Sender is not allowed; Text is empty.`,
	],
	[
		'a guard against copies',
		'api',
		429,
		{ message: 'Too many duplicate request detected' },
		'The service receives too many requests: Too many duplicate request detected (HTTP 429)',
		`${SLOWER} The service said: Too many duplicate request detected.`,
	],
	[
		'the campaign interface, not found',
		'api',
		404,
		{ code: 404, message: 'Campaign not found' },
		'The service does not know this record or address: Campaign not found (HTTP 404)',
		`Check the ID. ${ADDRESS} The service may lack this operation. The service said: Campaign not found.`,
	],
	[
		'lack of funds',
		'api',
		402,
		{ message: 'Insufficient balance.' },
		'The service refused the request: Insufficient balance (HTTP 402)',
		'Top up the account. The service said: Insufficient balance.',
	],
	[
		'a state that does not allow it',
		'api',
		409,
		{ code: 409, message: 'Only a paused campaign can be resumed' },
		'The request conflicts with the present state: Only a paused campaign can be resumed (HTTP 409)',
		`${LATER} The service said: Only a paused campaign can be resumed.`,
	],
	[
		'the legacy interface (section 7)',
		'rest',
		200,
		{ error: '21', errorDescription: 'incorrect phone number 380991112233' },
		'The phone number is not correct: incorrect phone number …2233 (code 21)',
		'Use the international form, 9 to 15 digits. The service said: incorrect phone number …2233.',
		21,
	],
	[
		'the legacy interface, nested',
		'rest',
		200,
		{ error: 0, result: { error: 23 } },
		'An SMS with this reference is already present (code 23)',
		'Use another reference for a new message.',
		23,
	],
	[
		'the legacy interface, {code, message} beside a status',
		'rest',
		404,
		{ code: 20, message: 'SMS not found' },
		'The SMS was not found: SMS not found (code 20)',
		'Check the message ID or the reference. The service said: SMS not found.',
		20,
	],
	[
		'the legacy interface, a code that no document names',
		'rest',
		200,
		{ error: 77, errorDescription: 'Closed' },
		'The service refused the request: Closed (code 77)',
		`${UNKNOWN_CODE} The service said: Closed.`,
		77,
	],
	[
		'the legacy interface, an error that is no number',
		'rest',
		200,
		{ error: 'Wrong originator', id: null },
		'The service refused the request: Wrong originator',
		`${UNKNOWN_CODE} The service said: Wrong originator.`,
	],
	[
		'a code beside 429 (everyday 26)',
		'rest',
		429,
		{ code: 8 },
		'The service receives too many requests (HTTP 429)',
		SLOWER,
	],
	[
		'a code beside 401',
		'rest',
		401,
		{ error: 1, errorDescription: 'Invalid key' },
		'The service did not accept the API key or the token: Invalid key (HTTP 401)',
		'Open the credential: it tells what is wrong. The service said: Invalid key.',
	],
	[
		'no code under /api',
		'api',
		422,
		{ error: '21', errorDescription: 'Odd' },
		'The service refused the request: Odd (HTTP 422)',
		`${NAMED} The service said: Odd.`,
	],
	// Frameworks and gateways, as their documentation shows them.
	[
		'NestJS',
		'api',
		400,
		{
			statusCode: 400,
			message: ['phones.3.number must be a number', 'text should not be empty'],
			error: 'Bad Request',
		},
		'The service refused the request: phones.3.number must be a number; text should not be empty; Bad Request (HTTP 400)',
		`${FIELDS} The service said: phones.3.number must be a number; text should not be empty; Bad Request.`,
	],
	[
		'FastAPI',
		'api',
		422,
		{
			detail: [
				{
					loc: ['body', 'phones', 3, 'number'],
					msg: 'Input should be a valid integer',
					type: 'int',
				},
			],
		},
		'The service refused the request: body, phones, 3, number: Input should be a valid integer (HTTP 422)',
		`${NAMED} The service said: body, phones, 3, number: Input should be a valid integer.`,
	],
	[
		'Django REST framework',
		'api',
		400,
		{
			phones: [{}, { number: ['A valid integer is required.'] }],
			sender: ['This field is required.'],
		},
		'The service refused the request: phones, 1, number: A valid integer is required; sender: This field is required (HTTP 400)',
		`${FIELDS} The service said: phones, 1, number: A valid integer is required; sender: This field is required.`,
	],
	[
		'Django REST framework, throttled',
		'api',
		429,
		{ detail: 'Request was throttled. Expected available in 56 seconds.' },
		'The service receives too many requests: Request was throttled. Expected available in 56 seconds (HTTP 429)',
		`${SLOWER} The service said: Request was throttled. Expected available in 56 seconds.`,
	],
	[
		'Laravel',
		'api',
		422,
		{
			message: 'The phones.3.number must be an integer.',
			errors: { 'phones.3.number': ['The phones.3.number must be an integer.'] },
		},
		'The service refused the request: The phones.3.number must be an integer; phones.3.number: The phones.3.number must be an integer (HTTP 422)',
		`${NAMED} The service said: The phones.3.number must be an integer; phones.3.number: The phones.3.number must be an integer.`,
	],
	[
		'Symfony',
		'api',
		422,
		{
			type: 'https://symfony.com/errors/validation',
			title: 'Validation Failed',
			violations: [{ propertyPath: 'phones[3].number', message: 'This value should be positive.' }],
		},
		'The service refused the request: Validation Failed; phones[3].number: This value should be positive (HTTP 422)',
		`${NAMED} The service said: Validation Failed; phones[3].number: This value should be positive.`,
	],
	[
		'RFC 9457',
		'api',
		422,
		{
			type: 'https://example.net/validation-error',
			title: 'Your request is not valid.',
			errors: [{ detail: 'must be a positive integer', pointer: '#/phones/3/number' }],
		},
		'The service refused the request: Your request is not valid; #/phones/3/number: must be a positive integer (HTTP 422)',
		`${NAMED} The service said: Your request is not valid; #/phones/3/number: must be a positive integer.`,
	],
	[
		'RFC 7807, with names and reasons',
		'api',
		403,
		{ title: 'Forbidden', 'invalid-params': [], errors: [{ name: 'sender', reason: 'not yours' }] },
		'The account may not do this: Forbidden; sender: not yours (HTTP 403)',
		'It may be in DEMO or TEST mode, or lack the right: ask the service. The service said: Forbidden; sender: not yours.',
	],
	[
		'JSON:API',
		'api',
		422,
		{ errors: [{ title: 'Invalid', detail: 'Too long', source: { pointer: '/data/text' } }] },
		'The service refused the request: /data/text: Invalid; /data/text: Too long (HTTP 422)',
		`${NAMED} The service said: /data/text: Invalid; /data/text: Too long.`,
	],
	[
		'Joi',
		'api',
		400,
		{
			error: 'ValidationError',
			details: [{ message: '"number" must be a number', path: ['phones', 3, 'number'], type: 'x' }],
		},
		'The service refused the request: ValidationError; phones, 3, number: "number" must be a number (HTTP 400)',
		`${FIELDS} The service said: ValidationError; phones, 3, number: "number" must be a number.`,
	],
	[
		'Spring Boot',
		'rest',
		404,
		{ timestamp: '2026-11-26T10:00:00Z', status: 404, error: 'Not Found', path: '/rest/sms/5' },
		'The service does not know this record or address: Not Found (HTTP 404)',
		`Check the ID. ${ADDRESS} The service may lack this operation. The service said: Not Found.`,
	],
	[
		'Google',
		'api',
		400,
		{
			error: {
				code: 400,
				message: 'Bad request',
				details: [
					{
						'@type': 'type.googleapis.com/google.rpc.BadRequest',
						fieldViolations: [{ field: 'sender', description: 'too long' }],
					},
				],
			},
		},
		'The service refused the request: Bad request; sender: too long (HTTP 400)',
		`${FIELDS} The service said: Bad request; sender: too long.`,
	],
	[
		'Apigee',
		'api',
		429,
		{
			fault: { faultstring: 'Rate limit quota violation', detail: { errorcode: 'QuotaViolation' } },
		},
		'The service receives too many requests: Rate limit quota violation; errorcode: QuotaViolation (HTTP 429)',
		`${SLOWER} The service said: Rate limit quota violation; errorcode: QuotaViolation.`,
	],
	[
		'AWS API Gateway',
		'api',
		429,
		{ Message: 'Limit Exceeded' },
		'The service receives too many requests: Limit Exceeded (HTTP 429)',
		`${SLOWER} The service said: Limit Exceeded.`,
	],
	[
		'OAuth (RFC 6749)',
		'api',
		400,
		{ error: 'invalid_grant', error_description: 'The token has expired' },
		'The service refused the request: The token has expired; invalid_grant (HTTP 400)',
		`${FIELDS} The service said: The token has expired; invalid_grant.`,
	],
	[
		'plain text',
		'api',
		403,
		'RBAC: access denied',
		'The account may not do this: RBAC: access denied (HTTP 403)',
		'It may be in DEMO or TEST mode, or lack the right: ask the service. The service said: RBAC: access denied.',
	],
	[
		'a page of a firewall',
		'api',
		403,
		'<!doctype html><html><body>Blocked</body></html>',
		'The account may not do this: Blocked (HTTP 403)',
		'It may be in DEMO or TEST mode, or lack the right: ask the service. The service said: Blocked.',
	],
	[
		'words under no name that is known',
		'api',
		418,
		{ reply: { text: 'Out of tea' }, trace: 'at x.php:5' },
		'The service refused the request: reply, text: Out of tea (HTTP 418)',
		`${FIELDS} ${ADDRESS} The service said: reply, text: Out of tea.`,
	],
	[
		'a gateway that gave up',
		'api',
		504,
		{ message: 'Endpoint request timed out' },
		'The service is not available at the moment: Endpoint request timed out (HTTP 504)',
		`${LATER} The service said: Endpoint request timed out.`,
	],
	// Bodies of a success that hold no data.
	['an empty body', 'api', 200, ' ', 'The service answered with nothing', LATER],
	[
		'a page',
		'api',
		200,
		'<html></html>',
		'The service answered with a web page or text instead of data',
		ADDRESS,
	],
	[
		'half a reply',
		'rest',
		200,
		'{"error":0,"id":',
		'The answer of the service was cut off',
		'Try again; if it keeps happening, check the network between n8n and the service.',
	],
];

test.each(TABLE)('%s (/%s, HTTP %d): %j', (...row) => {
	const [, way, status, body, message, description, code] = row as Row;
	const fault = faultOfReply({ statusCode: status, headers: {}, body }, way);
	expect([fault?.message, fault?.description, fault?.code]).toEqual([message, description, code]);
});

describe('what follows from a status', () => {
	test.each<[number[], ServiceFault['kind'], boolean, ServiceFault['outcome']]>([
		[
			[400, 402, 403, 404, 405, 406, 409, 410, 413, 418, 422, 423, 499, 501],
			'http',
			false,
			'rejected',
		],
		[[401], 'auth', false, 'rejected'],
		[[429], 'http', true, 'rejected'],
		[[408, 500, 502, 503, 504, 522, 599], 'http', true, 'unknown'],
		[[300, 301, 304, 305, 307, 308, 399], 'redirect', false, 'rejected'],
		[[302, 303], 'redirect', false, 'unknown'],
	])('%j: %s, retryable %p, %s, whatever the body', (statuses, kind, retryable, outcome) => {
		for (const status of statuses)
			for (const body of [undefined, '', '<html>', '{', { code: status, message: 'Said' }])
				expect(faultOf(body, status)).toMatchObject({
					kind,
					retryable,
					outcome,
					httpStatus: status,
				});
	});
	test('a redirect names the origin alone', () => {
		const to = (location: unknown) => faultOf('', 302, { Location: location })?.message;
		const says = 'The service sends the request to another address';
		expect(to(`https://user:${KEY}@elsewhere.example/path?token=${JWT}`)).toBe(
			`${says} (https://elsewhere.example)`,
		);
		expect(to('http://elsewhere.example:8080/x')).toBe(`${says} (http://elsewhere.example:8080)`);
		for (const location of [
			'/login?next=https://other.example/',
			'//other.example',
			'',
			undefined,
			5,
		])
			expect(to(location)).toBe(says);
	});
	test('the pause is read from its own header, in seconds or as a date', () => {
		const headers = { 'X-Limit': '99', 'RETRY-AFTER': '3', Date: '5' };
		expect(faultOf({}, 429, headers)?.retryAfterMs).toBe(3000);
		expect(faultOf({ error: 11 }, 422, headers)).toMatchObject({ code: 11, retryAfterMs: 3000 });
		expect(faultOf({}, 429, { 'X-Limit': '99' })?.retryAfterMs).toBeUndefined();
		const now = Date.parse('2026-11-21T10:00:00Z');
		for (const [header, ms] of [
			['0', 0],
			[' 3 ', 3000],
			[['2.5'], 2500],
			[86_400, 86_400_000],
			[' Sat, 21 Nov 2026 10:00:05 GMT ', 5000],
			['Sat, 21 Nov 2026 09:00:00 GMT', 0],
		] as const)
			expect(retryAfterMs(header, now)).toBe(ms);
		for (const bad of [undefined, null, '', 'soon', '-1', '2026-11-21', '1234567890', {}])
			expect(retryAfterMs(bad, now)).toBeUndefined();
	});
});

describe('codes of the legacy interface', () => {
	test.each(Object.keys(ERROR_CODES).map(Number))(
		'%d, as number or digits, at any status',
		(code) => {
			const known = ERROR_CODES[code];
			for (const body of [
				{ error: code },
				{ error: ` ${code} ` },
				{ error: 0, result: { error: code } },
				{ error: '0', result: { error: String(code) } },
				JSON.stringify({ error: code }),
				Buffer.from(JSON.stringify({ error: code })),
			])
				for (const status of code === 5 ? [200] : [200, 302, 404, 500])
					expect(faultOf(body, status)).toEqual({
						kind: 'code',
						code,
						httpStatus: status,
						message: `${known?.meaning} (code ${code})`,
						description: known?.cure,
						outcome: code === 5 ? 'unknown' : 'rejected',
						retryable: code === 11,
					});
		},
	);
	test('success is 0, or nothing', () => {
		for (const error of [0, '0', null, '', false, undefined]) {
			expect(faultOf({ error, id: 1 })).toBeUndefined();
			expect(faultOf({ result: { error } })).toBeUndefined();
		}
		for (const good of [
			{ error: 0, result: [{ error: 31 }] },
			{ result: [{ error: '21' }], task_id: 1 },
			{ code: 21, message: 'Stored' },
			{ code: 404 },
			{},
			[{ error: 5 }],
			'\ufeff {"error":0}',
		])
			expect(faultOf(good)).toBeUndefined();
	});
	test('anything else there is a code that nobody knows: the service may have acted', () => {
		for (const error of [77, '-1', 404, 'Wrong', 'No errors', true, ['21'], {}, { code: 0 }])
			for (const body of [{ error }, { result: { error } }])
				expect(faultOf(body)).toMatchObject({ kind: 'code', outcome: 'unknown', retryable: false });
	});
	test('beside a status, an error that is no number is words', () => {
		expect(faultOf({ error: 'Internal Server Error' }, 500)).toMatchObject({ kind: 'http' });
		expect(faultOf({ error: 'Bad', code: 21 }, 422)).toMatchObject({ kind: 'code', code: 21 });
	});
	test('5, an unknown fault, tells less than a status from 400 on', () => {
		expect(faultOf({ error: 5 }, 422)).toMatchObject({ httpStatus: 422, outcome: 'rejected' });
		expect(faultOf({ error: 5 }, 503)).toMatchObject({ kind: 'http', outcome: 'unknown' });
	});
	test('`code` counts beside 4xx alone, and where a document names it', () => {
		for (const [status, code] of [
			[200, 21],
			[500, 21],
			[422, 77],
			[404, 404],
		] as const)
			expect(faultOf({ code, message: 'Said' }, status)?.code).toBeUndefined();
	});
	test('are none under /api', () => {
		for (const body of [{ error: 21 }, { code: 21 }, { result: { error: 21 } }])
			for (const status of [200, 422, 500])
				expect(
					faultOfReply({ statusCode: status, headers: {}, body }, 'api')?.code,
				).toBeUndefined();
	});
});

describe('words', () => {
	const details = (body: unknown) => faultOf(body, 422)?.details;
	test('are five at most, of bounded length, without keys, tokens and phones', () => {
		const errors = Array.from({ length: 10_000 }, (_, index) => `e${index}`);
		expect(faultOf({ errors }, 422)?.message).toBe(
			'The service refused the request: e0; e1; e2; e3; e4 (and 45 more) (HTTP 422)',
		);
		expect(details({ errors })).toHaveLength(50);
		const long = faultOf(
			{ errors: ['a', 'b', 'c', 'd', 'e'].map((text) => text.repeat(500)) },
			422,
		);
		expect(long?.message.length).toBeLessThan(600);
		const secret = faultOf(
			{ message: `${KEY} ${JWT} 380991112233`, errors: { [KEY]: ['x'] } },
			422,
		);
		const shown = JSON.stringify(secret);
		for (const hidden of ['0123456789abcdef', 'eyJ', '380991112233'])
			expect(shown).not.toContain(hidden);
	});
	test('keep what they end with', () => {
		const said = (message: string) => faultOf({ message }, 422)?.said;
		expect(['Why', 'Why.', 'Why?', 'Why!', 'Wait...'].map(said)).toEqual(
			['Why.', 'Why.', 'Why?', 'Why!', 'Wait...'].map((text) => ` The service said: ${text}`),
		);
	});
	test('are texts, and each once', () => {
		expect(details({ message: 'M', errors: ['M', 'N', 5, null, true, '21'] })).toEqual(['M', 'N']);
		for (const body of [{}, { errors: [] }, { errors: {} }, { message: ' ' }, { error: '21' }])
			expect(faultOfReply({ statusCode: 422, headers: {}, body }, 'api')?.said).toBeUndefined();
	});
	test('do not end in a deep body', () => {
		let body: unknown = 'deep';
		for (let depth = 0; depth < 5000; depth++) body = { error: { errors: [body] } };
		expect(faultOf(body, 422)?.httpStatus).toBe(422);
	});
});

describe('what a body is', () => {
	const file = (body: unknown) =>
		faultOfReply({ statusCode: 200, headers: {}, body }, 'file')?.kind;
	test.each<[unknown, ServiceFault['kind'], boolean]>([
		['', 'empty', true],
		[undefined, 'empty', true],
		[null, 'empty', true],
		[Buffer.alloc(0), 'empty', true],
		['<?xml version="1.0"?><html></html>', 'notJson', false],
		['[{"a":1}', 'cutOff', true],
		['{"error":0,[{"a":1}', 'cutOff', true],
		['OK', 'notJson', false],
		['"OK"', 'notJson', false],
		['null', 'notJson', false],
		['Hello [name]', 'notJson', false],
		['Warning: {"error":0,[]}', 'notJson', false],
		[5, 'notJson', false],
	])('%p is %s', (body, kind, retryable) => {
		for (const way of ['api', 'rest'] as const)
			expect(faultOfReply({ statusCode: 200, headers: {}, body }, way)).toMatchObject({
				kind,
				retryable,
				outcome: 'unknown',
				httpStatus: 200,
			});
	});
	test('a stream is told by its pipe, a byte order mark goes from the beginning', () => {
		expect(readBody({ pipe: () => undefined })).toEqual({ form: 'stream' });
		expect(readBody({ pipe: 'copper' })).toEqual({ form: 'json', value: { pipe: 'copper' } });
		expect(readBody('\ufeffa;\ufeffb')).toEqual({ form: 'text', text: 'a;\ufeffb' });
	});
	test('a file may be text or XML, but no page and not empty; its codes are read', () => {
		for (const good of ['a;b\n1;2', '<?xml version="1.0"?><records/>', { pipe: () => undefined }])
			expect(file(good)).toBeUndefined();
		expect([file('<html>'), file(''), file('{"error":"91"}')]).toEqual([
			'notJson',
			'empty',
			'code',
		]);
	});
	test.each(['{"error":0,[]}', '{ "error" : "0" , [ {"a": 1} ] }', '\n{"error":0,[]}\n'])(
		'the report of 4.16, an array without a key, is good: %j',
		(body) => expect(faultOf(body)).toBeUndefined(),
	);
	test('any body is judged without throwing', () => {
		fc.assert(
			fc.property(
				fc.oneof(fc.anything(), fc.json(), fc.string()),
				fc.integer({ min: 100, max: 599 }),
				fc.constantFrom<Interface>('api', 'rest', 'file'),
				(body, statusCode, way) => {
					const fault = faultOfReply({ statusCode, headers: {}, body }, way);
					if (fault) expect(fault.message).not.toBe('');
					if (statusCode >= 300) expect(fault).toBeDefined();
				},
			),
			{ numRuns: 1000 },
		);
	});
});
