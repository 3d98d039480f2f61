import { KEYS } from '../../sandbox/server.mts';
import { must, same, testPage } from './harness.mts';
import { faintTexts, namelessControls, overflow } from './measure.mts';
import { open, sendOne, testSandboxPage, VIEWS } from './sandboxPage.mts';

/** Numbers of several countries, and how each country writes them. */
const WRITTEN: Array<[string, string]> = [
	['12025558665', '+1 202 555 8665'],
	['380991112233', '+380 99 111 2233'],
	['4915112345678', '+49 1511 2345678'],
];

// What somebody sees who opens the sandbox's page for the first time.
testSandboxPage('at first sight', (shown) => {
	testPage(
		'each view says that the service is make-believe',
		() => shown().page,
		async () => {
			const { sandbox, page } = shown();
			for (const view of VIEWS) {
				await open(page, sandbox, view);
				const strip = page.locator('#what summary');
				const text = await strip.innerText();
				must(/make-believe/.test(text) && /Nothing leaves it/.test(text), `${view}: ${text}`);
				must(await strip.isVisible(), `${view}: it is not seen`);
			}
		},
	);
	testPage(
		'it tells the key, the address and what numbers do, on a phone too',
		() => shown().page,
		async () => {
			const { sandbox, page } = shown();
			await open(page, sandbox, 'inbox');
			await page.locator('#what summary').click();
			const help = page.locator('#what .what-help');
			await help.getByText(KEYS.live).waitFor();
			const text = await help.innerText();
			for (const part of [sandbox.url, '…0001', '…0002', '…0003', '…0004', '…0005'])
				must(text.includes(part), `no ${part} in ${text}`);
			same(await help.getByRole('button', { name: /^Copy API/ }).count(), 2, 'buttons to copy');
			const size = page.viewportSize() ?? { width: 1280, height: 800 };
			for (const viewport of [{ width: 390, height: 844 }, size]) {
				await page.setViewportSize(viewport);
				same(await overflow(page), 0, 'pixels past the width');
				same(await faintTexts(page), [], 'faint texts');
				same(await namelessControls(page), [], 'controls without a name');
			}
			await page.locator('#what summary').click();
		},
	);
	testPage(
		"the account's mode and the connection are told apart",
		() => shown().page,
		async () => {
			const { page } = shown();
			same(await page.locator('#mode').innerText(), 'Account mode: live', 'mode');
			same((await page.locator('#live').innerText()).trim(), 'connected', 'connection');
		},
	);
	testPage(
		'numbers are grouped as their country writes them',
		() => shown().page,
		async () => {
			const { sandbox, page } = shown();
			for (const [phone] of WRITTEN) await sendOne(sandbox, phone, 'Hello');
			for (const [, text] of WRITTEN)
				await page.locator('.row .number', { hasText: text }).waitFor();
		},
	);
});
