/** A service in memory, as the trigger asks it: it pages, sorts and filters as documented, fails when told to, and ages. */
import type { IDataObject } from 'n8n-workflow';
import type { ServiceFault } from '../../nodes/shared/errors/index.ts';
import type { Service } from '../../nodes/shared/service/index.ts';

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
	id: string;
	campaign: number;
	status: string;
}

export interface FakeReply {
	id?: number;
	sender: string;
	phone: string;
	text: string;
	/** Seconds of the service's clock. */
	at: number;
}

export interface FakeClick {
	id: string;
	/** Seconds of the service's clock. */
	at: number;
	isHuman: boolean;
	campaign?: number;
}

export interface FakeOptions {
	/** Largest page that the service gives, whatever is asked for. */
	pageMax?: number;
	/** Seconds since 1970 at the start. */
	now?: number;
}

/** What stands for both kinds of named objects: code 20 of messages (section 7). */
const NOT_FOUND: ServiceFault = {
	code: 20,
	message: 'not found',
	description: '',
	retryable: false,
	outcome: 'rejected',
};
const FINAL = ['stopped', 'done'];
const MONTHS = 90 * 24 * 3600;

let last = { seconds: NaN, text: '' };
/** Seconds as the service writes them. */
export function serviceText(seconds: number): string {
	if (last.seconds !== seconds)
		last = {
			seconds,
			text: new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' '),
		};
	return last.text;
}
const secondsOf = (text: unknown): number =>
	Date.parse(`${String(text).replace(' ', 'T')}Z`) / 1000;
const byId = (one: { id: string }, other: { id: string }) =>
	one.id.length - other.id.length || (one.id < other.id ? -1 : 1);

