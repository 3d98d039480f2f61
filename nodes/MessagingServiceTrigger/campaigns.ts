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
/** Days of creation time asked for at once: a list spans 3 months at most. */
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

/** Seconds of a time of the service, as if its zone were UTC. */
const secondsOf = (text: string) => Date.parse(`${text.replace(' ', 'T')}Z`) / 1000;
/** Are the statuses in descending order? */
const isSorted = (statuses: string[]) => statuses.every((status, index) => status <= (statuses[index - 1] ?? status));
/** Did the service refuse the question itself? */
const isRefusal = (error: unknown) => ['400', '422'].includes(String((error as { httpCode?: unknown }).httpCode));
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

	/** As the session's, and keeps count of the stopped ones, behind which the unfinished lie in the order of status. */
	observe(type: string, seen: Observation, first: FirstSight): boolean {
		const { session } = this;
		const open = session.state.open[seen.key] !== undefined;
		if (!session.observe(seen, first)) return false;
		const list = this.list(type);
		if (seen.status >= BEFORE && (open || first === 'new') && (list.block ?? -1) >= 0) list.block = (list.block ?? 0) + 1;
		return true;
	}

	/** Reads what was created since the last poll, oldest first, so that what is created meanwhile only adds to the end. */
	async readNew(type: string): Promise<void> {
		const { session } = this;
		const list = this.list(type);
		const known = new Set(list.ids);
		const taken: Observation[] = [];
		let complete = false;
		// The page reaches back to unfinished campaigns as far as it holds them: most polls need no other request.
		const reach = shiftTime(list.from, -(list.span ?? 0));
		let from = list.old ? '' : (this.openTimes(type).find((time) => time >= reach && time > (list.far ?? '') && time < list.from) ?? list.from);
		const takePage = async (offset: number): Promise<number> => {
			const page = await this.page(type, LARGE_PAGE, offset, 'id', 'asc', from === '' ? {} : { 'filter[from]': from });
			for (const seen of page.seen) {
				if ((seen.created ?? '') < list.from) {
					if (session.state.open[seen.key] && !this.observe(type, seen, 'silent')) return FULL;
					continue;
				}
				const old = known.has(seen.key.slice(1));
				if ((!old || session.state.open[seen.key]) && !this.observe(type, seen, 'new')) return FULL;
				taken.push(seen);
			}
			const next = offset + page.seen.length;
if (offset === 0 && from !== '') this.learnReach(list, from, page.total);
			return page.seen.length > 0 && next < page.total ? next : 0;
		};
		try {
			let offset = 0;
			// How far back the service allows is known by its own clock only: it says so. Then less is asked for.
			for (;;) {
				const next = await takePage(0).catch(async (error: unknown) => (from !== '' && isRefusal(error) ? undefined : await Promise.reject(error)));
				offset = next ?? 0;
				if (next !== undefined) break;
				if (from < list.from) list.far = from;
				else list.old = 1;
				from = from < list.from ? list.from : '';
			}
			for (let pages = 1; pages < PAGES && offset > 0 && offset < FULL && !session.late; pages++) offset = await takePage(offset);
			complete = offset === 0;
		} finally {
			this.advance(list, taken, complete ? [] : known);
		}
	}

	/** Reckons how far back a page may begin: at the density seen it shall stay well below a full one. */
	learnReach(list: ListState, from: string, total: number): void {
		const used = Math.max(0, secondsOf(list.from) - secondsOf(from)) || 0;
		list.span = Math.min(PERIOD_DAYS * DAY, Math.max(0, Math.floor((0.6 * LARGE_PAGE * (used + OVERLAP)) / Math.max(1, total)) - OVERLAP));
		if (total > LARGE_PAGE && used > 0) list.far = from;
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
		if (from > list.from) delete list.old;
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
			if (state.open[seen.key]) this.observe(type, seen, 'silent');
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
				else if (begin < 0 && start + page.seen.length >= page.total) list.block = page.total;
				else delete list.block;
			}
			offset += page.seen.length;
			if (page.seen.length === 0 || offset >= page.total || (statuses.at(-1) ?? '') <= AFTER) {
				// The page shows every unfinished one: who is not there has ended, or is still being created.
				if (list.block !== undefined) for (const key of this.unseen(type)) this.miss(key);
				break;
			}
		}
		return true;
	}

	/** Notes that a watched campaign is not among the unfinished. */
	miss(key: string): void {
		const tracked = this.session.state.open[key];
		if (tracked) tracked.g = 1;
	}

	/** Finds by halving where the unfinished campaigns begin, in so many requests or at a later poll; false when it is not known yet. */
	async locate(type: string, tries: number): Promise<boolean> {
		const list = this.list(type);
		for (let count = 0; list.block === undefined; count++) {
			if (count >= tries) return false;
			const [low, high] = list.seek ?? [0, 0];
			const middle = Math.floor((low + high) / 2);
			const page = await this.page(type, SMALL_PAGE, middle, 'status', 'desc');
			const statuses = page.seen.map((seen) => seen.status);
			const begin = statuses.findIndex((status) => status < BEFORE);
			if (!isSorted(statuses)) list.block = -1;
			else if (begin > 0 || (begin === 0 && middle === 0)) list.block = middle + begin;
			else if (begin === 0) list.seek = [low, middle];
			else list.seek = [middle + Math.max(1, statuses.length), list.seek ? high : page.total];
			if (list.seek && list.seek[0] >= list.seek[1]) list.block ??= list.seek[0];
		}
		delete list.seek;
		return list.block >= 0;
	}

	/** Creation times of the open campaigns that are not seen yet, oldest first. */
	openTimes(type: string): string[] {
		return this.unseen(type).map((key) => this.session.state.open[key]?.t ?? '').filter((time) => time !== '').sort();
	}

	/**
	 * Reads from the creation of a campaign on that no other page showed: it is among the finished ones now, or older than the
	 * list reaches back by itself. The page shows what was created next to it as well.
	 */
	async readFrom(type: string, key: string): Promise<void> {
		const { session } = this;
		const tracked = session.state.open[key];
		if (!tracked) return;
		const time = tracked.t ?? '';
		const filter: IDataObject = time === '' ? { 'filter[field]': 'taskname', 'filter[value]': key.slice(1) } : { 'filter[from]': time, 'filter[to]': shiftTime(time, PERIOD_DAYS * DAY) };
		const { seen } = await this.page(type, this.unseen(type).length > 1 ? LARGE_PAGE : SMALL_PAGE, 0, 'id', 'asc', filter);
		this.take(seen, type);
		if (session.seen.has(key) || seen.some((one) => one.key === key)) return;
		tracked.m = (tracked.m ?? 0) + 1;
		if (tracked.m >= BOUNDS.misses) forget(session.state, key, 'no longer shown');
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
		this.learnReach(list, oldest ?? '', Math.min(page.total, page.seen.length));
		for (const seen of page.seen) {
			const recent = first === 'recovered' && lastTime(seen) > shiftTime(latest, -DAY);
			if (!seen.final || recent) session.observe(seen, first);
		}
		if (complete) {
			list.block = page.seen.filter(({ status }) => status >= BEFORE).length;
			return;
		}
		if ((await this.locate(type, Infinity)) && (await this.readBlock(type, first, PAGES))) {
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
	for (const type of watched) await lists.scan(type, 'silent');
	const asked = new Set<string>();
	const turn = async (): Promise<boolean> => {
		const open = watched.flatMap((type) => lists.unseen(type)).filter((key) => !asked.has(key));
		const gone = open.filter((key) => session.state.open[key]?.g);
		const [key] = shuffled(gone.length > 0 ? gone : open, session.now);
		const type = source.types.find((one) => key?.startsWith(letterOf(one)));
		if (key === undefined || type === undefined || session.late) return false;
		asked.add(key);
		await lists.readFrom(type, key);
		return true;
	};
	// Who was missed before comes first, and now and then anyone, so that nobody waits for ever; then the types in turn, where
	// requests do not suffice for both; then who is missed now.
	const missed = watched.some((type) => lists.unseen(type).some((key) => session.state.open[key]?.g));
	if (missed || shuffled(['a', 'b', 'c', 'd'], session.now)[0] === 'a') await turn();
	for (const type of shuffled(watched, session.now)) {
		if (lists.requests >= REQUESTS || session.late) break;
		if ((lists.list(type).block ?? 0) < 0 || lists.unseen(type).length === 0) continue;
		if (lists.list(type).block === undefined && !(await lists.locate(type, REQUESTS - lists.requests))) continue;
		// Unfinished, before the edge and never seen: it came late. Those that were dropped come back quietly.
		if (lists.requests < REQUESTS) await lists.readBlock(type, session.state.dropped ? 'silent' : 'new', 1);
	}
	while (lists.requests < REQUESTS && (await turn()));
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
