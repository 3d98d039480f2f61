import fc from 'fast-check';
import { NodeApiError } from 'n8n-workflow';
import { faultOfException } from '../../nodes/shared/errors/index.ts';
import type { ServiceFault } from '../../nodes/shared/errors/index.ts';
import { KEY, NODE } from './faultSupport.mts';
const ONLINE = 'Check the base URLs in the credential. Make sure that n8n can reach the service.';
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

const TABLE: Array<
	[Error, ServiceFault['kind'], boolean, ServiceFault['outcome'], message: string]
> = [
	// Nothing left this machine.
	[
		failed('ECONNREFUSED', 'connect'),
		'refused',
		true,
		'rejected',
		'The service refused the connection',
	],
	[failed('ENOTFOUND', 'getaddrinfo'), 'connection', false, 'rejected', NO_HOST],
	[failed('EAI_AGAIN', 'getaddrinfo'), 'connection', true, 'rejected', NO_HOST],
	[failed('EHOSTUNREACH', 'connect'), 'connection', true, 'rejected', UNREACHABLE],
	[failed('ENETUNREACH', 'connect'), 'connection', true, 'rejected', UNREACHABLE],
	[failed('EHOSTDOWN', 'connect'), 'connection', true, 'rejected', UNREACHABLE],
	[failed('EMFILE'), 'connection', true, 'rejected', UNREACHABLE],
	[
		failed('ETIMEDOUT', 'connect'),
		'timeout',
		true,
		'rejected',
		'The service could not be reached in time',
	],
	[
		failed('UND_ERR_CONNECT_TIMEOUT'),
		'timeout',
		true,
		'rejected',
		'The service could not be reached in time',
	],
	[
		made('Client network socket disconnected before secure TLS connection was established', {
			code: 'ECONNRESET',
		}),
		'connection',
		true,
		'rejected',
		'The service ended the connection before it was encrypted',
	],
	[failed('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls', false, 'rejected', NOT_VERIFIED],
	[failed('CERT_HAS_EXPIRED'), 'tls', false, 'rejected', NOT_VERIFIED],
	[failed('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'tls', false, 'rejected', NOT_VERIFIED],
	[failed('ERR_TLS_CERT_ALTNAME_INVALID'), 'tls', false, 'rejected', NOT_VERIFIED],
	[failed('EPROTO', 'write'), 'tls', false, 'rejected', NOT_VERIFIED],
	[
		made('write EPROTO 80:error:0A00010B:SSL routines:ssl3_get_record:wrong version number', {
			code: 'EPROTO',
			syscall: 'write',
		}),
		'tls',
		false,
		'rejected',
		'The port of this address does not speak https',
	],
	[
		failed('ERR_INVALID_URL'),
		'connection',
		false,
		'rejected',
		'The address of the service is not a valid URL',
	],
	[
		failed('ERR_FR_MAX_BODY_LENGTH_EXCEEDED'),
		'tooLarge',
		false,
		'rejected',
		'The request is too large to be sent',
	],
	[
		made('The request was blocked because it resolves to a restricted IP address', {
			name: 'SsrfBlockedIpError',
		}),
		'connection',
		false,
		'rejected',
		'This n8n does not allow requests to the address of the service',
	],
	// The service may have acted.
	[failed('ECONNRESET', 'read'), 'connection', true, 'unknown', LOST],
	[failed('EPIPE', 'write'), 'connection', true, 'unknown', LOST],
	[failed('EHOSTUNREACH', 'read'), 'connection', true, 'unknown', LOST],
	[failed('ENETUNREACH', 'write'), 'connection', true, 'unknown', LOST],
	[failed('ETIMEDOUT', 'read'), 'timeout', true, 'unknown', LATE],
	[failed('ETIMEDOUT'), 'timeout', true, 'unknown', LATE],
	[made('timeout of 60000ms exceeded', { code: 'ECONNABORTED' }), 'timeout', true, 'unknown', LATE],
	[made('aborted', { code: 'ECONNRESET' }), 'cutOff', true, 'unknown', CUT_OFF],
	[
		made('stream has been aborted', { code: 'ERR_BAD_RESPONSE' }),
		'cutOff',
		true,
		'unknown',
		CUT_OFF,
	],
	[made('unexpected end of file', { code: 'Z_BUF_ERROR' }), 'cutOff', true, 'unknown', CUT_OFF],
	[failed('EPROTO', 'read'), 'tls', false, 'unknown', BROKE],
	[failed('EPROTO'), 'tls', false, 'unknown', BROKE],
	[failed('ERR_SSL_SSLV3_ALERT_BAD_RECORD_MAC', 'read'), 'tls', false, 'unknown', BROKE],
	[
		failed('ERR_CANCELED'),
		'cancelled',
		false,
		'unknown',
		'The execution was stopped before the service answered',
	],
	[
		made('This operation was aborted', { name: 'AbortError', code: 20 }),
		'cancelled',
		false,
		'unknown',
		'The execution was stopped before the service answered',
	],
	[made('who knows'), 'connection', false, 'unknown', NOT_COMPLETED],
	[failed('ENEW'), 'connection', false, 'unknown', NOT_COMPLETED],
];

test.each(TABLE)('%p is %s', (error, kind, retryable, outcome, message) => {
	const { code } = error as { code?: unknown };
	for (const thrown of [
		error,
		// axios copies the code, and leaves the call to the cause.
		Object.assign(new Error(error.message, { cause: error }), { code }),
		{ error },
		new AggregateError([error]),
		new NodeApiError(NODE, error as never),
	])
		expect(faultOfException(thrown)).toMatchObject({ kind, retryable, outcome, message });
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
		expect(faultOfException(thrown)).toMatchObject({ httpStatus: 422, details: ['text: x'] });
	const busy = { statusCode: 503, headers: { 'retry-after': '1' }, body: '' };
	expect(faultOfException({ response: busy })).toMatchObject({
		httpStatus: 503,
		retryAfterMs: 1000,
	});
	expect(faultOfException({ response: { status: 300, headers: {} } }).kind).toBe('redirect');
	expect(faultOfException(made('x', { httpCode: '401' }))).toMatchObject({ kind: 'auth' });
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
	expect([1, 8, 9].map((layers) => faultOfException(wrapped(layers)).kind)).toEqual([
		'refused',
		'refused',
		'connection',
	]);
	fc.assert(fc.property(fc.anything(), (thrown) => faultOfException(thrown).message !== ''));
});
