import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { freePort } from '../../tools/lib/shell.mts';
import { npmStart, type Started } from '../support/npmStart.mts';
import { Editor } from './editor.mts';
import { launch, type Launched } from './harness.mts';

/** How long a page waits for what is to come (ms): the first opening of n8n's editor takes 30 s of a processor. */
const WAIT = 60_000;

/** n8n's editor in a browser, beside a sandbox, as `npm start` starts them. */
export interface ShownEditor {
	/** What runs at the moment: another one after `startAgain`. */
	readonly started: Started;
	browser: Launched;
	page: Page;
	editor: Editor;
	/** Ends n8n and the sandbox, and starts them with what n8n has kept. */
	startAgain(): Promise<Started>;
	/** Stops and removes all of it. */
	close(): Promise<void>;
}

/**
 * Starts n8n beside a sandbox, and a browser for its editor, in which nobody is logged in.
 * @throws Error when a part does not start; nothing stays behind
 */
export async function showEditor(): Promise<ShownEditor> {
	const jobs: Array<() => Promise<void>> = [];
	const close = async (): Promise<void> => {
		for (const job of jobs.splice(0).reverse()) await job();
	};
	try {
		const home = await mkdtemp(path.join(tmpdir(), 'messaging-editor-'));
		jobs.push(async () => await rm(home, { recursive: true, force: true }));
		// --fresh deletes it: n8n would not start with it.
		await mkdir(path.join(home, '.n8n'));
		await writeFile(path.join(home, '.n8n', 'database.sqlite'), 'no database');
		const [port, sandboxPort] = [await freePort(), await freePort()];
		// Other n8ns and sandboxes may run on this machine.
		const ports = ['--port', String(port), '--sandbox-port', String(sandboxPort)];
		let started = await npmStart(home, '--fresh', ...ports);
		jobs.push(async () => await started.stop());
		const browser = await launch({
			viewport: { width: 1440, height: 900 },
			reducedMotion: 'reduce',
		});
		jobs.push(browser.close);
		browser.context.setDefaultTimeout(WAIT);
		const page = browser.context.pages()[0] ?? (await browser.context.newPage());
		// n8n takes typed text over after a pause, which its own tests switch off, too: the machine's load must decide nothing.
		await page.addInitScript("sessionStorage.setItem('N8N_DEBOUNCE_MULTIPLIER', '0')");
		page.on('dialog', (dialog) => void dialog.accept());
		const startAgain = async (): Promise<Started> => {
			await started.stop();
			return (started = await npmStart(home, ...ports));
		};
		const editor = new Editor(page, started.url);
		return {
			browser,
			page,
			editor,
			startAgain,
			close,
			get started() {
				return started;
			},
		};
	} catch (error) {
		await close();
		throw error;
	}
}
