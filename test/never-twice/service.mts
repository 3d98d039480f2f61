import http from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { IDataObject } from 'n8n-workflow';
import { selfSignedCertificate } from '../../sandbox/http/certificate.mts';

// A service whose every answer a scenario lists: to the sends in turn, and to requests for a message by its reference.

/** A message in a request, as the service reads it. */
export interface Sent {
	phone: string;
	reference: string;
}

/** How one send is answered. */
export interface Reply {
	/** 200 unless said. */
	status?: number;
	headers?: Record<string, string>;
	/** Text goes out as it is, anything else as JSON; a function makes it from the messages of the request. */
	body?: unknown;
	/** The connection breaks before the request is read, after it, or in the middle of the answer; or nothing is ever answered. */
	broken?: 'unread' | 'read' | 'cut' | 'silent';
}

/** What the service says when it is asked for a message. */
export type Look =
	| 'there'
	/** A message to another number. */
	| 'other'
	/** That it has none: 404 in JSON, or code 20; of the list, an empty one. */
	| 'none'
	| 'code20'
	/** `none` at first, then `there`: at the second question, or at the fourth, which is put after a refusal or the end of Retry For. */
	| 'second'
	| 'fourth'
	/** Nothing that could be believed: a 404 in HTML, a 500, a broken connection. */
	| 'html'
	| 'error'
	| 'noAnswer';

export const PHONES = ['380991000011', '380991000022', '380991000033'] as const;
const LETTERS = ['A', 'B', 'C'] as const;
const CAMPAIGN = {
	id: 7001,
	name: 'Campaign 7001',
	sender: 'Shop',
	status: 'creation',
	message_type: 'sms',
	start_at: '2026-11-21 10:00:00',
	created_at: '2026-11-21 10:00:00',
	statistics: { delivered: 0, sent: 0 },
};
const PAGE = '<html><body><h1>Not Found</h1></body></html>';

/** The messages of a request, whichever of the four sends it is; none for contact lists. */
function messagesOf(body: IDataObject): Sent[] {
	const one = (body.phone ?? body) as IDataObject;
	const list = (body.phones ?? body.messages ?? [one]) as IDataObject[];
	return list.flatMap((one) => {
		const phone = one.msisdn ?? one.number ?? one.phone;
		const reference = one.reference ?? one.reference_id ?? '';
		return phone === undefined ? [] : [{ phone: String(phone), reference: String(reference) }];
	});
}

/** The answer to a send that is taken, as 4.6 to 4.9 show it. */
function taken(path: string, body: IDataObject, sent: readonly Sent[]): unknown {
	if (path.startsWith('/api')) return { data: CAMPAIGN };
	const results = sent.map(({ reference }, place) => ({
		reference,
		id: 40 + place,
		error: 0,
		price: 0.03,
		currency: 'EUR',
	}));
	return body.destination === 'phone' ? results[0] : { error: 0, task_id: 51, result: results };
}

/** What the service does in a scenario. */
export interface Script {
	posts: readonly Reply[];
	/** For all messages, or for each row. */
	looks: Look | readonly Look[];
	/** The list of messages, which is an extension; the service has none unless this is set. */
	list?: Look;
}

export interface Service {
	baseUrl: string;
	/** The letters of the messages in each send; `unread` for one that it never read. */
	posts: string[];
	/** How often it was asked for a message. */
	asked: number;
	connections: number;
	/** Answers from now on by another script, and counts anew. */
	play(script: Script): void;
	open(): Promise<void>;
	close(): Promise<void>;
}

