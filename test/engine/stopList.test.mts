import { asked, jsonOf, stageOfTests, pairsOf } from './stage.mts';
import { listRetry } from './support/savedExecutions.mts';

const PHONE = '380991112233';
const OTHER = '380991112244';
const options = { retryFor: 0 };
const stage = stageOfTests();

const bodies = () => stage.sandbox.requests.map(({ body }) => body);
const listed = () => [...stage.sandbox.store.stopList.keys()];
const people = (count: number) =>
	Array.from({ length: count }, (_, index) => ({ phone: `38067${String(1_000_001 + index)}` }));

describe('Stop List', () => {
	const act = async (operation: string, parameters: object, items: object[] = [{}], node = {}) =>
		await stage.act(operation, { options, ...parameters }, { items: items as never, node });

	it('adds the numbers of all items in one request and pairs each with its item', async () => {
		const run = await act(
			'stopList.add',
			{ phones: '={{ $json.phone }}', channels: ['sms', 'rcs'] },
			[{ phone: '+380 99 111 22 33' }, { phone: `${OTHER}; ${PHONE}` }],
		);
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)).toEqual([
			expect.objectContaining({
				phone: PHONE,
				status: 'listed',
				sms: true,
				viber: false,
				rcs: true,
			}),
			expect.objectContaining({ phone: OTHER }),
			expect.objectContaining({ phone: PHONE }),
		]);
		expect(pairsOf(run)).toEqual([0, 1, 1]);
		expect(bodies()).toEqual([{ phones: [Number(PHONE), Number(OTHER)], types: ['sms', 'rcs'] }]);
	});

	it('sends at most 1,000 numbers with a request', async () => {
		const run = await act('stopList.add', { phones: '={{ $json.phone }}' }, people(1001));
		expect(jsonOf(run)).toHaveLength(1001);
		expect(asked(stage)).toHaveLength(2);
		expect(listed()).toHaveLength(1001);
	});

	it('adds what is there already once more, and it stays once', async () => {
		await act('stopList.add', { phones: PHONE });
		const run = await act('stopList.add', { phones: PHONE });
		expect(jsonOf(run)[0]).toMatchObject({ status: 'listed' });
		expect(listed()).toEqual([PHONE]);
	});

	it('adds once more after an answer that was lost, and reads the list once if the reply names no number', async () => {
		const path = '/api/stoplist/attach';
		const again = { options: { retryFor: 20 } };
		stage.sandbox.faults.add({ kind: 'dropAfter', path, times: 1 });
		expect(jsonOf(await act('stopList.add', { phones: PHONE, ...again }))[0]).toMatchObject({
			status: 'listed',
		});
		expect(asked(stage)).toEqual([`POST ${path}`, `POST ${path}`]);
		stage.sandbox.requests.length = 0;
		stage.sandbox.faults.add({ kind: 'status', status: 200, body: {}, handled: true, path });
		const run = await act('stopList.add', { phones: PHONE, ...again });
		expect(jsonOf(run)[0]).toMatchObject({ status: 'listed' });
		expect(asked(stage)).toEqual([`POST ${path}`, 'GET /api/stoplist/search']);
	});

	it.each(['stopList.add', 'stopList.remove'])(
		'leaves the outcome open where neither the reply nor the list can be read: %s',
		async (operation) => {
			if (operation === 'stopList.remove') await act('stopList.add', { phones: PHONE });
			stage.sandbox.faults.add({ kind: 'dropAfter', path: /attach|detach/, times: 1 });
			stage.sandbox.faults.add({
				kind: 'status',
				status: 403,
				path: /search/,
				skip: operation === 'stopList.remove' ? 1 : 0,
			});
			const run = await act(operation, { phones: PHONE });
			expect(run.error?.description).toMatch(
				/^Look in the service before you send again: it may have carried this out\./,
			);
		},
	);

	it('does not leave open what was not asked for yet', async () => {
		stage.sandbox.faults.add({ kind: 'dropBefore', path: /search/ });
		const run = await act('stopList.remove', { phones: PHONE });
		expect(run.error?.message).toMatch(/connection/i);
		expect(run.error?.description).not.toMatch(/may have carried this out/);
	});

	it('refuses channels that are no text', async () => {
		const run = await act('stopList.add', { phones: PHONE, channels: '={{ [{ toString: 1 }] }}' });
		expect(run.error?.message).toMatch(/^Channels holds something that is no channel/);
		expect(asked(stage)).toEqual([]);
	});

	it('refuses a comparison that an expression does not give', async () => {
		const run = await act('stopList.search', { searchValue: PHONE, operator: "={{ '' }}" });
		expect(run.error?.message).toMatch(/^Compar.* is empty/);
		expect(asked(stage)).toEqual([]);
	});

	it('says what went wrong where a lost request left nothing in the list', async () => {
		stage.sandbox.faults.add({ kind: 'dropBefore', path: '/api/stoplist/attach', times: 1 });
		const run = await act('stopList.add', { phones: PHONE });
		expect(run.error?.message).toMatch(/connection/i);
		expect(listed()).toEqual([]);
	});

	it('takes the others where the service refuses one number of a request', async () => {
		const run = await act(
			'stopList.add',
			{ phones: '={{ $json.phone }}' },
			[{ phone: PHONE }, { phone: '99999999999999999' }, { phone: OTHER }],
			{ onError: 'continueRegularOutput' },
		);
		expect(listed()).toEqual([PHONE, OTHER]);
		expect(jsonOf(run)).toHaveLength(3);
	});

	it('completes national numbers by the country of each item', async () => {
		const parameters = { phones: '={{ $json.phone }}', defaultCountry: '={{ $json.country }}' };
		const items = [
			{ phone: '099 111 22 33', country: 'Ukraine' },
			{ phone: '(201) 555-0123', country: 'USA' },
		];
		const run = await act('stopList.add', parameters, items);
		expect(run.error).toBeUndefined();
		expect(jsonOf(run).map(({ phone, status }) => [phone, status])).toEqual([
			['380991112233', 'listed'],
			['12015550123', 'listed'],
		]);
		await act('stopList.remove', parameters, items);
		expect(listed()).toEqual([]);
		const wrong = await act('stopList.add', parameters, [{ phone: '1', country: 'Atlantis' }]);
		expect(wrong.error?.message).toBe('Default Country "Atlantis" is no country [item 1]');
		const unnamed = await act('stopList.add', { phones: '(201) 555-0123' });
		expect(unnamed.error?.message).toContain('may be a number of United States');
	});

	it('removes by number: it looks the entry up, and removes it by its ID', async () => {
		await act('stopList.add', { phones: PHONE });
		stage.sandbox.requests.length = 0;
		const run = await act('stopList.remove', { phones: PHONE });
		expect(jsonOf(run)[0]).toMatchObject({
			phone: PHONE,
			status: 'removed',
		});
		expect(asked(stage)).toEqual(['GET /api/stoplist/search', 'POST /api/stoplist/detach']);
		expect(listed()).toEqual([]);
	});

	it('removes only from the channels that are chosen', async () => {
		await act('stopList.add', { phones: PHONE, channels: ['sms', 'rcs'] });
		const run = await act('stopList.remove', { phones: PHONE, channels: ['sms'] });
		expect(jsonOf(run)[0]).toMatchObject({ status: 'removed', sms: false, rcs: true });
	});

	it('needs one request for a number that is not there', async () => {
		const run = await act('stopList.remove', { phones: PHONE });
		expect(jsonOf(run)[0]).toMatchObject({ status: 'not listed' });
		expect(asked(stage)).toEqual(['GET /api/stoplist/search']);
	});

	it('reads the list where the reply to a removal is lost', async () => {
		await act('stopList.add', { phones: PHONE });
		stage.sandbox.faults.add({
			kind: 'html',
			handled: true,
			path: '/api/stoplist/detach',
			times: 1,
		});
		const run = await act('stopList.remove', { phones: PHONE });
		expect(jsonOf(run)[0]).toMatchObject({ status: 'removed' });
	});

	describe('a removal whose answer was lost', () => {
		const path = '/api/stoplist/detach';
		const again = { phones: `${PHONE}, ${OTHER}`, options: { retryFor: 20 } };
		const ids = () =>
			stage.sandbox.requests.flatMap(({ path: to, body }) =>
				to === path ? [Object(body).ids as unknown[]] : [],
			);
		beforeEach(async () => {
			await act('stopList.add', { phones: `${PHONE}, ${OTHER}` });
			stage.sandbox.requests.length = 0;
		});

		it('is not made again for what the list does not show any more', async () => {
			stage.sandbox.faults.add({ kind: 'dropAfter', path, times: 1 });
			const run = await act('stopList.remove', again);
			expect(jsonOf(run).map(({ status }) => status)).toEqual(['removed', 'removed']);
			expect([ids().length, listed()]).toEqual([1, []]);
		});

		it('is made again for what it still shows', async () => {
			stage.sandbox.faults.add({ kind: 'dropBefore', path, times: 1 });
			const run = await act('stopList.remove', again);
			expect(jsonOf(run).map(({ status }) => status)).toEqual(['removed', 'removed']);
			expect([ids().length, listed()]).toEqual([2, []]);
		});

		it('does not touch an entry that somebody made since then', async () => {
			// The first number was removed by then and added anew; for the other nothing has happened.
			const entry = stage.sandbox.store.stopList.get(PHONE);
			const other = stage.sandbox.store.stopList.get(OTHER);
			if (!entry || !other) throw new Error('the numbers are not listed');
			stage.sandbox.faults.add({ kind: 'dropBefore', path, times: 1 });
			setTimeout(() => (entry.id = 99), 100);
			const run = await act('stopList.remove', again);
			expect(jsonOf(run).map(({ status }) => status)).toEqual(['removed', 'removed']);
			expect([ids(), listed()]).toEqual([[undefined, [other.id]], [PHONE]]);
		});

		it('stays open where it is refused then', async () => {
			stage.sandbox.faults.add({ kind: 'dropBefore', path, times: 1 });
			stage.sandbox.faults.add({ kind: 'status', status: 403, path });
			const run = await act('stopList.remove', { ...again, phones: PHONE });
			expect(run.error?.message).toMatch(
				/^It is not known whether …2233 is on the stop list: Whether an earlier try/,
			);
		});
	});

	it('does not remove again, days later, whom the try before had removed', async () => {
		const items = [{ phone: PHONE }, { phone: OTHER }];
		const parameters = { phones: '={{ $json.phone }}', channels: "={{ [$json.by ?? 'sms'] }}" };
		await act('stopList.add', { phones: `${PHONE}, ${OTHER}`, channels: ['sms', 'rcs'] });
		const [first, second] = items;
		const form = { options, ...parameters };
		stage.sandbox.faults.add({ kind: 'status', status: 403, path: /detach/, skip: 1, times: 1 });
		const failed = await stage.act('stopList.remove', form, {
			items: [{ ...first }, { ...second, by: 'rcs' }],
		});
		expect(failed.error?.message).toContain('could not be removed from the stop list');
		// The first one opts out anew.
		await act('stopList.add', { phones: PHONE });
		const saved = listRetry(failed);
		const retried = await stage.engine.run({
			credential: stage.engine.store(stage.credential),
			parameters: { resource: 'stopList', operation: 'remove', ...form },
			saved,
			mode: 'retry',
			executionId: '2',
		});
		expect(jsonOf(retried).map(({ status }) => status)).toEqual(['removed', 'removed']);
		const channelsOf = (phone: string) => stage.sandbox.store.stopList.get(phone)?.channels;
		expect([channelsOf(PHONE), channelsOf(OTHER)]).toEqual([
			expect.arrayContaining(['sms', 'rcs']),
			['sms'],
		]);
	});

	it('removes many with few requests', async () => {
		const items = people(500);
		await act('stopList.add', { phones: '={{ $json.phone }}' }, items);
		stage.sandbox.requests.length = 0;
		const run = await act('stopList.remove', { phones: '={{ $json.phone }}' }, items);
		expect(jsonOf(run).every(({ status }) => status === 'removed')).toBe(true);
		expect(asked(stage).length).toBeLessThanOrEqual(10);
	});

	it('lists and searches, at the other path of the search as well', async () => {
		await act('stopList.add', { phones: `${PHONE}, ${OTHER}` });
		expect(jsonOf(await act('stopList.getAll', { limit: 1 }))).toHaveLength(1);
		expect(jsonOf(await act('stopList.getAll', { filters: { channel: 'viber' } }))).toEqual([]);
		stage.sandbox.config.dialect.stopListSearch = 'stoplists';
		const found = await act('stopList.search', { searchValue: '+380 99 111 22 44' });
		expect(jsonOf(found)).toEqual([
			expect.objectContaining({ phone: OTHER, sms: true, stop_list_id: expect.anything() }),
		]);
	});

	it('searches a national number in the country that is named, and nothing where there is none such', async () => {
		await act('stopList.add', { phones: OTHER });
		const sought = { searchValue: '099 111 22 44', options: { defaultCountry: 'Ukraine' } };
		expect(jsonOf(await act('stopList.search', sought))).toEqual([
			expect.objectContaining({ phone: OTHER }),
		]);
		stage.sandbox.requests.length = 0;
		const wrong = await act('stopList.search', { ...sought, options: { defaultCountry: 'Mars' } });
		expect(wrong.error?.message).toMatch(/^Default Country "Mars" is no country/);
		expect(stage.sandbox.requests).toEqual([]);
		const part = await act('stopList.search', {
			...sought,
			operator: 'contains',
			searchValue: '11122',
		});
		expect(jsonOf(part)).toHaveLength(1);
	});
});
