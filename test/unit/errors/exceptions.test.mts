import fc from 'fast-check';
import { NodeApiError } from 'n8n-workflow';
import { faultOfException } from '../../../nodes/shared/errors/index.ts';
import { KEY, NODE } from './faultSupport.mts';
const ONLINE =
	'Check the API Base URL in the credential. Make sure that n8n can reach the service.';
const AGAIN = 'Try again; if it keeps happening, check the network between n8n and the service.';
const LOST = 'The connection to the service was lost';
const UNREACHABLE = 'The service cannot be reached';
const NOT_COMPLETED = 'The request to the service was not completed';
const NOT_VERIFIED = 'The certificate or the encryption of the service could not be verified';
const BROKE = 'The encrypted connection to the service broke';
const CUT_OFF = 'The answer of the service was cut off';
const NO_HOST = 'The host name of the service is not known';
const LATE = 'The service did not answer in time';

const made = (message: string, fields: object = {}): Error =>
	Object.assign(new Error(message), fields);
const failed = (code: string, syscall?: string): Error =>
	made([syscall, code].filter(Boolean).join(' '), { code, syscall });

const ABORTED = 'The execution was stopped before the service answered';
const LATE_CONNECT = 'The service could not be reached in time';

type Row = [retryable: boolean, message: string, ...errors: Error[]];
const UNTRUSTED = [
	...['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED'],
	...['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID'],
].map((code) => failed(code));
const NO_TLS = 'write EPROTO 80:error:0A00010B:SSL routines:ssl3_get_record:wrong version number';
const NOT_SECURED =
	'Client network socket disconnected before secure TLS connection was established';
const SSRF = 'The request was blocked because it resolves to a restricted IP address';

/** Nothing left this machine. */
const REJECTED: Row[] = [
	[true, 'The service refused the connection', failed('ECONNREFUSED', 'connect')],
	[false, NO_HOST, failed('ENOTFOUND', 'getaddrinfo')],
	[true, NO_HOST, failed('EAI_AGAIN', 'getaddrinfo')],
	[
		true,
		UNREACHABLE,
		...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'].map((code) => failed(code, 'connect')),
		failed('EMFILE'),
	],
	[true, LATE_CONNECT, failed('ETIMEDOUT', 'connect'), failed('UND_ERR_CONNECT_TIMEOUT')],
	[
		true,
		'The service ended the connection before it was encrypted',
		made(NOT_SECURED, { code: 'ECONNRESET' }),
	],
	[false, NOT_VERIFIED, ...UNTRUSTED, failed('EPROTO', 'write')],
	[
		false,
		'The port of this address does not speak https',
		made(NO_TLS, { code: 'EPROTO', syscall: 'write' }),
	],
	[false, 'The address of the service is not a valid URL', failed('ERR_INVALID_URL')],
	[false, 'The request is too large to be sent', failed('ERR_FR_MAX_BODY_LENGTH_EXCEEDED')],
	[
		false,
		'This n8n does not allow requests to the address of the service',
		made(SSRF, { name: 'SsrfBlockedIpError' }),
	],
];
/** The service may have acted. */
const UNKNOWN: Row[] = [
	[true, LOST, failed('ECONNRESET', 'read'), failed('EPIPE', 'write')],
	[true, LOST, failed('EHOSTUNREACH', 'read'), failed('ENETUNREACH', 'write')],
	[true, LATE, failed('ETIMEDOUT', 'read'), failed('ETIMEDOUT')],
	[true, LATE, made('timeout of 60000ms exceeded', { code: 'ECONNABORTED' })],
	[
		true,
		CUT_OFF,
		made('aborted', { code: 'ECONNRESET' }),
		made('stream has been aborted', { code: 'ERR_BAD_RESPONSE' }),
		made('unexpected end of file', { code: 'Z_BUF_ERROR' }),
	],
	[false, BROKE, failed('EPROTO', 'read'), failed('EPROTO')],
	[false, BROKE, failed('ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC', 'read')],
	[
		false,
		ABORTED,
		failed('ERR_CANCELED'),
		made('This operation was aborted', { name: 'AbortError', code: 20 }),
	],
	[false, NOT_COMPLETED, made('who knows'), failed('ENEW')],
];
const TABLE = Object.entries({ rejected: REJECTED, unknown: UNKNOWN }).flatMap(([outcome, rows]) =>
	rows.flatMap(([retryable, message, ...errors]) =>
		errors.map((error) => ({ error, retryable, outcome, message })),
	),
);

