import fc from 'fast-check';
import { NodeApiError } from 'n8n-workflow';
import { faultOfException } from '../../nodes/shared/errors/index.ts';
import type { ServiceFault } from '../../nodes/shared/errors/index.ts';
import { KEY, NODE } from './faultSupport.mts';

describe('exceptions', () => {
	const made = (message: string, fields: object = {}) => Object.assign(new Error(message), fields);
	test.each<[Error, ServiceFault['kind'], boolean, ServiceFault['outcome']]>([
		[
			made('connect ECONNREFUSED 127.0.0.1:1', { code: 'ECONNREFUSED' }),
			'refused',
			true,
			'rejected',
		],
		[made('getaddrinfo ENOTFOUND x', { code: 'ENOTFOUND' }), 'connection', false, 'rejected'],
		[made('getaddrinfo EAI_AGAIN x', { code: 'EAI_AGAIN' }), 'connection', true, 'rejected'],
		[made('x', { code: 'EHOSTUNREACH' }), 'connection', true, 'rejected'],
		[made('read ECONNRESET', { code: 'ECONNRESET' }), 'connection', true, 'unknown'],
		[made('write EPIPE', { code: 'EPIPE' }), 'connection', true, 'unknown'],
		[made('socket hang up'), 'connection', true, 'unknown'],
		[
			made('connect ETIMEDOUT', { code: 'ETIMEDOUT', syscall: 'connect' }),
			'timeout',
			true,
			'rejected',
		],
		[made('read ETIMEDOUT', { code: 'ETIMEDOUT' }), 'timeout', true, 'unknown'],
		[made('timeout of 60000ms exceeded', { code: 'ECONNABORTED' }), 'timeout', true, 'unknown'],
		[made('aborted', { code: 'ECONNABORTED' }), 'cutOff', true, 'unknown'],
		[made('stream has been aborted', { code: 'ERR_BAD_RESPONSE' }), 'cutOff', true, 'unknown'],
		[
			made('self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
			'tls',
			false,
			'rejected',
		],
		[made('certificate has expired', { code: 'CERT_HAS_EXPIRED' }), 'tls', false, 'rejected'],
		[
			made('unable to verify', { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }),
			'tls',
			false,
			'rejected',
		],
		[made('altnames', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }), 'tls', false, 'rejected'],
		// The request still waited to be written when the handshake failed.
		[made('wrong version number', { code: 'EPROTO', syscall: 'write' }), 'tls', false, 'rejected'],
		[made('wrong version number', { code: 'EPROTO' }), 'tls', false, 'unknown'],
		[
			made('wrong version number', { code: 'ERR_SSL_WRONG_VERSION_NUMBER' }),
			'tls',
			false,
			'unknown',
		],
		[
			made('tlsv13 alert certificate required', {
				code: 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
			}),
			'tls',
			false,
			'unknown',
		],
		[
			made('Client network socket disconnected before secure TLS connection was established', {
				code: 'ECONNRESET',
			}),
			'connection',
			true,
			'rejected',
		],
		[
			made('Maximum number of redirects exceeded', { code: 'ERR_FR_TOO_MANY_REDIRECTS' }),
			'redirect',
			false,
			'unknown',
		],
		[
			made('maxContentLength size of 10 exceeded', { code: 'ERR_BAD_RESPONSE' }),
			'tooLarge',
			false,
			'unknown',
		],
		[
			made('Request body larger than maxBodyLength limit', {
				code: 'ERR_FR_MAX_BODY_LENGTH_EXCEEDED',
			}),
			'tooLarge',
			false,
			'rejected',
		],
		[made('canceled', { code: 'ERR_CANCELED' }), 'cancelled', false, 'unknown'],
		[made('This operation was aborted', { name: 'AbortError' }), 'cancelled', false, 'unknown'],
		[made('Invalid URL', { code: 'ERR_INVALID_URL' }), 'connection', false, 'rejected'],
		[made('Domain not allowed: x'), 'connection', false, 'rejected'],
		[
			made('The request was blocked because it resolves to a restricted IP address'),
			'connection',
			false,
			'rejected',
		],
		[
			made('The request was blocked because the destination hostname is restricted'),
			'connection',
			false,
			'rejected',
		],
		[made('who knows'), 'connection', false, 'unknown'],
	])('%p', (error, kind, retryable, outcome) => {
		const wrapped = [
			error,
			Object.assign(new Error('outer'), { cause: error }),
			{ error },
			new NodeApiError(NODE, error as never),
		];
		for (const thrown of wrapped)
			expect(faultOfException(thrown)).toMatchObject({ kind, retryable, outcome });
	});
	test('a reply inside counts first', () => {
		const axios = made('Request failed with status code 422', {
			code: 'ERR_BAD_REQUEST',
			response: { status: 422, headers: {}, data: { errors: { text: 'x' } } },
		});
		expect(faultOfException(axios)).toMatchObject({ httpStatus: 422, details: ['text: x'] });
		expect(faultOfException(new NodeApiError(NODE, axios as never))).toMatchObject({
			httpStatus: 422,
		});
		expect(
			faultOfException(
				made('x', { response: { statusCode: 503, headers: { 'retry-after': '1' }, body: '' } }),
			),
		).toMatchObject({ httpStatus: 503, retryAfterMs: 1000 });
		expect(faultOfException(made('x', { httpCode: '401' }))).toMatchObject({
			kind: 'auth',
			httpStatus: 401,
		});
	});
	test('whatever is thrown is read without throwing, cycles included', () => {
		const cycle: Record<string, unknown> = { message: 'x' };
		cycle.cause = cycle;
		for (const thrown of [cycle, undefined, null, 'text', 5, [], () => 1])
			expect(faultOfException(thrown).outcome).toBe('unknown');
		expect(faultOfException(`said ${KEY}`).description).toContain('said live_…');
		fc.assert(fc.property(fc.anything(), (thrown) => faultOfException(thrown).message !== ''));
	});
});
