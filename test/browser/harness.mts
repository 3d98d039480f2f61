import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
	chromium,
	type BrowserContext,
	type BrowserContextOptions,
	type Page,
} from 'playwright-core';
import { isSet, option } from '../support/options.mts';

/** Where the pictures of the documentation lie. */
const IMAGES = path.join('docs', 'images');
/** No picture of the documentation is larger (bytes). */
const IMAGE_LIMIT = 200_000;
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** `--only word`, or several with | between them: the tests whose name holds one. */
const only = (option('only') ?? '').split('|');
/** `--part page` or `--part editor`: only that part. */
const part = option('part') ?? 'all';

/** Whether this part was asked for. */
export const isAsked = (name: 'page' | 'editor'): boolean => part === 'all' || part === name;

/**
 * Defines a test on a page. When it fails, a picture of the page is left in .work/browser.
 * @param page returns the page; it is not open yet when the test is defined
 */
export function testPage(name: string, page: () => Page, run: () => Promise<void>): void {
	(only.some((word) => name.includes(word)) ? test : test.skip)(name, async () => {
		try {
			await run();
		} catch (error) {
			const file = `${name.replace(/[^\w]+/g, '-').slice(0, 60)}.png`;
			await page()
				.screenshot({ path: path.join('.work', 'browser', file) })
				.catch(() => undefined);
			throw error;
		}
	});
}

/** Takes a picture for the documentation when pictures are wanted (`--screenshots`). @throws Error when it is too large. */
export async function picture(
	page: Page,
	name: string,
	options: Parameters<Page['screenshot']>[0] = {},
): Promise<void> {
	if (!isSet('screenshots')) return;
	await mkdir(IMAGES, { recursive: true });
	const file = path.join(IMAGES, `${name}.png`);
	await page.screenshot({ animations: 'disabled', caret: 'hide', ...options, path: file });
	const { size } = await stat(file);
	if (size > IMAGE_LIMIT) throw new Error(`${file} has ${size} bytes, more than ${IMAGE_LIMIT}`);
}

/** @throws Error with both values unless they are the same (compared as JSON). */
export function same(actual: unknown, expected: unknown, what: string): void {
	const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
	if (left !== right) throw new Error(`${what}: ${left} instead of ${right}`);
}

/** @throws Error with `what` unless the value is true. */
export function must(value: boolean, what: string): void {
	if (!value) throw new Error(what);
}

/** A browser with an empty profile; `close` removes the profile. */
export interface Launched {
	context: BrowserContext;
	/** What pages wrote as an error to their console, or threw. */
	complaints: string[];
	/** Hosts other than this machine that a page asked. */
	foreignHosts: string[];
	close(): Promise<void>;
}

/** Starts headless Chromium. @throws Error when none is installed. */
export async function launch(options: BrowserContextOptions = {}): Promise<Launched> {
	const executablePath = process.env.CHROMIUM ?? BROWSERS.find((file) => existsSync(file));
	if (!executablePath)
		throw new Error(
			`No Chromium: install it (apt-get install chromium) or name it in CHROMIUM; looked for ${BROWSERS.join(', ')}`,
		);
	const profile = await mkdtemp(path.join(tmpdir(), 'messaging-browser-'));
	const context = await chromium.launchPersistentContext(profile, {
		executablePath,
		args: [
			'--no-sandbox',
			'--disable-gpu',
			'--disable-quic',
			'--no-first-run',
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-sync',
			// No test depends on another machine. Catching requests would switch off the browser's cache, from which n8n's editor opens
			// with half the work.
			'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
		],
		viewport: { width: 1280, height: 800 },
		locale: 'en-GB',
		timezoneId: 'UTC',
		...options,
	});
	const complaints: string[] = [];
	const foreignHosts: string[] = [];
	const watch = (page: Page): void => {
		page.on('pageerror', (error) => complaints.push(error.message));
		page.on('console', (line) => {
			if (line.type() === 'error') complaints.push(line.text());
		});
		page.on('request', (request) => {
			const { protocol, hostname } = new URL(request.url());
			if (/^(https?|wss?):$/.test(protocol) && !['127.0.0.1', 'localhost'].includes(hostname))
				foreignHosts.push(hostname);
		});
	};
	context.pages().forEach(watch);
	context.on('page', watch);
	return {
		context,
		complaints,
		foreignHosts,
		async close() {
			await context.close();
			await rm(profile, { recursive: true, force: true });
		},
	};
}
