import type {
	Application,
	ApplicationStatus,
	Campaign,
	CampaignStatus,
	Message,
	MessageStatus,
	SandboxConfig,
} from './types.mts';
import type { Clock } from './clock.mts';
import type { EventHub } from './events.mts';
import { answerTo, receive } from './phones.mts';
import { priceOf } from './prices.mts';
import { EventQueue } from './queue.mts';
import type { Random } from './random.mts';
import { FINAL, count, type Store } from './store.mts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** A campaign that has handed everything over is done at the latest after this, reports outstanding or not. */
const DONE_AFTER = 30 * SECOND;
/** Statuses of a message in whose place another one is sent. */
const NOT_ARRIVED: ReadonlySet<MessageStatus> = new Set([
	'undeliverable',
	'undelivered',
	'expired',
	'failed',
	'not-viber-user',
]);
/** How often a sending campaign hands over its next messages. */
const HAND_OVER_EVERY = SECOND / 5;

/** How long a phone takes to answer. */
const ANSWERS_AFTER = 2 * SECOND;

/** What becomes of a message. */
export type Outcome = 'delivered' | 'expired' | 'undeliverable' | 'unknown' | 'slow' | 'rejected';

const OUTCOMES: Readonly<Record<string, Outcome>> = {
	'0001': 'expired',
	'0002': 'undeliverable',
	'0003': 'unknown',
	'0004': 'slow',
	'0005': 'rejected',
};

/** What becomes of a message, by the last four digits of its number (table in README.md). */
export function outcomeOf(msisdn: string): Outcome {
	return OUTCOMES[msisdn.slice(-4)] ?? 'delivered';
}

/** Moves messages, campaigns and applications through their states on the sandbox's clock. */
export class Lifecycle {
	readonly queue = new EventQueue();
	/** Calls off the timer to the next event; undefined when there is none. */
	private callOff: (() => void) | undefined;

	constructor(
		readonly store: Store,
		private readonly clock: Clock,
		private readonly random: Random,
		readonly events: EventHub,
		private readonly config: SandboxConfig,
	) {
		clock.onAdvance(() => this.catchUp());
	}

	/**
	 * Lets everything happen that is due by now. It is called before and after each request, at each advance of the
	 * clock, and by a timer where the clock runs.
	 */
	catchUp(): void {
		this.queue.runUntil(this.clock.ms());
		this.setTimer();
	}

	/** Takes a price from the account's balance. */
	charge(price: number): void {
		this.config.balance = Number((this.config.balance - price).toFixed(4));
	}

	/** Lets something happen after that many milliseconds of the sandbox's time. */
	after(ms: number, act: () => void): void {
		this.queue.push(this.clock.ms() + ms, act);
		this.setTimer();
	}

	/** Stops the timer; nothing happens any more by itself. */
	stop(): void {
		this.callOff?.();
		this.callOff = undefined;
	}

	/** Begins the life of a message that the service has just taken and sends at once. */
	startMessage(message: Message): void {
		const outcome = outcomeOf(message.msisdn);
		if (outcome === 'rejected') {
			this.setMessage(message, 'rejected', this.clock.ms());
			return;
		}
		this.setMessage(message, 'accepted', message.sendMs);
		this.messageLater(message.sendMs + SECOND, message, 'accepted', 'sent');
		// What goes out in place of another message always arrives.
		const { afterMs, status } = this.endOf(
			message,
			message.insteadOf === null ? outcome : 'delivered',
		);
		const endMs = message.sendMs + afterMs;
		this.messageLater(endMs, message, 'sent', status);
		const isRead = message.channel === 'rcs' && Number(message.msisdn.slice(-1)) % 2 === 0;
		if (isRead && status === 'delivered')
			this.messageLater(endMs + 5 * SECOND, message, 'delivered', 'read');
	}

	/** Lets the phone answer a message that it got, where it is one that answers by itself. */
	private answer(message: Message): void {
		const text = answerTo(message);
		if (text === undefined) return;
		const { msisdn: phone, sender } = message;
		this.after(ANSWERS_AFTER, () =>
			receive(this, { phone, sender, text, receivedMs: this.clock.ms() }),
		);
	}

	/** How a message ends that was handed to the network, and how long that takes. */
	private endOf(
		message: Message,
		outcome: Exclude<Outcome, 'rejected'>,
	): { afterMs: number; status: MessageStatus } {
		switch (outcome) {
			case 'delivered':
				return {
					afterMs: this.random.integer(2 * SECOND, 6 * SECOND),
					status: 'delivered',
				};
			case 'expired':
				return { afterMs: message.validityHours * HOUR, status: 'expired' };
			case 'undeliverable':
				return {
					afterMs: 3 * SECOND,
					status: message.channel === 'viber' ? 'not-viber-user' : 'undeliverable',
				};
			case 'unknown':
				return { afterMs: 10 * SECOND, status: 'unknown' };
			case 'slow':
				return { afterMs: HOUR, status: 'delivered' };
		}
	}

