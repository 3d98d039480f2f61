import { createHash } from 'crypto';
import { sleep, type IHttpRequestHelper, type IHttpRequestOptions } from 'n8n-workflow';
import type { ServiceReply } from '../errors';
import { ENDPOINTS, LIMITS } from '../spec';
import { readReplyBody, withinReach } from '../streams';
import { keepSecret } from '../text/mask';
import { serviceAddress, type ServiceSettings } from './address';
import {
	diagnoseException,
	diagnoseReply,
	finding,
	impossibleKey,
	jsonOf,
	refusedKey,
	unusable,
	type Finding,
} from './diagnosis';

/** Makes a request and gives every reply, whatever its status; throws when none came. */
export type Exchange = (request: {
	method: 'GET' | 'POST';
	url: string;
	headers?: Record<string, string>;
	body?: Record<string, string>;
}) => Promise<ServiceReply>;

/** What this process knows of one credential's token. */
export interface TokenState {
	/** Hash of address and key: the key itself is never kept. */
	id: string;
	/** Base address of /api, '' when it cannot be used. */
	base: string;
	token: string;
	/** When it is replaced, in milliseconds since 1970 by this machine's clock. */
	endsAt: number;
	/** Hashes of tokens that were refused; the last ones only. */
	retired: Set<string>;
	triedAt: number;
	pending?: Promise<void>;
	checking?: Promise<boolean>;
	/** Why the last attempt brought no token; kept back from new attempts until `faultUntil`. */
	fault?: Finding;
	faultUntil: number;
}

/** Addresses with a key that are known at a time. */
const MAX_STATES = 500;
const MAX_RETIRED = 50;
/** Milliseconds between two attempts: a fresh token that is refused was replaced by another worker, which stores its own meanwhile. */
const RENEWAL_GAP = 1000;
/** Milliseconds an attempt's refusal stands: a key does not become right by repeating it. */
const REFUSAL_STANDS = 15_000;
const FAILURE_STANDS = 1000;
/** Milliseconds a token is given up before its end. */
const MARGIN = 5000;
/** Each process renews somewhat earlier still, by a part of this that is its own: the first stores the new token, the others find it. */
const SPREAD = 600_000;
const EARLY = Math.random();
const TIMEOUT = 30_000;
/** A busy machine may notice the end of a timeout late. */
const LATE = 5000;
/** A token and what comes with it are far shorter, in bytes. */
const MAX_REPLY = 1024 * 1024;

/** The query of the shortest campaign list that every service gives (4.10; wire notes: pages of 30 to 500). */
const SHORTEST_PAGE = `?page%5Blimit%5D=${LIMITS.page.pageMin}`;
/** A question that costs nothing and changes nothing: the campaign list, at either of its paths (wire notes). */
export const HARMLESS_QUESTIONS = [
	ENDPOINTS.listCampaigns.path + SHORTEST_PAGE,
	ENDPOINTS.listCampaigns.otherPath + SHORTEST_PAGE,
] as const;

const states = new Map<string, TokenState>();

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Asks through n8n's request helper, without redirects, so that neither key nor token leaves the service.
 * @param timeout milliseconds that a request may take
 */
export function exchangeOf(helper: IHttpRequestHelper, timeout = TIMEOUT): Exchange {
	return async (request) => {
		const asked = helper.helpers.httpRequest({
			...request,
			json: true,
			// Read by ourselves, with a limit.
			encoding: 'stream',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			timeout,
		} as IHttpRequestOptions);
		const reply = (await withinReach(asked, timeout + LATE)) as ServiceReply;
		return { ...reply, body: await readReplyBody(reply.body, MAX_REPLY, timeout) };
	};
}

/** Whether a token is being asked for, or tried. */
const isUnderWay = ({ pending, checking }: TokenState): boolean =>
	pending !== undefined || checking !== undefined;

/** Whether a login is under way, or its failure is still to be told. */
const isBusy = (state: TokenState): boolean => isUnderWay(state) || state.faultUntil > Date.now();

