import type { Page } from 'playwright-core';
import { Editor } from './editor.mts';
import { launch, type Launched } from './harness.mts';
import { startSession, type Session } from './session.mts';

/** How long a page waits for what is to come (ms): the first opening of n8n's editor takes 30 s of a processor. */
const WAIT = 60_000;

/** n8n's editor in a browser whose owner is logged in, beside a sandbox. */
export interface ShownEditor {
	session: Session;
	browser: Launched;
	page: Page;
	editor: Editor;
	/** Stops and removes all of it. */
	close(): Promise<void>;
}

/**
 * Starts n8n beside a sandbox, and a browser for its editor.
 * @throws Error when a part does not start; nothing stays behind
 */
export async function showEditor(): Promise<ShownEditor> {
	const session = await startSession();
	try {
		const browser = await launch({
			viewport: { width: 1440, height: 900 },
			reducedMotion: 'reduce',
		});
		browser.context.setDefaultTimeout(WAIT);
		const page = browser.context.pages()[0] ?? (await browser.context.newPage());
		// n8n takes typed text over after a pause, which its own tests switch off, too: the machine's load must decide nothing.
		await page.addInitScript("sessionStorage.setItem('N8N_DEBOUNCE_MULTIPLIER', '0')");
		page.on('dialog', (dialog) => void dialog.accept());
		const [name = '', value = ''] = session.n8n.session().cookie.split('=');
		await browser.context.addCookies([{ name, value, url: session.n8n.url }]);
		return {
			session,
			browser,
			page,
			editor: new Editor(page, session.n8n.url),
			async close() {
				await browser.close();
				await session.close();
			},
		};
	} catch (error) {
		await session.close();
		throw error;
	}
}
