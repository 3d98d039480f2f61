import type { Locator, Page } from 'playwright-core';
import { KEYS, startSandbox, type Sandbox } from '../../sandbox/server.mts';
import { isAsked, launch, must, picture, same, testPage, type Launched } from './harness.mts';
import { faintTexts, namelessControls, overflow } from './measure.mts';

/** Which looks become pictures of the documentation, by view, scheme and size. */
const PICTURES: Readonly<Record<string, string>> = {
	'inbox light wide': 'sandbox-inbox',
	'inbox dark phone': 'sandbox-phone',
	'campaigns dark wide': 'sandbox-campaigns',
	'senders light wide': 'sandbox-senders',
	'faults light wide': 'sandbox-faults',
	'requests light wide': 'sandbox-requests',
};
const VIEWS = ['inbox', 'campaigns', 'senders', 'faults', 'requests'];
/** A text that would run a script if it were taken for markup. */
const HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>';
/** Texts, and the addresses in each that may be pressed. */
const LINKED = [
	{ text: 'See https://shop.example/t/1042.', links: ['https://shop.example/t/1042'] },
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

async function service<T = Record<string, unknown>>(
	sandbox: Sandbox,
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

function sendOne(
	sandbox: Sandbox,
	msisdn: string,
	body: string,
	reference?: string,
): Promise<{ status: number; body: { id: number; error: unknown } }> {
	return service(sandbox, 'POST', '/rest/sms/create', {
		destination: 'phone',
		msisdn,
		originator: 'Shop',
		body,
		...(reference ? { reference } : {}),
	});
}

function apply(
	sandbox: Sandbox,
	sender: string,
): Promise<{ status: number; body: { data: { id: number } } }> {
	return service(sandbox, 'POST', '/api/senders/requests/legal', {
		country_code: 'UA',
		sender,
		type: 'sms',
		code_of_company: '12345678',
		description: 'Online shop',
		informing_purpose: 'Order updates',
		legal_name: 'Shop Ltd',
		address: '1 Main Street, Kyiv',
		tax_number: '1234567890',
	});
}

/** Opens a view and waits until it shows what the sandbox holds. */
async function open(page: Page, sandbox: Sandbox, hash: string): Promise<void> {
	await page.goto(`${sandbox.url}/#/${hash}`);
	await page.locator('main[data-loaded=true]').waitFor();
	await page.locator('#live[data-on=true]').waitFor();
}

/** Fills the account as after a morning of use. */
async function fill(sandbox: Sandbox): Promise<void> {
	await sendOne(sandbox, '380991112233', 'Your code is 481 516. Do not share it.', 'login20261121');
	await sendOne(sandbox, '380671234567', 'Знижка 20% до неділі! Код LITO', 'promo7');
	await sendOne(sandbox, '380501110001', 'This phone is switched off: the message expires.');
	await sendOne(sandbox, '380501110002', 'Nobody has this number.');
	await sendOne(
		sandbox,
		'380631119988',
		'Reminder: your appointment is tomorrow at 10:30.\nReply 1 to confirm.',
	);
	await service(sandbox, 'POST', '/api/campaigns/sms/send-individual', {
		messages: [
			['380991112233', 'Olena'],
			['380671234567', 'Taras'],
			['380935550100', 'Ivan'],
			['380935550003', 'Oksana'],
		].map(([phone, name]) => ({
			phone: Number(phone),
			sender: 'Shop',
			text: `Hello ${name}, your order is on its way. Track it: https://shop.example/t/1042`,
		})),
	});
}

let sandbox: Sandbox;
let browser: Launched;
let page: Page;

function inboxTests(): void {
	const message = (): Locator => page.locator('[data-test=message]');

	testPage(
		'without messages it says what to enter where',
		() => page,
		async () => {
			await open(page, sandbox, 'inbox');
			const text = await page.locator('.welcome').innerText();
			must(text.includes(sandbox.url) && text.includes(KEYS.live) && text.includes('…0002'), text);
		},
	);
	testPage(
		'a message arrives without a reload',
		() => page,
		async () => {
			await sendOne(sandbox, '380991112233', 'Hello from the test', 'first1');
			await page.locator('.row', { hasText: 'Hello from the test' }).click();
			await message().waitFor();
			const text = await message().innerText();
			must(
				text.includes('Shop') && text.includes('Hello from the test') && text.includes('first1'),
				text,
			);
			same(await page.title(), 'Inbox · Messaging sandbox', 'title');
		},
	);
	testPage(
		'a phone answers, and the page tells who gets no more',
		() => page,
		async () => {
			await page.locator('[data-test=answer]').fill('STOP');
			await page.locator('[data-test=answer]').press('Enter');
			const reply = page.locator('[data-test=reply]');
			await reply.waitFor();
			const text = await reply.innerText();
			must(text.includes('STOP') && text.includes('to Shop'), text);
			same(sandbox.store.received.at(-1)?.text, 'STOP', 'what the service has');
			await service(sandbox, 'POST', '/api/stoplist/attach', {
				phones: [380991112233],
				types: ['sms'],
			});
			await page.locator('.phone-head', { hasText: 'on the stop list for sms' }).waitFor();
			await picture(page, 'sandbox-reply');
			await service(sandbox, 'POST', '/api/stoplist/detach', {
				ids: [...sandbox.store.stopList.values()].map(({ id }) => id),
				types: ['sms'],
			});
		},
	);
	testPage(
		'its status moves with the clock',
		() => page,
		async () => {
			must(
				['accepted', 'sent'].includes(await message().locator('select').inputValue()),
				'not accepted at first',
			);
			sandbox.clock.advance(10_000);
			await page.locator('[data-test=message][data-tone=good]').waitFor();
			same(await message().locator('select').inputValue(), 'delivered', 'status');
		},
	);
	testPage(
		'a forced status reaches the service',
		() => page,
		async () => {
			await message().locator('select').selectOption('expired');
			await page.locator('[data-test=message][data-tone=bad]').waitFor();
			const { body } = await service(sandbox, 'GET', '/rest/sms/reference/first1');
			same(body.status, 'expired', 'status told by the service');
		},
	);
	testPage(
		'an unread message counts on the tab and in the title',
		() => page,
		async () => {
			await sendOne(sandbox, '380509998877', 'Unread');
			await page.locator('[data-test=tab-inbox] .badge', { hasText: '1' }).waitFor();
			must((await page.title()).startsWith('(1) '), await page.title());
		},
	);
	testPage(
		'a hostile text stays text',
		() => page,
		async () => {
			await sendOne(sandbox, '380500000666', HOSTILE);
			await page.locator('.row', { hasText: 'onerror' }).click();
			await page.locator('.bubble', { hasText: 'onerror' }).waitFor();
			same(await page.locator('.bubble').innerText(), HOSTILE, 'text');
			same(await page.evaluate('window.hacked ?? null'), null, 'script ran');
			same(await page.locator('.bubble img').count(), 0, 'markup');
		},
	);
	testPage(
		'search finds by number and by text',
		() => page,
		async () => {
			const search = page.locator('[data-test=search]');
			for (const query of ['+380 99 111', 'hello from']) {
				await search.fill(query);
				await page.locator('.side .list-note', { hasText: /^1 of/ }).waitFor();
				same(await page.locator('.row').count(), 1, `phones for ${query}`);
			}
			await search.fill('');
			await page.locator('.side .list-note', { hasText: /messages/ }).waitFor();
		},
	);
	testPage(
		'keys lead everywhere: / to search, arrows through phones, digits to views',
		() => page,
		async () => {
			await page.evaluate('document.activeElement.blur()');
			await page.keyboard.press('/');
			same(await page.evaluate('document.activeElement.type'), 'search', 'focus after /');
			await page.keyboard.press('Tab');
			same(
				await page.evaluate('document.activeElement.getAttribute("role")'),
				'listbox',
				'focus after Tab',
			);
			await page.keyboard.press('Home');
			const first = await page.locator('.phone-head h1').innerText();
			await page.keyboard.press('ArrowDown');
			await page.locator('.phone-head h1').filter({ hasNotText: first }).waitFor();
			same(await page.locator('[aria-selected=true]').count(), 1, 'chosen rows');
			await page.keyboard.press('Tab');
			same(
				await page.evaluate('document.activeElement.tagName'),
				'SELECT',
				'status reached by Tab',
			);
			// The focus must survive the redraws that arriving messages cause.
			await sendOne(sandbox, '380509998866', 'Redraw');
			await page.locator('.row', { hasText: 'Redraw' }).waitFor();
			same(await page.evaluate('document.activeElement.tagName'), 'SELECT', 'focus after a redraw');
			await page.keyboard.press('Escape');
			for (const [index, view] of VIEWS.entries()) {
				await page.keyboard.press(String(index + 1));
				await page.locator(`[data-test=tab-${view}][aria-current=page]`).waitFor();
			}
		},
	);
	testPage(
		'addresses in a message are links; nothing else of it is',
		() => page,
		async () => {
			await open(page, sandbox, 'inbox');
			const phone = '380500000777';
			for (const { text } of LINKED) await sendOne(sandbox, phone, text);
			await page.locator('.row', { hasText: '777' }).first().click();
			await message()
				.nth(LINKED.length - 1)
				.waitFor();
			for (const [index, { text, links }] of LINKED.entries()) {
				const bubble = message().nth(index).locator('.bubble');
				same(await bubble.innerText(), text, 'text');
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
		},
	);
	testPage(
		'a link opens in a window of its own, which has no hold on this one',
		() => page,
		async () => {
			await open(page, sandbox, 'inbox');
			await sendOne(sandbox, '380500000778', `Look: ${sandbox.url}/#/faults.`);
			await page.locator('.row', { hasText: '/#/faults' }).first().click();
			const opening = browser.context.waitForEvent('page');
			await page.locator('.bubble a', { hasText: '/#/faults' }).click();
			const opened = await opening;
			await opened.waitForLoadState();
			same(opened.url(), `${sandbox.url}/#/faults`, 'address');
			same(await opened.evaluate('window.opener'), null, 'opener');
			await opened.close();
		},
	);
}

function campaignTests(): void {
	testPage(
		'a campaign appears, moves and ends with its counters',
		() => page,
		async () => {
			await open(page, sandbox, 'campaigns');
			const phones = Array.from({ length: 1000 }, (_, index) => ({
				number: 380_931_000_000 + index,
			}));
			const { body } = await service<{ data: { id: number } }>(
				sandbox,
				'POST',
				'/api/campaigns/sms/send',
				{ sender: 'Shop', text: 'Sale', phones },
			);
			const card = page.locator(`[data-test=campaign][data-key="${body.data.id}"]`);
			await card.waitFor();
			sandbox.clock.advance(2500);
			await card.locator('.pill', { hasText: 'sending' }).waitFor();
			await card.locator('.counters li[data-tone=busy]:not(.zero)').waitFor();
			sandbox.clock.advance(3_600_000 * 73);
			await card.locator('.pill', { hasText: 'done' }).waitFor();
			same(await card.locator('.bar').getAttribute('aria-valuenow'), '1000', 'progress');
			// 1000 consecutive numbers hold the endings 0001, 0002, 0003 and 0005 once each (0004 arrives within the hour).
			same(
				await card
					.locator('.counters')
					.innerText()
					.then((text) => text.replace(/\s+/g, ' ').trim()),
				'996 delivered 0 on the way 1 unknown 3 not delivered 0 waiting',
				'counters',
			);
			same(
				await card.locator('.actions button:visible').count(),
				0,
				'buttons of a finished campaign',
			);
		},
	);
	testPage(
		'a campaign can be paused and stopped',
		() => page,
		async () => {
			const phones = Array.from({ length: 3000 }, (_, index) => ({
				number: 380_932_000_000 + index,
			}));
			const { body } = await service<{ data: { id: number } }>(
				sandbox,
				'POST',
				'/api/campaigns/sms/send',
				{ sender: 'Shop', text: 'Long sale', phones },
			);
			const card = page.locator(`[data-test=campaign][data-key="${body.data.id}"]`);
			sandbox.clock.advance(1500);
			await card.getByRole('button', { name: /Pause/ }).click();
			await card.locator('.pill', { hasText: 'paused' }).waitFor();
			await card.getByRole('button', { name: /Stop/ }).click();
			await card.locator('.pill', { hasText: 'stopped' }).waitFor();
			same(sandbox.store.campaigns.get(body.data.id)?.status, 'stopped', 'status in the service');
		},
	);
}

function senderTests(): void {
	testPage(
		'an application is accepted: its sender may send',
		() => page,
		async () => {
			await open(page, sandbox, 'senders');
			const { body } = await apply(sandbox, 'NewShop');
			const card = page.locator(`[data-test=application][data-key="${body.data.id}"]`);
			await card.locator('[data-test=accept]').click();
			await card.locator('.pill', { hasText: 'registration completed' }).waitFor();
			await page.locator('.senders', { hasText: 'NewShop' }).waitFor();
			const sent = await service<{ error: unknown }>(sandbox, 'POST', '/rest/sms/create', {
				destination: 'phone',
				msisdn: '380991112244',
				originator: 'NewShop',
				body: 'Hi',
			});
			same(Number(sent.body.error), 0, 'error of a send with it');
		},
	);
	testPage(
		'another is rejected with a reason',
		() => page,
		async () => {
			const { body } = await apply(sandbox, 'Copycat');
			const card = page.locator(`[data-test=application][data-key="${body.data.id}"]`);
			await card.locator('input[name=reason]').fill('Company documents missing');
			await page.keyboard.press('Enter');
			await card.locator('.reason', { hasText: 'Company documents missing' }).waitFor();
			same(
				sandbox.store.applications.get(body.data.id)?.rejection_reason,
				'Company documents missing',
				'reason in the service',
			);
			same(
				await card.locator('[data-test=accept]:visible').count(),
				0,
				'buttons of a decided application',
			);
		},
	);
}

function faultTests(): void {
	testPage(
		'a fault is switched on, strikes, and is switched off',
		() => page,
		async () => {
			await open(page, sandbox, 'faults');
			await page.locator('[data-test=fault-status]').click();
			await page.locator('[data-test=active-fault]', { hasText: 'Answer 503' }).waitFor();
			same(
				(await fetch(`${sandbox.url}/rest/sms/1`, { headers: { 'X-API-KEY': KEYS.live } })).status,
				503,
				'status with the fault',
			);
			await page.locator('[data-test=active-fault]', { hasText: 'struck 1×' }).waitFor();
			await page.locator('[data-test=active-fault] button').click();
			await page.locator('[data-test=active-faults]', { hasText: 'None' }).waitFor();
			same((await service(sandbox, 'GET', '/rest/sms/1')).status, 200, 'status without the fault');
		},
	);
	testPage(
		'every kind of fault can be switched on, for a path and a number of times',
		() => page,
		async () => {
			await page.getByLabel('Only paths that begin with').fill('/rest/stat');
			await page.getByLabel('How often').selectOption('3');
			const buttons = page.locator('.switches button');
			const count = await buttons.count();
			must(count >= 13, `${count} kinds`);
			for (let index = 0; index < count; index++) {
				await buttons.nth(index).click();
				await page.locator('[data-test=active-fault]').nth(index).waitFor();
			}
			must(
				sandbox.faults.list().every((fault) => fault.path === '/rest/stat' && fault.times === 3),
				'path or times lost',
			);
			same(
				await page.locator('.switch:has(.muted:empty)').count(),
				0,
				'kinds without an explanation',
			);
			await page.getByRole('button', { name: 'Switch all off' }).click();
			await page.locator('[data-test=active-faults]', { hasText: 'None' }).waitFor();
			same(sandbox.faults.list().length, 0, 'faults');
		},
	);
	testPage(
		'account mode, latency and clock are set',
		() => page,
		async () => {
			await page.getByLabel('Account mode').selectOption('demo');
			await page.locator('#mode[data-mode=demo]').waitFor();
			same(sandbox.config.mode, 'demo', 'mode');
			await page.getByLabel('Account mode').selectOption('live');
			await page.getByLabel('Latency (ms)').fill('20');
			await page.keyboard.press('Tab');
			await page.locator('#toast', { hasText: 'Latency' }).waitFor();
			same(sandbox.config.latencyMs, 20, 'latency');
			sandbox.config.latencyMs = 0;
			const before = sandbox.clock.now().getTime();
			await page.getByRole('button', { name: '+1 h' }).click();
			await page.locator('#toast', { hasText: 'Clock' }).waitFor();
			same(sandbox.clock.now().getTime() - before, 3_600_000, 'clock');
		},
	);
}

function requestTests(): void {
	testPage(
		'requests are listed as they come, with masked keys and their fault',
		() => page,
		async () => {
			await open(page, sandbox, 'requests');
			sandbox.faults.add({ kind: 'html', times: 1 });
			await fetch(`${sandbox.url}/rest/sms/424242`, { headers: { 'X-API-KEY': KEYS.live } });
			await page.locator('[data-test=request]', { hasText: '/rest/sms/424242' }).click();
			const detail = page.locator('[data-test=request-detail]');
			await detail.locator('dd', { hasText: 'html' }).waitFor();
			await fetch(`${sandbox.url}/api/auth/login`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ api_key: KEYS.live }),
			});
			await page.locator('[data-test=request]', { hasText: '/api/auth/login' }).first().click();
			await detail.locator('pre').waitFor();
			const everything = String(await page.evaluate('document.documentElement.outerHTML'));
			must(!everything.includes(KEYS.live), 'the key is in the page');
		},
	);
}

