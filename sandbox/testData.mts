import { Random, seedOf } from './random.mts';
import type { Service } from './service.mts';
import type { Application, Campaign, Contact, Message, Task } from './types.mts';

/**
 * Random information for requests with a test key (5.1). It is made from the seed and the question, so the same
 * question gets the same answer, and nothing of it is kept.
 */
export class TestData {
	readonly random: Random;
	private readonly now: number;

	constructor(
		private readonly service: Service,
		question: string,
	) {
		this.random = new Random(seedOf(`${service.seed} ${question}`));
		this.now = service.clock.ms();
	}

	id(): number {
		return this.random.integer(1_000_000_000, 9_999_999_999);
	}

	phone(): string {
		return `38099${this.random.integer(1_000_000, 9_999_999)}`;
	}

	message(fields: Partial<Message>): Message {
		const status = this.random.pick([
			'accepted',
			'sent',
			'delivered',
			'delivered',
			'expired',
			'undeliverable',
			'unknown',
		] as const);
		const createdMs = this.now - this.random.integer(10, 86_400) * 1000;
		return {
			id: this.id(),
			msisdn: this.phone(),
			sender: 'Sandbox',
			text: 'Test',
			reference: null,
			status,
			interface: 'rest',
			channel: 'sms',
			rcs: null,
			instead: null,
			insteadIds: [],
			insteadOf: null,
			campaignId: null,
			taskId: null,
			createdMs,
			sendMs: createdMs,
			reportMs: status === 'accepted' || status === 'sent' ? null : createdMs + 5000,
			validityHours: 72,
			tariff: 0,
			twoWay: false,
			requestId: null,
			segments: 1,
			price: this.price(),
			currency: this.service.config.currency,
			...fields,
		};
	}

	task(id: number): Task {
		const delivered = this.random.integer(0, 100);
		const expired = this.random.integer(0, 10);
		return {
			id,
			originator: 'Sandbox',
			body: 'Test',
			validityHours: 72,
			price: this.price(),
			currency: this.service.config.currency,
			createdMs: this.now,
			total: delivered + expired,
			messageIds: [],
			counters: { delivered, expired },
		};
	}

	campaign(fields: Partial<Campaign>): Campaign {
		const createdMs = this.now - this.random.integer(3600, 86_400) * 1000;
		return {
			id: this.random.integer(1_000_000, 9_999_999),
			name: 'SMS api campaign / test',
			sender: 'Sandbox',
			type: 'sms',
			status: this.random.pick(['scheduled', 'sending', 'paused', 'stopped', 'done'] as const),
			createdMs,
			startMs: createdMs,
			realStartMs: createdMs + 1000,
			finishedMs: null,
			price: this.price(),
			total: 10,
			messageIds: [],
			next: 0,
			counters: { delivered: this.random.integer(0, 9), sent: this.random.integer(0, 1) },
			alternativeCounters: {},
			pausedFor: null,
			requestId: null,
			...fields,
		};
	}

	application(fields: Partial<Application>): Application {
		return {
			id: this.random.integer(1_000_000, 9_999_999),
			sender: `Test${this.random.integer(10, 99)}`,
			status: this.random.pick([
				'new',
				'accepted',
				'in progress',
				'registration completed',
			] as const),
			createdMs: this.now - 86_400_000,
			registeredMs: null,
			changedMs: null,
			country_code: 'UA',
			code_of_company: '12345678',
			tax_number: '1234567890',
			type: 'sms',
			site_url: null,
			name: null,
			legal_name: 'Test company',
			address: 'Test street 1',
			informing_purpose: 'Test',
			comment: null,
			rejection_reason: null,
			description: 'Test',
			...fields,
		};
	}

	contact(fields: Partial<Contact>): Contact {
		return {
			id: this.id(),
			phone: this.phone(),
			fields: new Map(),
			groupIds: [],
			hlrStatus: this.random.pick(['sent', 'absent', 'active', 'unknown', 'failed'] as const),
			hlrCheckMs: null,
			createdMs: this.now,
			...fields,
		};
	}

	private price(): number {
		return this.random.integer(1, 999) / 100;
	}
}