/** Makes room for one more state: the oldest gives way, one that is busy only where all are. */
function makeRoom(): void {
	if (states.size < MAX_STATES) return;
	const all = [...states.values()];
	const oldest = all.find((state) => !isBusy(state)) ?? all[0];
	if (oldest) states.delete(oldest.id);
}

/** The state of a credential, shared by all its requests in this process. */
export function tokenState(settings: ServiceSettings): TokenState {
	const checked = serviceAddress(settings, '/api');
	const base = checked.ok ? checked.value : '';
	const id = hash(`${base}\n${settings.apiKey}`);
	let state = states.get(id);
	if (!state) {
		state = {
			id,
			base,
			token: '',
			endsAt: 0,
			retired: new Set(),
			triedAt: 0,
			faultUntil: 0,
		};
		makeRoom();
		states.set(id, state);
	}
	return state;
}

/** Whether this process is logging in with a credential, so that requests that need its token wait for that. */
export const isLoggingIn = (settings: ServiceSettings): boolean => isUnderWay(tokenState(settings));

/** Claims of a JWT in seconds; empty for any other token. */
function claimsOf(token: string): { iat?: number; exp?: number } {
	const { iat, exp } = jsonOf(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) ?? {};
	const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
	return { iat: number(iat), exp: number(exp) };
}

function usable(state: TokenState): boolean {
	return state.token !== '' && state.endsAt > Date.now() && !state.retired.has(hash(state.token));
}

/** Makes a token the one in use until shortly before it ends; both times in milliseconds, `life` is NaN where it is not known. */
function use(state: TokenState, token: string, end: number, life: number): void {
	state.token = token;
	state.endsAt = end - MARGIN - Math.min(SPREAD, Math.max(0, life / 2) || 0) * EARLY;
}

/** Takes over a token this process obtained; its life is counted from now, so a wrong clock does no harm. */
export function keepToken(state: TokenState, token: string): void {
	const { iat, exp } = claimsOf(token);
	const life = exp === undefined ? Infinity : (exp - (iat ?? Date.now() / 1000)) * 1000;
	use(state, token, Date.now() + life, life);
	state.fault = undefined;
	keepSecret(token);
}

/** The form in which n8n stores a token: bound to address and key, so that a changed key never uses the old account's token. */
export function storedForm(state: TokenState): string {
	return `${state.id.slice(0, 16)}~${state.token}`;
}

/** The stored token if it belongs to this address and key; a bare one is taken as it is. */
function storedToken(settings: ServiceSettings, state: TokenState): string {
	const [owner = '', token] = settings.bearerToken.split('~');
	return token === undefined ? owner : owner === state.id.slice(0, 16) ? token : '';
}

/**
 * The best token known: the stored one, which another worker may have renewed, or this process's own.
 * @returns '' when none is known to work
 */
export function currentToken(settings: ServiceSettings, state: TokenState): string {
	const stored = storedToken(settings, state);
	if (stored && stored !== state.token && !state.retired.has(hash(stored))) {
		const { iat = Infinity, exp = Infinity } = claimsOf(stored);
		if (!usable(state) || iat >= (claimsOf(state.token).iat ?? 0)) {
			use(state, stored, exp * 1000, (exp - iat) * 1000);
		}
	}
	return usable(state) ? state.token : '';
}

/** Notes that the service refused a token. */
function retire(state: TokenState, token: string): void {
	state.retired.add(hash(token));
	const [first] = state.retired;
	if (state.retired.size > MAX_RETIRED && first !== undefined) state.retired.delete(first);
}

/** The token of a reply to 4.1 or 4.2; '' when it brings none. */
function tokenOf({ statusCode, body }: ServiceReply): string {
	const bearer = jsonOf(body)?.bearer;
	return statusCode < 300 && typeof bearer === 'string' ? bearer : '';
}

function bearerHeader(settings: ServiceSettings, token: string): Record<string, string> {
	return {
		Authorization: `${settings.headerFormat === 'bearerColon' ? 'Bearer:' : 'Bearer'} ${token}`,
	};
}

