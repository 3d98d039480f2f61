import type { IDataObject } from 'n8n-workflow';
import { CAMPAIGN_STATUSES, LIMITS } from '../shared/spec';
import type { FirstSight, Session } from './diff';
import type { Observation } from './events';
import {
	asCount,
	asObject,
	asStatus,
	asText,
	pageOf,
	shiftTime,
	shuffled,
	type Normalise,
	type Page,
	type Read,
} from './reader';
import { BOUNDS, forget, missed, type ListState } from './state';

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
const isSorted = (statuses: string[]) =>
	statuses.every((status, index) => status <= (statuses[index - 1] ?? status));
const statusesOf = (seen: Observation[]) => seen.map(({ status }) => status);
/** Does a status come behind the stopped ones? */
const isBehind = (status: string) => status < BEFORE;
/** Asks for one campaign by its id. */
const single = (key: string) => ({ 'filter[field]': 'taskname', 'filter[value]': key.slice(1) });
/** Did the service refuse the question itself? */
const isRefusal = (error: unknown) =>
	['400', '422'].includes(String((error as { httpCode?: unknown }).httpCode));
/** When a campaign was last heard of, in the service's own words. */
const lastTime = (seen: Observation) => seen.finished || seen.created || '';
const letterOf = (type: string) => type.slice(0, 1);

/** Takes a campaign as the service writes it; returns what is seen of it. */
export function seeCampaign(
	raw: Record<string, unknown>,
	type: string,
	normalise: Normalise,
): Observation {
	const record = normalise(raw);
	const status = asStatus(raw.status);
	const own = asObject(record.statistics);
	const sms = asObject(asObject(record.alternative_channels).sms);
	return {
		key: letterOf(type) + asText(raw.id),
		status,
		final: CAMPAIGN_STATUSES[status] === true,
		counters: [
			asCount(own.sent),
			asCount(own.delivered),
			asCount(sms.sent),
			asCount(sms.delivered),
		],
		created: asText(raw.created_at),
		finished: asText(raw.finished_at),
		sender: asText(raw.sender),
		record,
	};
}

