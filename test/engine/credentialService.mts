import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export const KEY = 'live_credential_test_0001';
/** How long a token is good. */
const TTL_SECONDS = 3600;

export interface Seen {
	method: string;
	path: string;
	headers: IncomingHttpHeaders;
	body: string;
	status: number;
}

export interface Answer {
	status: number;
	headers?: Record<string, string>;
	body: string;
}

/** What the little service does next; tests change it. */
export interface Behaviour {
	colon: boolean;
	/** Answers instead of the service, when it gives something. */
	instead?: (seen: Seen) => Answer | undefined;
}

/** Only login, refresh and two reads of the specification, with the tokens under the tests' control. */
export class CredentialService {
	readonly behaviour: Behaviour = { colon: false };
	seen: Seen[] = [];
	url = '';
	#issued = 0;
	readonly #valid = new Set<string>();
	readonly #server = createServer((request, response) => {
		let body = '';
		request.on('data', (chunk) => (body += String(chunk)));
		request.on('end', () => {
			const seen: Seen = {
				method: request.method ?? '',
				path: request.url ?? '',
				headers: request.headers,
				body,
				status: 0,
			};
			this.seen.push(seen);
			const answer: Answer = this.behaviour.instead?.(seen) ?? this.#answer(seen);
			seen.status = answer.status;
			setTimeout(
				() =>
					response
						.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers })
						.end(answer.body),
				2,
			);
		});
	});

	async start(): Promise<this> {
		await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
		this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
		return this;
	}

	async stop(): Promise<void> {
		this.#server.closeAllConnections();
		await new Promise((resolve) => this.#server.close(resolve));
	}

	reset(): void {
		this.seen = [];
		this.#valid.clear();
		Object.assign(this.behaviour, { colon: false, instead: undefined });
	}

	count(path: string): number {
		return this.seen.filter((entry) => entry.path.startsWith(path)).length;
	}

	/** Ends every token, as an operator's revocation does. */
	revoke(): void {
		this.#valid.clear();
	}

	/** A token as the service issues it. @param age seconds since it was issued */
	issue(age = 0): string {
		const iat = Math.floor(Date.now() / 1000) - age;
		this.#issued += 1;
		const part = (value: object): string =>
			Buffer.from(JSON.stringify(value)).toString('base64url');
		const head = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ iat, exp: iat + TTL_SECONDS, n: this.#issued })}`;
		const token = `${head}.${createHmac('sha256', 'test').update(head).digest('base64url')}`;
		if (age < TTL_SECONDS) this.#valid.add(token);
		return token;
	}

	#answer({ path, headers, body }: Seen): { status: number; body: string } {
		const json = (status: number, value: object): { status: number; body: string } => ({
			status,
			body: JSON.stringify(value),
		});
		if (path === '/api/auth/login') {
			return (JSON.parse(body) as { api_key?: string }).api_key === KEY
				? json(200, { bearer: this.issue() })
				: json(401, { message: 'Unauthorized' });
		}
		const bearer = new RegExp(`^Bearer${this.behaviour.colon ? ':' : ''} (\\S+)$`).exec(
			headers.authorization ?? '',
		)?.[1];
		if (path === '/api/auth/refresh') {
			return bearer === undefined || body !== '' || !this.#valid.has(bearer)
				? json(401, { message: 'Token is invalid' })
				: json(200, { bearer: this.issue() });
		}
		const allowed =
			headers['x-api-key'] === KEY || (bearer !== undefined && this.#valid.has(bearer));
		if (path.startsWith('/rest/'))
			return allowed
				? json(200, { error: '20', errorDescription: 'SMS not found' })
				: json(200, { error: '1', errorDescription: 'Invalid API key' });
		if (path.startsWith('/api/'))
			return allowed
				? json(200, { data: [], meta: { page: { total: 0, limit: 1, offset: 0 } } })
				: json(401, { message: 'Unauthorized' });
		return json(404, { message: 'Not found' });
	}
}
