import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { Verdict } from './credentialTest';

/*
 * n8n decrypts the credential anew for each request, and hands that one object to `authenticate` and, after a 401, to
 * `preAuthentication`, which gets nothing of the request. What the one has to tell the other travels with the object, under a symbol:
 * n8n stores a credential as JSON, which leaves symbols out.
 */
export const NOTES = Symbol('notes of a request');

/** How a request used its credential. */
interface Notes {
	/** The token that it carried; empty where it carried the key. */
	token?: string;
	/** Whether n8n's legacy helper sent it, which calls preAuthentication after any failure. */
	legacy?: boolean;
	/** What the test of the credential came to, or that it is to be made. */
	test?: Verdict | 'wanted';
}

export type NotedCredential = ICredentialDataDecryptedObject & { [NOTES]?: Notes };
