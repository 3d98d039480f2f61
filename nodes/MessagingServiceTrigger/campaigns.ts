import type { IDataObject } from 'n8n-workflow';
import { CAMPAIGN_STATUSES, LIMITS } from '../shared/spec';
import type { FirstSight, Session } from './diff';
import type { Observation } from './events';
import { asCount, asObject, asStatus, asText, pageOf, shiftTime, shuffled, type Normalise, type Page, type Read } from './reader';
import { BOUNDS, forget, type ListState } from './state';

/** Clients were seen to ask for 30 to 500 (wire notes): small and large pages keep to that. */
const SMALL_PAGE = 30;
const LARGE_PAGE: number = LIMITS.page.pageMax;
/** Requests of one poll once the first look is over, as long as no page is full. */
const REQUESTS = 4;
/** Campaigns looked up one by one after a restart; the events of others carry what is known of them. */
const LOOK_UPS = 40;
/** Pages of one list in one poll. */
const PAGES = 10;
/** Seconds that a campaign may appear late in the list: an hour that daylight saving time repeats, and some more. */
const OVERLAP = 70 * 60;
/** Days after which the list's default period is asked for instead of a beginning: it spans 3 months at most. */
const PERIOD_DAYS = 85;
const DAY = 24 * 60 * 60;
/** In place of an offset: the poll holds as many events as it may. */
const FULL = Infinity;
/** Records read before and after the place where the unfinished ones were last. */
const MARGIN = 60;
/** Sorted by status the unfinished ones lie between these two. */
const BEFORE = 'stopped';
const AFTER = 'done';

export interface CampaignSource {
	read: Read;
	normalise: Normalise;
	/** 'sms', 'rcs'. */
	types: string[];
}

/** Are the statuses in descending order? */
const isSorted = (statuses: string[]) => statuses.every((status, index) => status <= (statuses[index - 1] ?? status));
/** When a campaign was last heard of, in the service's own words. */
const lastTime = (seen: Observation) => seen.finished || seen.created || '';
const letterOf = (type: string) => type.slice(0, 1);

/** Takes a campaign as the service writes it; returns what is seen of it. */
export function seeCampaign(raw: Record<string, unknown>, type: string, normalise: Normalise): Observation {
	const record = normalise(raw);
	const status = asStatus(raw.status);
	const own = asObject(record.statistics);
	const sms = asObject(asObject(record.alternative_channels).sms);
	return {
		key: letterOf(type) + asText(raw.id),
		status,
		final: CAMPAIGN_STATUSES[status] === true,
		counters: [asCount(own.sent), asCount(own.delivered), asCount(sms.sent), asCount(sms.delivered)],
		created: asText(raw.created_at),
		finished: asText(raw.finished_at),
		sender: asText(raw.sender),
		record,
	};
}

class CampaignLists {
	requests = 0;

	constructor(
		readonly source: CampaignSource,
		readonly session: Session,
	) {}

	list(type: string): ListState {
		return (this.session.state.lists[type] ??= { from: '', ids: [] });
	}

	async page(type: string, limit: number, offset: number, sort: string, way: string, more: IDataObject = {}): Promise<Page> {
		this.requests++;
		const qs = { 'filter[type]': type, ...more, 'page[offset]': offset, 'page[limit]': limit, sort, way };
		const { records, total } = pageOf(await this.source.read('/api/campaign', qs));
		return { seen: records.map((raw) => seeCampaign(raw, type, this.source.normalise)), total: total ?? offset + records.length + (records.length < SMALL_PAGE ? 0 : 1) };
	}

	/** Reads what was created since the last poll, oldest first, so that what is created meanwhile only adds to the end. */
	async readNew(type: string): Promise<void> {
		const { session } = this;
		const list = this.list(type);
		const known = new Set(list.ids);
		const taken: Observation[] = [];
		let complete = false;
		const since = (session.now - Date.parse(`${list.from.replace(' ', 'T')}Z`)) / 1000;
		const period: IDataObject = list.from !== '' && since < PERIOD_DAYS * DAY ? { 'filter[from]': list.from } : {};
		const takePage = async (offset: number): Promise<number> => {
			const page = await this.page(type, LARGE_PAGE, offset, 'id', 'asc', period);
			for (const seen of page.seen) {
				if ((seen.created ?? '') < list.from) continue;
				const old = known.has(seen.key.slice(1));
				if ((!old || session.state.open[seen.key]) && !session.observe(seen, 'new')) return FULL;
				taken.push(seen);
			}
			const next = offset + page.seen.length;
			return page.seen.length > 0 && next < page.total ? next : 0;
		};
		try {
			let offset = 0;
			for (let pages = 0; pages < PAGES && (pages === 0 || (offset > 0 && offset < FULL && !session.late)); pages++) offset = await takePage(offset);
			complete = offset === 0;
		} finally {
			this.advance(list, taken, complete ? [] : known);
		}
	}

