import { KEYS, startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/server.mts';

export type Json = Record<string, unknown>;

/** Calls a sandbox over a real socket, with the key of the live account. */
export class Client {
	constructor(readonly sandbox: Sandbox) {}

	/** @returns the status and the reply, which is empty if it is no JSON */
	async call(method: string, path: string, body?: Json): Promise<{ status: number; json: Json }> {
		const type = body && { 'content-type': 'application/json' };
		const response = await fetch(this.sandbox.url + path, {
			method,
			headers: { 'x-api-key': KEYS.live, ...type },
			body: body && JSON.stringify(body),
		});
		const json = (await response.json().catch(() => ({}))) as Json;
		return { status: response.status, json };
	}

	/** A single SMS with every required field, and these changes. */
	async sms(changes: Json = {}): Promise<Json> {
		const sms = { destination: 'phone', originator: 'Shop', body: 'Hello', msisdn: '380991112233' };
		return (await this.call('POST', '/rest/sms/create', { ...sms, ...changes })).json;
	}

	/** A campaign of 4.7 with every required field, and these changes. */
	async campaign(changes: Json = {}): Promise<Json> {
		const campaign = { sender: 'Shop', text: 'Hello', phones: [{ number: 380991112234 }] };
		const { json } = await this.call('POST', '/api/campaigns/sms/send', {
			...campaign,
			...changes,
		});
		return (json.data ?? {}) as Json;
	}
}

const running: Sandbox[] = [];

/** Starts a sandbox whose clock stands at 2026-05-10 12:00:00 UTC, and a client of it. */
export async function open(options: SandboxOptions = {}): Promise<Client> {
	const sandbox = await startSandbox({ now: '2026-05-10T12:00:00Z', ...options });
	running.push(sandbox);
	return new Client(sandbox);
}

/** Ends what `open` started; for afterEach. */
export async function closeAll(): Promise<void> {
	await Promise.all(running.splice(0).map((sandbox) => sandbox.close()));
}
