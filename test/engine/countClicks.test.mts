import { linkUuid } from '../../sandbox/shortLinks.mts';
import { listRetry } from './support/savedExecutions.mts';
import {
	A,
	B,
	clicks,
	clicksStageOfTests,
	DOMAINS,
	LONGEST,
	PEOPLE,
	SALE,
	SEND,
	TO_LISTS,
} from './countClicksSupport.mts';
import { asked, jsonOf } from './stage.mts';

/* Count Clicks: short links in the place of the addresses of a text (extensions notes, sections 7 and 13). */

const { stage, send, toLists, bodies, texts, linksMade, hints } = clicksStageOfTests();

describe('what goes out', () => {
	it('has a short link of its own for each recipient and each place', async () => {
		const run = await send(`Sale (${SALE}), today only: ${SALE}. More: HTTP://a.example!`);
		expect(run.error).toBeUndefined();
		expect(asked(stage)).toEqual([DOMAINS, SEND]);
		expect(bodies()[0]?.text).toBe(
			'Sale (CountedLink01), today only: CountedLink02. More: CountedLink03!',
		);
		expect(bodies()[0]?.short_links).toEqual(
			[SALE, SALE, 'HTTP://a.example'].map((link, nth) => ({
				link,
				placeholder: `CountedLink0${nth + 1}`,
				domain_ids: [linkUuid('d', 1)],
			})),
		);
		const links = linksMade();
		expect(links.map(({ address }) => address)).toEqual([
			SALE,
			SALE,
			'HTTP://a.example',
			SALE,
			SALE,
			'HTTP://a.example',
		]);
		const [one, two, three] = links.map(({ slug }) => `https://go.example/${slug}`);
		expect(texts()[0]).toBe(`Sale (${one}), today only: ${two}. More: ${three}!`);
		expect(new Set(texts()).size).toBe(2);
		const [row] = jsonOf(run);
		expect(links[0]?.campaignId).toBe(row?.campaign_id);
		// The row shows what the form says: which link it became, the service knows.
		expect(row?.text).toBe(`Sale (${SALE}), today only: ${SALE}. More: HTTP://a.example!`);
		expect(row?.segments).toBe(2);
	});

	it('shows the links and their clicks where Short Link looks for them', async () => {
		const [row] = jsonOf(await send(`Sale: ${SALE}`));
		const opened = await fetch(`${stage.sandbox.url}/_sandbox/links/${linksMade()[0]?.id}/click`, {
			method: 'POST',
		});
		expect(opened.status).toBe(200);
		const run = await stage.act('shortLink.getClicks', {
			returnAll: true,
			filters: { campaign: String(row?.campaign_id) },
		});
		expect(jsonOf(run)).toEqual([expect.objectContaining({ phone: A, original_link: SALE })]);
	});

	it('is the same as ever without the option, and without an address', async () => {
		await send(`Sale: ${SALE}`, { options: {} });
		const plain = await send('Sale CountedLink');
		const [first, second] = bodies();
		expect(first).not.toHaveProperty('short_links');
		expect(first?.text).toBe(`Sale: ${SALE}`);
		expect(second).not.toHaveProperty('short_links');
		expect(second?.text).toBe('Sale CountedLink');
		expect(asked(stage)).toEqual([SEND, DOMAINS, SEND]);
		expect(hints(plain)).toContain(
			'Count Clicks has nothing to count: the text holds no address that begins with http:// or https://.',
		);
	});

	it('has no word in the place of an address that the text holds already', async () => {
		await send(`countedlink, CountedLinkX: ${SALE}`);
		expect(bodies()[0]?.text).toBe('countedlink, CountedLinkX: CountedLinkXX01');
		expect(texts()[0]).toMatch(/^countedlink, CountedLinkX: https:\/\/go\.example\/\w+$/);
	});

	it('counts an address that a field of the item gives, if each item is a message', async () => {
		const items = [
			{ phone: A, page: 'https://a.example/1' },
			{ phone: B, page: 'no page' },
		];
		const run = await send(
			'See {page}',
			{ recipientSource: 'item', phone: '={{ $json.phone }}' },
			{ items },
		);
		expect(run.error).toBeUndefined();
		expect(linksMade().map(({ address }) => address)).toEqual(['https://a.example/1']);
		expect(hints(run)).toContain(
			'1 message holds no address that begins with http:// or https://: Count Clicks has nothing to count there.',
		);
	});

	it('keeps the reference that the same text has without links', async () => {
		const options = { referenceMode: 'content' };
		const items = PEOPLE.slice(0, 1);
		const [plain] = jsonOf(await send(`Sale: ${SALE}`, { dryRun: true, options }, { items }));
		const [counted] = jsonOf(
			await send(
				`Sale: ${SALE}`,
				{ dryRun: true, options: { ...options, ...clicks() } },
				{ items },
			),
		);
		expect(counted?.reference).toBe(plain?.reference);
	});

	it('reaches contact lists, beside the fields of contacts', async () => {
		const run = await toLists(`{388077}, our sale: ${SALE}`);
		expect(run.error).toBeUndefined();
		expect(asked(stage)).toEqual([DOMAINS, TO_LISTS]);
		expect(bodies(TO_LISTS)[0]?.text).toBe('{388077}, our sale: CountedLink01');
		expect(linksMade()).toHaveLength(10);
		for (const text of texts()) expect(text).toMatch(/our sale: https:\/\/go\.example\/Link\d+$/);
	});

	it('is sent once after a lost answer', async () => {
		stage.sandbox.faults.add({ kind: 'dropAfter', path: '/api/campaigns/sms/send', times: 1 });
		const run = await send(`Sale: ${SALE}`, { options: { ...clicks(), retryFor: 5 } });
		expect(run.error).toBeUndefined();
		expect(texts()).toHaveLength(2);
		expect(linksMade()).toHaveLength(2);
	});

	it('is sent by a retry as it was sent before', async () => {
		stage.sandbox.config.mode = 'demo';
		const options = { ...clicks(), retryFor: 0 };
		const failed = await send(`Sale: ${SALE}`, { options }, { executionId: 'first' });
		expect(failed.error).toBeDefined();
		stage.sandbox.config.mode = 'live';
		const retried = await stage.engine.run({
			saved: listRetry(failed),
			mode: 'retry',
			executionId: 'retry',
			credential: stage.engine.store(stage.credential),
			parameters: {
				resource: 'campaign',
				operation: 'sendSms',
				sender: 'Shop',
				text: `Sale: ${SALE}`,
				options,
			},
		});
		expect(retried.error).toBeUndefined();
		const [first, second] = bodies();
		expect(first?.short_links).toHaveLength(1);
		expect(second).toEqual(first);
	});
});

