import { hash } from 'node:crypto';
import '../support/clock/machineClock.mts';
import { CredentialService, KEY } from './credentialService.mts';
import { startWorker, store } from './credentialWorker.mts';

const service = new CredentialService();
const other = new CredentialService();

beforeAll(async () => {
	await service.start();
	await other.start();
});
afterAll(async () => {
	await service.stop();
	await other.stop();
});
beforeEach(() => {
	service.reset();
	other.reset();
});

const credential = (more: object = {}) =>
	store({ baseUrl: `${service.url}/api/`, apiKey: KEY, ...more });
/** A token in the form in which n8n stores it for the credential above. */
const storedToken = (token: string): string =>
	`${hash('sha256', `${service.url}\n${KEY}`, 'hex').slice(0, 16)}~${token}`;
const list = () => ({ url: `${service.url}/api/campaign` });
const sms = () => ({ url: `${service.url}/rest/sms/1` });
const many = async (count: number, job: () => Promise<{ statusCode: number }>) =>
	(await Promise.all(Array.from({ length: count }, job))).map(({ statusCode }) => statusCode);

const renewals = () => service.count('/api/auth/login') + service.count('/api/auth/refresh');
const messageOf = async (job: Promise<unknown>): Promise<string> =>
	await job.then(
		() => 'no error',
		(error: Error & { description?: string }) => `${error.message} | ${error.description ?? ''}`,
	);

describe('headers', () => {
	it.each([
		['automatic', undefined, KEY, /^Bearer [\w-]+\.[\w-]+\.[\w-]+$/, undefined],
		['apiKey', undefined, KEY, undefined, KEY],
		['bearer', /^Bearer ey/, undefined, /^Bearer ey/, undefined],
	])('%s', async (authentication, restBearer, restKey, apiBearer, apiKey) => {
		const worker = startWorker();
		const stored = credential({ authentication });
		await worker.request(stored, sms());
		await worker.request(stored, list());
		const rest = service.seen.find(({ path }) => path === '/rest/sms/1')?.headers;
		const api = service.seen.find(({ path }) => path === '/api/campaign')?.headers;
		expect([rest?.['x-api-key'], api?.['x-api-key']]).toEqual([restKey, apiKey]);
		for (const [value, pattern] of [
			[rest?.authorization, restBearer],
			[api?.authorization, apiBearer],
		] as const) {
			if (pattern) expect(value).toMatch(pattern);
			else expect(value).toBeUndefined();
		}
		expect(renewals()).toBe(authentication === 'apiKey' ? 0 : 1);
	});

	it('writes "Bearer: " on request, also for the refresh', async () => {
		service.behaviour.colon = true;
		const worker = startWorker();
		const stored = credential({
			headerFormat: 'bearerColon',
			bearerToken: storedToken(service.issue()),
		});
		expect((await worker.request(stored, list())).statusCode).toBe(200);
		expect(service.seen[0]?.headers.authorization).toMatch(/^Bearer: ey/);
	});

	it('replaces headers the user wrote, in any case', async () => {
		await startWorker().request(credential({ authentication: 'apiKey' }), {
			...sms(),
			headers: { 'x-api-KEY': 'mine', authorization: 'Basic x', accept: 'a/b' },
		});
		expect(service.seen[0]?.headers).toMatchObject({ 'x-api-key': KEY, accept: 'a/b' });
		expect(service.seen[0]?.headers.authorization).toBeUndefined();
	});
});

describe('tokens', () => {
	it('50 parallel items with an empty token make one login call, and n8n stores the token', async () => {
		const worker = startWorker();
		const stored = credential();
		expect(await many(50, async () => await worker.request(stored, list()))).toEqual(
			Array(50).fill(200),
		);
		expect(service.count('/api/auth/login')).toBe(1);
		expect(renewals()).toBe(1);
		expect(String(stored.data.bearerToken)).toContain('ey');
		expect(String(stored.data.bearerToken)).not.toContain(KEY);
		await worker.request(stored, list());
		expect(renewals()).toBe(1);
	});

	it('two credentials of one account share the login', async () => {
		const worker = startWorker();
		await Promise.all([
			worker.request(credential(), list()),
			worker.request(credential({ restBaseUrl: service.url }), list()),
		]);
		expect(renewals()).toBe(1);
	});

	it('refreshes an expired token once for 50 parallel items, without asking with it', async () => {
		const worker = startWorker();
		const stored = credential({ bearerToken: storedToken(service.issue(7200)) });
		expect(await many(50, async () => await worker.request(stored, list()))).toEqual(
			Array(50).fill(200),
		);
		expect(service.count('/api/auth/refresh')).toBe(1);
		expect(service.count('/api/auth/login')).toBe(1);
		expect(
			service.seen.filter(({ path, status }) => path === '/api/campaign' && status === 401),
		).toHaveLength(0);
	});

	it('renews a token revoked before its time once, by refresh where that works', async () => {
		const worker = startWorker();
		const stored = credential();
		await worker.request(stored, list());
		service.revoke();
		expect(await many(50, async () => await worker.request(stored, list()))).toEqual(
			Array(50).fill(200),
		);
		expect(service.count('/api/auth/login')).toBe(2);
		expect(service.count('/api/auth/refresh')).toBe(1);
	});

	it('never uses the token of another key', async () => {
		const worker = startWorker();
		const stored = credential();
		await worker.request(stored, list());
		stored.data = { ...stored.data, apiKey: 'live_another_account_00' };
		expect(await messageOf(worker.request(stored, list()))).toMatch(/refused the API key/);
		expect(service.count('/api/campaign')).toBe(1);
	});

	it('takes over the token another worker stored', async () => {
		const stored = credential();
		await startWorker().request(stored, list());
		expect((await startWorker().request(stored, list())).statusCode).toBe(200);
		expect(renewals()).toBe(1);
	});
});

