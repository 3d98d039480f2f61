import { hash } from 'crypto';
import { sleep } from 'n8n-workflow';
import { fieldsOf, type ServiceReply } from '../errors';
import { recent } from '../recent';
import { ENDPOINTS, LIMITS } from '../spec';
import { keepSecret } from '../text/mask';
import { serviceAddress, type ServiceSettings } from './address';
import {
	diagnoseException,
	diagnoseReply,
	finding,
	impossibleKey,
	refusedKey,
	unusable,
	type Finding,
} from './diagnosis';
import type { Exchange } from './exchange';

/** What this process knows of the token of one address and key. */
export interface Account {
	/** Begins the digest of address and key: the key itself is not kept. */
	id: string;
	/** Base address of /api, '' when it cannot be used. */
	base: string;
	/** '' until one is known. */
	token: string;
	/** When it is replaced, in milliseconds since 1970 by this machine's clock. */
	endsAt: number;
	/** The token that the service refused last: n8n may still hold it. */
	refused: string;
	renewal?: Promise<void>;
	triedAt: number;
	/** Why the last login brought no token. */
	fault?: Finding;
}

/** Milliseconds from one login to the next. */
const GAP_MS = 1000;
/** Milliseconds that a refused login counts for all requests; one that got no answer counts until the next may go. */
const FAULT_STANDS_MS = 2000;
/** A token is replaced so many milliseconds before its end, and by up to SPREAD_MS more: the first of several workers stores a new one, and the others find it. */
const MARGIN_MS = 5000;
const SPREAD_MS = 600_000;
const SPREAD = Math.random();

/** The query of the shortest campaign list that every service gives (4.10; wire notes: pages of 30 to 500). */
const SHORTEST_PAGE = `?page%5Blimit%5D=${LIMITS.page.pageMin}`;
/** A question that costs nothing and changes nothing: the campaign list, at either of its paths (wire notes). */
export const HARMLESS_QUESTIONS = [
	ENDPOINTS.listCampaigns.path + SHORTEST_PAGE,
	ENDPOINTS.listCampaigns.otherPath + SHORTEST_PAGE,
] as const;

const accounts = new Map<string, Account>();

/** The account of a credential, shared by all its requests in this process. */
export function accountFor(settings: ServiceSettings): Account {
	const address = serviceAddress(settings, '/api');
	const base = address.ok ? address.value : '';
	const id = hash('sha256', `${base}\n${settings.apiKey}`, 'hex').slice(0, 16);
	return recent(accounts, id, () => ({
		id,
		base,
		token: '',
		endsAt: 0,
		refused: '',
		triedAt: -Infinity,
	}));
}

/** Claims of a JWT in milliseconds; NaN for what another token does not hold. */
function claimsOf(token: string): { issuedAt: number; endsAt: number } {
	const { iat, exp } = fieldsOf(Buffer.from(token.split('.')[1] ?? '', 'base64url'));
	const ms = (value: unknown) => (typeof value === 'number' ? value * 1000 : NaN);
	return { issuedAt: ms(iat), endsAt: ms(exp) };
}

/** Makes a token the one in use until shortly before its end; a life of NaN milliseconds is not known. */
function use(account: Account, token: string, endsAt: number, life: number): void {
	const spread = Math.min(SPREAD_MS, Math.max(0, life / 2) || 0) * SPREAD;
	Object.assign(account, { token, endsAt: (endsAt || Infinity) - MARGIN_MS - spread });
}

/** Takes over a token that this process obtained. Its life counts from now, so that a wrong clock does no harm. */
export function keepToken(account: Account, token: string): void {
	const { issuedAt, endsAt } = claimsOf(token);
	const life = endsAt - (issuedAt || Date.now());
	use(account, token, Date.now() + life, life);
	Object.assign(account, { refused: '', fault: undefined });
	keepSecret(token);
}

/** The form in which n8n stores the token: bound to address and key, so that a changed key never uses the old account's. */
export const storedForm = ({ id, token }: Account): string => `${id}~${token}`;

/** The token that n8n stored for this address and key, '' where there is none. */
function storedToken({ bearerToken }: ServiceSettings, account: Account): string {
	const owner = `${account.id}~`;
	return bearerToken.startsWith(owner) ? bearerToken.slice(owner.length) : '';
}

/** The token to use: this process's own, or the stored one, which another worker may have renewed; '' when none is known to work. */
export function currentToken(settings: ServiceSettings, account: Account): string {
	const isUsable = (): boolean => account.token !== account.refused && account.endsAt > Date.now();
	if (isUsable()) return account.token;
	const stored = storedToken(settings, account);
	if (stored === '' || stored === account.token) return '';
	const { issuedAt, endsAt } = claimsOf(stored);
	use(account, stored, endsAt, endsAt - issuedAt);
	return isUsable() ? stored : '';
}

/** Why the last login failed, as long as that counts. */
export const loginFault = ({ fault, triedAt }: Account): Finding | undefined =>
	Date.now() < triedAt + (fault?.retryable ? GAP_MS : FAULT_STANDS_MS) ? fault : undefined;

/** The token of a reply to 4.1 or 4.2; '' when it brings none. */
function tokenOf({ statusCode, body }: ServiceReply): string {
	const { bearer } = fieldsOf(body);
	return statusCode < 300 && typeof bearer === 'string' ? bearer : '';
}

const bearerHeader = ({ headerFormat }: ServiceSettings, token: string) => ({
	Authorization: `${headerFormat === 'bearerColon' ? 'Bearer:' : 'Bearer'} ${token}`,
});

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

/** Logs in (4.1). @returns the token, or why there is none */
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

/** Has a token renewed (4.2). @returns '' when that brings none: a login follows, which says why */
async function refresh(
	settings: ServiceSettings,
	{ base }: Account,
	old: string,
	exchange: Exchange,
): Promise<string> {
	try {
		const url = base + ENDPOINTS.refreshToken.path;
		return tokenOf(await exchange({ method: 'POST', url, headers: bearerHeader(settings, old) }));
	} catch {
		return '';
	}
}

async function renew(
	settings: ServiceSettings,
	account: Account,
	old: string,
	exchange: Exchange,
): Promise<void> {
	const gap = account.triedAt + GAP_MS - Date.now();
	if (gap > 0) await sleep(gap);
	const refreshed = old && (await refresh(settings, account, old, exchange));
	const token = refreshed && refreshed !== old ? refreshed : await logIn(settings, exchange);
	account.triedAt = Date.now();
	if (typeof token === 'string') keepToken(account, token);
	else account.fault = token;
}

/**
 * Sees to it that a token is known: the one at hand, else one by refresh or login, once for all callers of this account.
 * @param refused the token with which the service answered 401, if any
 */
export async function ensureToken(
	settings: ServiceSettings,
	account: Account,
	refused: string,
	exchange: Exchange,
): Promise<void> {
	const old = refused || account.token || storedToken(settings, account);
	if (refused) account.refused = refused;
	if (currentToken(settings, account) || loginFault(account)) return;
	account.renewal ??= renew(settings, account, old, exchange).finally(() => {
		account.renewal = undefined;
	});
	await account.renewal;
}

/** Whether the service says 401 to a token, asked for the campaign list (4.10); one that does not answer has not refused it. */
export async function isRefused(
	settings: ServiceSettings,
	{ base }: Account,
	token: string,
	exchange: Exchange,
): Promise<boolean> {
	const url = base + HARMLESS_QUESTIONS[0];
	const asked = exchange({ method: 'GET', url, headers: bearerHeader(settings, token) });
	return await asked.then(
		({ statusCode }) => statusCode === 401,
		() => false,
	);
}