	/** Moves the edge of a list behind what was taken; `known` ids stay known. Nothing before the edge can be new again. */
	advance(list: ListState, taken: Observation[], known: Iterable<string>, least = ''): void {
		const times = taken.map((seen) => seen.created ?? '').sort();
		const newest = times.at(-1);
		if (newest === undefined) return;
		const earliest = shiftTime(newest, -OVERLAP);
		// With very many campaigns the edge comes nearer: every id from the edge on must be known.
		const crowded = times.at(-BOUNDS.ids) ?? '';
		const from = [list.from, earliest, crowded, least].sort().at(-1) ?? '';
		list.from = from;
		list.ids = [...new Set([...known, ...taken.filter((seen) => (seen.created ?? '') >= from).map((seen) => seen.key.slice(1))])];
	}

	/** Open campaigns of a type that this poll has not looked at. */
	unseen(type: string): string[] {
		const { state, seen } = this.session;
		return Object.keys(state.open).filter((key) => key.startsWith(letterOf(type)) && !seen.has(key));
	}

	/** Takes campaigns of the middle of the list: those that are watched; others only when `adopt` says how. */
	take(page: Observation[], type: string, adopt?: FirstSight): void {
		const { state } = this.session;
		const { from, ids } = this.list(type);
		let room = BOUNDS.open - Object.keys(state.open).length;
		for (const seen of page) {
			const id = seen.key.slice(1);
			if (state.open[seen.key]) this.session.observe(seen, 'silent');
			else if (adopt && !seen.final && (seen.created ?? '') < from && !ids.includes(id) && room-- > 0) this.session.observe(seen, adopt);
		}
	}

	/**
	 * Sorted by status the unfinished campaigns lie side by side: one page shows them all, however old they are.
	 * Returns false when the service does not sort so.
	 */
	async readBlock(type: string, adopt: FirstSight | undefined, pages: number): Promise<boolean> {
		const list = this.list(type);
		const start = Math.max(0, (list.block ?? 0) - MARGIN);
		let offset = start;
		for (let count = 0; count < pages; count++) {
			const limit = Math.min(LARGE_PAGE, this.unseen(type).length + 3 * MARGIN);
			const page = await this.page(type, pages > 1 ? LARGE_PAGE : limit, offset, 'status', 'desc');
			const statuses = page.seen.map((seen) => seen.status);
			if (!isSorted(statuses)) {
				list.block = -1;
				return false;
			}
			this.take(page.seen, type, adopt);
			if (count === 0) {
				const begin = statuses.findIndex((status) => status < BEFORE);
				// Only a page that shows the last `stopped` shows where the others begin; without it the next poll searches.
				if (begin > 0 || (begin === 0 && start === 0)) list.block = start + begin;
				else delete list.block;
			}
			offset += page.seen.length;
			if (page.seen.length === 0 || offset >= page.total || (statuses.at(-1) ?? '') <= AFTER) break;
		}
		return true;
	}

	/** Finds by halving where the unfinished campaigns begin; false when the service does not sort by status. */
	async locate(type: string): Promise<boolean> {
		const list = this.list(type);
		let low = 0;
		let high = Infinity;
		for (let tries = 0; low < high && tries < 40; tries++) {
			const middle = high === Infinity ? 0 : Math.floor((low + high) / 2);
			const page = await this.page(type, SMALL_PAGE, middle, 'status', 'desc');
			if (high === Infinity) high = page.total;
			const statuses = page.seen.map((seen) => seen.status);
			if (!isSorted(statuses)) {
				list.block = -1;
				return false;
			}
			const begin = statuses.findIndex((status) => status < BEFORE);
			if (begin === 0) high = middle;
			else if (begin > 0) low = high = middle + begin;
			else low = middle + Math.max(1, statuses.length);
		}
		list.block = low;
		return true;
	}

	/** Asks for single campaigns; each has its turn, also those that the list no longer shows by itself. */
	async readSingle(type: string, keys: string[]): Promise<void> {
		const { session } = this;
		for (const key of keys) {
			if (session.late) return;
			const tracked = session.state.open[key];
			if (!tracked) continue;
			const period = tracked.t ? { 'filter[from]': shiftTime(tracked.t, -DAY), 'filter[to]': shiftTime(tracked.t, DAY) } : {};
			const page = await this.page(type, SMALL_PAGE, 0, 'id', 'desc', { ...period, 'filter[field]': 'taskname', 'filter[value]': key.slice(1) });
			const seen = page.seen.find((one) => one.key === key);
			if (seen) session.observe(seen, 'silent');
			else if ((tracked.m = (tracked.m ?? 0) + 1) >= BOUNDS.misses) forget(session.state, key, 'no longer shown');
		}
	}

