import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { linkUuid } from '../../sandbox/shortLinks.mts';
import { listRetry } from './support/savedExecutions.mts';
import { asked, jsonOf, stageOfTests } from './stage.mts';
import type { Act } from './stage.mts';

/* Count Clicks: short links in the place of the addresses of a text (extensions notes, sections 7 and 13). */

const stage = stageOfTests({ now: new Date(Date.now() - 86_400_000).toISOString() });

const DOMAINS = 'GET /api/short-url/domains';
const SEND = 'POST /api/campaigns/sms/send';
const TO_LISTS = 'POST /api/campaigns/sms/send-groups';
const SALE = 'https://shop.example.com/sale?from=sms&x=(1)';
/** The longest link of the default domain. */
const LONGEST = `https://go.example/${'x'.repeat(25)}`;
const A = '380997001021';
const B = '380997001022';
const PEOPLE = [{ phone: A }, { phone: B }];

const clicks = (value?: string): INodeParameters => ({
	countClicks: { links: { domain: { __rl: true, mode: 'id', value: value ?? '' } } },
});
const send = async (text: string, more: INodeParameters = {}, act: Act = {}) =>
	await stage.act(
		'campaign.sendSms',
		{ sender: 'Shop', text, options: clicks(), ...more },
		{ items: PEOPLE, ...act },
	);
const toLists = async (text: string, more: INodeParameters = {}, act: Act = {}) =>
	await stage.act(
		'campaign.sendSmsToContactLists',
		{ sender: 'Shop', groups: ['202'], text, options: clicks(), ...more },
		act,
	);
/** The bodies that reached an endpoint. */
const bodies = (path = SEND): IDataObject[] =>
	stage.sandbox.requests
		.filter((one) => `${one.method} ${one.path}` === path)
		.map(({ body }) => body as IDataObject);
/** What the phones got. */
const texts = () =>
	[...stage.sandbox.store.messages.values()].flatMap(({ channel, text }) =>
		channel === 'sms' ? text : [],
	);
const linksMade = () =>
	[...stage.sandbox.store.links.values()].filter(({ campaignId }) => campaignId !== null);
const hints = ({ hints: given }: { hints: Array<{ message: string }> }) =>
	given.map(({ message }) => message);

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

