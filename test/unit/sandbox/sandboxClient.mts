import { KEYS, startSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/server.mts';

export type Json = Record<string, unknown>;

export interface Answer {
	status: number;
	headers: Headers;
	text: string;
	json: Json;
}

/** Calls a sandbox over a real socket. */
export class Client {
	constructor(
		readonly sandbox: Sandbox,
		public headers: Record<string, string> = { 'x-api-key': KEYS.live },
	) {}

	async call(method: string, path: string, body?: unknown): Promise<Answer> {
		const text =
			body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
		const response = await fetch(this.sandbox.url + path, {
			method,
			redirect: 'manual',
			headers: {
				...this.headers,
				...(text === undefined ? {} : { 'content-type': 'application/json' }),
			},
			body: text,
		});
		const answer = await response.text();
		let json: Json = {};
		try {
			json = JSON.parse(answer) as Json;
		} catch {
			// Not every answer is JSON, and some tests want exactly that.
		}
		return { status: response.status, headers: response.headers, text: answer, json };
	}

	get(path: string): Promise<Answer> {
		return this.call('GET', path);
	}

	post(path: string, body?: unknown): Promise<Answer> {
		return this.call('POST', path, body);
	}

	put(path: string, body?: unknown): Promise<Answer> {
		return this.call('PUT', path, body);
	}

	/** The same sandbox, another key. */
	as(key: string): Client {
		return new Client(this.sandbox, { 'x-api-key': key });
	}

	/** A single SMS with every required field, and these changes. */
	sms(changes: Json = {}): Promise<Answer> {
		return this.post('/rest/sms/create', {
			destination: 'phone',
			originator: 'Shop',
			body: 'Hello',
			msisdn: '380991112233',
			...changes,
		});
	}

	/** A bulk SMS to one number with every required field, and these changes. */
	bulk(changes: Json = {}): Promise<Answer> {
		return this.post('/rest/sms/create', {
			destination: 'phones',
			originator: 'Shop',
			body: 'Hello',
			phones: [{ msisdn: '380991112233' }],
			...changes,
		});
	}

	/** A campaign of 4.7 with every required field, and these changes. */
	campaign(changes: Json = {}): Promise<Answer> {
		return this.post('/api/campaigns/sms/send', {
			sender: 'Shop',
			text: 'Hello',
			phones: [{ number: 380991112233 }],
			...changes,
		});
	}

	/** A personalized campaign of one message with these changes, and these changes beside it. */
	personal(message: Json = {}, changes: Json = {}): Promise<Answer> {
		return this.post('/api/campaigns/sms/send-individual', {
			messages: [{ phone: 380991112233, sender: 'Shop', text: 'Hello', ...message }],
			...changes,
		});
	}

	/** A campaign to contact lists (4.9). */
	groups(changes: Json = {}): Promise<Answer> {
		const body = { groups: [201], sender: 'Shop', text: 'Hi {388077}!', ...changes };
		return this.post('/api/campaigns/sms/send-groups', body);
	}

	/** An application for a sender (4.14). */
	register(changes: Json = {}): Promise<Answer> {
		return this.post('/api/senders/requests/legal', { ...APPLICATION, ...changes });
	}
}

/** What 4.14 requires. */
const APPLICATION: Json = {
	country_code: 'UA',
	sender: 'NewShop',
	type: 'sms',
	code_of_company: '12345678',
	description: 'Notices',
	informing_purpose: 'Orders',
	legal_name: 'Shop Ltd',
	address: 'Kyiv, 1',
	tax_number: '123',
};

const running: Sandbox[] = [];

/** Starts a sandbox whose clock stands at 2026-05-10 12:00:00 UTC, and a client of it. Identical requests are let through. */
export async function open(options: SandboxOptions = {}): Promise<Client> {
	const sandbox = await startSandbox({
		now: '2026-05-10T12:00:00Z',
		...options,
		dialect: { duplicates: 'accept', ...options.dialect },
	});
	running.push(sandbox);
	return new Client(sandbox);
}

/** Ends what `open` started; for afterEach. */
export async function closeAll(): Promise<void> {
	await Promise.all(running.splice(0).map((sandbox) => sandbox.close()));
}

/** The campaign or application in an answer. */
export function data(answer: Answer): Json {
	return answer.json.data as Json;
}

/** The list in an answer. */
export function list(answer: Answer, key = 'data'): Json[] {
	return answer.json[key] as Json[];
}
