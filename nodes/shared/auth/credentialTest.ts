import type { ICredentialDataDecryptedObject, INodeCredentialTestResult } from 'n8n-workflow';
import { faultOfReply, type ServiceReply } from '../errors';
import { CODE_SMS_NOT_FOUND, ENDPOINTS, ERROR_CODES, fillPath, SUCCESS_CODE } from '../spec';
import { isZone } from '../time';
import { serviceAddress, serviceSettings, usesTestKey, type ServiceSettings } from './address';
import {
	diagnoseException,
	diagnoseReply,
	jsonOf,
	stranger,
	unusable,
	type Finding,
} from './diagnosis';
import {
	HARMLESS_QUESTIONS,
	keepToken,
	logIn,
	proofHeaders,
	tokenState,
	type Exchange,
} from './tokens';

type Way = 'api' | 'rest';

/** The paths of something harmless to ask: the campaign list (4.10), or a reference that no message bears (4.4). */
function harmlessPaths(way: Way): readonly string[] {
	if (way === 'api') return HARMLESS_QUESTIONS;
	const reference = `n8ntest${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;
	return [fillPath(ENDPOINTS.getMessageByReference.path, { reference })];
}

/** Whether a reply is one that the service gives, be it a refusal of the question, and not one of something else. */
function isFamiliar(way: Way, reply: ServiceReply): boolean {
	const body = jsonOf(reply.body);
	if (way === 'api') return Array.isArray(body?.data);
	const code = Number(body?.error);
	// Any other code comes after the key was accepted; a test key answers with random information.
	return body?.error !== undefined && (code === SUCCESS_CODE || code in ERROR_CODES);
}

/** Asks one interface for something harmless. Returns what is wrong, or undefined. */
async function probe(
	settings: ServiceSettings,
	way: Way,
	token: string,
	exchange: Exchange,
): Promise<Finding | undefined> {
	const base = serviceAddress(settings, `/${way}`);
	if (!base.ok) return unusable(base.refusal);
	const headers = proofHeaders(settings, way, token);
	const provedBy = 'X-API-KEY' in headers ? 'key' : 'token';
	let found: Finding | undefined;
	for (const path of harmlessPaths(way)) {
		try {
			const reply = await exchange({ method: 'GET', url: base.value + path, headers });
			// However a service says that it has no such message, it took the key to say so.
			if (way === 'rest' && faultOfReply(reply)?.code === CODE_SMS_NOT_FOUND) return undefined;
			const refused = diagnoseReply(reply, base.value, provedBy);
			if (!refused && isFamiliar(way, reply)) return undefined;
			found ??= refused ?? stranger(base.value, reply);
			if (reply.statusCode !== 404) return found;
		} catch (error) {
			return diagnoseException(error, base.value);
		}
	}
	return found;
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
		message: `Connection successful${usesTestKey(settings) ? ' with a test key: the service returns random information' : ''}`,
	};
}
