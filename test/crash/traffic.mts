import { SANDBOX_KEY } from '../../tools/lib/sandboxProcess.mts';
import { pause } from '../../tools/lib/shell.mts';
import type { SandboxProcess } from '../../tools/lib/sandboxProcess.mts';

/** Something that was sent: its name among the events, and the states that it may go through. */
export interface Sent {
	name: string;
	states: ReadonlySet<string>;
}

type Kind = 'plain' | 'spam' | 'scheduled' | 'stopped';
const CAMPAIGN_STATES: Record<Kind, ReadonlySet<string>> = {
	plain: new Set(['creation', 'sending', 'done']),
	spam: new Set(['creation', 'spam']),
	scheduled: new Set(['creation', 'scheduled', 'sending', 'done']),
	stopped: new Set(['creation', 'scheduled', 'stopped']),
};
const MESSAGE_STATES = ['accepted', 'sent'];
/** Last digits of a number, and what becomes of a message to it. The final state of `0001` comes an hour later. */
const ENDS: ReadonlyArray<readonly [string, string]> = [
	['1234', 'delivered'],
	['0002', 'undeliverable'],
	['0003', 'unknown'],
	['0001', 'expired'],
	['0004', 'delivered'],
];

/** Sends campaigns and messages to the sandbox, as programs beside n8n would. */
export class Traffic {
	readonly campaigns = new Map<string, Sent>();
	readonly messages = new Map<string, Sent>();
	/** The references of all messages that will be sent. */
	readonly references: string[];
	readonly #sandbox: SandboxProcess;
	readonly #random: () => number;
	readonly #counts: { campaigns: number; messages: number };

	constructor(
		sandbox: SandboxProcess,
		random: () => number,
		counts: { campaigns: number; messages: number },
	) {
		this.#sandbox = sandbox;
		this.#random = random;
		this.#counts = counts;
		this.references = Array.from(
			{ length: counts.messages },
			(_, index) => `crash${String(index).padStart(5, '0')}`,
		);
	}

	async #post(path: string, body: object): Promise<Record<string, unknown>> {
		const response = await fetch(`${this.#sandbox.url}${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json', 'x-api-key': SANDBOX_KEY },
			body: JSON.stringify(body),
		});
		const reply = (await response.json()) as Record<string, unknown>;
		if (!response.ok || Number(reply.error ?? 0) !== 0)
			throw new Error(`The sandbox refused a send of the test: ${JSON.stringify(reply)}`);
		return reply;
	}

	async #campaign(): Promise<void> {
		const index = this.campaigns.size;
		const kinds: Kind[] = ['plain', 'scheduled', 'plain', 'stopped', 'plain', 'spam', 'plain'];
		const kind = kinds[index % kinds.length] ?? 'plain';
		const { now } = await this.#sandbox.control<{ now: string }>('GET', 'state');
		// Between one and ten minutes ahead, on the sandbox's clock; what is to be stopped lies further ahead.
		const ahead = kind === 'stopped' ? 86_400_000 : 60_000 + this.#random() * 540_000;
		const start =
			kind === 'scheduled' || kind === 'stopped'
				? {
						start_at: new Date(Date.parse(now) + ahead)
							.toISOString()
							.slice(0, 19)
							.replace('T', ' '),
					}
				: {};
		const { data } = await this.#post('/api/campaigns/sms/send', {
			sender: 'Shop',
			text: `${kind === 'spam' ? 'spam' : 'Offer'} ${index}`,
			phones: [{ number: Number(`38067${String(1_000_000 + index)}`) }],
			...start,
		});
		const { id } = data as { id: number };
		this.campaigns.set(String(id), { name: String(id), states: CAMPAIGN_STATES[kind] });
		if (kind !== 'stopped') return;
		await pause(50 + this.#random() * 300);
		await this.#sandbox.control('POST', `campaigns/${String(id)}`, { status: 'stopped' });
	}

	async #message(): Promise<void> {
		const index = this.messages.size;
		const reference = this.references[index] ?? '';
		const [digits, final] = ENDS[index % ENDS.length] ?? ['1234', 'delivered'];
		this.messages.set(reference, { name: reference, states: new Set([...MESSAGE_STATES, final]) });
		await this.#post('/rest/sms/create', {
			destination: 'phone',
			originator: 'Shop',
			body: `Order ${index}`,
			msisdn: `38050${String(1000 + index)}${digits}`.slice(0, 15),
			reference,
			validity: 1,
		});
	}

	/** Sends until `share` (0 to 1) of everything is out. */
	async sendUpTo(share: number): Promise<void> {
		while (this.campaigns.size < Math.round(share * this.#counts.campaigns)) await this.#campaign();
		while (this.messages.size < Math.round(share * this.#counts.messages)) await this.#message();
	}
}
