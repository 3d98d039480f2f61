import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { selfSignedCertificate } from '../../../sandbox/http/certificate.mts';

/** How a service that keeps the specification behaves where the specification is silent. */
export interface Quiet {
	/** After how many milliseconds a campaign's messages show under their references; undefined for never. */
	showsAfterMs?: number;
	/** Whether it keeps a message for the first recipient. */
	keepsFirst: boolean;
	/** Whether it shows the newest message under a reference that several campaigns carried, or the oldest. */
	showsNewest?: boolean;
	/** Whether it tells when a message came. */
	tellsTimes?: boolean;
	/** Whether it lists its campaigns. */
	listsCampaigns?: boolean;
	/** How it writes the sender of a campaign; undefined for the way in which it was sent. A search finds it as it is written alone. */
	writesSender?: (sender: string) => string;
	/** After how many milliseconds a campaign is created; the sender has its answer before. */
	commitsAfterMs: number;
	/** What the sender hears of the first so many requests: nothing, a status, or broken encryption. */
	answers: { first: number; with: 'drop' | 'breakTls' | number };
	/** Whether the first requests are handled at all. */
	handles: boolean;
	/** What it answers to look-ups by reference, where that is no answer: a status with words, or with a page. */
	lookUps?: { status: number; page?: true };
}

interface Campaign {
	id: number;
	sender: string;
	text: string;
	references: string[];
	createdMs: number;
}

/** A time as the service writes it: in UTC, in whole seconds. */
const serviceTime = (ms: number): string =>
	new Date(ms).toISOString().slice(0, 19).replace('T', ' ');

/**
 * A service that answers what the node may ask around a campaign, and refuses no reference: nothing in the specification says that
 * it does. It shares nothing with the sandbox, whose habits the other tests have.
 */
export class QuietService {
	quiet: Quiet = {
		keepsFirst: true,
		commitsAfterMs: 0,
		answers: { first: 0, with: 'drop' },
		handles: true,
	};
	readonly campaigns: Campaign[] = [];
	/** Requests that make something, by path. */
	readonly posts: string[] = [];
	/** Requests that ask. */
	readonly asked: string[] = [];
	/** Whether it does not show the message under a reference. */
	hides: (reference: string) => boolean = () => false;
	/** Called before a send is answered. */
	onPost = async (): Promise<void> => {};
	#server?: Server;
	readonly #wires = new Set<Duplex>();

	async start(tls = false): Promise<string> {
		const answer = (request: IncomingMessage, response: ServerResponse): void => {
			void this.#answer(request, response);
		};
		this.#server = tls
			? createTlsServer(await selfSignedCertificate(), answer)
			: createServer(answer);
		this.#server.on('connection', (wire: Duplex) => this.#wires.add(wire));
		await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve));
		const { port } = this.#server.address() as AddressInfo;
		return `${tls ? 'https' : 'http'}://127.0.0.1:${port}`;
	}

	async stop(): Promise<void> {
		for (const wire of this.#wires) wire.destroy();
		await new Promise((resolve) => this.#server?.close(resolve));
	}

	async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const parts: Buffer[] = [];
		for await (const part of request) parts.push(part as Buffer);
		const { pathname, searchParams } = new URL(request.url ?? '', 'http://service');
		const reply = (status: number, body: object): void => {
			response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		};
		if (request.method !== 'POST') {
			this.asked.push(pathname);
			const { lookUps } = this.quiet;
			if (lookUps && pathname.startsWith('/rest/sms/reference/')) {
				if (lookUps.page) response.writeHead(lookUps.status).end('<html>Wait</html>');
				else reply(lookUps.status, { message: 'Forbidden' });
				return;
			}
			reply(...this.#tell(pathname, searchParams.get('filter[value]')));
			return;
		}
		this.posts.push(pathname);
		const count = this.posts.length;
		const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
		const { answers, handles, commitsAfterMs } = this.quiet;
		const isFaulty = count <= answers.first;
		await this.onPost();
		if (!isFaulty || handles) {
			if (commitsAfterMs > 0) setTimeout(() => this.#create(body), commitsAfterMs);
			else this.#create(body);
		}
		if (!isFaulty) reply(200, { data: this.#campaign(this.campaigns.at(-1)) });
		else if (answers.with === 'drop') request.socket.destroy();
		else if (answers.with === 'breakTls') {
			// What is no record of the encryption breaks it, now that the request was handled.
			for (const wire of this.#wires) wire.write('HTTP/1.1 502 Bad Gateway\r\n\r\n');
		} else reply(answers.with, { message: 'Gateway' });
	}

	#create(body: Record<string, unknown>): void {
		const recipients = (body.phones ?? body.messages ?? []) as Array<{ reference_id?: string }>;
		this.campaigns.push({
			id: 1001 + this.campaigns.length,
			sender: this.quiet.writesSender?.(String(body.sender)) ?? String(body.sender),
			text: String(body.text),
			references: recipients.map(({ reference_id }) => reference_id ?? ''),
			createdMs: Date.now(),
		});
	}

	#campaign(campaign: Campaign | undefined): object {
		const created_at = serviceTime(campaign?.createdMs ?? 0);
		return { id: campaign?.id, sender: campaign?.sender, status: 'sending', created_at };
	}

	#tell(pathname: string, search: string | null): [number, object] {
		if (pathname.startsWith('/api/campaign')) {
			if (this.quiet.listsCampaigns === false) return [404, { message: 'Not Found' }];
			const data = this.campaigns
				.filter(({ sender }) => search === null || sender === search)
				.map((campaign) => this.#campaign(campaign))
				.reverse();
			return [200, { data, meta: { page: { total: data.length, limit: 50, offset: 0 } } }];
		}
		const reference = pathname.split('/').at(-1) ?? '';
		const { showsAfterMs, keepsFirst, showsNewest } = this.quiet;
		const campaigns = showsNewest ? this.campaigns.toReversed() : this.campaigns;
		const shown = campaigns.find(
			({ references, createdMs }) =>
				showsAfterMs !== undefined &&
				Date.now() >= createdMs + showsAfterMs &&
				references.slice(keepsFirst ? 0 : 1).includes(reference),
		);
		if (!pathname.startsWith('/rest/sms/reference/')) return [404, { message: 'Not Found' }];
		if (!shown || this.hides(reference))
			return [200, { error: '20', errorDescription: 'SMS not found' }];
		const id = shown.id * 100 + shown.references.indexOf(reference);
		const time_in = this.quiet.tellsTimes === false ? undefined : serviceTime(shown.createdMs);
		return [200, { error: 0, id, reference, status: 'sent', time_in }];
	}
}