/** Whether requests to an interface carry the API key, not a token. */
export function usesKey({ authentication }: ServiceSettings, way: 'api' | 'rest'): boolean {
	return authentication === 'apiKey' || (authentication === 'automatic' && way === 'rest');
}

/** The headers that prove the right to call one interface (section 5). */
export function proofHeaders(
	settings: ServiceSettings,
	way: 'api' | 'rest',
	token: string,
): Record<string, string> {
	return usesKey(settings, way) ? { 'X-API-KEY': settings.apiKey } : bearerHeader(settings, token);
}

/**
 * Logs in (4.1).
 * @returns the token, or why there is none
 */
export async function logIn(
	settings: ServiceSettings,
	exchange: Exchange,
): Promise<string | Finding> {
	const base = serviceAddress(settings, '/api');
	if (!base.ok) return unusable(base.refusal);
	const impossible = impossibleKey(settings.apiKey);
	if (impossible) return impossible;
	try {
		const reply = await exchange({
			method: 'POST',
			url: base.value + ENDPOINTS.logIn.path,
			body: { api_key: settings.apiKey },
		});
		const found = tokenOf(reply) || diagnoseReply(reply, base.value, 'key', 'api');
		if (found) return found;
		return reply.statusCode >= 400
			? refusedKey(`HTTP ${reply.statusCode}`)
			: finding(
					`${base.value} answered the login without a token`,
					'Check the API Base URL, or choose API Key Only.',
				);
	} catch (error) {
		return diagnoseException(error, base.value);
	}
}

async function renew(
	settings: ServiceSettings,
	state: TokenState,
	old: string,
	exchange: Exchange,
): Promise<void> {
	if (state.fault && Date.now() < state.faultUntil) return;
	const gap = state.triedAt + RENEWAL_GAP - Date.now();
	if (gap > 0) {
		// While this process waits, its next requests read what another worker stored.
		await sleep(gap * (0.5 + Math.random()));
		if (usable(state)) return;
	}
	state.triedAt = Date.now();
	if (old && state.base) {
		try {
			const token = tokenOf(
				await exchange({
					method: 'POST',
					url: state.base + ENDPOINTS.refreshToken.path,
					headers: bearerHeader(settings, old),
				}),
			);
			if (token) keepToken(state, token);
			if (usable(state)) return;
		} catch {
			// A refresh that brings nothing is followed by a login, which tells the cause.
		}
	}
	const result = await logIn(settings, exchange);
	if (typeof result === 'string') {
		keepToken(state, result);
		state.retired.delete(hash(result));
	} else {
		state.fault = result;
		state.faultUntil = Date.now() + (result.retryable ? FAILURE_STANDS : REFUSAL_STANDS);
	}
}

/**
 * Sees to it that a token is known: takes the one at hand when the caller's was empty or refused, else refreshes or
 * logs in, once for all callers of this credential in this process.
 * @param refused whether the stored token was refused by the service
 */
export async function ensureToken(
	settings: ServiceSettings,
	state: TokenState,
	refused: boolean,
	exchange: Exchange,
): Promise<void> {
	const stored = storedToken(settings, state);
	if (refused && stored) retire(state, stored);
	if (currentToken(settings, state)) return;
	state.pending ??= renew(settings, state, stored || state.token, exchange).finally(() => {
		state.pending = undefined;
	});
	await state.pending;
}

/**
 * Asks the service whether it still takes a token, by the campaign list (4.10).
 * @returns true unless the service says 401; a service that does not answer has not refused it
 */
export async function tokenStands(
	settings: ServiceSettings,
	state: TokenState,
	token: string,
	exchange: Exchange,
): Promise<boolean> {
	state.checking ??= exchange({
		method: 'GET',
		url: state.base + HARMLESS_QUESTIONS[0],
		headers: bearerHeader(settings, token),
	})
		.then(
			(reply) => reply.statusCode !== 401,
			() => true,
		)
		.finally(() => {
			state.checking = undefined;
		});
	return await state.checking;
}
