import type { LegacyCommon, LegacyRecipient } from './judge/legacy.mts';
import type { CampaignTerms, Recipient } from './judge/campaign.mts';
import { withLinks } from './judge/shortLink.mts';
import type { OrderedLink } from './judge/shortLink.mts';
import { stamp } from './clock.mts';
import { newLink } from './shortLinks.mts';
import { priceOf } from './prices.mts';
import type { Service } from './service.mts';
import { isStopListed } from './phones.mts';
import { count } from './store.mts';
import type { Campaign, Message, ShortLink, Task } from './types.mts';

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
	> &
		Partial<Pick<Message, 'rcs' | 'instead' | 'links'>>,
	sendMs: number,
): Message {
	return {
		id: service.store.randomId(),
		rcs: null,
		instead: null,
		insteadIds: [],
		insteadOf: null,
		...fields,
		status: 'new',
		createdMs: service.clock.ms(),
		sendMs,
		reportMs: null,
		...priceOf({ rcs: null, ...fields }),
		currency: service.config.currency,
		requestId: service.ledger.current,
	};
}

/** Makes the message of a legacy send; it is stored only by `takeMessage`. */
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

/** Stores a message that belongs to no campaign, takes its price and sends it. */
export function takeMessage(service: Service, message: Message): void {
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
	takeMessage(service, message);
}

export interface CampaignOrder {
	type: Message['channel'];
	sender: string;
	recipients: Recipient[];
	terms: CampaignTerms;
	rcs?: Message['rcs'];
	/** What goes out in place of each message that does not arrive. */
	instead?: Message['instead'];
	/** The short links that each message gets. */
	links?: readonly OrderedLink[];
	/** Whether phones of the stop list get nothing. */
	checkStopList?: boolean;
	/** Whether phones that the Contact Book does not hold are added to it. */
	addContacts?: boolean;
}

/** Adds phones to the Contact Book that it does not hold. */
export function addContacts({ store, clock }: Service, phones: readonly string[]): void {
	for (const phone of phones)
		if (!store.contactIdByPhone.has(phone))
			store.addContact({
				id: store.nextId('contact', 9001),
				phone,
				fields: new Map(),
				groupIds: [],
				hlrStatus: 'unknown',
				hlrCheckMs: null,
				createdMs: clock.ms(),
			});
}

/** Puts the short links that a send orders in the place of their words, new ones for each message. */
function withOrderedLinks(
	service: Service,
	text: string,
	ordered: CampaignOrder['links'] = [],
): { text: string; made: ShortLink[]; links: NonNullable<Message['links']> } {
	const made: ShortLink[] = [];
	const links: NonNullable<Message['links']> = [];
	const filled = withLinks(text, ordered, ({ domain, address, protocol }) => {
		const link = newLink(service, domain, address);
		const written = `${protocol}${domain}/${link.slug}`;
		made.push(link);
		links.push({ id: link.id, written, address });
		return written;
	});
	return { text: filled, made, links };
}

/** Stores and sends one message of the /api interface by itself. */
export function sendOne(service: Service, order: CampaignOrder): Message | undefined {
	const [recipient] = order.recipients;
	if (!recipient) return undefined;
	const { phone, reference, sender } = recipient;
	const { validityHours, tariff } = order.terms;
	const { instead = null } = order;
	// Short links stand in the SMS, whether it goes out first or in the place of another message.
	const sms = withOrderedLinks(
		service,
		order.type === 'sms' ? recipient.text : (instead?.text ?? ''),
		order.links,
	);
	const isFirst = order.type === 'sms';
	const message = newMessage(
		service,
		{
			msisdn: phone,
			sender,
			text: isFirst ? sms.text : recipient.text,
			...(isFirst && sms.links.length > 0 && { links: sms.links }),
			reference,
			interface: 'api',
			channel: order.type,
			rcs: order.rcs ?? null,
			instead: instead?.channel === 'sms' ? { ...instead, text: sms.text } : instead,
			campaignId: null,
			taskId: null,
			validityHours,
			tariff,
			twoWay: false,
		},
		service.clock.ms(),
	);
	for (const link of sms.made) service.store.links.set(link.id, { ...link, messageId: message.id });
	if (order.addContacts) addContacts(service, [phone]);
	takeMessage(service, message);
	return message;
}

/** Makes a campaign of SMS or RCS; with `keep` it is stored and starts to live, without (test keys) it is only described. */
export function createCampaign(
	service: Service,
	order: CampaignOrder & Pick<Campaign, 'type'>,
	keep: boolean,
): Campaign {
	const now = service.clock.ms();
	const startMs = order.terms.startMs ?? now;
	const { checkStopList = true } = order;
	const leftOut = order.recipients.filter(
		({ phone }) => checkStopList && isStopListed(service, phone, order.type),
	);
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
		alternativeCounters: {},
		pausedFor: null,
		requestId: service.ledger.current,
	};
	const common = {
		interface: 'api' as const,
		channel: order.type,
		rcs: order.rcs ?? null,
		instead: order.instead ?? null,
		campaignId: id,
		taskId: null,
		validityHours: order.terms.validityHours,
		tariff: order.terms.tariff,
		twoWay: false,
	};
	let price = 0;
	for (const recipient of recipients) {
		const { text, made, links } = withOrderedLinks(service, recipient.text, order.links);
		const message = newMessage(
			service,
			{
				msisdn: recipient.phone,
				sender: recipient.sender,
				text,
				reference: recipient.reference,
				...(links.length > 0 && { links }),
				...common,
			},
			campaign.startMs,
		);
		price += message.price;
		if (!keep) continue;
		service.store.addMessage(message);
		campaign.messageIds.push(message.id);
		for (const link of made)
			service.store.links.set(link.id, { ...link, campaignId: id, messageId: message.id });
	}
	campaign.price = Number(price.toFixed(4));
	campaign.counters.new = recipients.length;
	if (keep)
		for (const { phone, reference } of leftOut) service.ledger.leaveOut(phone, reference, id);
	if (keep) {
		if (order.addContacts)
			addContacts(
				service,
				recipients.map(({ phone }) => phone),
			);
		service.store.campaigns.set(id, campaign);
		service.lifecycle.startCampaign(campaign);
	}
	return campaign;
}