describe('a login that does not work', () => {
	it('leaves /rest working in the automatic mode, and says why /api does not', async () => {
		service.behaviour.instead = ({ path }) =>
			path.startsWith('/api/auth') ? { status: 503, body: '<html>maintenance</html>' } : undefined;
		const worker = startWorker();
		const stored = credential();
		expect(await many(20, async () => await worker.request(stored, sms()))).toEqual(
			Array(20).fill(200),
		);
		expect(service.count('/api/auth/login')).toBe(1);
		expect(await messageOf(worker.request(stored, list()))).toMatch(
			/Login to the service: .*HTTP 503/,
		);
		expect(service.count('/api/campaign')).toBe(0);
	});

	it('does not repeat a refused key, and shows neither key nor token', async () => {
		const worker = startWorker();
		const stored = credential({ apiKey: 'live_wrong_key_000000' });
		const messages = await Promise.all(
			Array.from({ length: 20 }, async () => await messageOf(worker.request(stored, list()))),
		);
		expect(new Set(messages).size).toBe(1);
		expect(messages[0]).toMatch(/Login to the service: The service refused the API key/);
		expect(messages[0]).not.toContain('live_wrong_key_000000');
		expect(service.count('/api/auth/login')).toBe(1);
	});
});

describe('the key stays with the service', () => {
	it.each(['automatic', 'apiKey', 'bearer'])(
		'%s: no redirect is followed, in either helper',
		async (authentication) => {
			const worker = startWorker();
			const stored = credential({ authentication });
			service.behaviour.instead = ({ path }) =>
				/auth/.test(path)
					? undefined
					: { status: 302, headers: { location: `${other.url}/api/steal` }, body: '' };
			for (const target of [list(), sms()]) {
				await messageOf(worker.request(stored, target));
				await messageOf(worker.legacy(stored, { uri: target.url }));
				await messageOf(worker.legacy(stored, { uri: target.url, method: 'POST', body: { a: 1 } }));
			}
			expect(other.seen).toHaveLength(0);
		},
	);

	it('a redirected login takes the key nowhere', async () => {
		service.behaviour.instead = () => ({
			status: 307,
			headers: { location: `${other.url}/api/auth/login` },
			body: '',
		});
		expect(await messageOf(startWorker().request(credential(), list()))).toMatch(
			/another address \(http:\/\/127\.0\.0\.1/,
		);
		expect(other.seen).toHaveLength(0);
	});

	it.each(['automatic', 'apiKey', 'bearer'])(
		'%s: a request to another host is refused before it is sent',
		async (authentication) => {
			const worker = startWorker();
			const stored = credential({ authentication });
			expect(await messageOf(worker.request(stored, { url: `${other.url}/api/campaign` }))).toMatch(
				/belongs to another address/,
			);
			expect(await messageOf(worker.legacy(stored, { uri: `${other.url}/rest/sms/1` }))).toMatch(
				/belongs to another address/,
			);
			expect(other.seen).toHaveLength(0);
		},
	);

	it('keeps to the allowed domains when it logs in', async () => {
		const stored = credential({
			allowedHttpRequestDomains: 'domains',
			allowedDomains: 'elsewhere.example',
		});
		expect(await messageOf(startWorker().request(stored, list()))).toMatch(/domain/i);
		expect(service.seen).toHaveLength(0);
	});

	it('refuses http outside loopback', async () => {
		const stored = store({ baseUrl: 'http://sms.example', apiKey: KEY });
		expect(
			await messageOf(startWorker().request(stored, { url: 'http://sms.example/api/campaign' })),
		).toMatch(/uses http/);
	});
});

describe('in the HTTP Request node', () => {
	it('authenticates both interfaces', async () => {
		const worker = startWorker();
		const stored = credential();
		expect(await worker.legacy(stored, { uri: list().url })).toMatchObject({ data: [] });
		expect(await worker.legacy(stored, { uri: sms().url })).toMatchObject({ error: '20' });
		expect(renewals()).toBe(1);
	});

	it.each(['/api/campaigns/sms/send', '/rest/sms/create'])(
		'never sends a POST to %s twice when it fails for another reason',
		async (path) => {
			const worker = startWorker();
			const stored = credential();
			await worker.legacy(stored, { uri: list().url });
			service.behaviour.instead = (seen) =>
				seen.path === path ? { status: 500, body: '{"message":"oops"}' } : undefined;
			expect(
				await messageOf(
					worker.legacy(stored, { uri: service.url + path, method: 'POST', body: { a: 1 } }),
				),
			).toMatch(/500|service/i);
			expect(service.count(path)).toBe(1);
			expect(service.count('/api/auth')).toBe(1);
		},
	);

	it('renews a revoked token and repeats the request', async () => {
		const worker = startWorker();
		const stored = credential();
		await worker.legacy(stored, { uri: list().url });
		service.revoke();
		expect(await worker.legacy(stored, { uri: list().url })).toMatchObject({ data: [] });
		expect(service.count('/api/auth/login')).toBe(2);
	});
});
