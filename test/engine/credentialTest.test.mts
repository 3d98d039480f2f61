import '../support/clock/machineClock.mts';
import { acceptErrorsOfEveryRealm } from './support/environment.mts';
import type {
	ICredentialDataDecryptedObject,
	INodeCredentialTestResult,
	INodeType,
} from 'n8n-workflow';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { createServer as createTlsServer } from 'node:https';
import { selfSignedCertificate } from '../../sandbox/http/certificate.mts';
import { diagnoseException } from '../../nodes/shared/auth/diagnosis.ts';
import { MessagingServiceApi } from '../../credentials/MessagingServiceApi.credentials.ts';
import { CredentialService, KEY } from './credentialService.mts';
import type { Answer } from './credentialService.mts';
import { MemoryCredentialsHelper } from './support/credentials.mts';
import { testByRequest } from './support/credentialTester.mts';

acceptErrorsOfEveryRealm();

const MODES = ['automatic', 'apiKey', 'bearer'];
const service = new CredentialService();

beforeAll(async () => {
	await service.start();
});
afterAll(async () => {
	await service.stop();
});
beforeEach(() => service.reset());

const type = new MessagingServiceApi();
const anyNode = { description: { properties: [] } } as unknown as INodeType;
const nodeTypes = {
	getByName: () => anyNode,
	getByNameAndVersion: () => anyNode,
	getKnownTypes: () => ({}),
};

/** As n8n's CredentialsTester makes it; what it returns is shown to the user as it is. */
async function test(data: ICredentialDataDecryptedObject): Promise<INodeCredentialTestResult> {
	const full = { baseUrl: service.url, apiKey: KEY, ...data };
	const helper = new MemoryCredentialsHelper(() => type, nodeTypes);
	const result = await testByRequest(type, helper, full);
	if (full.apiKey !== '') expect(result.message).not.toContain(String(full.apiKey));
	expect(result.message).not.toMatch(/eyJ/);
	return result;
}

async function listening<T extends Server>(server: T): Promise<number> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return (server.address() as AddressInfo).port;
}

