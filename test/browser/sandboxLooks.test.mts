import type { Page } from 'playwright-core';
import { KEYS, startSandbox, type Sandbox } from '../../sandbox/server.mts';
import { isAsked, launch, picture, same, testPage, type Launched } from './harness.mts';
import { faintTexts, namelessControls, overflow } from './measure.mts';
import { apply, open, sendOne, service, VIEWS } from './sandboxPage.mts';

/** Which looks become pictures of the documentation, by view, scheme and size. */
const PICTURES: Readonly<Record<string, string>> = {
	'inbox light wide': 'sandbox-inbox',
	'inbox dark phone': 'sandbox-phone',
	'campaigns light wide': 'sandbox-campaigns',
	'senders light wide': 'sandbox-senders',
	'faults light wide': 'sandbox-faults',
	'requests light wide': 'sandbox-requests',
};

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

// How the page of a filled account looks.
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

	// The colours do not change with the size.
	describe('light, wide', () => testLooks(() => shown, 'light', 'wide'));
	describe('dark, phone', () => testLooks(() => shown, 'dark', 'phone'));
});
