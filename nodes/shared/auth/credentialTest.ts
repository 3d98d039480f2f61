import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { faultOfReply, type ServiceReply } from '../errors';
import { refusesList, saysFault } from '../reply';
import { CODE_SMS_NOT_FOUND, ENDPOINTS, ERROR_CODES, fillPath, SUCCESS_CODE } from '../spec';
import { isZone } from '../time';
import { serviceAddress, serviceSettings, type ServiceSettings } from './address';
import {
	diagnoseException,
	diagnoseReply,
	impossibleKey,
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
	if (way === 'api')
		return (
			Array.isArray(body?.data) && !(body.data.length > 0 ? saysFault(body) : refusesList(body))
		);
	const code = Number(body?.error);
	// Any other code comes after the key was accepted; a test key answers with random information.
	return body?.error !== undefined && (code === SUCCESS_CODE || code in ERROR_CODES);
}

type Step = () => Promise<Finding | undefined>;

/** What a try of the credential came to: an address that answered with success, or what is wrong and how to mend it. */
export type Verdict = { ok: true; url: string } | { ok: false; message: string };

/** Said where the key is good for one interface of the service and not for the other. */
const SMS_WORK = 'Sending SMS (/rest) works; campaigns, senders and lists (/api) do not.';

/** Names the field of the address where the credential has two that differ. */
function addressName(settings: ServiceSettings, way: Way): string {
	const [rest, api] = (['/rest', '/api'] as const).map((path) => serviceAddress(settings, path));
	if (!rest?.ok || !api?.ok || rest.value === api.value) return '';
	return way === 'rest' ? 'REST Base URL: ' : 'API Base URL: ';
}

/** What a person does about an address that was typed without http:// or https://. */
function schemeCure({ baseUrl, restBaseUrl }: ServiceSettings, way: Way): string[] {
	const typed = way === 'rest' && restBaseUrl ? restBaseUrl : baseUrl;
	if (typed === '' || typed.includes('://')) return [];
	return [
		`The address was entered without http:// or https://, so https was tried. If the service is on this machine, enter http://${typed}.`,
	];
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
 * @returns the message tells the cause and the cure, and which address where there are two, never the key or the token
 */
export async function testCredential(
	data: ICredentialDataDecryptedObject,
	exchange: Exchange,
): Promise<Verdict> {
	const settings = serviceSettings(data);
	const { apiKey, authentication, timeZone } = settings;
	const failed = (message: string): Verdict => ({ ok: false, message });
	const impossible = impossibleKey(apiKey);
	if (impossible) return failed(`${impossible.message}. ${impossible.description}`);
	if (!isZone(timeZone))
		return failed(
			`The service time zone "${timeZone}" is not known: enter an IANA name such as UTC or Europe/Kyiv.`,
		);
	let token = '';
	let url = '';
	const ask: Exchange = async (request) => {
		const reply = await exchange(request);
		if (request.method === 'GET' && reply.statusCode < 300) ({ url } = request);
		return reply;
	};
	const login: Step = async () => {
		const result = await logIn(settings, exchange);
		if (typeof result !== 'string') return result;
		token = result;
		keepToken(tokenState(settings), token);
		return undefined;
	};
	const rest = async () => await probe(settings, 'rest', token, ask);
	const api = async () => await probe(settings, 'api', token, ask);
	const steps: Record<typeof authentication, Array<[Way, Step]>> = {
		automatic: [
			['rest', rest],
			['api', login],
			['api', api],
		],
		apiKey: [
			['rest', rest],
			['api', api],
		],
		bearer: [
			['api', login],
			['api', api],
			['rest', rest],
		],
	};
	const working = new Set<Way>();
	for (const [way, step] of steps[authentication]) {
		const found = await step();
		if (!found) {
			if (step !== login) working.add(way);
			continue;
		}
		return failed(
			[
				`${addressName(settings, way)}${found.message}.`,
				found.description,
				...schemeCure(settings, way),
				...(working.has('rest') ? [SMS_WORK] : []),
			].join(' '),
		);
	}
	return { ok: true, url };
}
