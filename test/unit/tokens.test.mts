import { serviceSettings } from '../../nodes/shared/auth/address.ts';
import {
	currentToken,
	ensureToken,
	keepToken,
	storedForm,
	tokenStands,
	tokenState,
} from '../../nodes/shared/auth/tokens.ts';
import type { Exchange } from '../../nodes/shared/auth/tokens.ts';

const NOW = Math.floor(Date.now() / 1000);
const jwt = (claims: object): string =>
	`h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;
let keys = 0;
const settings = (more: object = {}) =>
	serviceSettings({
		baseUrl: 'https://service.example',
		apiKey: `live_key_${(keys += 1)}`,
		...more,
	});
const never: Exchange = async () => await Promise.reject(new Error('not asked'));

describe('a token at hand', () => {
	it('is used until shortly before it ends, also when it does not say when it began', () => {
		const one = settings();
		const state = tokenState(one);
		expect(currentToken(one, state)).toBe('');
		for (const [claims, usable] of [
			[{ exp: NOW + 3600 }, true],
			[{ exp: NOW + 1 }, false],
			[{ iat: NOW, exp: NOW + 3600 }, true],
			[{ iat: 'x', exp: 'y' }, true],
			[{}, true],
		] as const) {
			const token = jwt(claims);
			keepToken(state, token);
			expect([claims, currentToken(one, state)]).toEqual([claims, usable ? token : '']);
		}
		keepToken(state, 'opaque');
		expect(currentToken(one, state)).toBe('opaque');
	});

	it('is taken from the store when it is newer, belongs to the key and was not refused', () => {
		const older = jwt({ iat: NOW - 100, exp: NOW + 3600 });
		const newer = jwt({ iat: NOW - 10, exp: NOW + 3600 });
		const one = settings();
		const state = tokenState(one);
		keepToken(state, newer);
		expect(currentToken({ ...one, bearerToken: older }, state)).toBe(newer);
		keepToken(state, older);
		expect(currentToken({ ...one, bearerToken: newer }, state)).toBe(newer);
		expect(currentToken({ ...one, bearerToken: 'opaque' }, state)).toBe('opaque');
		expect(storedForm(state)).toBe(`${state.id.slice(0, 16)}~opaque`);
		keepToken(state, '');
		expect(currentToken({ ...one, bearerToken: `another~${newer}` }, state)).toBe('');
	});
});

describe('tokens in the long run', () => {
	it('that were refused are forgotten after many', async () => {
		const one = settings();
		const state = tokenState(one);
		for (let count = 0; count < 60; count += 1) {
			keepToken(state, `mine${count}`);
			await ensureToken({ ...one, bearerToken: `stored${count}` }, state, true, never);
		}
		expect(state.retired.size).toBe(50);
	});

	it('of many credentials do not pile up', () => {
		const first = settings();
		keepToken(tokenState(first), 'first');
		for (let count = 0; count < 500; count += 1) tokenState(settings());
		expect(tokenState(first).token).toBe('');
		expect(tokenState({ ...first, baseUrl: 'http://service.example' }).base).toBe('');
	});

	it('keep a login that is under way, however many others come', () => {
		const first = settings();
		const state = tokenState(first);
		state.pending = Promise.resolve();
		for (let count = 0; count < 600; count += 1) tokenState(settings());
		expect(tokenState(first)).toBe(state);
		state.pending = undefined;
		for (let count = 0; count < 500; count += 1) tokenState(settings());
		expect(tokenState(first)).not.toBe(state);
	});

	it('stand unless the service says 401', async () => {
		const one = settings();
		const ask = async (statusCode?: number) =>
			await tokenStands(one, tokenState(one), 'x', async () =>
				statusCode === undefined
					? await Promise.reject(new Error('away'))
					: { statusCode, headers: {}, body: '' },
			);
		expect([await ask(200), await ask(401), await ask(500), await ask()]).toEqual([
			true,
			false,
			true,
			true,
		]);
	});
});
