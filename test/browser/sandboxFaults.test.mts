import { KEYS } from '../../sandbox/server.mts';
import { must, same, testPage } from './harness.mts';
import { open, service, testSandboxPage } from './sandboxPage.mts';

// How the service misbehaves, by the switches of the page, and what was asked of it.
testSandboxPage('faults and requests', (shown) => {
	testPage(
		'a fault is switched on, strikes, and is switched off',
		() => shown().page,
		async () => {
			const { sandbox, page } = shown();
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
		() => shown().page,
		async () => {
			const { sandbox, page } = shown();
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
		() => shown().page,
		async () => {
			const { sandbox, page } = shown();
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
	testPage(
		'requests are listed as they come, with masked keys and their fault',
		() => shown().page,
		async () => {
			const { sandbox, page } = shown();
			await page.locator('[data-test=section-requests]').click();
			await page.locator('[data-test=tab-developers][aria-current=page]').waitFor();
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
});
