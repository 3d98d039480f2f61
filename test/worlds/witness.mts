import type { Sandbox } from '../../sandbox/server.mts';
import { countStatistics } from '../../sandbox/store.mts';
import { listedStatus } from '../../sandbox/views.mts';
import type { Application, Campaign, Dialect, Message, Received } from '../../sandbox/types.mts';
import type { Chronicle, Fortune } from './chronicle.mts';
import { taskStatus } from './seeds.mts';

// Who watches the service from within, and notes what becomes of whatever a trigger may be told to watch.

/** From when on the service shows a message, under its reference or in the list of messages; Infinity where it never does. */
export function shownFromMs(dialect: Dialect, message: Message): number {
	const { reference, createdMs } = message;
	if (reference === null) return Infinity;
	if (message.interface === 'rest') return createdMs;
	const { campaignReferences, messageList, lateMs } = dialect;
	const after = (when: 'atOnce' | 'late' | 'never'): number =>
		when === 'never' ? Infinity : createdMs + (when === 'late' ? lateMs : 0);
	const isListed = dialect.extensions;
	// Questions under /rest know SMS alone (4.4).
	return Math.min(
		message.channel === 'sms' ? after(campaignReferences) : Infinity,
		isListed ? after(messageList) : Infinity,
	);
}

const factsOf = ({ msisdn: phone, reference }: Message): NonNullable<Fortune['message']> => ({
	phone,
	reference,
});

export class Witness {
	constructor(
		private readonly sandbox: Sandbox,
		private readonly chronicle: Chronicle,
		/** The bulk task that the trigger watches; 0 = it watches none. */
		private readonly task: number,
	) {}

	/** Notes what the account holds before the world begins. `old` are the messages that a trigger may watch by name. */
	begin(old: readonly Message[]): void {
		const { store } = this.sandbox;
		for (const campaign of store.campaigns.values()) this.campaign(campaign);
		for (const application of store.applications.values()) this.application(application);
		if (this.event === 'messageStatusChanged')
			for (const message of old) this.status(message.id, message.status).message = factsOf(message);
		for (const received of store.received) this.received(received);
		if (this.task > 0) this.status(this.task, taskStatus(this.sandbox, this.task));
	}

	/** Notes an event of the sandbox. */
	note(type: string, data: unknown): void {
		if (type === 'campaign') this.campaign(data as Campaign);
		if (type === 'application') this.application(data as Application);
		if (type === 'message') this.message(data as Message);
		if (type === 'received') this.received(data as Received);
	}

	private get event(): Chronicle['world']['event'] {
		return this.chronicle.world.event;
	}

	private get now(): number {
		return this.sandbox.clock.now().getTime();
	}

	/** Whether the trigger's form is about a campaign. */
	private isWatched({ type, sender }: Campaign): boolean {
		const { messageType, senders } = this.chronicle.world;
		const isOfType = type === 'sms' || messageType === 'both';
		return isOfType && (senders === '' || sender === senders);
	}

	private campaign(campaign: Campaign): void {
		if (!this.event.startsWith('campaign') || !this.isWatched(campaign)) return;
		if (this.event.startsWith('campaignMessage')) {
			for (const id of campaign.messageIds) {
				const message = this.sandbox.store.messages.get(id);
				if (message) this.message(message);
			}
			return;
		}
		const { sent, delivered } = countStatistics(campaign.counters);
		const { counters } = this.status(campaign.id, campaign.status);
		const counted = `${sent},${delivered}`;
		if (counters.at(-1)?.counted !== counted) counters.push({ counted, atMs: this.now });
	}

	private application({ id, status }: Application): void {
		if (this.event === 'applicationStatusChanged') this.status(id, status);
	}

	private message(message: Message): void {
		const { id, status, campaignId } = message;
		if (this.event === 'messageStatusChanged' && this.chronicle.fortunes.has(String(id)))
			this.status(id, status);
		const campaign = this.sandbox.store.campaigns.get(campaignId ?? 0);
		if (this.event.startsWith('campaignMessage') && campaign && this.isWatched(campaign))
			Object.assign(this.status(id, listedStatus(this.sandbox.config.dialect, message)), {
				campaign: campaign.id,
				message: factsOf(message),
			});
		if (this.task > 0) this.status(this.task, taskStatus(this.sandbox, this.task));
	}

	private received({ phone, sender, text, receivedMs: atMs }: Received): void {
		this.chronicle.replies.push({ phone, sender, text, atMs });
	}

	private status(id: number, status: string): Fortune {
		const fortune = this.chronicle.fortunes.get(String(id)) ?? {
			statuses: [],
			counters: [],
		};
		const atMs = this.now;
		if (fortune.statuses.at(-1)?.status !== status) fortune.statuses.push({ status, atMs });
		this.chronicle.fortunes.set(String(id), fortune);
		return fortune;
	}

	/** The campaigns that have come to an end. */
	ended(): Set<number> {
		const all = [...this.sandbox.store.campaigns.values()];
		return new Set(
			all.filter(({ status }) => status === 'done' || status === 'stopped').map(({ id }) => id),
		);
	}
}
