import type { Page } from 'playwright-core';
import { KEYS, startSandbox, type Sandbox } from '../../sandbox/server.mts';
import { isAsked, launch, must, same, testPage, type Launched } from './harness.mts';
import { faintTexts, namelessControls, overflow } from './measure.mts';

/** Numbers of several countries, and how each country writes them. */
const WRITTEN: Array<[string, string]> = [
	['12025558665', '+1 202 555 8665'],
	['380991112233', '+380 99 111 2233'],
	['4915112345678', '+49 1511 2345678'],
];
const SIZES: Array<[string, { width: number; height: number }]> = [
	['on a screen', { width: 1440, height: 900 }],
	['on a phone', { width: 390, height: 844 }],
];

async function service(
	sandbox: Sandbox,
	method: string,
	path: string,
	body?: object,
): Promise<Record<string, unknown>> {
	const reply = await fetch(`${sandbox.url}${path}`, {
		method,
		headers: { 'X-API-KEY': KEYS.live, ...(body ? { 'content-type': 'application/json' } : {}) },
		body: body ? JSON.stringify(body) : undefined,
	});
	return (await reply.json()) as Record<string, unknown>;
}

// What somebody sees who opens the sandbox's page for the first time.
(isAsked('page') ? describe : describe.skip)('Sandbox page at first sight', () => {
	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ clock: 'manual', now: '2026-11-21T09:00:00Z' });
		for (const [msisdn] of WRITTEN)
			await service(sandbox, 'POST', '/rest/sms/create', {
				destination: 'phone',
				msisdn,
				originator: 'Shop',
				body: 'Hello',
			});
	});
	afterAll(async () => await sandbox.close());

	describe.each(SIZES)('%s', (size, viewport) => {
		let browser: Launched;
		let page: Page;

		beforeAll(async () => {
			browser = await launch({ viewport });
			page = browser.context.pages()[0] ?? (await browser.context.newPage());
			page.setDefaultTimeout(30_000);
		});
		afterAll(async () => await browser.close());

		for (const view of ['inbox', 'campaigns', 'senders', 'faults', 'requests'])
			testPage(
				`${size}, ${view}: says that the service is make-believe`,
				() => page,
				async () => {
					await page.goto(`${sandbox.url}/#/${view}`);
					await page.locator('main[data-loaded=true]').waitFor();
					const strip = page.locator('#what summary');
					const text = await strip.innerText();
					must(/make-believe/.test(text) && /Nothing leaves it/.test(text), text);
					must(await strip.isVisible(), 'it is not seen');
					same(await overflow(page), 0, 'pixels past the width');
				},
			);
		testPage(
			`${size}: tells the key, the address and what numbers do`,
			() => page,
			async () => {
				await page.goto(`${sandbox.url}/#/inbox`);
				await page.locator('#live[data-on=true]').waitFor();
				await page.locator('#what summary').click();
				const help = page.locator('#what .what-help');
				await help.getByText(KEYS.live).waitFor();
				const text = await help.innerText();
				for (const part of [sandbox.url, '…0001', '…0002', '…0003', '…0004', '…0005'])
					must(text.includes(part), `no ${part} in ${text}`);
				same(await help.getByRole('button', { name: /^Copy API/ }).count(), 2, 'buttons to copy');
				same(await overflow(page), 0, 'pixels past the width');
				same(await faintTexts(page), [], 'faint texts');
				same(await namelessControls(page), [], 'controls without a name');
				await page.locator('#what summary').click();
			},
		);
		testPage(
			`${size}: the account's mode and the connection are told apart`,
			() => page,
			async () => {
				same(await page.locator('#mode').innerText(), 'Account mode: live', 'mode');
				same((await page.locator('#live').innerText()).trim(), 'connected', 'connection');
			},
		);
		testPage(
			`${size}: numbers are grouped as their country writes them`,
			() => page,
			async () => {
				const shown = await page.locator('.row .number').allInnerTexts();
				for (const [, text] of WRITTEN)
					must(shown.includes(text), `no ${text} in ${shown.join(', ')}`);
			},
		);
		test(`${size}: nothing went wrong in the console`, () => {
			expect(browser.complaints).toEqual([]);
		});
	});
});
