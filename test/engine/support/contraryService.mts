import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/* A service that keeps the specification and does what is least expected where it is silent. */

export type Body = Record<string, unknown>;
export type Reply = [status: number, body: object] | 'drop';
export interface Held {
	id: number;
	msisdn: string;
	reference: string;
}

/** A legacy interface that keeps what each test tells it to keep, and answers as it is told to. */
export class ContraryService {
	readonly held = new Map<string, Held>();
	readonly creates: Body[] = [];
	/** Answers a change. */
	onChange: (pathname: string) => object = () => ({});
	/** What its lists hold. */
	listed: object[] = [];
	/** Answers a create request; the number counts from 1. */
	onCreate: (body: Body, number: number) => Reply = (body) => [200, this.take(body)];
	/** What it tells of a message that it holds. */
	tell: (held: Held, question: number) => object | undefined = (held) => held;
	questions = 0;
	/** The ID that the next message gets, and that of the next task: each is given once. */
	#nextMessage = 501;
	#nextTask = 7;
	#server?: Server;

	async start(): Promise<string> {
		this.#server = createServer((request, response) => {
			void this.#answer(request).then((reply) => {
				if (reply === 'drop') return request.socket.destroy();
				response.writeHead(reply[0], { 'content-type': 'application/json' });
				return response.end(JSON.stringify(reply[1]));
			});
		});
		await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
	}

	async stop(): Promise<void> {
		this.#server?.closeAllConnections();
		await new Promise((resolve) => this.#server?.close(resolve));
	}

	/** Keeps all messages of a request; returns the reply that says so. */
	take(body: Body): { error: number; task_id?: number; result?: object[]; id?: number } {
		const results = this.messagesOf(body).map(({ msisdn, reference = '' }) => {
			const message = { id: this.#nextMessage++, msisdn, reference };
			this.held.set(reference, message);
			return { id: message.id, reference, error: 0 };
		});
		return body.destination === 'phone'
			? { ...results[0], error: 0 }
			: { error: 0, task_id: this.#nextTask++, result: results };
	}

	messagesOf(body: Body): Array<{ msisdn: string; reference?: string }> {
		return (body.destination === 'phone' ? [body] : body.phones) as Array<{
			msisdn: string;
			reference?: string;
		}>;
	}

	/** Whether it has the reference of a message of the request. */
	knows(body: Body): boolean {
		return this.messagesOf(body).some(({ reference = '' }) => this.held.has(reference));
	}

	async #answer(request: IncomingMessage): Promise<Reply> {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part as Buffer);
		const { pathname } = new URL(request.url ?? '', 'http://service');
		const text = Buffer.concat(parts).toString();
		if (request.method === 'POST') {
			const body = JSON.parse(text) as Body;
			this.creates.push(body);
			return this.onCreate(body, this.creates.length);
		}
		if (request.method === 'PUT') {
			return [200, this.onChange(pathname)];
		}
		if (pathname.startsWith('/api/'))
			return [200, { data: this.listed, meta: { page: { total: this.listed.length } } }];
		this.questions++;
		const held = this.held.get(pathname.split('/').at(-1) ?? '');
		const told = held && this.tell(held, this.questions);
		return [200, told ? { error: 0, ...told } : { error: 20, errorDescription: 'SMS not found' }];
	}
}