	/** Sets a message's status now and counts it. */
	setMessage(message: Message, status: MessageStatus, at: number): void {
		const before = message.status;
		if (before === status) return;
		message.status = status;
		if (FINAL.has(status)) message.reportMs = at;
		if (status === 'delivered') this.answer(message);
		const task = message.taskId === null ? undefined : this.store.tasks.get(message.taskId);
		if (task) count(task.counters, status, before);
		const campaign =
			message.campaignId === null ? undefined : this.store.campaigns.get(message.campaignId);
		if (NOT_ARRIVED.has(status)) this.sendInstead(message, at);
		if (campaign) {
			const { counters, alternativeCounters } = campaign;
			count(message.insteadOf === null ? counters : alternativeCounters, status, before);
			this.finishIfDone(campaign, at);
			this.events.emit('campaign', () => campaign);
		}
		this.events.emit('message', () => message);
	}

	/** Begins the life of a campaign that was just created: moderation, then its schedule or its sending. */
	startCampaign(campaign: Campaign): void {
		this.events.emit('campaign', () => campaign);
		const moderation = this.config.moderationSeconds * SECOND;
		const ready = campaign.createdMs + SECOND + moderation;
		if (moderation > 0)
			this.campaignLater(campaign.createdMs + SECOND, campaign, 'creation', () =>
				this.setCampaign(campaign, 'moderation'),
			);
		this.campaignLater(ready, campaign, moderation > 0 ? 'moderation' : 'creation', (at) => {
			if (/\bspam\b/i.test(this.firstText(campaign))) this.setCampaign(campaign, 'spam');
			else if (campaign.startMs > at) {
				this.setCampaign(campaign, 'scheduled');
				this.eachWaiting(campaign, (message) => this.setMessage(message, 'scheduled', at));
				this.scheduleStart(campaign);
			} else this.beginSending(campaign, at);
		});
	}

	/** Lets a scheduled campaign begin at its start. */
	scheduleStart(campaign: Campaign): void {
		this.campaignLater(campaign.startMs, campaign, 'scheduled', (start) =>
			this.beginSending(campaign, start),
		);
	}

	/** Stops a campaign: what was not handed over is dropped (3.2). */
	stopCampaign(campaign: Campaign): void {
		const at = this.clock.ms();
		campaign.finishedMs = at;
		this.setCampaign(campaign, 'stopped');
		this.eachWaiting(campaign, (message) => this.setMessage(message, 'deleted', at));
		campaign.next = campaign.messageIds.length;
	}

	/** Resumes a paused campaign (3.2). */
	renewCampaign(campaign: Campaign): void {
		campaign.pausedFor = null;
		this.beginSending(campaign, this.clock.ms());
	}

	/** Sets a campaign's status, as the control interface does. */
	forceCampaign(campaign: Campaign, status: CampaignStatus): void {
		const at = this.clock.ms();
		if (status === 'stopped') return this.stopCampaign(campaign);
		if (status === 'sending') return this.renewCampaign(campaign);
		if (status === 'paused') campaign.pausedFor = 'control';
		if (status === 'done') campaign.finishedMs = at;
		this.setCampaign(campaign, status);
	}

	/** Begins the life of an application that was just made: new, accepted, in progress, then registered or rejected. */
	startApplication(application: Application): void {
		this.events.emit('application', () => application);
		const [accepted, working, decided] = this.config.applicationSeconds;
		let at = application.createdMs;
		const step = (
			seconds: number,
			from: ApplicationStatus,
			to: ApplicationStatus,
			reason: string | null = null,
		): void => {
			at += seconds * SECOND;
			this.queue.push(at, (when) => {
				if (application.status === from) this.setApplication(application, to, when, reason);
			});
		};
		step(accepted, 'new', 'accepted');
		step(working, 'accepted', 'in progress');
		if (/reject/i.test(application.sender))
			step(
				decided,
				'in progress',
				'rejected',
				'The sender name is not confirmed by the company documents',
			);
		else step(decided, 'in progress', 'registration completed');
	}

