import type { Service } from './service.mts';
import { createCampaign } from './sending.mts';
import { count } from './store.mts';
import { addClick, linkUuid, newLink } from './shortLinks.mts';
import { newVerification, verificationId } from './verifications.mts';
import type { Application, Campaign, CampaignStatus, MessageStatus } from './types.mts';

const DAY = 86_400_000;

/** What every fresh sandbox holds: senders, a small Contact Book, and RCS campaigns to stop and renew. */
export function seedBase(service: Service): void {
	seedSenders(service);
	seedContacts(service);
	seedRcs(service);
	seedCodes(service);
	seedLinks(service);
}

/** Two domains, a link with three clicks, one of them a robot's, and a link that was deleted. */
function seedLinks(service: Service): void {
	const { store, clock } = service;
	const createdMs = clock.ms() - 3 * DAY;
	store.domains.set(linkUuid('d', 1), {
		id: linkUuid('d', 1),
		name: 'go.example',
		status: 'active',
		isDefault: true,
		createdMs,
	});
	store.domains.set(linkUuid('d', 2), {
		id: linkUuid('d', 2),
		name: 'old.example',
		status: 'inactive',
		isDefault: false,
		createdMs,
	});
	for (const status of ['active', 'deleted'] as const) {
		const link = newLink(service, 'go.example', `https://shop.example.com/${status}`);
		store.links.set(link.id, { ...link, status, createdMs, deletedMs: null });
	}
	const active = linkUuid('e', 1);
	for (const [nth, phone] of ['380671112210', '380671112211', null].entries())
		addClick(service, active, { phone, isHuman: nth < 2, createdMs: createdMs + nth * 60_000 });
}

/** A template that is approved and one that waits, and a code on its way to a number of its own. */
function seedCodes(service: Service): void {
	const { store, clock } = service;
	const now = clock.ms();
	for (const [name, status, text] of [
		['Sign-up', 'approved', 'Your code is {code2fa}'],
		['Payment', 'requested', '{code2fa} confirms your payment'],
	] as const) {
		const id = store.nextId('codeTemplate', 501);
		store.codeTemplates.set(id, { id, name, text, countries: [], status, updatedMs: now - DAY });
	}
	const id = verificationId(store.nextId('verification', 1));
	const fields = { id, recipient: '380671112240', sender: 'Shop' };
	store.verifications.set(id, newVerification(service, fields));
}

/** Senders of the published clients' own examples: the account has them, without an application that the page would show. */
const SENDERS_OF_CLIENTS: readonly string[] = ['alpha name', 'alpha_name'];

function seedSenders(service: Service): void {
	const now = service.clock.ms();
	for (const sender of SENDERS_OF_CLIENTS) service.store.senders.add(sender);
	for (const sender of ['Sandbox', 'Shop', '380440000000']) {
		const application: Application = {
			id: service.store.nextId('application', 101),
			sender,
			status: 'registration completed',
			createdMs: now - 60 * DAY,
			registeredMs: now - 58 * DAY,
			changedMs: now - 58 * DAY,
			country_code: 'UA',
			code_of_company: '12345678',
			tax_number: '1234567890',
			type: 'sms',
			site_url: 'https://example.com',
			name: null,
			legal_name: 'Sandbox Ltd',
			address: '1 Example Street, Kyiv',
			informing_purpose: 'Order notices',
			comment: null,
			rejection_reason: null,
			description: 'Notices about orders',
		};
		service.store.applications.set(application.id, application);
		service.store.senders.add(sender);
	}
}

/** First of the five phones of list 201; ten more are in list 202. */
const FIRST_PHONE = 380_671_112_210;
const NAMES = [
	'Olena',
	'Taras',
	'Zoë',
	'Андрій',
	'Mia',
	'Noah',
	'Lea',
	'Ivan',
	'Ana',
	'Józef',
	'Eva',
	'Petro',
	'Ida',
	'Oleh',
	'Tom',
];

function seedContacts(service: Service): void {
	const { store } = service;
	const createdMs = service.clock.ms() - 30 * DAY;
	for (const [id, name] of [
		[388077, 'First Name'],
		[388078, 'City'],
	] as const)
		store.fields.set(id, { id, name, type: 'text', description: '', visible: true });
	store.groups.set(201, {
		id: 201,
		name: 'Staff',
		description: 'Verified numbers',
		default: false,
		createdMs,
	});
	store.groups.set(202, {
		id: 202,
		name: 'Customers',
		description: 'Everyone who bought',
		default: true,
		createdMs,
	});
	store.groups.set(203, {
		id: 203,
		name: 'Nobody yet',
		description: 'An empty list',
		default: false,
		createdMs,
	});
	NAMES.forEach((name, index) => {
		const fields = new Map([[388077, name]]);
		if (index % 2 === 0) fields.set(388078, 'Kyiv');
		// The last contact has no fields at all.
		if (index === NAMES.length - 1) fields.clear();
		const phone = String(FIRST_PHONE + index);
		store.addContact({
			id: 5001 + index,
			phone,
			fields,
			groupIds: [index < 5 ? 201 : 202],
			hlrStatus: 'active',
			hlrCheckMs: createdMs + DAY,
			createdMs,
		});
		if (index < 5) store.verified.add(phone);
	});
	// Verified, and nobody's yet: what a TEST account may change a contact to.
	store.verified.add('380671112299');
}