function liveTests(): void {
	testPage(
		'a reset empties the page',
		() => page,
		async () => {
			await open(page, sandbox, 'inbox');
			sandbox.reset();
			sandbox.store.senders.add('Shop');
			await page.locator('.welcome h1', { hasText: 'No messages yet' }).waitFor();
		},
	);
	testPage(
		'it reconnects after the service was away, and shows what it missed',
		() => page,
		async () => {
			await sandbox.suspend();
			await page.locator('#live[data-on=false]', { hasText: 'reconnecting' }).waitFor();
			await sandbox.resume();
			await sendOne(sandbox, '380991110099', 'While you were away');
			await page.locator('.row', { hasText: 'While you were away' }).waitFor({ timeout: 15_000 });
			await page.locator('#live[data-on=true]').waitFor();
			// Refused connections are what this check caused.
			browser.complaints.splice(
				0,
				browser.complaints.length,
				...browser.complaints.filter(
					(line) => !/ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY_RESPONSE|Failed to fetch/.test(line),
				),
			);
		},
	);
	testPage(
		'10,000 messages to 10,000 phones neither freeze it nor fill the document',
		() => page,
		async () => {
			await open(page, sandbox, 'inbox');
			await page.evaluate(
				`window.longest = 0; new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.longest = Math.max(window.longest, entry.duration); }).observe({ entryTypes: ['longtask'] })`,
			);
			const phones = Array.from({ length: 10_000 }, (_, index) => ({
				number: 380_970_000_000 + index,
			}));
			const reply = await service<{ data: { id: number } }>(
				sandbox,
				'POST',
				'/api/campaigns/sms/send',
				{ sender: 'Shop', text: 'To everybody', phones },
			);
			same(reply.status, 200, 'status');
			for (let second = 0; second < 40; second++) {
				sandbox.clock.advance(1000);
				await page.evaluate('new Promise((done) => requestAnimationFrame(() => done()))');
			}
			await page
				.locator('.side .list-note', { hasText: /10,\d{3} (phones|messages)|10,000/ })
				.waitFor();
			const elements = Number(await page.evaluate('document.querySelectorAll("*").length'));
			must(elements < 600, `${elements} elements`);
			const longest = Number(await page.evaluate('window.longest'));
			must(longest < 1500, `a task of ${Math.round(longest)} ms`);
			process.stdout.write(`      ${elements} elements, longest task ${Math.round(longest)} ms\n`);
			await page.locator('.rows').focus();
			await page.keyboard.press('End');
			await page.locator('.row[aria-selected=true]').waitFor();
			await page.locator('[data-test=message]').first().waitFor();
		},
	);
}

