import type { Page } from 'playwright-core';
import { KEYS, startSandbox, type Sandbox } from '../../sandbox/server.mts';
import { isAsked, launch, must, picture, same, testPage, type Launched } from './harness.mts';
import { isSet } from '../support/options.mts';
import { faintTexts, namelessControls, overflow } from './measure.mts';

/** Texts that a page must not take for more than text, and the addresses in each that may be pressed. */
const HOSTILE = [
	{ text: '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>', links: [] },
	{
		text: '(http://127.0.0.1:5678/w/7/a?signature=0a&run=1), or HTTPS://Shop.example/б!',
		links: ['http://127.0.0.1:5678/w/7/a?signature=0a&run=1', 'HTTPS://Shop.example/б'],
	},
	{
		text: 'https://shop.example/"onclick="window.hacked=1 <b>x</b>',
		links: ['https://shop.example/'],
	},
	{ text: 'javascript:window.hacked=1 data:text/html,x ftp://a.example //b.example', links: [] },
	{ text: 'https://bank.example@evil.example/ http:// https://', links: [] },
];
/** Faults and requests are under the tab of developers. */
const VIEWS = ['inbox', 'campaigns', 'senders', 'faults', 'requests'];

let sandbox: Sandbox;
let browser: Launched;
let page: Page;

/** Calls the service with the key of the live account. @returns its status and its reply */
async function service<T = Record<string, unknown>>(
	method: string,
	path: string,
	body?: object,
): Promise<{ status: number; body: T }> {
	const reply = await fetch(`${sandbox.url}${path}`, {
		method,
		headers: { 'X-API-KEY': KEYS.live, ...(body ? { 'content-type': 'application/json' } : {}) },
		body: body ? JSON.stringify(body) : undefined,
	});
	return { status: reply.status, body: (await reply.json()) as T };
}

async function sendOne(msisdn: string, body: string, reference?: string): Promise<void> {
	const sms = { destination: 'phone', originator: 'Shop', msisdn, body, reference };
	must((await service('POST', '/rest/sms/create', sms)).body.error === 0, `refused: ${body}`);
}

/** Sends a campaign to so many numbers. @returns its ID */
async function sendCampaign(count: number, text: string): Promise<number> {
	const { body } = await service<{ data: { id: number } }>('POST', '/api/campaigns/sms/send', {
		sender: 'Shop',
		text,
		phones: Array.from({ length: count }, (_, index) => ({ number: 380_931_000_000 + index })),
	});
	return body.data.id;
}

/** Fills the account as after a morning of use. */
async function fill(): Promise<void> {
	await sendCampaign(2400, 'Black Friday: 30% off until Sunday');
	sandbox.clock.advance(3000);
	await service('POST', '/api/senders/requests/legal', {
		country_code: 'UA',
		sender: 'NewShop',
		type: 'sms',
		code_of_company: '12345678',
		description: 'Online shop',
		informing_purpose: 'Order updates',
		legal_name: 'Shop Ltd',
		address: '1 Main Street, Kyiv',
		tax_number: '1234567890',
	});
	await sendOne('380671234567', 'Знижка 20% до неділі! Код LITO', 'promo7');
	await sendOne('380501110001', 'This phone is switched off: the message expires.');
	await sendOne('380501110002', 'Nobody has this number.');
	await sendOne('380631119988', 'Your appointment is tomorrow at 10:30.\nReply 1 to confirm.');
	await sendOne('380991112233', 'Hello Olena, track it: https://shop.example/t/1042', 'olena1');
	sandbox.clock.advance(7500);
	sandbox.faults.add({ kind: 'status', status: 503, path: '/rest/sms', times: 3 });
	await service('GET', '/rest/sms/1');
}

/** Opens a view and waits until it shows what the sandbox holds. */
async function open(view: string, on: Page = page): Promise<void> {
	await on.goto(`${sandbox.url}/#/${view}`);
	await on.locator('main[data-loaded=true]').waitFor();
	await on.locator('#live[data-on=true]').waitFor();
}

/** Opens a view with something chosen in it. */
async function openChosen(view: string, on: Page): Promise<void> {
	await open(view, on);
	if (view === 'inbox') await on.locator('.row', { hasText: 'Olena' }).click();
	if (view === 'requests')
		await on.locator('[data-test=request]', { hasText: 'campaigns' }).first().click();
}

