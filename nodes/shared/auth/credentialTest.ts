import type { ICredentialDataDecryptedObject, INodeCredentialTestResult } from 'n8n-workflow';
import { CODE_SMS_NOT_FOUND, ERROR_CODES, SUCCESS_CODE } from '../spec';
import { serviceAddress, serviceSettings, type ServiceSettings } from './address';
import { diagnoseException, diagnoseReply, jsonOf, type Finding } from './diagnosis';
import { keepToken, logIn, proofHeaders, tokenState, type Exchange } from './tokens';

/** A reference no message bears: asking for it costs nothing and changes nothing (4.4). */
const unknownReference = () => `n8ntest${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;

/** Asks one interface for something harmless. Returns what is wrong, or undefined. */
async function probe(settings: ServiceSettings, way: 'api' | 'rest', token: string, exchange: Exchange): Promise<Finding | undefined> {
	const base = serviceAddress(settings, `/${way}`);
	if (!base.ok) return { cause: 'address', message: base.refusal.message, description: base.refusal.description ?? '' };
	const path = way === 'rest' ? `/rest/sms/reference/${unknownReference()}` : '/api/campaign?page%5Blimit%5D=1';
	const headers = proofHeaders(settings, way, token);
	try {
		const reply = await exchange({ method: 'GET', url: base.value + path, headers });
		const body = jsonOf(reply.body);
		const code = Number(body?.error);
		// Some services answer 404 with the code in the body: that is the answer of a service that took the key.
		if (way === 'rest' && code === CODE_SMS_NOT_FOUND) return undefined;
		const finding = diagnoseReply(reply, base.value, 'X-API-KEY' in headers ? 'key' : 'token');
		if (finding) return finding;
		const strange = { cause: 'address', message: `${base.value} answers, but not as the messaging service`, description: 'Check the base URLs of the credential.' } as const;
		if (way === 'api') return Array.isArray(body?.data) ? undefined : strange;
		if (body?.error === undefined) return strange;
		// Any other code comes after the key was accepted; a test key answers with random information.
		return code === SUCCESS_CODE || code in ERROR_CODES ? undefined : strange;
	} catch (error) {
		return diagnoseException(error, base.value);
	}
}

/**
 * Tries the credential in the way its Authentication says: REST by key or token, login, API by token or key.
 * @returns n8n's result; the message names the interface, the cause and the cure, never the key or the token
 */
export async function testCredential(data: ICredentialDataDecryptedObject, exchange: Exchange): Promise<INodeCredentialTestResult> {
	const settings = serviceSettings(data);
	const failed = (where: string, { message, description }: Finding): INodeCredentialTestResult => ({
		status: 'Error',
		message: `${where}: ${message}. ${description}`,
	});
	if (!/^[\x21-\x7e]+$/.test(settings.apiKey)) {
		return { status: 'Error', message: 'The API key is empty or holds characters that a key cannot have: copy it again from the account.' };
	}
	try {
		new Intl.DateTimeFormat('en', { timeZone: settings.timeZone });
	} catch {
		return { status: 'Error', message: `The service time zone "${settings.timeZone}" is not known: enter an IANA name such as UTC or Europe/Kyiv.` };
	}
	if (settings.authentication !== 'bearer') {
		const finding = await probe(settings, 'rest', '', exchange);
		if (finding) return failed('REST interface', finding);
	}
	let token = '';
	if (settings.authentication !== 'apiKey') {
		const result = await logIn(settings, exchange);
		if (typeof result !== 'string') return failed(settings.authentication === 'automatic' ? 'API login (the REST interface works)' : 'API login', result);
		token = result;
		keepToken(tokenState(settings), token);
	}
	for (const way of settings.authentication === 'bearer' ? (['api', 'rest'] as const) : (['api'] as const)) {
		const finding = await probe(settings, way, token, exchange);
		if (finding) return failed(way === 'api' ? 'API interface' : 'REST interface', finding);
	}
	const kind = settings.apiKey.startsWith('test_') ? ' with a test key: the service returns random information' : '';
	return { status: 'OK', message: `Connection successful${kind}` };
}
