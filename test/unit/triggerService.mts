/** A service in memory with campaign and application lists, for the tests of the trigger: it can page, sort, filter, fail and age. */
import type { IDataObject } from 'n8n-workflow';
import type { Read } from '../../nodes/MessagingServiceTrigger/watching/source.ts';

export interface FakeCampaign {
	id: number;
	type: 'sms' | 'rcs';
	status: string;
	sender: string;
	/** Seconds of the service's clock. */
	created: number;
	finished?: number;
	sent: number;
	delivered: number;
}

export interface FakeMessage {
	id: number;
	campaign: number;
	status: string;
}

export interface FakeOptions {
	/** false: the service lists messages in no order. */
	sortsMessages?: boolean;
	/** The service has no list of messages. */
	hasNoMessages?: boolean;
	/** Largest page that the service gives, whatever is asked for. */
	pageMax?: number;
	/** The service does not tell how many there are. */
	hidesTotal?: boolean;
	/** The service shows the same page whatever the offset. */
	ignoresOffset?: boolean;
	/** false: the service ignores `sort=status`. */
	sortsByStatus?: boolean;
	/** Seconds since 1970 at the start. */
	now?: number;
}

const FINAL = ['stopped', 'done'];
const MONTHS = 90 * 24 * 3600;

/** Seconds as the service writes them. */
export const serviceText = (seconds: number): string =>
	new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
const secondsOf = (text: unknown): number =>
	Date.parse(`${String(text).replace(' ', 'T')}Z`) / 1000;

export class FakeService {
	campaigns: FakeCampaign[] = [];
	/** By campaign, in the order of their IDs. */
	messages = new Map<number, FakeMessage[]>();
	applications: Array<{ id: number; status: string; sender: string; created_at: string }> = [];
	now: number;
	requests = 0;
	/** The request that fails, counted from here on; Infinity = none. */
	failAt = Infinity;
	/** Runs before each request: what happens while a poll is reading. */
	meanwhile: () => void = () => {};
	/** Runs before a page of messages is given. */
	meanwhileReading: (query: IDataObject) => void = () => {};
	#nextId = 1000;
	#nextMessage = 40_000_000;

	constructor(readonly options: FakeOptions = {}) {
		this.now = options.now ?? 1_790_000_000;
	}