describe.each(MODES)('credential test, %s', (authentication) => {
	it('accepts a working credential, without making anything', async () => {
		expect(await test({ authentication })).toEqual({
			status: 'OK',
			message: 'Connection successful!',
		});
		expect(
			service.seen.every(({ method, path }) => method === 'GET' || path === '/api/auth/login'),
		).toBe(true);
		// n8n asks for a token before each test, and the test tries the login itself.
		const logins = service.count('/api/auth/login');
		expect(authentication === 'apiKey' ? logins === 0 : logins > 0 && logins <= 2).toBe(true);
	});

	it.each<[string, Answer, RegExp]>([
		...[500, 502, 503].map((status): [string, Answer, RegExp] => [
			`a service that is down (HTTP ${status})`,
			{ status, headers: { 'content-type': 'text/html' }, body: '<html>down</html>' },
			new RegExp(`not available at the moment: down \\(HTTP ${status}\\).*Try again later`),
		]),
		[
			'http on a port of a web server that wants https',
			{
				status: 400,
				headers: { 'content-type': 'text/html' },
				body: '<html><h1>400 Bad Request</h1>The plain HTTP request was sent to HTTPS port</html>',
			},
			/not as the messaging service \(HTTP 400\).*If the port accepts only https, enter https:\/\/127/,
		],
		[
			'a page',
			{ status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Welcome</html>' },
			/not as the messaging service.*API Base URL/,
		],
		[
			'a page that is missing',
			{ status: 404, headers: { 'content-type': 'text/html' }, body: '<html>404</html>' },
			/not as the messaging service \(HTTP 404\)/,
		],
		[
			'another service: 404',
			{ status: 404, body: '{"message":"no route"}' },
			/not as the messaging service.*API Base URL/,
		],
		[
			'another service: 200',
			{ status: 200, body: '{"hello":"world"}' },
			/not as the messaging service|without a token/,
		],
		['an empty reply', { status: 200, body: '' }, /answered with nothing.*API Base URL/],
		[
			'a redirect',
			{ status: 301, headers: { location: 'https://www.service.example/' }, body: '' },
			/another address \(https:\/\/www\.service\.example\).*The API key is not sent there/,
		],
		['too many requests', { status: 429, body: '{"message":"slow"}' }, /too many requests/],
	])('tells %s', async (_name, answer, message) => {
		service.behaviour.instead = () => answer;
		const result = await test({ authentication });
		expect(result.status).toBe('Error');
		expect(result.message).toMatch(message);
	});

	it.each<[string, () => ICredentialDataDecryptedObject, RegExp]>([
		[
			'a wrong key',
			() => ({ apiKey: 'live_wrong_0000000000' }),
			/^The service refused the API key.*Copy the API key again/,
		],
		[
			'a name that no server has',
			() => ({ baseUrl: 'https://service.invalid' }),
			/(host name .* not known|looked up).*https:\/\/service\.invalid.*API Base URL/,
		],
		[
			'https on a port without TLS',
			() => ({ baseUrl: service.url.replace('http', 'https') }),
			/does not speak https .*begin its address with http:\/\//,
		],
		[
			'http outside loopback',
			() => ({ baseUrl: 'http://sms.example' }),
			/API Base URL uses http.*Allow HTTP/,
		],
		[
			'which address is wrong of two',
			() => ({ restBaseUrl: 'https://rest.invalid' }),
			/^REST Base URL: .*rest\.invalid/,
		],
	])('tells %s', async (_name, data, message) => {
		const result = await test({ authentication, ...data() });
		expect(result).toEqual({ status: 'Error', message: expect.stringMatching(message) });
	});

	it('keeps its mark to itself', async () => {
		await test({ authentication });
		const names = service.seen.flatMap(({ headers }) => Object.keys(headers));
		expect(names.filter((name) => /test/i.test(name))).toEqual([]);
	});

	it.each(['all', 'domains', 'none'])(
		'works where the credential allows the HTTP Request node %s',
		async (allowedHttpRequestDomains) => {
			const more = { allowedHttpRequestDomains, allowedDomains: '127.0.0.1' };
			expect(await test({ authentication, ...more })).toEqual({
				status: 'OK',
				message: 'Connection successful!',
			});
		},
	);
});

describe('credential test', () => {
	it('tells a port where nothing listens', async () => {
		const server = createServer();
		const port = await listening(server);
		await new Promise((resolve) => server.close(resolve));
		expect((await test({ baseUrl: `http://127.0.0.1:${port}` })).message).toMatch(
			/refused the connection.*may be down, or the port is wrong/,
		);
	});

	it('tells an address without a scheme', async () => {
		const typed = service.url.replace('http://', '');
		const { message } = await test({ baseUrl: typed });
		expect(message).toMatch(/^The port of this address does not speak https/);
		expect(message).toContain(`without http:// or https://, so https was tried`);
		expect(message).toContain(`enter http://${typed}.`);
		expect(message).not.toMatch(/certificate|NODE_EXTRA_CA_CERTS/);
	});

	it('tells http on a port with TLS', async () => {
		const { key, cert } = await selfSignedCertificate();
		const server = createTlsServer({ key, cert }, (_, response) => response.end());
		const port = await listening(server);
		const { message } = await test({ baseUrl: `http://127.0.0.1:${port}` });
		await new Promise((resolve) => server.close(resolve));
		expect(message).toContain(`If the port accepts only https, enter https://127.0.0.1:${port}.`);
	});

	it('tells an address with a path', async () => {
		service.behaviour.instead = () => ({ status: 404, body: '{"message":"no route"}' });
		const { message } = await test({ baseUrl: `${service.url}/app/login` });
		expect(message).toContain(
			`The address has the path /app/login: try it without, as ${service.url}.`,
		);
	});

	it.each([
		'DEPTH_ZERO_SELF_SIGNED_CERT',
		'CERT_HAS_EXPIRED',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	])('tells a certificate that is not trusted: %s', (code) => {
		const finding = diagnoseException(
			Object.assign(new Error('x'), { code }),
			'https://host.example',
		);
		expect(finding).toMatchObject({
			retryable: false,
			message: expect.stringMatching(/certificate.*https:\/\/host\.example/),
		});
	});

	it.each(['automatic', 'bearer'])('%s: tells the wrong header format', async (authentication) => {
		service.behaviour.colon = true;
		expect((await test({ authentication })).message).toMatch(
			/refused the token it had issued.*other Header Format/,
		);
		expect((await test({ authentication, headerFormat: 'bearerColon' })).status).toBe('OK');
	});

	it('says what works when only the login does not', async () => {
		service.behaviour.instead = ({ path }) =>
			path === '/api/auth/login'
				? { status: 403, body: '{"message":"API 2.0 is off"}' }
				: undefined;
		expect((await test({})).message).toMatch(
			/^The service refused the API key \(HTTP 403\).*Sending SMS \(\/rest\) works/,
		);
	});

	it.each([
		'{"error":"20","errorDescription":"SMS not found"}',
		'{"code":404,"message":"SMS not found"}',
	])('accepts a message that is not there in a 404 (%s)', async (body) => {
		service.behaviour.instead = ({ path }) =>
			path.startsWith('/rest')
				? { status: 404, body }
				: path.startsWith('/api/campaign')
					? { status: 200, body: '{"data":[]}' }
					: { status: 200, body: '{"bearer":"eyJ"}' };
		expect(await test({ apiKey: 'test_0000000000000000' })).toMatchObject({ status: 'OK' });
	});

	it('accepts a list of campaigns, whatever is said beside it', async () => {
		const body = JSON.stringify({ data: [], message: 'Your old key has expired' });
		service.behaviour.instead = ({ path }) =>
			path.startsWith('/api/campaign') ? { status: 200, body } : undefined;
		expect(await test({ authentication: 'apiKey' })).toMatchObject({ status: 'OK' });
	});

	it.each([
		['1', /refused the API key \(code 1: The API key is not valid\)/],
		['2', /refused the API key \(code 2: The account or the API key is blocked\)/],
	])('tells a key that is refused with code %s and HTTP 200', async (error, message) => {
		service.behaviour.instead = ({ path }) =>
			path.startsWith('/rest') ? { status: 200, body: JSON.stringify({ error }) } : undefined;
		expect((await test({})).message).toMatch(message);
	});

	it('does not say that SMS work where only a 404 came of /rest', async () => {
		service.behaviour.instead = () => ({ status: 404, body: '{"message":"no route"}' });
		expect((await test({})).message).not.toContain('Sending SMS');
	});

	it.each([
		[{ apiKey: '' }, /API key is empty/],
		[{ apiKey: 'live_a\nb' }, /characters that a key cannot have/],
		[{ timeZone: 'Mars/Base' }, /"Mars\/Base" is not known/],
		[{ baseUrl: '' }, /API Base URL is empty/],
	])('%j is told before it asks', async (data, message) => {
		const result = await test(data);
		expect(result.message).toMatch(message);
		expect(service.seen).toHaveLength(0);
	});
});
