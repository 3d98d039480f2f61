import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { faultOfReply, fieldsOf, readBody, type ServiceReply } from '../errors';
import { ENDPOINTS, ERROR_CODES, fillPath } from '../spec';
import { isZone } from '../time';
import { serviceAddress, serviceSettings, type ServiceSettings } from './address';
import {
	diagnoseException,
	diagnoseReply,
	impossibleKey,
	stranger,
	unusable,
	type Finding,
} from './diagnosis';
import type { Exchange } from './exchange';
import { accountFor, HARMLESS_QUESTIONS, keepToken, logIn, proofHeaders } from './tokens';

type Way = 'api' | 'rest';

/** The path of something harmless to ask: the campaign list (4.10), or a reference that no message bears (4.4), and another place of it. */
function harmlessPaths(way: Way): readonly [string, string?] {
	if (way === 'api') return HARMLESS_QUESTIONS;
	const reference = `n8ntest${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`;
	return [fillPath(ENDPOINTS.getMessageByReference.path, { reference })];
}

/** Whether a reply is one that the service gives, be it a refusal of the question, and not one of something else. */
function isFamiliar(way: Way, reply: ServiceReply): boolean {
	const { data, error } = fieldsOf(reply.body);
	const fault = faultOfReply(reply, way);
	if (way === 'api') return !fault && Array.isArray(data);
	// Any code but those of the key comes after the key was accepted; a test key answers with random information.
	return fault ? Object.hasOwn(ERROR_CODES, fault.code ?? '') : error !== undefined;
}

/** Whether a reply may be that of a service that knows no such message. Something else at a wrong address may answer so, too. */
const mayBeFamiliar = (way: Way, { statusCode, body }: ServiceReply): boolean =>
	way === 'rest' && statusCode === 404 && readBody(body).form === 'json';

/** What a step came to: the interface surely works, or nothing speaks against it, or what is wrong. */
type Found = 'works' | 'may work' | Finding;
type Step = () => Promise<Found>;

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

/** Asks one interface for something harmless. */
async function probe(
	settings: ServiceSettings,
	way: Way,
	token: string,
	exchange: Exchange,
): Promise<Found> {
	const address = serviceAddress(settings, `/${way}`);
	if (!address.ok) return unusable(address.refusal);
	const base = address.value;
	const headers = proofHeaders(settings, way, token);
	const provedBy = 'X-API-KEY' in headers ? 'key' : 'token';
	let isMissing = false;
	async function askAt(path: string): Promise<Found> {
		try {
			const reply = await exchange({ method: 'GET', url: base + path, headers });
			isMissing = reply.statusCode === 404;
			const refused = diagnoseReply(reply, base, provedBy, way);
			// A service that has no such message took the key to say so, also where it says so with HTTP 404.
			if ((!refused || isMissing) && isFamiliar(way, reply)) return 'works';
			return mayBeFamiliar(way, reply) ? 'may work' : (refused ?? stranger(base, reply));
		} catch (error) {
			return diagnoseException(error, base);
		}
	}
	const [path, otherPath] = harmlessPaths(way);
	const found = await askAt(path);
	if (typeof found === 'string' || !isMissing || otherPath === undefined) return found;
	const other = await askAt(otherPath);
	return typeof other === 'string' ? other : found;
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
		keepToken(accountFor(settings), token);
		return 'may work';
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
	let isRestWorking = false;
	for (const [way, step] of steps[authentication]) {
		const found = await step();
		if (typeof found === 'string') {
			isRestWorking ||= way === 'rest' && found === 'works';
			continue;
		}
		return failed(
			[
				`${addressName(settings, way)}${found.message}.`,
				found.description,
				...schemeCure(settings, way),
				...(isRestWorking ? [SMS_WORK] : []),
			].join(' '),
		);
	}
	return { ok: true, url };
}
