import { hash } from 'crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { accept, refuseAs, type Checked } from '../checked';
import { isBlank } from '../text/given';
import { keepSecret } from '../text/mask';
import { urlOf } from '../url';

/** The data of the credential `messagingServiceApi`. */
export interface ServiceSettings {
	/** Base address of the paths under /api, as the user typed it. */
	baseUrl: string;
	/** Base address of the paths under /rest; empty = the same. */
	restBaseUrl: string;
	apiKey: string;
	authentication: 'automatic' | 'apiKey' | 'bearer';
	headerFormat: 'bearer' | 'bearerColon';
	/** IANA name of the zone in which the service writes its times. */
	timeZone: string;
	allowHttp: boolean;
	/** The token n8n stores with the credential, '' = none yet. */
	bearerToken: string;
	/** n8n's own fields: 'all', 'domains' or 'none', and the list for 'domains'. */
	allowedHttpRequestDomains?: string;
	allowedDomains?: string;
}

const DIGEST_LENGTH = 12;

/**
 * A name for the account of a credential, which tells it from others where an execution is saved. The API key, of which it is made, cannot
 * be read from it; a corrected address is that of the same account.
 */
export const accountOf = ({ apiKey }: Pick<ServiceSettings, 'apiKey'>): string =>
	hash('sha256', `account ${apiKey}`, 'base64url').slice(0, DIGEST_LENGTH);

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/;
const EXAMPLE = 'Enter it in the credential, e.g. https://api.example.com.';

/**
 * Reads the decrypted credential; texts that are made safe hide its key and token from now on.
 * @returns every setting, with its default where the stored credential lacks it
 */
export function serviceSettings(data: ICredentialDataDecryptedObject): ServiceSettings {
	const text = (name: string) => String(data[name] ?? '').trim();
	const { authentication, headerFormat, allowedHttpRequestDomains, allowedDomains } = data;
	keepSecret(text('apiKey'));
	// The token is stored with the account that it belongs to before it.
	keepSecret(text('bearerToken').replace(/^[\da-f]{16}~/, ''));
	return {
		baseUrl: text('baseUrl'),
		restBaseUrl: text('restBaseUrl'),
		apiKey: text('apiKey'),
		authentication:
			authentication === 'apiKey' || authentication === 'bearer' ? authentication : 'automatic',
		headerFormat: headerFormat === 'bearerColon' ? headerFormat : 'bearer',
		timeZone: text('timeZone') || 'UTC',
		allowHttp: data.allowHttp === true,
		bearerToken: text('bearerToken'),
		allowedHttpRequestDomains: allowedHttpRequestDomains as string | undefined,
		allowedDomains: allowedDomains as string | undefined,
	};
}

/** Whether the key is a test key: the service then returns random information (5.1). */
export const usesTestKey = ({ apiKey }: Pick<ServiceSettings, 'apiKey'>): boolean =>
	apiKey.startsWith('test_');

/**
 * Brings a base address into one form: no trailing slash, no query, and cut before a pasted /api or /rest path
 * (a prefix before those is kept).
 * @param value what the user typed; https:// is added when no scheme is there
 * @param field display name for the refusal
 */
export function normaliseAddress(
	value: string,
	allowHttp: boolean,
	field: string,
): Checked<string> {
	const typed = value.trim();
	if (isBlank(typed)) return refuseAs(field, 'is empty', EXAMPLE);
	const url = urlOf(/^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`);
	if (!url || !/^https?:$/.test(url.protocol))
		return refuseAs(field, 'is not a web address', EXAMPLE);
	// A password in the address would end up in logs and messages, which show addresses.
	if (url.username || url.password)
		return refuseAs(field, 'holds a user name or password', 'Remove the part before the @ sign.');
	if (url.protocol === 'http:' && !allowHttp && !LOOPBACK.test(url.hostname)) {
		return refuseAs(
			field,
			'uses http, which would send the API key unencrypted',
			'Use https; for a private network, turn on Allow HTTP in the credential.',
		);
	}
	const segments = url.pathname.split('/').filter(Boolean);
	const end = segments.findIndex((segment) => /^(?:api|rest)$/i.test(segment));
	return accept([url.origin, ...(end < 0 ? segments : segments.slice(0, end))].join('/'));
}

/**
 * The base address for a path (section 1: {base_url} for /api, {rest_url} for /rest).
 * @param path path of the request, beginning with /api or /rest
 * @returns the address without a trailing slash, or the refusal naming the field of the credential
 */
export function serviceAddress(
	{
		baseUrl,
		restBaseUrl,
		allowHttp,
	}: Pick<ServiceSettings, 'baseUrl' | 'restBaseUrl' | 'allowHttp'>,
	path: string,
): Checked<string> {
	return restBaseUrl && /^\/?rest(?:\/|$)/.test(path)
		? normaliseAddress(restBaseUrl, allowHttp, 'REST Base URL')
		: normaliseAddress(baseUrl, allowHttp, 'API Base URL');
}

/** Where a request goes, in the names of both of n8n's request helpers. */
export interface RequestTarget {
	url?: string;
	/** The legacy helper's name of `url`, used when that is absent. */
	uri?: string;
	baseURL?: string;
}

/**
 * Tells which interface of the service a request reaches.
 * @returns 'rest' or 'api', or undefined when it leaves the two base addresses of the credential
 */
export function interfaceOf(
	settings: ServiceSettings,
	{ url, uri, baseURL }: RequestTarget,
): 'api' | 'rest' | undefined {
	const given = String(url ?? uri ?? '');
	// The request library joins a relative address to the base text; new URL(given, base) would drop the base's path.
	const absolute = /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(given) || !baseURL;
	const href = urlOf(
		absolute ? given : `${baseURL.replace(/\/+$/, '')}/${given.replace(/^\/+/, '')}`,
	)?.href;
	for (const path of ['/rest', '/api']) {
		const base = serviceAddress(settings, path);
		if (base.ok && href?.startsWith(`${base.value}/`))
			return href.startsWith(`${base.value}/rest/`) ? 'rest' : 'api';
	}
	return undefined;
}