/** What one poll does with the lists of campaigns. Changes the session's state. */
function campaignLists({ read, normalise }: CampaignSource, session: Session) {
	const { state, now } = session;
	const { open } = state;
	let requests = 0;

	const list = (type: string): ListState => (state.lists[type] ??= { from: '', ids: [] });

	/** Open campaigns of a type that this poll has not looked at. */
	const unseen = (type: string): string[] =>
		Object.keys(open).filter((key) => key.startsWith(letterOf(type)) && !session.seen.has(key));

	async function page(
		type: string,
		limit: number,
		offset: number,
		sort: string,
		way: string,
		more: IDataObject = {},
	): Promise<Page> {
		requests++;
		const qs = {
			'filter[type]': type,
			...more,
			'page[offset]': offset,
			'page[limit]': limit,
			sort,
			way,
		};
		const { records, total } = pageOf(await read('/api/campaign', qs));
		return {
			seen: records.map((raw) => seeCampaign(raw, type, normalise)),
			total: total ?? offset + records.length + (records.length < SMALL_PAGE ? 0 : 1),
		};
	}

	/** As the session's, and keeps count of the stopped ones, behind which the unfinished lie in the order of status. */
	function observe(type: string, seen: Observation, first: FirstSight): boolean {
		const counts = seen.status >= BEFORE && (open[seen.key] !== undefined || first === 'new');
		if (!session.observe(seen, first)) return false;
		const { block = -1 } = list(type);
		if (counts && block >= 0) list(type).block = block + 1;
		return true;
	}

	/** Reads what was created since the last poll, oldest first, so that what is created meanwhile only adds to the end. */
	async function readNew(type: string): Promise<void> {
		const own = list(type);
		const known = new Set(own.ids);
		const taken: Observation[] = [];
		let complete = false;
		// The page reaches back to unfinished campaigns as far as it holds them: most polls need no other request.
		const reach = shiftTime(own.from, -(own.span ?? 0));
		let from = own.old
			? ''
			: (openTimes(type).find(
					(time) => time >= reach && time > (own.far ?? '') && time < own.from,
				) ?? own.from);
		const takePage = async (offset: number): Promise<number> => {
			const { seen: all, total } = await page(
				type,
				LARGE_PAGE,
				offset,
				'id',
				'asc',
				from === '' ? {} : { 'filter[from]': from },
			);
			for (const seen of all) {
				const late = (seen.created ?? '') < own.from;
				const old = late || known.has(seen.key.slice(1));
				if ((!old || open[seen.key]) && !observe(type, seen, late ? 'silent' : 'new')) return FULL;
				if (!late) taken.push(seen);
			}
			if (offset === 0 && from !== '') learnReach(own, from, total);
			const next = offset + all.length;
			return all.length > 0 && next < total ? next : 0;
		};
		try {
			let offset: number | undefined;
			// How far back the service allows is known by its own clock only: it says so. Then less is asked for.
			while (offset === undefined) {
				offset = await takePage(0).catch(async (error: unknown) =>
					from !== '' && isRefusal(error) ? undefined : await Promise.reject(error),
				);
				if (offset !== undefined) break;
				if (from < own.from) own.far = from;
				else own.old = 1;
				from = from < own.from ? own.from : '';
			}
			for (let pages = 1; pages < PAGES && offset > 0 && offset < FULL && !session.late; pages++)
				offset = await takePage(offset);
			complete = offset === 0;
		} finally {
			advance(own, taken, complete ? [] : known);
		}
	}

	/** Takes campaigns of the middle of the list: those that are watched; others only when `adopt` says how. */
	function take(seenOnes: Observation[], type: string, adopt?: FirstSight): void {
		const { from, ids } = list(type);
		let room = BOUNDS.open - Object.keys(open).length;
		for (const seen of seenOnes) {
			if (open[seen.key]) observe(type, seen, 'silent');
			else if (
				adopt &&
				!seen.final &&
				(seen.created ?? '') < from &&
				!ids.includes(seen.key.slice(1))
			) {
				if (room-- > 0) session.observe(seen, adopt);
				// Once there is room again it is adopted, and is nothing new then.
				else if (!state.dropped) forget(state, seen.key);
			}
		}
	}

	/**
	 * Sorted by status the unfinished campaigns lie side by side: one page shows them all, however old they are.
	 * Returns false when the service does not sort so.
	 */
	async function readBlock(
		type: string,
		adopt: FirstSight | undefined,
		pages: number,
	): Promise<boolean> {
		const own = list(type);
		const start = Math.max(0, (own.block ?? 0) - MARGIN);
		let offset = start;
		for (let count = 0; count < pages; count++) {
			const limit = pages > 1 ? LARGE_PAGE : Math.min(LARGE_PAGE, unseen(type).length + 3 * MARGIN);
			const { seen, total } = await page(type, limit, offset, 'status', 'desc');
			const statuses = statusesOf(seen);
			if (!isSorted(statuses)) {
				own.block = -1;
				return false;
			}
			take(seen, type, adopt);
			if (count === 0) {
				const begin = statuses.findIndex(isBehind);
				// Only a page that shows the last `stopped` shows where the others begin; without it the next poll searches.
				if (begin > 0 || (begin === 0 && start === 0)) own.block = start + begin;
				else if (begin < 0 && start + seen.length >= total) own.block = total;
				else delete own.block;
			}
			offset += seen.length;
			if (seen.length === 0 || offset >= total || (statuses.at(-1) ?? '') <= AFTER) {
				// The page shows every unfinished one: who is not there has ended, or is still being created.
				if (own.block !== undefined)
					for (const key of unseen(type)) Object.assign(open[key] ?? {}, { g: 1 });
				break;
			}
		}
		return true;
	}

	/** Finds by halving where the unfinished campaigns begin, in so many requests or at a later poll; false when it is not known yet. */
	async function locate(type: string, tries: number): Promise<boolean> {
		const own = list(type);
		for (let count = 0; own.block === undefined; count++) {
			if (count >= tries) return false;
			const [low, high] = own.seek ?? [0, 0];
			const middle = Math.floor((low + high) / 2);
			const { seen, total } = await page(type, SMALL_PAGE, middle, 'status', 'desc');
			const statuses = statusesOf(seen);
			const begin = statuses.findIndex(isBehind);
			if (!isSorted(statuses)) own.block = -1;
			else if (begin > 0 || (begin === 0 && middle === 0)) own.block = middle + begin;
			else if (begin === 0) own.seek = [low, middle];
			else own.seek = [middle + Math.max(1, seen.length), own.seek ? high : total];
			if (own.seek && own.seek[0] >= own.seek[1]) own.block ??= own.seek[0];
		}
		delete own.seek;
		return own.block >= 0;
	}

	/** Creation times of the open campaigns that are not seen yet, oldest first. */
	const openTimes = (type: string): string[] =>
		unseen(type)
			.map((key) => open[key]?.t ?? '')
			.filter((time) => time !== '')
			.sort();

	/**
	 * Reads from the creation of a campaign on that no other page showed: it is among the finished ones now, or older than the
	 * list reaches back by itself. The page shows what was created next to it as well.
	 */
	async function readFrom(type: string, key: string): Promise<void> {
		const tracked = open[key];
		if (!tracked) return;
		const { t: time = '' } = tracked;
		// Where more were created at that time than the page holds, it is asked for by its id as well.
		const filter =
			time === ''
				? single(key)
				: {
						...(tracked.m && single(key)),
						'filter[from]': time,
						'filter[to]': shiftTime(time, PERIOD_DAYS * DAY),
					};
		const { seen } = await page(
			type,
			unseen(type).length > 1 ? LARGE_PAGE : SMALL_PAGE,
			0,
			'id',
			'asc',
			filter,
		);
		take(seen, type);
		if (!session.seen.has(key) && !seen.some((one) => one.key === key)) missed(state, key);
	}

	/** Reads one page more of the history, where the service does not sort by status. */
	async function scan(type: string, first: FirstSight): Promise<void> {
		const own = list(type);
		if (own.scan === undefined) return;
		const { seen, total } = await page(type, LARGE_PAGE, 0, 'id', 'desc', {
			'filter[to]': own.scan,
		});
		for (const one of seen)
			if (!one.final && !open[one.key] && (one.created ?? '') < own.from)
				session.observe(one, first);
		const oldest = seen.at(-1)?.created;
		if (oldest === undefined || seen.length >= total) delete own.scan;
		else own.scan = oldest < own.scan ? oldest : shiftTime(own.scan, -1);
	}

	/** The first look: where the list ends, and which campaigns are unfinished. */
	async function baseline(type: string, first: FirstSight): Promise<void> {
		const own = list(type);
		const { seen, total } = await page(type, LARGE_PAGE, 0, 'id', 'desc');
		const complete = seen.length >= total;
		const latest = seen.map(lastTime).sort().at(-1) ?? '';
		const oldest = seen.at(-1)?.created;
		advance(own, seen, [], complete || oldest === undefined ? '' : shiftTime(oldest, 1));
		learnReach(own, oldest ?? '', Math.min(total, seen.length));
		for (const one of seen) {
			const recent = first === 'recovered' && lastTime(one) > shiftTime(latest, -DAY);
			if (!one.final || recent) session.observe(one, first);
		}
		if (complete) {
			own.block = seen.filter(({ status }) => !isBehind(status)).length;
			return;
		}
		if ((await locate(type, Infinity)) && (await readBlock(type, first, PAGES))) {
			const end = await page(type, LARGE_PAGE, 0, 'status', 'asc');
			if (isSorted(statusesOf(end.seen).reverse()))
				return take(
					end.seen.filter(({ status }) => status < AFTER),
					type,
					first,
				);
		}
		own.block = -1;
		own.scan = oldest;
		for (let pages = 0; own.scan !== undefined && pages < PAGES && !session.late; pages++)
			await scan(type, first);
	}

	/** What is new since the last poll and what is not finished yet, in at most 4 requests unless more than a page is new. */
	async function watch(types: string[], first: FirstSight): Promise<void> {
		const watched = types.filter((type) => state.lists[type] !== undefined);
		for (const type of types)
			await (watched.includes(type) ? readNew(type) : baseline(type, first));
		for (const type of watched) await scan(type, 'silent');
		const asked = new Set<string>();
		const isMissed = (key: string) => open[key]?.g === 1;
		const unseenOnes = () => watched.flatMap(unseen);
		const turn = async (): Promise<boolean> => {
			const left = unseenOnes().filter((key) => !asked.has(key));
			const gone = left.filter(isMissed);
			const [key] = shuffled(gone.length > 0 ? gone : left, now);
			const type = types.find((one) => key?.startsWith(letterOf(one)));
			if (key === undefined || type === undefined || session.late) return false;
			asked.add(key);
			await readFrom(type, key);
			return true;
		};
		// Who was missed before comes first, and now and then anyone, so that nobody waits for ever; then the types in turn, where
		// requests do not suffice for both; then who is missed now.
		if (unseenOnes().some(isMissed) || shuffled(['a', 'b', 'c', 'd'], now)[0] === 'a') await turn();
		for (const type of shuffled(watched, now)) {
			if (requests >= REQUESTS || session.late) break;
			const { block } = list(type);
			if (
				(block ?? 0) < 0 ||
				unseen(type).length === 0 ||
				(block === undefined && !(await locate(type, REQUESTS - requests)))
			)
				continue;
			// Unfinished, before the edge and never seen: it came late. Those that were dropped come back quietly.
			if (requests < REQUESTS) await readBlock(type, state.dropped ? 'silent' : 'new', 1);
		}
		while (requests < REQUESTS && (await turn()));
	}

	/** The newest of a type at once, then some of the keys one by one. */
	async function lookUp(type: string, keys: string[]): Promise<void> {
		const missing = () =>
			keys.filter((key) => key.startsWith(letterOf(type)) && !session.seen.has(key));
		const note = ({ seen }: Page) => {
			const wanted = new Set(missing());
			for (const one of seen) if (wanted.has(one.key)) session.seen.set(one.key, one);
		};
		if (session.late || missing().length === 0) return;
		note(await page(type, LARGE_PAGE, 0, 'id', 'desc'));
		for (const key of missing().slice(0, LOOK_UPS)) {
			if (!session.late) note(await page(type, SMALL_PAGE, 0, 'id', 'desc', single(key)));
		}
	}

	return { watch, lookUp };
}