describe('a dry run', () => {
	it('shows the longest links, told as up to, with their segments and price', async () => {
		const run = await send(`Sale: ${SALE}.`, { dryRun: true });
		expect(
			jsonOf(run).map(({ status, reason, text, segments }) => [status, reason, text, segments]),
		).toEqual(
			PEOPLE.map(() => [
				'dry run',
				'Would be sent, with a short link of up to 44 characters',
				`Sale: ${LONGEST}.`,
				1,
			]),
		);
		expect(hints(run)).toContainEqual(expect.stringMatching(/^It would cost up to 0\.06 EUR/));
		expect(bodies('POST /api/campaigns/price')[0]?.text).toBe(`Sale: ${LONGEST}.`);
		expect(texts()).toEqual([]);
		expect(linksMade()).toEqual([]);
	});

	it('says in the summary how many it would go to, and how long links may get', async () => {
		const run = await send(`Sale: ${SALE}.`, { dryRun: true, simplify: true });
		expect(jsonOf(run)).toMatchObject([
			{
				status: 'dry run',
				reason: `${PEOPLE.length} would be sent, with a short link of up to 44 characters`,
			},
		]);
	});

	it('shows them to contact lists', async () => {
		const run = await toLists(`Sale: ${SALE} and ${SALE}`, { dryRun: true });
		const [row] = jsonOf(run);
		expect(row).toMatchObject({
			reason: 'Would be sent to 10 contacts, with short links of up to 44 characters',
			text: `Sale: ${LONGEST} and ${LONGEST}`,
			segments: 1,
		});
		expect(bodies('POST /api/campaigns/price')[0]?.text).toBe(`Sale: ${LONGEST} and ${LONGEST}`);
	});

	it('shows them in the result file', async () => {
		const run = await stage.engine.run({
			credential: stage.engine.store(stage.credential),
			parameters: {
				resource: 'campaign',
				operation: 'sendSms',
				sender: 'Shop',
				text: `Sale: ${SALE}`,
				recipientSource: 'file',
				binaryProperty: 'data',
				phoneField: 'phone',
				dryRun: true,
				options: clicks(),
			},
			items: [
				{
					json: { a: 1 },
					binary: {
						data: {
							data: Buffer.from(`phone\n${A}\n${B}\n`).toString('base64'),
							mimeType: 'text/csv',
							fileName: 'a.csv',
						},
					},
				},
			],
		});
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)[0]).toMatchObject({
			reason: '2 would be sent, with a short link of up to 44 characters',
			recipients: 2,
			segments: 2,
		});
		const result = run.items[0]?.binary?.result;
		if (!result) throw new Error('There is no result file.');
		expect(String(await stage.engine.readBinary(result))).toContain(`Sale: ${LONGEST}`);
	});
});

describe('five segments', () => {
	/** A text with an address that leaves so many characters beside the link. */
	const with765 = (beside: number) => `${'a'.repeat(beside - 1)} ${SALE}`;

	it('hold a text with the longest links, and not one character more', async () => {
		const most = 765 - LONGEST.length;
		const good = await send(with765(most), { dryRun: true });
		expect(jsonOf(good)[0]?.segments).toBe(5);
		for (const act of [send, toLists]) {
			const { error } = await act(with765(most + 1));
			expect(error?.message).toBe(
				'Text has 766 characters, more than the 765 that 5 segments hold [item 1]',
			);
			expect(error?.description).toMatch(
				/With Count Clicks each address counts as its short link, of up to 44 characters\.$/,
			);
		}
		expect((await send(with765(most))).error).toBeUndefined();
	});

	it('hold a text with an address that would not fit by itself', async () => {
		const long = `https://shop.example.com/${'p'.repeat(900)}`;
		const run = await send(`Sale: ${long}`);
		expect(run.error).toBeUndefined();
		expect(jsonOf(run)[0]?.segments).toBe(1);
		expect(linksMade()[0]?.address).toBe(long);
	});
});

test('items that name different domains go out in campaigns of their own', async () => {
	const other = stage.sandbox.store.domains.get(linkUuid('d', 2));
	if (other) other.status = 'active';
	const items = PEOPLE.map((one, nth) => ({ ...one, id: linkUuid('d', nth + 1) }));
	const run = await send(`Sale: ${SALE}`, { options: clicks('={{ $json.id }}') }, { items });
	expect(run.error).toBeUndefined();
	expect(
		linksMade()
			.map(({ domain }) => domain)
			.sort(),
	).toEqual(['go.example', 'old.example']);
	expect(hints(run)).toContain('2 campaigns, one for each Count Clicks.');
});
