import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { testCredential } from './credentialTest';
import type { ServiceReply } from '../errors';

/**
 * The test behind "Save" of the credential: tells a wrong key, a wrong address and a service that is down apart.
 * Takes the decrypted credential; its messages hold neither key nor token.
 */
export async function messagingServiceApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	// A credential test is given no other request helper than this one.
	const { helpers } = this;
	return await testCredential(
		credential.data ?? {},
		async ({ url, ...request }) =>
			(await helpers.request({
				...request,
				uri: url,
				json: true,
				simple: false,
				resolveWithFullResponse: true,
				followRedirect: false,
				followAllRedirects: false,
				timeout: 15_000,
			})) as ServiceReply,
	);
}
