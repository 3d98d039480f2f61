import {
	NodeApiError,
	type IDataObject,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
} from 'n8n-workflow';
import type { ServiceFault } from '../errors';
import { interfaceOf, serviceAddress, serviceSettings, type RequestTarget } from './address';
import { finding, unusable, type Finding } from './diagnosis';
import { exchangeOf } from './exchange';
import { NOTES, type NotedCredential } from './notes';
import {
	accountFor,
	currentToken,
	ensureToken,
	isRefused,
	loginFault,
	proofHeaders,
	storedForm,
	usesKey,
} from './tokens';
import { answeredRequest, awaitsTest, isTest, makeTest, verdictOf } from './testRequest';

export { TEST_REQUEST } from './testRequest';
export { LOGIN_TIMEOUT_MS } from './exchange';
export { usesKey } from './tokens';
export {
	accountOf,
	serviceAddress,
	serviceSettings,
	usesTestKey,
	type ServiceSettings,
} from './address';

/** A credential is not told which node uses it; n8n shows the node at hand. */
const NO_NODE: INode = {
	id: '',
	name: 'Messaging Service API',
	type: 'messagingService',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** An error raised before the request was sent: the service saw nothing of it. */
function notSent(found: Finding): NodeApiError {
	const { message, description } = found;
	const error = new NodeApiError(NO_NODE, { message }, { message, description });
	error.context.notSent = found;
	return error;
}

/** The same with the mark of a 401, which makes n8n call preAuthentication and come back. */
const comeBack = (found: Finding): NodeApiError =>
	Object.assign(notSent(found), { response: { status: 401 } });

/** Lets the request of a passed test on, to the address that answered. @throws NodeApiError that says what the test found */
function passTest(credentials: NotedCredential, request: IHttpRequestOptions): void {
	const verdict = verdictOf(credentials);
	if (!verdict) throw comeBack(finding('The credential was not tested', 'Save it again.', true));
	if (!verdict.ok) {
		const error = notSent(finding(verdict.message, ''));
		// n8n puts words of its own in the place of a message that holds the code of a fault.
		error.message = verdict.message;
		throw error;
	}
	answeredRequest(request, verdict.url);
}

/**
 * The fault of a request that the credential stopped before it was sent (no token could be had, or a foreign address).
 * @returns undefined for every other error
 */
export function notSentFault(error: unknown): ServiceFault | undefined {
	const stopped =
		error instanceof NodeApiError ? (error.context.notSent as Finding | undefined) : undefined;
	return stopped && { kind: 'auth', outcome: 'rejected', ...stopped };
}

/**
 * Adds the header of section 5 that fits the path, and turns redirects off: X-API-KEY would follow them to any host.
 * @throws NodeApiError when the request leaves the service's addresses, or when there is no token because the login failed
 */
export async function authenticate(
	credentials: NotedCredential,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	if (isTest(request)) passTest(credentials, request);
	const settings = serviceSettings(credentials);
	for (const path of ['/api', '/rest']) {
		const base = serviceAddress(settings, path);
		if (!base.ok) throw notSent(unusable(base.refusal));
	}
	const way = interfaceOf(settings, request as RequestTarget);
	if (!way) {
		throw notSent(
			finding(
				'The credential belongs to another address than this request',
				'Use a URL that begins with a base URL of the credential: the API key is sent nowhere else.',
			),
		);
	}
	let token = '';
	if (!usesKey(settings, way)) {
		const account = accountFor(settings);
		token = currentToken(settings, account);
		const fault = loginFault(account);
		if (!token && fault)
			throw notSent({ ...fault, message: `Login to the service: ${fault.message}` });
		// The stored token is used up or belongs to another key.
		if (!token)
			throw comeBack(finding('The credential has no valid token', 'Open the credential.', true));
	}
	// Only the legacy helper's options have these names.
	const legacy =
		'uri' in request || 'resolveWithFullResponse' in request || 'followRedirect' in request;
	credentials[NOTES] = { ...credentials[NOTES], legacy, token };
	const headers = Object.entries(request.headers ?? {}).filter(
		([name]) => !/^(?:authorization|x-api-key)$/i.test(name),
	);
	const closed = {
		disableFollowRedirect: true,
		maxRedirects: 0,
		followRedirect: false,
		followAllRedirects: false,
	};
	return Object.assign(request, closed, {
		headers: { ...Object.fromEntries(headers), ...proofHeaders(settings, way, token) },
	});
}

/**
 * Brings a token for n8n to store. n8n calls it when none is stored, after a 401, and, in its legacy helper, after any failure.
 * It also makes the test of the credential, where `authenticate` asked for that.
 * @returns nothing to store in a test, in the mode API Key Only, when no token could be had (`authenticate` tells why), and when
 * the request failed for another reason than its token: n8n's legacy helper then does not send it a second time
 */
export async function preAuthenticate(
	helper: IHttpRequestHelper,
	credentials: NotedCredential,
): Promise<IDataObject> {
	if (awaitsTest(credentials)) {
		await makeTest(helper, credentials);
		return {};
	}
	const settings = serviceSettings(credentials);
	if (settings.authentication === 'apiKey') return {};
	const account = accountFor(settings);
	const exchange = exchangeOf(helper);
	const { token: carried, legacy } = credentials[NOTES] ?? {};
	credentials[NOTES] = undefined;
	// A request that carried the key, or that the legacy helper saw fail for whatever reason.
	if (carried === '') return {};
	const token = carried ?? '';
	if (legacy && !(await isRefused(settings, account, token, exchange))) return {};
	await ensureToken(settings, account, token, exchange);
	return currentToken(settings, account) ? { bearerToken: storedForm(account) } : {};
}
