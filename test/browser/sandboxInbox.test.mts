import type { Locator } from 'playwright-core';
import { KEYS } from '../../sandbox/server.mts';
import { must, picture, same, testPage } from './harness.mts';
import { open, sendOne, service, TABS, testSandboxPage } from './sandboxPage.mts';

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

// What phones got and what they answer.
testSandboxPage('inbox', (shown) => {
	const message = (): Locator => shown().page.locator('[data-test=message]');

	testPage(
		'without messages it says what to enter where',
		() => shown().page,
		async () => {
			const { sandbox, page } = shown();
			await open(page, sandbox, 'inbox');
			const text = await page.locator('.welcome').innerText();
			must(text.includes(sandbox.url) && text.includes(KEYS.live) && text.includes('…0002'), text);
		},
	);
	testPage(
		'a message arrives without a reload',
		() => shown().page,
		async () => {
			const { sandbox, page } = shown();
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
		() => shown().page,
		async () => {
			const { sandbox, page } = shown();
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
		() => shown().page,
		async () => {
			const { sandbox, page } = shown();
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
		() => shown().page,
		async () => {
			const { sandbox, page } = shown();
			await message().locator('select').selectOption('expired');
			await page.locator('[data-test=message][data-tone=bad]').waitFor();
			const { body } = await service(sandbox, 'GET', '/rest/sms/reference/first1');
			same(body.status, 'expired', 'status told by the service');
		},
	);
	testPage(
		'an unread message counts on the tab and in the title',
		() => shown().page,
		async () => {
			const { sandbox, page } = shown();
			await sendOne(sandbox, '380509998877', 'Unread');
			await page.locator('[data-test=tab-inbox] .badge', { hasText: '1' }).waitFor();
			must((await page.title()).startsWith('(1) '), await page.title());
		},
	);
	testPage(
		'a hostile text stays text',
		() => shown().page,
		async () => {
			const { sandbox, page } = shown();
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
		() => shown().page,
		async () => {
			const { page } = shown();
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
		() => shown().page,
		async () => {
			const { sandbox, page } = shown();
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
			for (const [index, view] of TABS.entries()) {
				await page.keyboard.press(String(index + 1));
				await page.locator(`[data-test=tab-${view}][aria-current=page]`).waitFor();
			}
		},
	);
	testPage(
		'addresses in a message are links; nothing else of it is',
		() => shown().page,
		async () => {
			const { sandbox, page } = shown();
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
		() => shown().page,
		async () => {
			const { sandbox, browser, page } = shown();
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
});