/** First of the twenty phones of the RCS campaigns. Those with an even number read what they get, as in `Lifecycle`. */
const FIRST_RCS_PHONE = 380_631_234_511;

function seedRcs(service: Service): void {
	const now = service.clock.ms();
	const make = (status: CampaignStatus, ageMs: number, handedOver: number): Campaign => {
		const recipients = Array.from({ length: 20 }, (_, index) => ({
			phone: String(FIRST_RCS_PHONE + index),
			reference: null,
			sender: 'Sandbox Agent',
			text: 'A rich message',
		}));
		const order = {
			type: 'rcs' as const,
			sender: 'Sandbox Agent',
			recipients,
			terms: { validityHours: 72, tariff: 0, startMs: null },
		};
		const campaign = createCampaign(service, order, true);
		const createdMs = now - ageMs;
		Object.assign(campaign, {
			status,
			createdMs,
			name: `RCS api campaign / ${new Date(createdMs).toISOString().slice(0, 19).replace('T', ' ')}`,
			startMs: createdMs,
			realStartMs: createdMs + 1000,
			next: handedOver,
			counters: {},
		});
		campaign.messageIds.forEach((id, index) => {
			const message = service.store.messages.get(id);
			if (!message) return;
			const isOut = index < handedOver;
			const outcome = Number(message.msisdn) % 2 === 0 ? 'read' : 'delivered';
			const reached: MessageStatus = isOut ? outcome : 'new';
			count(campaign.counters, reached);
			Object.assign(message, {
				createdMs,
				sendMs: createdMs,
				status: reached,
				reportMs: isOut ? createdMs + 5000 : null,
			});
		});
		return campaign;
	};
	make('done', 5 * DAY, 20).finishedMs = now - 5 * DAY + 60_000;
	make('paused', 2 * DAY, 8).pausedFor = 'funds';
	const scheduled = make('scheduled', DAY, 0);
	Object.assign(scheduled, { startMs: now + 2 * DAY, realStartMs: null });
	for (const id of scheduled.messageIds) {
		const message = service.store.messages.get(id);
		if (message) Object.assign(message, { status: 'scheduled', sendMs: scheduled.startMs });
	}
	scheduled.counters = { scheduled: 20 };
	service.lifecycle.scheduleStart(scheduled);
}

/** What `seedHistory` makes. */
export interface HistoryOptions {
	/** How many campaigns. */
	campaigns: number;
	/** How many of the newest are still unfinished. */
	unfinished?: number;
	/** Over how many days they are spread, the newest now. */
	days?: number;
	type?: 'sms' | 'rcs';
}

/** Fills the account with past campaigns, without their messages: 100,000 take about a second. */
export function seedHistory(service: Service, options: HistoryOptions): Campaign[] {
	const { campaigns, unfinished = 0, days = 89, type = 'sms' } = options;
	const now = service.clock.ms();
	const made: Campaign[] = [];
	for (let index = 0; index < campaigns; index++) {
		const createdMs =
			now - Math.floor(((campaigns - 1 - index) / Math.max(1, campaigns)) * days * DAY);
		const open = index >= campaigns - unfinished;
		const total = service.random.integer(1, 500);
		const delivered = Math.floor(total * service.random.next());
		const campaign: Campaign = {
			id: service.store.nextId('campaign', 1001),
			name: `${type.toUpperCase()} api campaign / ${index}`,
			sender: index % 2 === 0 ? 'Sandbox' : 'Shop',
			type,
			status: open ? 'sending' : service.random.next() < 0.05 ? 'stopped' : 'done',
			createdMs,
			startMs: createdMs,
			realStartMs: createdMs + 1000,
			finishedMs: open ? null : createdMs + 600_000,
			price: Number((total * 0.03).toFixed(4)),
			total,
			messageIds: [],
			next: 0,
			counters: { delivered, sent: total - delivered },
			alternativeCounters: {},
			pausedFor: null,
			requestId: null,
		};
		service.store.campaigns.set(campaign.id, campaign);
		made.push(campaign);
	}
	return made;
}