test.each(TABLE)('$error is $outcome: $message', ({ error, ...fault }) => {
	const { code } = error as { code?: unknown };
	for (const thrown of [
		error,
		// axios copies the code, and leaves the call to the cause.
		Object.assign(new Error(error.message, { cause: error }), { code }),
		{ error },
		new AggregateError([error]),
		new NodeApiError(NODE, error as never),
	])
		expect(faultOfException(thrown)).toMatchObject(fault);
});

test('a time-out is told apart: the service may be busy', () => {
	const timeouts = TABLE.filter(({ error }) => faultOfException(error).isTimeout);
	expect([...new Set(timeouts.map(({ message }) => message))]).toEqual([LATE_CONNECT, LATE]);
});

test('the texts of what to do', () => {
	const cure = (error: unknown) => faultOfException(error).description;
	expect(cure(failed('ECONNREFUSED'))).toBe(`It may be down, or the port is wrong. ${ONLINE}`);
	expect(cure(failed('ENOTFOUND'))).toBe(ONLINE);
	expect(cure(failed('ECONNRESET'))).toBe(AGAIN);
	expect(cure('')).toBe(AGAIN);
	for (const outer of [{ message: '' }, { message: 5 }, {}])
		expect(cure({ ...outer, cause: { message: `who knows ${KEY}` } })).toBe(
			`${AGAIN} Reported: who knows live_…`,
		);
	expect(cure({ message: 'outer', cause: { message: 'inner' } })).toBe(`${AGAIN} Reported: outer`);
});

test('a reply inside counts first', () => {
	const response = { status: 422, headers: {}, data: { errors: { text: 'x' } } };
	const axios = made('Request failed with status code 422', { code: 'ERR_BAD_REQUEST', response });
	for (const thrown of [axios, new NodeApiError(NODE, axios as never)])
		expect(faultOfException(thrown)).toMatchObject({
			httpStatus: 422,
			said: 'text: x',
		});
	const busy = { statusCode: 503, headers: { 'retry-after': '1' }, body: '' };
	expect(faultOfException({ response: busy })).toMatchObject({
		httpStatus: 503,
		retryAfterMs: 1000,
	});
	expect(faultOfException({ response: { status: 300, headers: {} } }).message).toBe(
		'The service sends the request to another address',
	);
	expect(faultOfException(made('x', { httpCode: '401' }))).toMatchObject({ httpStatus: 401 });
	for (const httpCode of ['200', '299', '600', 'x'])
		expect(faultOfException({ message: 'x', httpCode }).message).toBe(NOT_COMPLETED);
});

test('whatever is thrown is read without throwing, cycles and endless chains included', () => {
	const cycle: Record<string, unknown> = { message: 'x' };
	cycle.cause = cycle;
	for (const thrown of [cycle, undefined, null, 'text', 5, [], () => 1])
		expect(faultOfException(thrown).outcome).toBe('unknown');
	expect(faultOfException(`said ${KEY}`).description).toContain('said live_…');
	const wrapped = (layers: number): object =>
		layers === 1 ? { code: 'ECONNREFUSED' } : { cause: wrapped(layers - 1) };
	expect([1, 8, 9].map((layers) => faultOfException(wrapped(layers)).message)).toEqual([
		'The service refused the connection',
		'The service refused the connection',
		NOT_COMPLETED,
	]);
	fc.assert(fc.property(fc.anything(), (thrown) => faultOfException(thrown).message !== ''));
});