/** The views of a filled account, in one scheme and size: how each looks. */
function testLooks(shown: () => Sandbox, scheme: 'light' | 'dark', size: 'wide' | 'phone'): void {
	const viewport = size === 'wide' ? { width: 1280, height: 800 } : { width: 375, height: 740 };
	let browser: Launched;
	let page: Page;

	beforeAll(async () => {
		browser = await launch({
			viewport,
			colorScheme: scheme,
			...(size === 'phone' ? { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } : {}),
		});
		page = browser.context.pages()[0] ?? (await browser.context.newPage());
	});
	afterAll(async () => await browser.close());

	for (const view of VIEWS)
		testPage(
			`${view}, ${scheme}, ${size}: fits, is readable, every control has a name`,
			() => page,
			async () => {
				await open(page, shown(), view);
				if (view === 'inbox') {
					await page.locator('.row', { hasText: 'Olena' }).click();
					await page.locator('[data-test=message]').first().waitFor();
				}
				if (view === 'requests')
					await page.locator('[data-test=request]', { hasText: 'send-individual' }).click();
				same(await overflow(page), 0, 'pixels past the width');
				same(await faintTexts(page), [], 'faint texts');
				same(await namelessControls(page), [], 'controls without a name');
				const name = PICTURES[`${view} ${scheme} ${size}`];
				if (name) await picture(page, name);
			},
		);
	if (size === 'phone')
		testPage(
			`${scheme}, phone: from the list to a phone and back by touch`,
			() => page,
			async () => {
				await open(page, shown(), 'inbox');
				await page.locator('.row').first().tap();
				await page.locator('.phone-head .back').tap();
				await page.locator('.row').first().waitFor();
			},
		);
	test(`${scheme}, ${size}: nothing went wrong in the console, no other host was asked`, () => {
		expect(browser.complaints).toEqual([]);
		expect(browser.foreignHosts).toEqual([]);
	});
}

