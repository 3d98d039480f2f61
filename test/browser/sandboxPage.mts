import type { Page } from 'playwright-core';
import { KEYS, startSandbox, type Sandbox } from '../../sandbox/server.mts';
import { isAsked, launch, type Launched } from './harness.mts';

// What the tests of the sandbox's page share: a sandbox whose clock stands, a browser, and calls of the service as the node makes them.

/** The tabs of the page. */
export const TABS = ['inbox', 'campaigns', 'senders', 'lists', 'developers'];

/** The views of the page: faults and requests are under the tab of developers. */
export const VIEWS = ['inbox', 'campaigns', 'senders', 'faults', 'requests'];

/** Calls the service with the key of the live account. @returns its status and its reply */
export async function service<T = Record<string, unknown>>(
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

/** Sends one SMS by the sender Shop. */
export function sendOne(
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

/** Applies for a sender. @returns the reply with the application's ID */
export function apply(
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
export async function open(page: Page, sandbox: Sandbox, hash: string): Promise<void> {
	await page.goto(`${sandbox.url}/#/${hash}`);
	await page.locator('main[data-loaded=true]').waitFor();
	await page.locator('#live[data-on=true]').waitFor();
}

/** A sandbox without messages whose clock stands, and a browser with its page. */
export interface Shown {
	sandbox: Sandbox;
	browser: Launched;
	page: Page;
}

/**
 * Defines tests of one part of the page, in a browser and with a sandbox of their own, and that nothing went wrong meanwhile.
 * @param define takes what gives the sandbox, the browser and the page, once the tests run
 */
export function testSandboxPage(part: string, define: (shown: () => Shown) => void): void {
	(isAsked('page') ? describe : describe.skip)(`Sandbox page: ${part}`, () => {
		let shown: Shown;
		beforeAll(async () => {
			const sandbox = await startSandbox({
				clock: 'manual',
				now: '2026-11-21T09:00:00Z',
				config: { duplicateSeconds: 0 },
				empty: true,
			});
			for (const sender of ['Shop', 'Sandbox']) sandbox.store.senders.add(sender);
			const browser = await launch();
			const page = browser.context.pages()[0] ?? (await browser.context.newPage());
			page.setDefaultTimeout(10_000);
			shown = { sandbox, browser, page };
		});
		afterAll(async () => {
			await shown.browser.close();
			await shown.sandbox.close();
		});
		define(() => shown);
		test('nothing went wrong in the console, no other host was asked', () => {
			expect(shown.browser.complaints).toEqual([]);
			expect(shown.browser.foreignHosts).toEqual([]);
		});
	});
}
