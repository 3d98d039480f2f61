import {
	NodeApiError,
	type ICredentialDataDecryptedObject,
	type ICredentialTestRequest,
	type IDataObject,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
} from 'n8n-workflow';
import type { ServiceFault } from '../errors';
import { interfaceOf, serviceAddress, serviceSettings, type RequestTarget } from './address';
import { testCredential, type Verdict } from './credentialTest';
import { finding, unusable, type Finding } from './diagnosis';
import { exchangeOf } from './exchange';
import {
	accountFor,
	currentToken,
	ensureToken,
	HARMLESS_QUESTIONS,
	isRefused,
	loginFault,
	proofHeaders,
	storedForm,
	usesKey,
} from './tokens';

export { LOGIN_TIMEOUT_MS } from './exchange';
export { usesKey } from './tokens';
export {
	accountOf,
	serviceAddress,
	serviceSettings,
	usesTestKey,
	type ServiceSettings,
} from './address';

/*
 * n8n decrypts the credential anew for each request, and hands that one object to `authenticate` and, after a 401, to
 * `preAuthentication`, which gets nothing of the request. What the one has to tell the other travels with the object, under a symbol:
 * n8n stores a credential as JSON, which leaves symbols out.
 */
const NOTES = Symbol('notes of a request');

/** How a request used its credential. */
interface Notes {
	/** The token that it carried; empty where it carried the key. */
	token?: string;
	/** Whether n8n's legacy helper sent it, which calls preAuthentication after any failure. */
	legacy?: boolean;
	/** What the test of the credential came to, or that it is to be made. */
	test?: Verdict | 'wanted';
}

type NotedCredential = ICredentialDataDecryptedObject & { [NOTES]?: Notes };

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

/** Marks the request of the test. It is taken off before anything is sent. */
const TEST_MARK = 'x-n8n-credential-test';
/** Milliseconds that a question of the test waits for its answer. */
const TEST_TIMEOUT_MS = 15_000;

/**
 * The test behind "Save" of the credential. n8n makes the request of a credential's `test` itself, and would show the status of a
 * refusal. The request passes through `authenticate` first, as every request does, and that is where the credential is tried and a fault
 * is told: a wrong key, a wrong address, a service that is down.
 */
export const TEST_REQUEST: ICredentialTestRequest = {
	request: {
		baseURL: '={{ $credentials.baseUrl }}',
		url: HARMLESS_QUESTIONS[0],
		headers: { [TEST_MARK]: 'yes' },
	},
};

/**
 * Lets the request of a passed test on, to the address that answered. Where the test was not made yet, n8n is asked to come back after
 * `preAuthenticate` has made it.
 * @throws NodeApiError that says what the test found
 */
function passTest(credentials: NotedCredential, request: IHttpRequestOptions): void {
	const { test = 'wanted' } = credentials[NOTES] ?? {};
	if (test === 'wanted') {
		credentials[NOTES] = { test };
		throw comeBack(finding('The credential was not tested', 'Save it again.', true));
	}
	if (!test.ok) {
		const error = notSent(finding(test.message, ''));
		// n8n puts words of its own in the place of a message that holds the code of a fault.
		error.message = test.message;
		throw error;
	}
	const headers = Object.entries(request.headers ?? {}).filter(([name]) => name !== TEST_MARK);
	Object.assign(request, {
		baseURL: undefined,
		url: test.url,
		headers: Object.fromEntries(headers),
	});
}

/**
 * The fault of a request that the credential stopped before it was sent (no token could be had, or a foreign address).
 * @returns undefined for every other error
 */
export function notSentFault(error: unknown): ServiceFault | undefined {
	const stopped =
		error instanceof NodeApiError ? (error.context.notSent as Finding | undefined) : undefined;
	return stopped && { outcome: 'rejected', ...stopped };
}

/**
 * Adds the header of section 5 that fits the path, and turns redirects off: X-API-KEY would follow them to any host.
 * @throws NodeApiError when the request leaves the service's addresses, or when there is no token because the login failed
 */
export async function authenticate(
	credentials: NotedCredential,
	request: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	if (request.headers?.[TEST_MARK] !== undefined) passTest(credentials, request);
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
				'Use a URL that begins with the API Base URL of the credential: the API key is sent nowhere else.',
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
	if (credentials[NOTES]?.test === 'wanted') {
		const test = await testCredential(credentials, exchangeOf(helper, TEST_TIMEOUT_MS));
		credentials[NOTES] = { test };
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
