import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { automatic, bookStageOfTests, counts, people, phoneOf } from './contactSyncSupport.mts';
import { asked, jsonOf, WAYS } from './stage.mts';
import { isLong } from '../support/options.mts';

const { stage, contacts, addPeople, writes } = bookStageOfTests();
const form = { phone: '={{ $json.phone }}', customFields: automatic, options: { retryFor: 5 } };

describe('Contact: Create or Update', () => {
	const act = async (items: IDataObject[], more = {}) =>
		await stage.act('contact.upsert', { ...form, ...more }, { items });

	it('takes the values of its fields from an agent that calls it as a tool', async () => {
		const said = (name: string) => `={{ $fromAI('${name}', '', 'string') }}`;
		const parameters = {
			resource: 'contact',
			operation: 'upsert',
			phone: said('phone'),
			customFields: { mappingMode: 'defineBelow', value: { 388078: said('city') } },
		};
		const { engine, credential } = stage;
		const args = { phone: phoneOf(1), city: 'Lviv' };
		expect(await engine.asTool({ credential, parameters }, args)).toContain('created');
		expect(
			contacts()
				.find(({ phone }) => phone === phoneOf(1))
				?.fields.get(388078),
		).toBe('Lviv');
	});

	it.each(WAYS)('writes only what differs: %s', async (way) => {
		addPeople(3);
		const items = [
			{ phone: phoneOf(0), City: 'Kyiv' },
			{ phone: phoneOf(1), City: 'Lviv' },
			{ phone: '12', City: 'x' },
			{ phone: '+380991112233', City: 'Odesa' },
			{ phone: phoneOf(1), City: 'Sumy' },
		];
		const run = await stage.act('contact.upsert', form, { items, way });
		expect(run.error).toBeUndefined();
		expect(jsonOf(run).map(({ status }) => status)).toEqual([
			'unchanged',
			'merged',
			'refused',
			'created',
			'updated',
		]);
		expect(jsonOf(run)[2]?.phone).toBe('12');
		expect(jsonOf(run)[1]?.reason).toBe('Item 5 has the same number, and counts');
		expect(writes()).toHaveLength(2);
		expect(
			contacts()
				.find(({ phone }) => phone === phoneOf(1))
				?.fields.get(388078),
		).toBe('Sumy');
	});

	it('keeps fields and lists that were not named, also where the service would not', async () => {
		const run = await act([{ phone: '380671112210', City: 'Lviv' }]);
		expect(jsonOf(run)[0]).toMatchObject({ status: 'updated', contact_id: 5001 });
		expect(stage.sandbox.requests.at(-1)?.body).toEqual({
			phone: 380671112210,
			fields: expect.arrayContaining([
				{ id: 388077, value: 'Olena' },
				{ id: 388078, value: 'Lviv' },
			]),
			groups: [201],
		});
	});

	// By night it is 10,000 contacts, and 25 requests at most.
	it('reads a large book five hundred at a time, and writes nothing if nothing differs', async () => {
		const count = isLong ? 10_000 : 2_000;
		addPeople(count);
		const run = await act(people(count, { City: 'Kyiv' }));
		expect(counts(jsonOf(run))).toEqual({ unchanged: count });
		expect(writes()).toEqual([]);
		expect(asked(stage).length).toBeLessThanOrEqual(count / 500 + 5);
	});

	it('searches for few by their numbers', async () => {
		addPeople(2_000);
		await act(people(2, { City: 'Kyiv' }));
		expect(asked(stage)).toHaveLength(3);
	});

	it('ends the same after ten runs whose answers were lost, with nobody twice', async () => {
		const items = people(60, { City: 'Odesa' });
		addPeople(20);
		for (let lost = 0; lost < 10; lost++) {
			stage.sandbox.faults.add({
				kind: 'dropAfter',
				path: /\/api\/contacts/,
				skip: 3 + lost,
				times: 2,
			});
			await stage.act(
				'contact.upsert',
				{ ...form, options: { retryFor: 0 } },
				{ items: items.slice(0, 6 * (lost + 1)) },
			);
			stage.sandbox.faults.clear();
		}
		const run = await act(items);
		expect(run.error).toBeUndefined();
		const made = contacts().filter(({ phone }) => items.some((item) => item.phone === phone));
		expect(made).toHaveLength(60);
		expect(new Set(made.map(({ phone }) => phone)).size).toBe(60);
		expect(made.every(({ fields }) => fields.get(388078) === 'Odesa')).toBe(true);
		const { changes } = stage.sandbox.ledger;
		expect(changes.filter(({ kind }) => kind === 'addContact')).toHaveLength(40);
	});

	it('makes any book what any input says, and touches nobody else', async () => {
		const entry = fc.record({
			number: fc.integer({ min: 0, max: 12 }),
			City: fc.constantFrom('Kyiv', 'Lviv', ''),
		});
		await fc.assert(
			fc.asyncProperty(
				fc.uniqueArray(entry, { selector: ({ number }) => number, maxLength: 12 }),
				fc.array(entry, { minLength: 1, maxLength: 20 }),
				async (book, input) => {
					await stage.fresh();
					const { store } = stage.sandbox;
					store.contacts.clear();
					store.contactIdByPhone.clear();
					for (const [at, { number, City }] of book.entries())
						store.addContact({
							id: 1 + at,
							phone: phoneOf(number),
							fields: new Map([
								[388077, 'Ann'],
								[388078, City],
							]),
							groupIds: [201],
							hlrStatus: 'active',
							hlrCheckMs: null,
							createdMs: 0,
						});
					const run = await act(
						input.map(({ number, City }) => ({ phone: phoneOf(number), City })),
					);
					expect(run.error).toBeUndefined();
					const wanted = new Map(
						[...book, ...input].map(({ number, City }) => [phoneOf(number), City]),
					);
					const now = new Map(
						contacts().map(({ phone, fields }) => [phone, fields.get(388078) ?? '']),
					);
					expect(Object.fromEntries(now)).toEqual(Object.fromEntries(wanted));
					expect(contacts()).toHaveLength(wanted.size);
					for (const { phone, fields, groupIds } of contacts())
						if (book.some(({ number }) => phoneOf(number) === phone))
							expect([fields.get(388077), groupIds]).toEqual(['Ann', [201]]);
				},
			),
			{ numRuns: 25 },
		);
	}, 120_000);

	it('fails when all are refused, and when the service cannot be used', async () => {
		expect((await act([{ phone: '12' }])).error?.message).toMatch(/^Phone Number/);
		stage.sandbox.config.dialect.extensions = false;
		expect((await act([{ phone: phoneOf(1) }])).error?.message).toMatch(/does not (offer|list)/);
	});
});
