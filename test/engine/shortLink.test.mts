import type { INodeParameters } from 'n8n-workflow';
import { linkUuid } from '../../sandbox/shortLinks.mts';
import type { Click } from '../../sandbox/types.mts';
import { asked, jsonOf, stageOfTests } from './stage.mts';

const stage = stageOfTests();
const LINKS = '/api/short-url/links';
const linkId = linkUuid('e', 1);
const domain = { __rl: true, mode: 'id', value: linkUuid('d', 1) };
const address = 'https://shop.example.com/sale';

const act = async (operation: string, parameters: INodeParameters) =>
	await stage.act(`shortLink.${operation}`, parameters);
/** A click on a link, kept as the last one. */
function click(nth: number, fields: Partial<Click> = {}): void {
	const createdMs = stage.sandbox.clock.now().getTime();
	const id = linkUuid('c', 1000 + nth);
	const own = { id, linkId, phone: null, isHuman: true, isUnique: true, createdMs };
	stage.sandbox.store.clicks.push({ ...own, ...fields });
}
const done = (kind: string): number =>
	stage.sandbox.ledger.changes.filter((change) => change.kind === kind).length;
const statusOf = (id = linkId) => stage.sandbox.store.links.get(id)?.status;

describe('Short Link', () => {
	it('is made and changed, and keeps what was not named', async () => {
		const [made] = jsonOf(await act('create', { address, domain }));
		expect(made).toMatchObject({ status: 'active', original_link: address, clicks: 0 });
		const changed = await act('update', {
			linkId: String(made?.link_id),
			updateFields: { name: 'Sale' },
		});
		expect(jsonOf(changed)).toEqual([{ ...made, name: 'Sale' }]);
		const taken = await act('update', { linkId, updateFields: { slug: String(made?.slug) } });
		expect(taken.error?.message).toMatch(/already exists/);
	});

	it('refuses what is no address, no ID and no change before it asks', async () => {
		for (const [operation, parameters, message] of [
			['create', { address: 'shop.example.com', domain }, 'Address is no address of a page'],
			['create', { address, domain: 'go.example' }, /^Domain "go.example" is not in the form/],
			['update', { linkId }, 'Update Fields is empty'],
			['delete', { linkId: '5' }, /^Link ID "5" is not in the form/],
		] as const) {
			const { error } = await act(operation, parameters);
			expect(error?.message).toEqual(
				typeof message === 'string' ? `${message} [item 1]` : expect.stringMatching(message),
			);
		}
		expect(asked(stage)).toEqual([]);
	});

	it('is not made again after a lost answer', async () => {
		stage.sandbox.faults.add({ kind: 'dropAfter', path: LINKS, method: 'POST', times: 1 });
		const { error } = await act('create', { address, domain, options: { retryFor: 5 } });
		expect(error?.message).toMatch(/^It is not known whether the short link was made/);
		expect(done('addLink')).toBe(1);
	});

	it('is deleted once, whatever is run again', async () => {
		const row = { link_id: linkId, status: 'deleted' };
		expect(jsonOf(await act('delete', { linkId }))).toEqual([row]);
		expect(jsonOf(await act('delete', { linkId }))).toEqual([row]);
		expect([done('deleteLink'), done('removeLink'), statusOf()]).toEqual([1, 0, 'deleted']);
	});

	it.each(['dropAfter', 'dropBefore'] as const)(
		'is not deleted a second time after %s: the link is read',
		async (kind) => {
			stage.sandbox.faults.add({ kind, path: LINKS, method: 'DELETE', times: 1 });
			const run = await act('delete', { linkId, options: { retryFor: 2 } });
			if (kind === 'dropAfter') expect(jsonOf(run)[0]?.status).toBe('deleted');
			else expect(run.error?.message).toMatch(/^It is not known whether short link .* was deleted/);
			expect(asked(stage).filter((one) => one.startsWith('DELETE'))).toHaveLength(1);
			expect(done('removeLink')).toBe(0);
		},
	);

	it('is not removed for ever: one that is blocked stays', async () => {
		Object.assign(stage.sandbox.store.links.get(linkId) ?? {}, { status: 'blocked' });
		const { error } = await act('delete', { linkId });
		expect(error?.message).toBe(
			`Short link ${linkId} was not deleted: its status is blocked [item 1]`,
		);
		expect(statusOf()).toBe('blocked');
		const unknown = await act('delete', { linkId: linkUuid('e', 99) });
		expect(unknown.error?.message).toMatch(/was not found/);
	});

	it('shows all clicks, however many pages they take and in whatever order', async () => {
		for (let nth = 0; nth < 1200; nth++) click(nth);
		const all = jsonOf(await act('getClicks', { returnAll: true }));
		expect(new Set(all.map(({ click_id }) => click_id)).size).toBe(1203);
		expect(jsonOf(await act('getClicks', { limit: 7 }))).toHaveLength(7);
		const filters = { campaign: '7' };
		expect(jsonOf(await act('getClicks', { filters }))).toEqual([]);
		const { links } = stage.sandbox.store;
		const other = linkUuid('e', 9);
		const known = links.get(linkId);
		if (known) links.set(other, { ...known, id: other, campaignId: 7, address });
		click(5000, { linkId: other, phone: '380671112233', isHuman: false });
		expect(jsonOf(await act('getClicks', { filters }))).toEqual([
			expect.objectContaining({ phone: '380671112233', is_human: false, original_link: address }),
		]);
	});

	it('says so when pages do not show all that the service counts', async () => {
		const body = { data: [{ id: linkId }], total: 3 };
		stage.sandbox.faults.add({ kind: 'status', status: 200, path: LINKS, body });
		const { error } = await act('getAll', { returnAll: true });
		expect(error?.message).toBe('The service counts 3 records and shows 1 of them [item 1]');
	});

	it('reads whole days as the workflow counts them', async () => {
		const filters = { from: '2026-11-18', to: '2026-11-18' };
		expect(jsonOf(await act('getAll', { filters }))).toHaveLength(2);
		expect(jsonOf(await act('getAll', { filters: { from: '2026-11-19' } }))).toEqual([]);
	});

	it('offers the domains that are active', async () => {
		const { results } = await stage.engine.listSearch('searchDomains', {
			credential: stage.credential,
			filter: '',
		});
		expect(results).toEqual([{ name: 'go.example', value: linkUuid('d', 1) }]);
	});
});
