import { jest } from '@jest/globals';
import { serviceSettings } from '../../../nodes/shared/auth/address.ts';
import type { Exchange } from '../../../nodes/shared/auth/exchange.ts';
import {
	accountFor,
	currentToken,
	ensureToken,
	isRefused,
	keepToken,
	loginFault,
} from '../../../nodes/shared/auth/tokens.ts';

/* The tokens of one process, on a clock of its own: nothing here waits. */

const NOW = 1_800_000_000;
beforeEach(() => jest.useFakeTimers({ now: NOW * 1000 }));
afterEach(() => jest.useRealTimers());
const passing = async (ms: number): Promise<void> => await jest.advanceTimersByTimeAsync(ms);

const jwt = (claims: object): string =>
	`h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
let keys = 0;
const settings = (more: object = {}) =>
	serviceSettings({
		baseUrl: 'https://service.example',
		apiKey: `live_key_${(keys += 1)}`,
		...more,
	});

/** A service that gives out token1, token2 and so on, or what `answer` says. */
function service(answer?: (path: string) => object | undefined) {
	const asked: string[] = [];
	let count = 0;
	const exchange: Exchange = async ({ url, headers }) => {
		asked.push([new URL(url).pathname, headers?.Authorization].filter(Boolean).join(' '));
		await new Promise((resolve) => setTimeout(resolve, 10));
		const other = answer?.(new URL(url).pathname);
		return {
			statusCode: 200,
			headers: {},
			body: other ? undefined : { bearer: `token${++count}` },
			...other,
		};
	};
	return { asked, exchange };
}
const LOGIN = '/api/auth/login';
const REFRESH = '/api/auth/refresh';

describe('a token', () => {
	it.each([
		['says when it ends', { exp: NOW + 3600 }, true],
		['ends at once', { exp: NOW + 1 }, false],
		['says when it began, too', { iat: NOW, exp: NOW + 3600 }, true],
		['was issued by a clock that is days ahead', { iat: NOW + 1e6, exp: NOW + 1e6 + 3600 }, true],
		['was issued by a clock that is days behind', { iat: NOW - 1e6, exp: NOW - 1e6 + 3600 }, true],
		['has claims that are no numbers', { iat: 'x', exp: 'y' }, true],
		['has no claims', {}, true],
	])('that %s: %p', (_, claims, isUsable) => {
		const one = settings();
		const token = jwt(claims);
		keepToken(accountFor(one), token);
		expect(currentToken(one, accountFor(one))).toBe(isUsable ? token : '');
	});

	it('is used until shortly before its end, and at least for half of its life', async () => {
		const one = settings();
		const token = jwt({ iat: NOW, exp: NOW + 3600 });
		keepToken(accountFor(one), token);
		await passing(2990 * 1000);
		expect(currentToken(one, accountFor(one))).toBe(token);
		await passing(606 * 1000);
		expect(currentToken(one, accountFor(one))).toBe('');
		const short = settings();
		keepToken(accountFor(short), token);
		const brief = jwt({ iat: NOW, exp: NOW + 60 });
		keepToken(accountFor(short), brief);
		await passing(24_000);
		expect(currentToken(short, accountFor(short))).toBe(brief);
	});

	it('is replaced by each worker at a moment of its own', async () => {
		const workerThatDraws = async (part: number) => {
			const random = jest.spyOn(Math, 'random').mockReturnValue(part);
			jest.resetModules();
			const worker = await import('../../../nodes/shared/auth/tokens.ts');
			random.mockRestore();
			const one = settings();
			worker.keepToken(worker.accountFor(one), jwt({ iat: NOW, exp: NOW + 3600 }));
			return () => worker.currentToken(one, worker.accountFor(one)) !== '';
		};
		const [early, late] = [await workerThatDraws(0.99), await workerThatDraws(0)];
		await passing(2900 * 1000);
		expect([early(), late()]).toEqual([true, true]);
		await passing(400 * 1000);
		expect([early(), late()]).toEqual([false, true]);
	});

	it('is known for the last hundred accounts', () => {
		const first = settings();
		keepToken(accountFor(first), 'first');
		for (let count = 0; count < 99; count += 1) accountFor(settings());
		expect(accountFor(first).token).toBe('first');
		for (let count = 0; count < 100; count += 1) accountFor(settings());
		expect(accountFor(first).token).toBe('');
	});
});

describe('a new token', () => {
	it.each([
		['is refused', { statusCode: 401 }],
		['brings no token', { body: {} }],
		['brings the old one', { body: { bearer: 'old' } }],
	])('comes from a login where the refresh %s', async (_, answer) => {
		const one = settings();
		const account = accountFor(one);
		const { asked, exchange } = service((path) => (path === REFRESH ? answer : undefined));
		const done = ensureToken(one, account, 'old', exchange);
		await passing(20);
		await done;
		expect([currentToken(one, account), asked]).toEqual([
			'token1',
			[`${REFRESH} Bearer old`, LOGIN],
		]);
	});

	it('that is refused, too, is replaced a second after the login', async () => {
		const one = settings();
		const account = accountFor(one);
		const { asked, exchange } = service();
		void ensureToken(one, account, '', exchange);
		await passing(10);
		void ensureToken(one, account, 'token1', exchange);
		await passing(990);
		expect(asked).toEqual([LOGIN]);
		await passing(20);
		expect([currentToken(one, account), asked]).toEqual([
			'token2',
			[LOGIN, `${REFRESH} Bearer token1`],
		]);
	});
});

describe('a login that fails', () => {
	it('is said to all, and tried again after a second', async () => {
		const one = settings();
		const account = accountFor(one);
		let isDown = true;
		const { asked, exchange } = service(() => (isDown ? { statusCode: 503 } : undefined));
		for (let count = 0; count < 20; count++) void ensureToken(one, account, '', exchange);
		await passing(900);
		await ensureToken(one, account, '', exchange);
		expect([asked, loginFault(account)?.message]).toEqual([
			[LOGIN],
			expect.stringContaining('503'),
		]);
		isDown = false;
		await passing(200);
		expect(loginFault(account)).toBeUndefined();
		void ensureToken(one, account, '', exchange);
		await passing(10);
		expect([currentToken(one, account), asked]).toEqual(['token1', [LOGIN, LOGIN]]);
	});
});

it.each([
	[200, false],
	[401, true],
	[500, false],
	[undefined, false],
])('a token that the service answers with %p is refused: %p', async (statusCode, expected) => {
	const one = settings();
	const exchange: Exchange = async () =>
		statusCode === undefined
			? await Promise.reject(new Error('away'))
			: { statusCode, headers: {}, body: '' };
	expect(await isRefused(one, accountFor(one), 'x', exchange)).toBe(expected);
});
