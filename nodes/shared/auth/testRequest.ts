import type { ICredentialTestRequest, IHttpRequestHelper, IHttpRequestOptions } from 'n8n-workflow';
import { testCredential, type Verdict } from './credentialTest';
import { exchangeOf } from './exchange';
import { NOTES, type NotedCredential } from './notes';
import { HARMLESS_QUESTIONS } from './tokens';

/**
 * The test behind "Save" of the credential. n8n makes the request of a credential's `test` itself, and would show the status
 * of a refusal. The request passes through `authenticate` first, as every request does, and that is where the credential is
 * tried and a fault is told: a wrong key, a wrong address, a service that is down.
 */

/** Marks the request of the test. It is taken off before anything is sent. */
const MARK = 'x-n8n-credential-test';

/** Milliseconds that a question of the test waits for its answer. */
const TIMEOUT = 15_000;

/** The request of the test, as a credential declares it. */
export const TEST_REQUEST: ICredentialTestRequest = {
	request: {
		baseURL: '={{ $credentials.baseUrl }}',
		url: HARMLESS_QUESTIONS[0],
		headers: { [MARK]: 'yes' },
	},
};

/** Whether a request is that of the credential's test. */
export const isTest = ({ headers }: Pick<IHttpRequestOptions, 'headers'>): boolean =>
	headers?.[MARK] !== undefined;

/** Whether n8n asks for a token on behalf of a test that is still to be made. */
export const awaitsTest = (credentials: NotedCredential): boolean =>
	credentials[NOTES]?.test === 'wanted';

/** Tries the credential with the request helper that n8n hands to `preAuthentication`. */
export async function makeTest(
	helper: IHttpRequestHelper,
	credentials: NotedCredential,
): Promise<void> {
	const test = await testCredential(credentials, exchangeOf(helper, TIMEOUT));
	credentials[NOTES] = { test };
}

/**
 * What the test of a credential came to. Where it was not made yet, `awaitsTest` is true from now on.
 * @returns undefined where it was not made yet
 */
export function verdictOf(credentials: NotedCredential): Verdict | undefined {
	const { test = 'wanted' } = credentials[NOTES] ?? {};
	if (test !== 'wanted') return test;
	credentials[NOTES] = { test };
	return undefined;
}

/** Sends the request of a passed test to the address that answered, without the mark. */
export function answeredRequest(request: IHttpRequestOptions, url: string): void {
	const headers = Object.entries(request.headers ?? {}).filter(([name]) => name !== MARK);
	Object.assign(request, { baseURL: undefined, url, headers: Object.fromEntries(headers) });
}