describe('Message: Send', () => {
	const MESSAGE = 'POST /api/messages/send';
	const message = async (more: INodeParameters = {}, act: Act = {}) =>
		await stage.act(
			'message.send',
			{
				sendBy: 'viber,sms',
				phone: '={{ $json.phone }}',
				viberSender: 'Shop in Viber',
				viberText: `In Viber: ${SALE}`,
				smsSender: 'Shop',
				smsText: `By SMS: ${SALE}`,
				options: clicks(),
				...more,
			},
			{ items: PEOPLE, ...act },
		);

	it('has short links in its SMS, and nowhere else', async () => {
		const run = await message();
		expect(run.error).toBeUndefined();
		expect(bodies(MESSAGE)[0]).toMatchObject({
			viber: { text: `In Viber: ${SALE}` },
			sms: {
				sender: 'Shop',
				text: 'By SMS: CountedLink01',
				short_links: [{ link: SALE, placeholder: 'CountedLink01', domain_ids: [linkUuid('d', 1)] }],
			},
		});
		const links = [...stage.sandbox.store.links.values()].filter(({ messageId }) => messageId);
		expect(links.map(({ address }) => address)).toEqual([SALE, SALE]);
		expect(jsonOf(run)[0]?.text).toBe(`In Viber: ${SALE}`);
	});

	it.each([
		['sms', `By SMS: ${LONGEST}`],
		['sms,viber', `By SMS: ${LONGEST}`],
		['viber,sms', `In Viber: ${SALE}`],
	])('shows in a dry run by %s what comes first', async (sendBy, text) => {
		const run = await message({ sendBy, dryRun: true });
		expect(jsonOf(run)[0]).toMatchObject({
			reason: 'Would be sent, with a short link of up to 44 characters',
			text,
			sms_segments: 1,
		});
		expect(bodies(MESSAGE)).toEqual([]);
	});

	it('counts the links among the five segments of its SMS', async () => {
		const run = await message({ smsText: `${'x'.repeat(740)} http://a.example` });
		expect(run.error?.message).toMatch(/^SMS Text .*segments/);
		expect(bodies(MESSAGE)).toEqual([]);
	});

	it('says so if it has no SMS', async () => {
		const run = await message({ sendBy: 'viber' });
		expect(run.error).toBeUndefined();
		expect(hints(run)).toContain(
			'Count Clicks has nothing to count: the text holds no address that begins with http:// or https://.',
		);
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
		expect(jsonOf(run)[0]).toMatchObject({ recipients: 2, segments: 2 });
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

describe('refused before anything is sent', () => {
	afterEach(() => {
		expect(texts()).toEqual([]);
		expect([...bodies(), ...bodies(TO_LISTS)]).toEqual([]);
	});
	const domain = (nth: number, fields: object) =>
		Object.assign(stage.sandbox.store.domains.get(linkUuid('d', nth)) ?? {}, fields);

	it.each<[string, () => void, string | undefined, string, RegExp]>([
		[
			'a default domain that is not active',
			() => domain(1, { status: 'inactive' }),
			undefined,
			'Count Clicks finds no active domain in the account',
			/^Set one up in your account, or take Count Clicks out of Options\.$/,
		],
		[
			'no default domain',
			() => domain(1, { isDefault: false }),
			undefined,
			'Count Clicks finds no default domain in the account',
			/^Choose an active domain there, such as go\.example, or take Count Clicks out of Options\.$/,
		],
		[
			'a domain that is not active',
			() => undefined,
			linkUuid('d', 2),
			'Count Clicks names the domain old.example, which is inactive',
			/^Choose an active domain there, such as go\.example/,
		],
		[
			'a domain of another account',
			() => undefined,
			linkUuid('d', 3),
			'Count Clicks names a domain that the account does not have',
			/^Choose an active domain there, such as go\.example/,
		],
		[
			'no ID',
			() => undefined,
			'go.example',
			'Domain "go.example" is not in the form that the service takes',
			/^Use the ID that the service gave/,
		],
		[
			'an expression that gives nothing',
			() => undefined,
			'={{ $json.nothing }}',
			'Domain is empty',
			/^Correct its expression, which gives nothing here\.$/,
		],
		[
			'a service without short links',
			() => Object.assign(stage.sandbox.config.dialect, { extensions: false }),
			undefined,
			'Count Clicks: The service does not offer short links',
			/^Some services do not have it\. Send the address as it is: take Count Clicks out of Options\.$/,
		],
	])('%s', async (_, prepare, chosen, message, cure) => {
		prepare();
		for (const act of [send, toLists]) {
			const { error } = await act(`Sale: ${SALE}`, { options: { ...clicks(chosen), retryFor: 0 } });
			expect(error?.message).toBe(`${message} [item 1]`);
			expect(error?.description).toMatch(cure);
		}
	});

	it('a domain list that cannot be read', async () => {
		stage.sandbox.faults.add({ kind: 'status', status: 503, path: '/api/short-url/domains' });
		const { error } = await send(`Sale: ${SALE}`, { options: { ...clicks(), retryFor: 0 } });
		expect(error?.message).toMatch(/^Count Clicks: /);
	});

	it('an address longer than a short link can lead to', async () => {
		const { error } = await send(`Sale: https://shop.example.com/${'p'.repeat(2024)}`);
		expect(error?.message).toBe(
			'An address in Text has 2049 characters instead of 1 to 2048 [item 1]',
		);
	});

	it('an address with a field of contacts in it', async () => {
		const { error } = await toLists('Sale: https://shop.example.com/{388077}');
		expect(error?.message).toBe(
			'Text has {388077} within an address, whose clicks cannot be counted [item 1]',
		);
		expect(error?.description).toMatch(/take the field out of the address/);
	});

	it('each item for itself, under Continue', async () => {
		const run = await send(
			`Sale: ${SALE}`,
			{ recipientSource: 'item', phone: '={{ $json.phone }}', options: clicks('={{ $json.id }}') },
			{
				items: PEOPLE.map((one) => ({ ...one, id: linkUuid('d', 2) })),
				node: { onError: 'continueErrorOutput' },
			},
		);
		expect(run.outputs.map((output) => output.length)).toEqual([0, 2]);
		expect(run.outputs[1]?.[1]?.json.error).toMatch(/names the domain old\.example/);
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
