import { must, same, testPage } from './harness.mts';
import { open, sendOne, service, testSandboxPage } from './sandboxPage.mts';

// A reset, a service that was away, and ten thousand messages, with the page open all the while.
testSandboxPage('what happens while it is open', (shown) => {
	testPage(
		'a reset empties the page',
		() => shown().page,
		async () => {
			const { sandbox, page } = shown();
			await open(page, sandbox, 'inbox');
			await sendOne(sandbox, '380991112233', 'Before the reset');
			await page.locator('.row', { hasText: 'Before the reset' }).waitFor();
			sandbox.reset();
			sandbox.store.senders.add('Shop');
			await page.locator('.welcome h1', { hasText: 'No messages yet' }).waitFor();
		},
	);
	testPage(
		'it reconnects after the service was away, and shows what it missed',
		() => shown().page,
		async () => {
			const { sandbox, browser, page } = shown();
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
		() => shown().page,
		async () => {
			const { sandbox, page } = shown();
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
});