	/** Sets an application's status; a completed registration gives the account the sender. */
	setApplication(
		application: Application,
		status: ApplicationStatus,
		at: number,
		reason: string | null = null,
	): void {
		application.status = status;
		application.changedMs = at;
		application.rejection_reason =
			status === 'rejected' ? (reason ?? 'Rejected by the operator') : null;
		if (status === 'registration completed') {
			application.registeredMs = at;
			this.store.senders.add(application.sender);
		} else application.registeredMs = null;
		this.events.emit('application', () => application);
	}

	private firstText(campaign: Campaign): string {
		const id = campaign.messageIds[0];
		return (id === undefined ? undefined : this.store.messages.get(id)?.text) ?? '';
	}

	private setCampaign(campaign: Campaign, status: CampaignStatus): void {
		campaign.status = status;
		this.events.emit('campaign', () => campaign);
	}

	/** Does something with each message that the campaign has not handed over yet. */
	private eachWaiting(campaign: Campaign, act: (message: Message) => void): void {
		for (let index = campaign.next; index < campaign.messageIds.length; index++) {
			const message = this.store.messages.get(campaign.messageIds[index] ?? -1);
			if (message && !FINAL.has(message.status)) act(message);
		}
	}

	private beginSending(campaign: Campaign, at: number): void {
		campaign.realStartMs ??= at;
		this.setCampaign(campaign, 'sending');
		this.handOver(campaign, at);
	}

	/** Hands over as many messages as the rate allows for one interval, and plans the next interval. */
	private handOver(campaign: Campaign, at: number): void {
		if (campaign.status !== 'sending') return;
		const portion = Math.max(1, Math.round((this.config.sendRate * HAND_OVER_EVERY) / SECOND));
		for (let sent = 0; sent < portion && campaign.next < campaign.messageIds.length; sent++) {
			const message = this.store.messages.get(campaign.messageIds[campaign.next] ?? -1);
			if (message && message.price > this.config.balance) {
				campaign.pausedFor = 'funds';
				this.setCampaign(campaign, 'paused');
				return;
			}
			campaign.next++;
			if (!message || FINAL.has(message.status)) continue;
			this.charge(message.price);
			message.sendMs = at;
			this.startMessage(message);
		}
		if (campaign.next < campaign.messageIds.length)
			this.queue.push(at + HAND_OVER_EVERY, (when) => this.handOver(campaign, when));
		else {
			this.finishIfDone(campaign, at);
			this.queue.push(at + DONE_AFTER, (when) => this.finish(campaign, when));
		}
	}

	/** Finishes a campaign that has handed everything over and knows what became of each message. */
	private finishIfDone(campaign: Campaign, at: number): void {
		if (campaign.status !== 'sending' || campaign.next < campaign.messageIds.length) return;
		let final = 0;
		for (const status of FINAL) final += campaign.counters[status] ?? 0;
		// A delivered RCS message may still be read; the campaign does not wait for that.
		if (final >= campaign.total) this.finish(campaign, at);
	}

	private finish(campaign: Campaign, at: number): void {
		if (campaign.status !== 'sending') return;
		campaign.finishedMs = at;
		this.setCampaign(campaign, 'done');
	}

	/** Sends what goes out in place of a message, once. */
	private sendInstead(message: Message, at: number): void {
		const { instead, insteadIds } = message;
		if (!instead || insteadIds.length > 0) return;
		const other: Message = {
			...message,
			...instead,
			...priceOf({ ...message, ...instead }),
			id: this.store.randomId(),
			reference: null,
			instead: null,
			insteadIds: [],
			insteadOf: message.id,
			status: 'new',
			createdMs: at,
			sendMs: at,
			reportMs: null,
		};
		insteadIds.push(other.id);
		this.store.addMessage(other);
		this.charge(other.price);
		this.startMessage(other);
	}

	/** Lets something happen to a campaign, unless by then it has left the status or was forgotten by a reset. */
	private campaignLater(
		at: number,
		campaign: Campaign,
		from: CampaignStatus,
		act: (at: number) => void,
	): void {
		this.queue.push(at, (when) => {
			if (campaign.status === from && this.store.campaigns.get(campaign.id) === campaign) act(when);
		});
	}

	/** Moves a message on, unless it has left the status by then: a status that was forced from outside wins. */
	private messageLater(at: number, message: Message, from: MessageStatus, to: MessageStatus): void {
		this.queue.push(at, (when) => {
			if (message.status === from) this.setMessage(message, to, when);
		});
	}

	/** Sets the timer to the next event, where the clock runs by itself. */
	private setTimer(): void {
		if (!this.clock.running) return;
		this.stop();
		const next = this.queue.nextAt;
		if (next === undefined) return;
		const delay = Math.min(Math.max(this.clock.realDelay(next), 5), 60_000);
		this.callOff = this.clock.after(delay, () => this.catchUp());
	}
}
