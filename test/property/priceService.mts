import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

// A service of a few lines that takes SMS campaigns and says what they cost, at a price that changes from one request to the next.

/** Who gets what, as a request names it. */
export interface Part {
	/** The number, or the contact list. */
	to: string;
	sender: string;
	segments: number;
}

/** What the service does instead of answering a question or a send as it should. */
export type Whim = 'none' | 'null' | 'missing' | 'currency' | 'failing' | 'duplicate';

export interface PriceService {
	url: string;
	/** Prices of a segment, of which each request gets the next one. */
	rates: number[];
	whim: Whim;
	/** Senders whose campaigns are refused. */
	refused: Set<string>;
	/** All requests since the last `begin`, in their order. */
	order: Array<'price' | 'send'>;
	/** What was priced and what was sent since then, and the prices that were named. */
	asked: Part[];
	named: Array<number | null>;
	currencies: Set<string>;
	sent: Part[];
	begin(): void;
	close(): Promise<void>;
}

/** All texts of this test are of the GSM alphabet. */
export const segmentsOf = (text: string): number =>
	text.length <= 160 ? 1 : Math.ceil(text.length / 153);

interface Body {
	sender: string;
	text: string;
	groups?: number[];
	phones?: Array<{ number: number }>;
	messages?: Array<{ phone: number; sender?: string; text?: string }>;
}

function partsOf({ sender, text, groups, phones, messages }: Body): Part[] {
	const all =
		groups?.map((group) => ({ to: `list ${group}`, sender, text })) ??
		phones?.map(({ number }) => ({ to: String(number), sender, text })) ??
		messages?.map((one) => ({ to: String(one.phone), sender, text, ...one })) ??
		[];
	return all.map((one) => ({ to: one.to, sender: one.sender, segments: segmentsOf(one.text) }));
}

async function read(request: IncomingMessage): Promise<Body> {
	let text = '';
	for await (const part of request) text += String(part);
	return JSON.parse(text || '{}') as Body;
}

export async function startPriceService(): Promise<PriceService> {
	let campaigns = 0;
	let requests = 0;
	const state: PriceService = {
		url: '',
		rates: [0.03],
		whim: 'none',
		refused: new Set(),
		order: [],
		asked: [],
		named: [],
		currencies: new Set(),
		sent: [],
		begin() {
			requests = 0;
			state.order = [];
			state.asked = [];
			state.named = [];
			state.sent = [];
			state.currencies.clear();
		},
		close: async () => {
			server.close();
			await once(server, 'close');
		},
	};
	const nextRate = (): number => state.rates[requests++ % state.rates.length] ?? 0;

	function price(parts: readonly Part[]): [number, unknown] {
		const rate = nextRate();
		if (state.whim === 'missing') return [404, { message: 'Not found' }];
		if (state.whim === 'failing') return [500, { message: 'Later' }];
		// The first question is taken for one that was asked a moment ago.
		if (state.whim === 'duplicate' && state.order.length === 1) return [429, { message: 'Wait' }];
		const isLast = state.named.length > 0;
		const currency = state.whim === 'currency' && isLast ? 'UAH' : 'EUR';
		const sum = Number((rate * parts.reduce((all, { segments }) => all + segments, 0)).toFixed(4));
		state.asked.push(...parts);
		state.currencies.add(currency);
		const named = state.whim === 'null' ? null : sum;
		state.named.push(named);
		return [200, { price: named, currency }];
	}

	function take(parts: readonly Part[]): [number, unknown] {
		nextRate();
		if (parts.some(({ sender }) => state.refused.has(sender)))
			return [400, { message: 'The sender is not allowed' }];
		state.sent.push(...parts);
		campaigns++;
		return [200, { data: { id: campaigns, status: 'sending' } }];
	}

	const server = createServer((request, response) => {
		void (async () => {
			const { method, url = '' } = request;
			const body = await read(request);
			const isPrice = url.endsWith('/price');
			const isSend = method === 'POST' && /\/sms\/send/.test(url);
			if (isPrice || isSend) state.order.push(isPrice ? 'price' : 'send');
			const [status, answer] = isPrice
				? price(partsOf(body))
				: isSend
					? take(partsOf(body))
					: [200, { data: [], meta: { page: { total: 0, limit: 50, offset: 0 } } }];
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(answer));
		})();
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return state;
}