	create(type: 'sms' | 'rcs' = 'sms', status = 'creation', created = this.now): FakeCampaign {
		const campaign = {
			id: (this.#nextId += 1),
			type,
			status,
			sender: 'Shop',
			created,
			sent: 0,
			delivered: 0,
			...(FINAL.includes(status) ? { finished: created } : {}),
		};
		this.campaigns.push(campaign);
		return campaign;
	}

	/** The id that the next campaign but one gets stays free, to be taken later: a campaign that appears late. */
	reserve(): number {
		return (this.#nextId += 1);
	}

	/** Adds messages to a campaign; `step` lies between their IDs, as other accounts send as well. */
	send(campaign: FakeCampaign, count: number, status = 'accepted', step = 1): FakeMessage[] {
		const all = this.messages.get(campaign.id) ?? [];
		this.messages.set(campaign.id, all);
		const sent = Array.from({ length: count }, () => ({
			id: (this.#nextMessage += step),
			campaign: campaign.id,
			status,
		}));
		all.push(...sent);
		return sent;
	}

	/** Adds a message with an ID below others. */
	sendLate(campaign: FakeCampaign, id: number, status = 'accepted'): void {
		const all = this.messages.get(campaign.id) ?? [];
		all.push({ id, campaign: campaign.id, status });
		this.messages.set(
			campaign.id,
			all.sort((one, other) => one.id - other.id),
		);
	}

	turn(campaign: FakeCampaign, status: string): void {
		campaign.status = status;
		if (FINAL.includes(status)) campaign.finished = this.now;
	}

	readonly read: Read = async (path, qs = {}) => {
		this.requests += 1;
		this.meanwhile();
		if (this.requests >= this.failAt) throw new Error('the service is away');
		if (path === '/api/campaign') return this.#campaigns(qs);
		if (path === '/api/senders/requests/sms') return this.#applications(qs);
		if (path === '/api/messages') return this.#messages(qs);
		throw new Error(`no such path: ${path}`);
	};

	#page<T>(records: T[], qs: IDataObject, write: (record: T) => IDataObject): IDataObject {
		const offset = this.options.ignoresOffset ? 0 : Number(qs['page[offset]'] ?? 0);
		const limit = Math.min(Number(qs['page[limit]'] ?? 50), this.options.pageMax ?? 500);
		const page = records.slice(offset, offset + limit);
		const total = records.length;
		return {
			data: page.map(write),
			...(this.options.hidesTotal ? {} : { meta: { page: { total, limit, offset } } }),
		};
	}

	#campaigns(qs: IDataObject): IDataObject {
		const to = qs['filter[to]'] === undefined ? this.now : secondsOf(qs['filter[to]']);
		const from = qs['filter[from]'] === undefined ? to - MONTHS : secondsOf(qs['filter[from]']);
		if (to - from > 92 * 24 * 3600)
			throw Object.assign(new Error('period too long'), { httpCode: '422' });
		const single = qs['filter[field]'] === 'taskname' ? String(qs['filter[value]']) : undefined;
		const found = this.campaigns.filter(
			(one) =>
				one.type === (qs['filter[type]'] ?? 'sms') &&
				one.created >= from &&
				one.created <= to &&
				(single === undefined || String(one.id) === single),
		);
		const way = qs.way === 'desc' ? -1 : 1;
		const byStatus = qs.sort === 'status' && this.options.sortsByStatus !== false;
		found.sort(
			(one, other) =>
				way *
				((byStatus ? (one.status < other.status ? -1 : one.status > other.status ? 1 : 0) : 0) ||
					one.id - other.id),
		);
		return this.#page(found, qs, (one) => ({
			id: one.id,
			name: `Campaign ${one.id}`,
			sender: one.sender,
			status: one.status,
			message_type: one.type,
			start_at: serviceText(one.created),
			real_start_at: serviceText(one.created),
			created_at: serviceText(one.created),
			finished_at: one.finished === undefined ? null : serviceText(one.finished),
			statistics: { sent: one.sent, delivered: one.delivered },
		}));
	}

	#messages(qs: IDataObject): IDataObject {
		if (this.options.hasNoMessages)
			throw Object.assign(new Error('no such list'), { httpCode: '404' });
		this.meanwhileReading(qs);
		const campaign = qs['filter[campaign_id]'];
		const found =
			campaign === undefined
				? [...this.messages.values()].flat()
				: [...(this.messages.get(Number(campaign)) ?? [])];
		if (qs.way === 'desc') found.reverse();
		if (this.options.sortsMessages === false)
			found.sort((one, other) => (one.id % 97) - (other.id % 97));
		return this.#page(found, qs, ({ id, campaign: campaign_id, status }) => ({
			id,
			campaign_id,
			status,
			phone: 380_990_000_000 + (id % 10_000_000),
			reference_id: `r${id}`,
			amount: { value: '0.0100', currency: 'EUR' },
			sender: 'Shop',
			created_at: serviceText(this.now),
			sent_at: serviceText(this.now),
			delivered_at: status === 'delivered' ? serviceText(this.now) : null,
			country: 'UA',
			parts: 1,
			type: 'sms',
			text: 'Hello',
		}));
	}

	#applications(qs: IDataObject): IDataObject {
		const way = qs.way === 'desc' ? -1 : 1;
		const found = this.applications.filter(
			(one) => qs['filter[id]'] === undefined || String(one.id) === String(qs['filter[id]']),
		);
		found.sort((one, other) => way * (one.id - other.id));
		return this.#page(found, qs, (one) => ({ ...one }));
	}
}