/** Reckons how far back a page may begin: at the density seen it shall stay well below a full one. */
function learnReach(list: ListState, from: string, total: number): void {
	const used = Math.max(0, secondsOf(list.from) - secondsOf(from)) || 0;
	list.span = Math.min(
		PERIOD_DAYS * DAY,
		Math.max(0, Math.floor((0.6 * LARGE_PAGE * (used + OVERLAP)) / Math.max(1, total)) - OVERLAP),
	);
	if (total > LARGE_PAGE && used > 0) list.far = from;
}

/** Moves the edge of a list behind what was taken; `known` ids stay known, but for those taken before it: nothing there can be new again. */
function advance(list: ListState, taken: Observation[], known: Iterable<string>, least = ''): void {
	const times = taken.map((seen) => seen.created ?? '').sort();
	const newest = times.at(-1);
	if (newest === undefined) return;
	// With very many campaigns the edge comes nearer: every id from the edge on must be known.
	const crowded = times.at(-BOUNDS.ids) ?? '';
	const from = [list.from, shiftTime(newest, -OVERLAP), crowded, least].sort().at(-1) ?? '';
	if (from > list.from) delete list.old;
	list.from = from;
	const ids = new Set(known);
	for (const { key, created = '' } of taken) ids[created < from ? 'delete' : 'add'](key.slice(1));
	list.ids = [...ids];
}

/** Looks at the campaigns. `first` says how to take what the first look of a life finds. Changes the session's state. */
export async function watchCampaigns(
	source: CampaignSource,
	session: Session,
	first: FirstSight,
): Promise<void> {
	await campaignLists(source, session).watch(source.types, first);
}

/** Looks at campaigns again, to emit their events once more with full records: the newest at once, some others one by one. */
export async function lookUpCampaigns(
	source: CampaignSource,
	session: Session,
	keys: string[],
): Promise<void> {
	const { lookUp } = campaignLists(source, session);
	for (const type of source.types) await lookUp(type, keys);
}