export class FakeService implements Service {
	campaigns: FakeCampaign[] = [];
	/** By campaign, in the order of their IDs. */
	messages = new Map<number, FakeMessage[]>();
	/** Sent by themselves or in bulk, by ID. */
	singles = new Map<string, string>();
	/** Counters of bulk tasks, by ID. */
	tasks = new Map<string, IDataObject>();
	replies: FakeReply[] = [];
	/** In the order in which the list shows them, which says nothing. */
	clicks: FakeClick[] = [];
	applications: Array<{
		id: number;
		status: string;
		sender: string;
		created_at: string;
		status_changed_at?: string | null;
	}> = [];
	now: number;
	requests = 0;
	/** The request that fails, counted from here on; Infinity = none. */
	failAt = Infinity;
	/** Runs before each request: what happens while a poll is reading. */
	meanwhile: () => void = () => {};
	/** The campaigns of each type, and the times between which all of them were created. */
	readonly #types = {
		sms: { all: [] as FakeCampaign[], oldest: Infinity, newest: -Infinity },
		rcs: { all: [] as FakeCampaign[], oldest: Infinity, newest: -Infinity },
	};
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
		const list = this.#types[type];
		list.all.push(campaign);
		list.oldest = Math.min(list.oldest, created);
		list.newest = Math.max(list.newest, created);
		return campaign;
	}

	/** Adds messages to a campaign; `ids` where theirs are drawn at random instead of following one another. */
	send(campaign: FakeCampaign, count: number, status = 'accepted', ids?: string[]): FakeMessage[] {
		const all = this.messages.get(campaign.id) ?? [];
		const sent = Array.from({ length: count }, (_, index) => ({
			id: ids?.[index] ?? String((this.#nextMessage += 1)),
			campaign: campaign.id,
			status,
		}));
		this.messages.set(campaign.id, [...all, ...sent].sort(byId));
		return sent;
	}

	turn(campaign: FakeCampaign, status: string): void {
		campaign.status = status;
		if (FINAL.includes(status)) campaign.finished = this.now;
	}

	readonly timeZone = 'UTC';

	readonly call: Service['call'] = async ({ path, qs = {}, body = {} }) => {
		this.requests += 1;
		this.meanwhile();
		if (this.requests >= this.failAt) throw new Error('the service is away');
		const found = await Promise.resolve(this.#answer(path, qs, body));
		return found ? { reply: { statusCode: 200, headers: {}, body: found } } : { fault: NOT_FOUND };
	};

	#answer(path: string, qs: IDataObject, { ids }: IDataObject): IDataObject | undefined {
		if (path === '/api/campaign') return this.#campaigns(qs);
		if (path === '/api/senders/requests/sms') return this.#applications(qs);
		if (path === '/api/messages') return this.#messages(qs);
		if (path === '/rest/sms/2wayIncoming') return this.#replies(qs);
		if (path === '/api/short-url/clicks') return this.#clicks(qs);
		if (path !== '/rest/sms/getStatus') return this.#single(path.split('/').at(-1) ?? '');
		const names = (ids as unknown[]).map(String).filter((id) => this.singles.has(id));
		return { error: 0, result: names.map((id) => this.#single(id)) };
	}

	#page<T>(records: T[], qs: IDataObject, write: (record: T) => IDataObject): IDataObject {
		const offset = Number(qs['page[offset]'] ?? 0);
		const limit = Math.min(Number(qs['page[limit]'] ?? 50), this.options.pageMax ?? 500);
		// The newest first: from the other end.
		const { length } = records;
		const page =
			qs.way === 'desc'
				? records
						.slice(Math.max(0, length - offset - limit), Math.max(0, length - offset))
						.reverse()
				: records.slice(offset, offset + limit);
		return { data: page.map(write), meta: { page: { total: records.length, limit, offset } } };
	}

	#campaigns(qs: IDataObject): IDataObject {
		const to = qs['filter[to]'] === undefined ? this.now : secondsOf(qs['filter[to]']);
		const from = qs['filter[from]'] === undefined ? to - MONTHS : secondsOf(qs['filter[from]']);
		if (to - from > 92 * 24 * 3600)
			throw Object.assign(new Error('period too long'), { httpCode: '422' });
		const single = qs['filter[field]'] === 'taskname' ? String(qs['filter[value]']) : undefined;
		const { all, oldest, newest } = this.#types[qs['filter[type]'] === 'rcs' ? 'rcs' : 'sms'];
		const isAll = single === undefined && oldest >= from && newest <= to;
		const found = isAll
			? all
			: all.filter(
					(one) =>
						one.created >= from &&
						one.created <= to &&
						(single === undefined || String(one.id) === single),
				);
		const byStatus = (one: FakeCampaign, other: FakeCampaign) =>
			one.status < other.status ? -1 : one.status > other.status ? 1 : one.id - other.id;
		const sorted = qs.sort === 'status' ? [...found].sort(byStatus) : found;
		return this.#page(sorted, qs, (one) => ({
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
		const campaign = qs['filter[campaign_id]'];
		const found =
			campaign === undefined
				? [...this.messages.values()].flat()
				: (this.messages.get(Number(campaign)) ?? []);
		return this.#page(found, qs, ({ id, campaign: campaign_id, status }) => ({
			id,
			campaign_id,
			status,
			phone: 380_990_000_000 + (Number(id) % 10_000_000),
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
		const found = this.applications.filter(
			(one) => qs['filter[id]'] === undefined || String(one.id) === String(qs['filter[id]']),
		);
		return this.#page(found, qs, (one) => ({ ...one }));
	}

	#replies({ start_date, end_date }: IDataObject): IDataObject {
		const [from, to] = [secondsOf(start_date), secondsOf(end_date)];
		const result = this.replies
			.filter(({ at }) => at >= from && at <= to)
			.map(({ at, ...one }) => ({ ...one, date: serviceText(at) }));
		return { error: 0, result, total_count: result.length };
	}

	#clicks({ from, to, campaign, page, per_page: size }: IDataObject): IDataObject {
		const [begin, end] = [
			secondsOf(`${String(from)} 00:00:00`),
			secondsOf(`${String(to)} 00:00:00`),
		];
		const found = this.clicks.filter(
			(one) =>
				one.at >= begin &&
				one.at < end + 86_400 &&
				(campaign === undefined || String(one.campaign) === campaign),
		);
		const shown = found.slice((Number(page) - 1) * Number(size), Number(page) * Number(size));
		return {
			data: shown.map(({ id, at, isHuman }) => ({
				id,
				is_human: isHuman,
				is_unique: true,
				created_at: serviceText(at),
				phone_number: 380_991_112_233,
				message_id: 40_000_001,
				short_link: 'http://go.example/a',
				original_link: 'https://shop.example.com',
				country_code: 'UA',
				device_os: 'Android',
			})),
			total: found.length,
		};
	}

	#single(name: string): IDataObject | undefined {
		if (this.tasks.has(name)) return { error: 0, task_id: name, ...this.tasks.get(name) };
		const status = this.singles.get(name);
		if (status === undefined) return undefined;
		return { error: 0, id: name, reference: name, msisdn: '380991112233', status };
	}
}