/** A service on loopback; with `encrypted` one whose certificate nobody trusts. `open` is to be called before it is reached. */
export async function newService(first: Script, encrypted = false): Promise<Service> {
	let script = first;
	let left = [...first.posts];
	const phones = new Map<string, string>();
	const questions = new Map<string, number>();

	function respond(
		response: http.ServerResponse,
		{ status = 200, headers, body, broken }: Reply,
		sent: readonly Sent[] = [],
	): void {
		const value: unknown =
			typeof body === 'function' ? (body as (sent: readonly Sent[]) => unknown)(sent) : body;
		const text = typeof value === 'string' ? value : JSON.stringify(value ?? {});
		if (broken === 'silent') return;
		if (broken === 'read') {
			response.destroy();
			return;
		}
		const type = text.startsWith('<') ? 'text/html' : 'application/json';
		const length = broken === 'cut' ? text.length + 100 : Buffer.byteLength(text);
		response.writeHead(status, { 'content-type': type, 'content-length': length, ...headers });
		if (broken === 'cut') response.write(text, () => setImmediate(() => response.destroy()));
		else response.end(text);
	}

	/** What the service says of a message that it is asked for the nth time. */
	function shown(look: Look, nth: number, there: unknown, none: Reply): Reply {
		if (look === 'second' || look === 'fourth')
			return nth < (look === 'second' ? 2 : 4) ? none : { body: there };
		if (look === 'noAnswer') return { broken: 'read' };
		if (look === 'html') return { status: 404, body: PAGE };
		if (look === 'error') return { status: 500, body: { code: 500, message: 'Server error' } };
		if (look === 'code20') return { body: { error: '20', errorDescription: 'SMS not found' } };
		return look === 'none' ? none : { body: there };
	}

	function look(reference: string, isList: boolean): Reply {
		service.asked++;
		const key = `${reference} ${isList}`;
		const nth = (questions.get(key) ?? 0) + 1;
		questions.set(key, nth);
		const row = PHONES.findIndex((phone) => phone === phones.get(reference));
		const { looks, list } = script;
		const own = typeof looks === 'string' ? looks : looks[Math.max(0, row)];
		const id = 40 + Math.max(0, row);
		if (isList) {
			if (!list) return { status: 404, body: PAGE };
			const entry = { id, reference_id: reference, campaign_id: CAMPAIGN.id, status: 'sent' };
			const pageOf = (data: unknown[]) => ({
				data,
				meta: { page: { total: data.length, limit: 50, offset: 0 } },
			});
			return shown(list, nth, pageOf([entry]), { body: pageOf([]) });
		}
		const msisdn = own === 'other' ? '380991000099' : phones.get(reference);
		const record = {
			error: 0,
			id,
			reference,
			msisdn,
			status: 'sent',
			price: 0.03,
			currency: 'EUR',
		};
		return shown(own ?? 'none', nth, record, {
			status: 404,
			body: { code: 404, message: 'Message not found' },
		});
	}

	function post(path: string, body: IDataObject): [Reply, Sent[]] {
		const sent = messagesOf(body);
		for (const { phone, reference } of sent) phones.set(reference, phone);
		const letters = sent.map(({ phone }) => LETTERS[PHONES.findIndex((one) => one === phone)]);
		service.posts.push(sent.length > 0 ? letters.join('') : 'lists');
		return [left.shift() ?? { body: taken(path, body, sent) }, sent];
	}

	const onRequest = (request: http.IncomingMessage, response: http.ServerResponse): void => {
		const parts: Buffer[] = [];
		request.on('data', (part: Buffer) => parts.push(part));
		request.on('end', () => {
			const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
			const text = Buffer.concat(parts).toString();
			const body = (text === '' ? {} : JSON.parse(text)) as IDataObject;
			if (pathname.startsWith('/api/auth')) respond(response, { body: { bearer: tokenOf() } });
			else if (request.method === 'POST') respond(response, ...post(pathname, body));
			else if (pathname.startsWith('/rest/sms/reference/'))
				respond(response, look(pathname.slice('/rest/sms/reference/'.length), false));
			else if (searchParams.has('filter[reference_id]'))
				respond(response, look(searchParams.get('filter[reference_id]') ?? '', true));
			else respond(response, { status: 404, body: PAGE });
		});
	};
	const server: http.Server = encrypted
		? https.createServer(await selfSignedCertificate(), onRequest)
		: http.createServer(onRequest);
	const sockets = new Set<Socket>();
	server.on('connection', (socket: Socket) => {
		service.connections++;
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
		if (left[0]?.broken !== 'unread') return;
		left.shift();
		service.posts.push('unread');
		socket.destroy();
	});
	const port = await freePort();
	const service: Service = {
		baseUrl: `${encrypted ? 'https' : 'http'}://127.0.0.1:${port}`,
		posts: [],
		asked: 0,
		connections: 0,
		play(next) {
			script = next;
			left = [...next.posts];
			questions.clear();
			Object.assign(service, { posts: [], asked: 0, connections: 0 });
		},
		open: async () => {
			await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
		},
		close: async () => {
			if (!server.listening) return;
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
	return service;
}

/** A port that nobody listens at. */
async function freePort(): Promise<number> {
	const server: Server = http.createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}

let tokens = 0;
/** A token that lasts an hour, another each time. */
function tokenOf(): string {
	const iat = Math.floor(Date.now() / 1000);
	const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
	return `${part({ alg: 'HS256' })}.${part({ iat, exp: iat + 3600, n: (tokens += 1) })}.c2lnbmF0dXJl`;
}
