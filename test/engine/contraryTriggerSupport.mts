import type { IDataObject, INode } from 'n8n-workflow';
import type { StoredCredential } from './harness.mts';
import { KEY, openStub } from './stubService.mts';
import type { Answer, Asked, Stub } from './stubService.mts';

/** The polling trigger at a service of which a test chooses every answer. */

/** The service; the file that uses it registers `beginStub` and `endStub`. */
export let stub: Stub;
export const beginStub = async (): Promise<void> => {
	stub = await openStub();
};
export const endStub = async (): Promise<void> => await stub.close();

let nodes = 0;
/** A credential of its own. */
export const account = (): StoredCredential =>
	stub.engine.store({
		baseUrl: stub.baseUrl,
		apiKey: KEY,
		authentication: 'apiKey',
		timeZone: 'UTC',
	});

/** A poll; returns its items. */
export type Poll = (more?: IDataObject) => Promise<IDataObject[]>;

/** A trigger node with a memory of its own; each call is a poll, and returns the items. */
export function trigger(
	parameters: IDataObject,
	node: Partial<INode> = { id: `contrary-${(nodes += 1)}` },
	credential = account(),
): Poll {
	const staticData: IDataObject = {};
	return async (more = {}) => {
		const items = await stub.engine.poll({
			parameters: { options: {}, ...parameters, ...more } as never,
			staticData,
			node,
			credential,
		});
		return items?.[0]?.map(({ json }) => json) ?? [];
	};
}

/** The items of so many polls. */
export async function polls(count: number, poll: Poll): Promise<IDataObject[]> {
	const items: IDataObject[] = [];
	for (let round = 0; round < count; round += 1) items.push(...(await poll()));
	return items;
}

/** A campaign as the list shows it (2.1). */
export interface Campaign {
	id: number;
	status: string;
	message_type?: string;
	created_at: string;
	statistics: unknown;
	[name: string]: unknown;
}

/** A time as the service writes it. */
export const serviceTime = (at: number): string =>
	new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** A campaign that began so many days ago. */
export const campaign = (id: number, status = 'done', days = 0): Campaign => ({
	id,
	status,
	message_type: 'sms',
	sender: 'Shop',
	created_at: serviceTime(Date.now() - days * 86_400_000),
	finished_at: null,
	statistics: { sent: 10, delivered: 5 },
});

/** So many campaigns, the IDs of which follow each other. */
export const campaigns = (count: number, first: number, status = 'done'): Campaign[] =>
	Array.from({ length: count }, (_, at) => campaign(first + at, status));

/** Statuses in the course of a campaign's life: 4.10 names no order for `sort=status`. */
const LIFE = [
	'creation',
	'moderation',
	'spam',
	'scheduled',
	'sending',
	'paused',
	'stopped',
	'done',
];

/** What a list says of itself, before a test changes it. */
export interface ListBody {
	data: unknown;
	meta?: { page: { total: number } };
}

/** The list of campaigns (4.10), in pages of `cap` at most; `change` alters a page. */
export function listOf(
	all: readonly Campaign[],
	cap = 500,
	change: (body: ListBody & { data: Campaign[] }, offset: number) => ListBody = (body) => body,
): (asked: Asked) => Answer {
	return ({ path, query }) => {
		if (path !== '/api/campaign') return { status: 404, body: { code: 404, message: 'Not found' } };
		const way = query.get('way') === 'desc' ? -1 : 1;
		const byStatus = query.get('sort') === 'status';
		const rank = ({ status }: Campaign) => (byStatus ? LIFE.indexOf(status) : 0);
		const found = all
			.filter(
				(one) =>
					// A campaign that tells no type is shown whatever type is asked for.
					[null, one.message_type ?? query.get('filter[type]')].includes(
						query.get('filter[type]'),
					) &&
					one.created_at >= (query.get('filter[from]') ?? '') &&
					[null, String(one.id)].includes(query.get('filter[value]')),
			)
			.sort(
				(one, other) =>
					way * (rank(one) - rank(other)) || (byStatus ? 1 : way) * (one.id - other.id),
			);
		const offset = Number(query.get('page[offset]') ?? 0);
		const limit = Math.min(cap, Number(query.get('page[limit]') ?? 50));
		const data = found.slice(offset, offset + limit);
		return { body: change({ data, meta: { page: { total: found.length } } }, offset) };
	};
}

/** A reply of a phone as the service shows it, which came so many seconds ago. */
export const reply = (message: string, seconds = 60, sender = 'Shop'): IDataObject => ({
	sender,
	recipient: '380991112233',
	message,
	time_received: serviceTime(Date.now() - seconds * 1000),
});