// The sandbox's page in a real browser: what it shows, what it does, how it looks.
(isAsked('page') ? describe : describe.skip)('Sandbox page', () => {
	beforeAll(async () => {
		sandbox = await startSandbox({
			clock: 'manual',
			now: '2026-11-21T09:00:00Z',
			config: { duplicateSeconds: 0 },
			empty: true,
		});
		for (const sender of ['Shop', 'Sandbox']) sandbox.store.senders.add(sender);
		browser = await launch();
		page = browser.context.pages()[0] ?? (await browser.context.newPage());
		page.setDefaultTimeout(10_000);
	});
	afterAll(async () => {
		await browser.close();
		await sandbox.close();
	});

	inboxTests();
	campaignTests();
	senderTests();
	faultTests();
	requestTests();
	liveTests();
	test('nothing went wrong in the console, no other host was asked', () => {
		expect(browser.complaints).toEqual([]);
		expect(browser.foreignHosts).toEqual([]);
	});
});

(isAsked('page') ? describe : describe.skip)('Looks of the sandbox page', () => {
	let shown: Sandbox;

	beforeAll(async () => {
		shown = await startSandbox({
			clock: 'manual',
			now: '2026-11-21T09:00:00Z',
			config: { sendRate: 150 },
		});
		const phones = Array.from({ length: 2400 }, (_, index) => ({
			number: 380_931_000_000 + index * 7,
		}));
		await service(shown, 'POST', '/api/campaigns/sms/send', {
			sender: 'Shop',
			text: 'Black Friday: 30% off until Sunday',
			phones,
		});
		shown.clock.advance(3000);
		await apply(shown, 'NewShop');
		await fill(shown);
		shown.clock.advance(7500);
		shown.faults.add({ kind: 'status', status: 503, path: '/rest/sms', times: 3 });
		await fetch(`${shown.url}/rest/sms/1`, { headers: { 'X-API-KEY': KEYS.live } });
	});
	afterAll(async () => await shown.close());

	for (const scheme of ['light', 'dark'] as const)
		for (const size of ['wide', 'phone'] as const)
			describe(`${scheme}, ${size}`, () => testLooks(() => shown, scheme, size));
});