// Once through the page, as somebody uses it: each test begins where the one before it ended.
(isAsked('page') ? describe : describe.skip)('The page of the sandbox', () => {
	beforeAll(async () => {
		sandbox = await startSandbox({
			clock: 'manual',
			now: '2026-11-21T09:00:00Z',
			config: { sendRate: 150 },
		});
		await fill();
		browser = await launch();
		page = browser.context.pages()[0] ?? (await browser.context.newPage());
		page.setDefaultTimeout(10_000);
		if (isSet('screenshots'))
			for (const view of VIEWS) {
				await openChosen(view, page);
				await picture(page, `sandbox-${view}`);
			}
	});
	afterAll(async () => {
		await browser.close();
		await sandbox.close();
	});
	const step = (name: string, run: () => Promise<void>): void => testPage(name, () => page, run);

	step(
		'on a phone each view fits, is readable in the light and in the dark, and says that it is make-believe',
		async () => {
			const held = await launch({
				viewport: { width: 375, height: 740 },
				deviceScaleFactor: 2,
				isMobile: true,
				hasTouch: true,
			});
			try {
				const small = held.context.pages()[0] ?? (await held.context.newPage());
				for (const view of VIEWS) {
					await openChosen(view, small);
					const strip = await small.locator('#what summary').innerText();
					must(/make-believe/.test(strip) && /Nothing leaves it/.test(strip), `${view}: ${strip}`);
					same(await overflow(small), 0, `pixels of ${view} past the width`);
					same(await namelessControls(small), [], `controls of ${view} without a name`);
					for (const colorScheme of ['light', 'dark'] as const) {
						await small.emulateMedia({ colorScheme });
						same(await faintTexts(small), [], `faint texts of ${view} in the ${colorScheme}`);
					}
					if (view === 'inbox') await picture(small, 'sandbox-phone');
				}
				await open('inbox', small);
				await small.locator('.row').first().tap();
				await small.locator('.phone-head .back').tap();
				await small.locator('.row').first().waitFor();
				await small.locator('#what summary').tap();
				// The page fills the strip when the browser tells it that it is open, which comes a moment later.
				await small.locator('#what .what-help table').waitFor();
				const help = await small.locator('#what .what-help').innerText();
				for (const part of [KEYS.live, sandbox.url, '…0001', '…0005'])
					must(help.includes(part), `no ${part} in ${help}`);
				same([held.complaints, held.foreignHosts], [[], []], 'what went wrong');
			} finally {
				await held.close();
			}
		},
	);

	step('a message arrives without a reload, and its status moves', async () => {
		sandbox.faults.clear();
		await open('inbox');
		await sendOne('380991110099', 'Hello from the test', 'first1');
		await page.locator('.row', { hasText: 'Hello from the test' }).click();
		const message = page.locator('[data-test=message]');
		await message.getByText('first1').waitFor();
		must(['accepted', 'sent'].includes(await message.locator('select').inputValue()), 'status');
		sandbox.clock.advance(10_000);
		await page.locator('[data-test=message][data-tone=good]').waitFor();
		await message.locator('select').selectOption('expired');
		await page.locator('[data-test=message][data-tone=bad]').waitFor();
		const { body } = await service('GET', '/rest/sms/reference/first1');
		same(body.status, 'expired', 'status told by the service');
	});

	step('a hostile text stays text, of which addresses alone are links', async () => {
		for (const { text } of HOSTILE) await sendOne('380500000777', text);
		await page.locator('.row', { hasText: '777' }).first().click();
		const bubbles = page.locator('[data-test=message] .bubble');
		await bubbles.nth(HOSTILE.length - 1).waitFor();
		for (const [index, { text, links }] of HOSTILE.entries()) {
			const bubble = bubbles.nth(index);
			same(await bubble.innerText(), text, 'text');
			same(await bubble.locator('img, script, b').count(), 0, 'markup');
			const found = bubble.locator('a');
			same(await found.allInnerTexts(), links, `links in ${text}`);
			for (const link of await found.all())
				same(
					[await link.getAttribute('href'), await link.getAttribute('rel')],
					[await link.innerText(), 'noopener noreferrer nofollow'],
					'where a link leads',
				);
		}
		same(await page.evaluate('window.hacked ?? null'), null, 'script ran');
		await sendOne('380500000777', `Look: ${sandbox.url}/#/faults.`);
		const opening = browser.context.waitForEvent('page');
		await page.locator('.bubble a', { hasText: '/#/faults' }).click();
		const opened = await opening;
		await opened.waitForLoadState();
		same(opened.url(), `${sandbox.url}/#/faults`, 'where a link leads');
		same(await opened.evaluate('window.opener'), null, 'hold of a linked page on this one');
		await opened.close();
	});

	step('a phone answers, and the page says who gets no more', async () => {
		await page.locator('.row', { hasText: 'Hello from the test' }).click();
		await page.locator('[data-test=answer]').fill('STOP');
		await page.locator('[data-test=answer]').press('Enter');
		const reply = await page.locator('[data-test=reply]').innerText();
		must(reply.includes('STOP') && reply.includes('to Shop'), reply);
		same(sandbox.store.received.at(-1)?.text, 'STOP', 'what the service has');
		await service('POST', '/api/stoplist/attach', { phones: [380991110099], types: ['sms'] });
		await page.locator('.phone-head', { hasText: 'on the stop list for sms' }).waitFor();
		await picture(page, 'sandbox-reply');
	});

	step('a fault is switched on, strikes, and is off; the log has no key', async () => {
		await open('faults');
		await page.locator('[data-test=fault-status]').click();
		await page.locator('[data-test=active-fault]', { hasText: 'Answer 503' }).waitFor();
		same((await service('GET', '/rest/sms/424242')).status, 503, 'status with the fault');
		await page.locator('[data-test=active-fault]', { hasText: 'struck 1×' }).waitFor();
		await page.locator('[data-test=active-fault] button').click();
		await page.locator('[data-test=active-faults]', { hasText: 'None' }).waitFor();
		same((await service('GET', '/rest/sms/1')).status, 200, 'status without the fault');
		await page.locator('[data-test=section-requests]').click();
		await page.locator('[data-test=request]', { hasText: '/rest/sms/424242' }).click();
		await page.locator('[data-test=request-detail] dd', { hasText: 'status' }).waitFor();
		await service('POST', '/api/auth/login', { api_key: KEYS.live });
		await page.locator('[data-test=request]', { hasText: '/api/auth/login' }).click();
		await page.locator('[data-test=request-detail] pre').first().waitFor();
		must(!(await page.locator('main').innerHTML()).includes(KEYS.live), 'the log has the key');
	});

	step('an application is accepted: its sender may send', async () => {
		await open('senders');
		const card = page.locator('[data-test=application]', { hasText: 'NewShop' });
		await card.locator('[data-test=accept]').click();
		await card.locator('.pill', { hasText: 'registration completed' }).waitFor();
		must(sandbox.store.senders.has('NewShop'), 'the sender is missing in the service');
	});

	step('a campaign moves and ends with its counters, and another is stopped', async () => {
		await open('campaigns');
		const cardOf = (id: number) => page.locator(`[data-test=campaign][data-key="${id}"]`);
		const ends = cardOf(await sendCampaign(1000, 'Sale'));
		sandbox.clock.advance(2500);
		await ends.locator('.pill', { hasText: 'sending' }).waitFor();
		await ends.locator('.counters li[data-tone=busy]:not(.zero)').waitFor();
		sandbox.clock.advance(3_600_000 * 73);
		await ends.locator('.pill', { hasText: 'done' }).waitFor();
		// 1000 consecutive numbers hold the endings 0001, 0002, 0003 and 0005 once each (0004 arrives within the hour).
		same(
			(await ends.locator('.counters').innerText()).replace(/\s+/g, ' ').trim(),
			'996 delivered 0 on the way 1 unknown 3 not delivered 0 waiting',
			'counters',
		);
		const id = await sendCampaign(3000, 'Long sale');
		sandbox.clock.advance(1500);
		await cardOf(id).getByRole('button', { name: /Pause/ }).click();
		await cardOf(id).locator('.pill', { hasText: 'paused' }).waitFor();
		await cardOf(id).getByRole('button', { name: /Stop/ }).click();
		await cardOf(id).locator('.pill', { hasText: 'stopped' }).waitFor();
		same(sandbox.store.campaigns.get(id)?.status, 'stopped', 'status in the service');
	});

	test('nothing went wrong in the console, no other host was asked', () => {
		expect(browser.complaints).toEqual([]);
		expect(browser.foreignHosts).toEqual([]);
	});
});
