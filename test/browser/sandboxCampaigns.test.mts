import { same, testPage } from './harness.mts';
import { apply, open, service, testSandboxPage } from './sandboxPage.mts';

// What the service decides about campaigns and applications, by the buttons of the page.
testSandboxPage('campaigns and senders', (shown) => {
	testPage(
		'a campaign appears, moves and ends with its counters',
		() => shown().page,
		async () => {
			const { sandbox, page } = shown();
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
		() => shown().page,
		async () => {
			const { sandbox, page } = shown();
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
	testPage(
		'an application is accepted: its sender may send',
		() => shown().page,
		async () => {
			const { sandbox, page } = shown();
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
		() => shown().page,
		async () => {
			const { sandbox, page } = shown();
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
});