	/** Reads one page more of the history, where the service does not sort by status. */
	async scan(type: string, first: FirstSight): Promise<void> {
		const list = this.list(type);
		if (list.scan === undefined) return;
		const page = await this.page(type, LARGE_PAGE, 0, 'id', 'desc', { 'filter[to]': list.scan });
		for (const seen of page.seen) if (!seen.final && !this.session.state.open[seen.key] && (seen.created ?? '') < list.from) this.session.observe(seen, first);
		const oldest = page.seen.at(-1)?.created;
		if (oldest === undefined || page.seen.length >= page.total) delete list.scan;
		else list.scan = oldest < list.scan ? oldest : shiftTime(list.scan, -1);
	}

	/** The first look: where the list ends, and which campaigns are unfinished. */
	async baseline(type: string, first: FirstSight): Promise<void> {
		const { session } = this;
		const list = this.list(type);
		const page = await this.page(type, LARGE_PAGE, 0, 'id', 'desc');
		const complete = page.seen.length >= page.total;
		const latest = page.seen.map(lastTime).sort().at(-1) ?? '';
		const oldest = page.seen.at(-1)?.created;
		this.advance(list, page.seen, [], complete || oldest === undefined ? '' : shiftTime(oldest, 1));
		for (const seen of page.seen) {
			const recent = first === 'recovered' && lastTime(seen) > shiftTime(latest, -DAY);
			if (!seen.final || recent) session.observe(seen, first);
		}
		if (complete) {
			list.block = page.seen.filter(({ status }) => status >= BEFORE).length;
			return;
		}
		if ((await this.locate(type)) && (await this.readBlock(type, first, PAGES))) {
			const { seen } = await this.page(type, LARGE_PAGE, 0, 'status', 'asc');
			if (isSorted(seen.map(({ status }) => status).reverse())) return this.take(seen.filter(({ status }) => status < AFTER), type, first);
		}
		list.block = -1;
		list.scan = oldest;
		for (let pages = 0; list.scan !== undefined && pages < PAGES && !session.late; pages++) await this.scan(type, first);
	}
}

/**
 * Looks at the campaigns: what is new since the last poll and what is not finished yet, in at most 4 requests unless more than
 * a page is new. `first` says how to take what the first look of a life finds. Changes the session's state.
 */
export async function watchCampaigns(source: CampaignSource, session: Session, first: FirstSight): Promise<void> {
	const lists = new CampaignLists(source, session);
	const fresh = source.types.filter((type) => session.state.lists[type] === undefined);
	for (const type of source.types) await (fresh.includes(type) ? lists.baseline(type, first) : lists.readNew(type));
	const watched = source.types.filter((type) => !fresh.includes(type));
	for (const type of watched) {
		if (session.late) return;
		await lists.scan(type, 'silent');
		if ((lists.list(type).block ?? 0) < 0 || lists.unseen(type).length === 0) continue;
		if (lists.list(type).block === undefined && !(await lists.locate(type))) continue;
		// Unfinished, before the edge and never seen: it came late. Those that were dropped come back quietly.
		await lists.readBlock(type, session.state.dropped ? 'silent' : 'new', 1);
	}
	for (const type of watched) {
		const keys = shuffled(lists.unseen(type), session.now);
		await lists.readSingle(type, keys.slice(0, Math.max(2, REQUESTS - lists.requests)));
	}
}

/** Looks at campaigns again, to emit their events once more with full records: the newest at once, some others one by one. */
export async function lookUpCampaigns(source: CampaignSource, session: Session, keys: string[]): Promise<void> {
	const lists = new CampaignLists(source, session);
	const wanted = new Set(keys);
	const take = (page: Page) => {
		for (const seen of page.seen) if (wanted.has(seen.key) && !session.seen.has(seen.key)) session.seen.set(seen.key, seen);
	};
	for (const type of source.types) {
		const missing = () => keys.filter((key) => key.startsWith(letterOf(type)) && !session.seen.has(key));
		if (session.late || missing().length === 0) continue;
		take(await lists.page(type, LARGE_PAGE, 0, 'id', 'desc'));
		for (const key of missing().slice(0, LOOK_UPS)) {
			if (!session.late) take(await lists.page(type, SMALL_PAGE, 0, 'id', 'desc', { 'filter[field]': 'taskname', 'filter[value]': key.slice(1) }));
		}
	}
}
