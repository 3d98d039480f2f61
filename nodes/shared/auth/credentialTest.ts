import type { ICredentialDataDecryptedObject, INodeCredentialTestResult } from 'n8n-workflow';
import { CODE_SMS_NOT_FOUND, ERROR_CODES, SUCCESS_CODE } from '../spec';
import { isZone } from '../time';
import { serviceAddress, serviceSettings, type ServiceSettings } from './address';
import {
	diagnoseException,
	diagnoseReply,
	jsonOf,
	stranger,
	unusable,
	type Finding,
} from './diagnosis';
import { keepToken, LIST_OF_ONE, logIn, proofHeaders, tokenState, type Exchange } from './tokens';

/** Asks one interface for something harmless: a list of one campaign, or a reference no message bears (4.4). Returns what is wrong, or undefined. */
async function probe(
	settings: ServiceSettings,
	way: 'api' | 'rest',
	token: string,
	exchange: Exchange,
): Promise<Finding | undefined> {
	const base = serviceAddress(settings, `/${way}`);
	if (!base.ok) return unusable(base.refusal);
	const path =
		way === 'api'
			? LIST_OF_ONE
			: `/rest/sms/reference/n8ntest${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;
	const headers = proofHeaders(settings, way, token);
	try {
		const reply = await exchange({ method: 'GET', url: base.value + path, headers });
		const body = jsonOf(reply.body);
		const code = Number(body?.error);
		// Some services answer 404 with the code in the body: that is the answer of a service that took the key.
		if (way === 'rest' && code === CODE_SMS_NOT_FOUND) return undefined;
		const found = diagnoseReply(reply, base.value, 'X-API-KEY' in headers ? 'key' : 'token');
		// Any other code comes after the key was accepted; a test key answers with random information.
		const familiar =
			way === 'api'
				? Array.isArray(body?.data)
				: body?.error !== undefined && (code === SUCCESS_CODE || code in ERROR_CODES);
		return found ?? (familiar ? undefined : stranger(base.value, reply));
	} catch (error) {
		return diagnoseException(error, base.value);
	}
}

/**
 * Tries the credential in the way its Authentication says: REST by key or token, login, API by token or key.
 * @returns n8n's result; the message names the interface, the cause and the cure, never the key or the token
 */
export async function testCredential(
	data: ICredentialDataDecryptedObject,
	exchange: Exchange,
): Promise<INodeCredentialTestResult> {
	const settings = serviceSettings(data);
	const { apiKey, authentication, timeZone } = settings;
	const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });
	if (!/^[\x21-\x7e]+$/.test(apiKey))
		return failed(
			'The API key is empty or holds characters that a key cannot have: copy it again from the account.',
		);
	if (!isZone(timeZone))
		return failed(
			`The service time zone "${timeZone}" is not known: enter an IANA name such as UTC or Europe/Kyiv.`,
		);
	let token = '';
	const login = async (): Promise<Finding | undefined> => {
		const result = await logIn(settings, exchange);
		if (typeof result !== 'string') return result;
		token = result;
		keepToken(tokenState(settings), token);
		return undefined;
	};
	const rest = [
		'REST interface',
		async () => await probe(settings, 'rest', token, exchange),
	] as const;
	const api = ['API interface', async () => await probe(settings, 'api', token, exchange)] as const;
	const steps = {
		automatic: [rest, ['API login (the REST interface works)', login] as const, api],
		apiKey: [rest, api],
		bearer: [['API login', login] as const, api, rest],
	};
	for (const [name, step] of steps[authentication]) {
		const found = await step();
		if (found) return failed(`${name}: ${found.message}. ${found.description}`);
	}
	return {
		status: 'OK',
		message: `Connection successful${apiKey.startsWith('test_') ? ' with a test key: the service returns random information' : ''}`,
	};
}
