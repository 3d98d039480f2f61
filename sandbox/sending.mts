import type { LegacyCommon, LegacyRecipient } from './judge/legacy.mts';
import type { CampaignTerms, Recipient } from './judge/campaign.mts';
import { measure } from './judge/text.mts';
import { stamp } from './clock.mts';
import type { Service } from './service.mts';
import { isStopListed } from './phones.mts';
import { count } from './store.mts';
import type { Campaign, Message, Task } from './types.mts';

/** Price of a segment; a tariff costs a tenth of a cent more for each of its steps. */
export function priceOf(text: string, tariff: number): { segments: number; price: number } {
	const { segments } = measure(text);
	return { segments, price: Number((segments * (0.03 + tariff * 0.001)).toFixed(4)) };
}

function newMessage(
	service: Service,
	fields: Pick<
		Message,
		| 'msisdn'
		| 'sender'
		| 'text'
		| 'reference'
		| 'interface'
		| 'channel'
		| 'campaignId'
		| 'taskId'
		| 'validityHours'
		| 'tariff'
		| 'twoWay'
	>,
	sendMs: number,
): Message {
	return {
		id: service.store.randomId(),
		...fields,
		status: 'new',
		createdMs: service.clock.ms(),
		sendMs,
		reportMs: null,
		...priceOf(fields.text, fields.tariff),
		currency: service.config.currency,
		requestId: service.ledger.current,
	};
}

/** Makes the message of a legacy send; it is stored only by `takeLegacy`. */
export function legacyMessage(
	service: Service,
	recipient: LegacyRecipient,
	common: LegacyCommon,
	taskId: number | null,
): Message {
	return newMessage(
		service,
		{
			msisdn: recipient.msisdn,
			sender: recipient.originator,
			text: recipient.body,
			reference: recipient.reference,
			interface: 'rest',
			channel: 'sms',
			campaignId: null,
			taskId,
			validityHours: common.validityHours,
			tariff: common.tariff,
			twoWay: common.twoWay,
		},
		service.clock.ms(),
	);
}

/** Stores a legacy message, takes its price and sends it. */
export function takeLegacy(service: Service, message: Message): void {
	service.store.addMessage(message);
	service.lifecycle.charge(message.price);
	service.lifecycle.startMessage(message);
}

/** Makes the task of a bulk or individual send. */
export function newTask(service: Service, common: LegacyCommon): Task {
	return {
		id: service.store.randomId(),
		originator: common.originator,
		body: common.body,
		validityHours: common.validityHours,
		price: 0,
		currency: service.config.currency,
		createdMs: service.clock.ms(),
		total: 0,
		messageIds: [],
		counters: {},
	};
}

/** Adds a message to its task and sends it. */
export function takeForTask(service: Service, task: Task, message: Message): void {
	task.messageIds.push(message.id);
	task.total++;
	task.price = Number((task.price + message.price).toFixed(4));
	count(task.counters, message.status);
	takeLegacy(service, message);
}

export interface CampaignOrder {
	type: 'sms' | 'rcs';
	sender: string;
	recipients: Recipient[];
	terms: CampaignTerms;
	alternative?: Campaign['alternative'];
}

/** Makes a campaign; with `keep` it is stored and starts to live, without (test keys) it is only described. */
export function createCampaign(service: Service, order: CampaignOrder, keep: boolean): Campaign {
	const now = service.clock.ms();
	const startMs = order.terms.startMs ?? now;
	const leftOut = order.recipients.filter(({ phone }) => isStopListed(service, phone, order.type));
	const gone = new Set(leftOut);
	const recipients = order.recipients.filter((recipient) => !gone.has(recipient));
	const id = keep
		? service.store.nextId('campaign', 1001)
		: service.random.integer(1_000_000, 9_999_999);
	const campaign: Campaign = {
		id,
		name: `${order.type.toUpperCase()} api campaign / ${stamp(now, service.config.timeZone)}`,
		sender: order.sender,
		type: order.type,
		status: 'creation',
		createdMs: now,
		startMs: Math.max(startMs, now),
		realStartMs: null,
		finishedMs: null,
		price: 0,
		total: recipients.length,
		messageIds: [],
		next: 0,
		counters: {},
		alternative: order.alternative ?? null,
		alternativeCounters: {},
		pausedFor: null,
		requestId: service.ledger.current,
	};
	const common = {
		interface: 'api' as const,
		channel: order.type,
		campaignId: id,
		taskId: null,
		validityHours: order.terms.validityHours,
		tariff: order.terms.tariff,
		twoWay: false,
	};
	let price = 0;
	for (const recipient of recipients) {
		const message = newMessage(
			service,
			{
				msisdn: recipient.phone,
				sender: recipient.sender,
				text: recipient.text,
				reference: recipient.reference,
				...common,
			},
			campaign.startMs,
		);
		price += message.price;
		if (!keep) continue;
		service.store.addMessage(message);
		campaign.messageIds.push(message.id);
	}
	campaign.price = Number(price.toFixed(4));
	campaign.counters.new = recipients.length;
	if (keep)
		for (const { phone, reference } of leftOut) service.ledger.leaveOut(phone, reference, id);
	if (keep) {
		service.store.campaigns.set(id, campaign);
		service.lifecycle.startCampaign(campaign);
	}
	return campaign;
}
