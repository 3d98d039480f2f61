import { APPLICATION_STATUSES, LIMITS } from '../shared/spec';
import type { FirstSight, Session } from './diff';
import type { Observation } from './events';
import {
	asStatus,
	asText,
	compareIds,
	pageOf,
	shuffled,
	type Normalise,
	type Read,
} from './reader';
import { BOUNDS, missed } from './state';

export const APPLICATION_LIST = '/api/senders/requests/sms';
const LIST = 'applications';
/** Single applications asked for in one poll. */
const SINGLE = 3;
/** Pages of one poll; a safeguard against a service that does not page. */
const PAGES = 40;

export interface ApplicationSource {
	read: Read;
	normalise: Normalise;
}

/** Takes a sender application as the service writes it (2.4); returns what is seen of it. */
export function seeApplication(raw: Record<string, unknown>, normalise: Normalise): Observation {
	const text = asStatus(raw.status);
	const { name, final } = APPLICATION_STATUSES[text] ?? { name: text, final: false };
	return {
		key: `a${asText(raw.id)}`,
		status: name,
		final,
		counters: [],
		sender: asText(raw.sender),
		record: normalise(raw),
	};
}

/**
 * Looks at the sender applications: the newest, as far as they are not known, and those that are not decided yet.
 * Changes the session's state.
 */
export async function watchApplications(
	source: ApplicationSource,
	session: Session,
	first: FirstSight,
): Promise<void> {
	const { state } = session;
	const fresh = state.lists[LIST] === undefined;
	const list = (state.lists[LIST] ??= { from: '', ids: [] });
	const known = new Set(list.ids);
	const edge = [...list.ids].sort(compareIds)[0];
	const isKnown = (id: string) => known.has(id) || (edge !== undefined && compareIds(id, edge) < 0);
	const found: Observation[] = [];
	for (let offset = 0, pages = 0; pages < PAGES; pages++) {
		const limit = fresh || pages > 0 ? LIMITS.page.pageMax : 100;
		const { records, total } = pageOf(
			await source.read(APPLICATION_LIST, {
				'page[offset]': offset,
				'page[limit]': limit,
				sort: 'id',
				way: 'desc',
			}),
		);
		const page = records.map((raw) => seeApplication(raw, source.normalise));
		found.push(...page);
		offset += page.length;
		if (
			page.length === 0 ||
			offset >= (total ?? 0) ||
			(!fresh && page.some((seen) => isKnown(seen.key.slice(1))))
		)
			break;
	}
	// Oldest first: where the poll is full, the next one goes on behind the last that was taken. A first look knows all that it found.
	for (const seen of found.reverse()) {
		const id = seen.key.slice(1);
		const old = isKnown(id);
		if (fresh ? seen.final && first !== 'recovered' : old && !state.open[seen.key]) {
			known.add(id);
			continue;
		}
		if (!session.observe(seen, fresh ? first : 'new') && !old && !fresh) break;
		known.add(id);
	}
	list.ids = [...known].sort(compareIds).slice(-BOUNDS.ids);
	const unseen = Object.keys(state.open).filter((key) => !session.seen.has(key));
	for (const key of shuffled(unseen, session.now).slice(0, SINGLE))
		await readSingle(source, session, key);
}

async function readSingle(source: ApplicationSource, session: Session, key: string): Promise<void> {
	if (session.late) return;
	const { records } = pageOf(
		await source.read(APPLICATION_LIST, {
			'filter[id]': key.slice(1),
			'page[limit]': LIMITS.page.limit,
		}),
	);
	const seen = records
		.map((raw) => seeApplication(raw, source.normalise))
		.find((one) => one.key === key);
	if (seen) session.observe(seen, 'silent');
	else missed(session.state, key);
}
