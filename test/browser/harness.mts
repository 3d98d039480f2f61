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

/** Where the pictures of the documentation lie. */
const IMAGES = path.join('docs', 'images');
/** No picture of the documentation is larger (bytes). */
const IMAGE_LIMIT = 200_000;
const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** What a test run was asked for. */
export interface Settings {
	screenshots: boolean;
	/** Only checks whose name holds this. */
	only: string;
}

/** Counts checks and tells how each went. */
export class Checks {
	passed = 0;
	readonly failed: string[] = [];
	private group = '';
	/** The page that a failure takes a picture of, into .work/browser. */
	watched: Page | undefined;

	constructor(private readonly settings: Settings) {}

	/** Names what the following checks are about. */
	about(group: string): void {
		this.group = group;
		process.stdout.write(`\n${group}\n`);
	}

	/** Runs a check; what it throws is its failure. Returns whether it passed, undefined when it was left out. */
	async check(name: string, run: () => Promise<void>): Promise<boolean | undefined> {
		if (this.settings.only && !`${this.group} ${name}`.includes(this.settings.only))
			return undefined;
		const start = performance.now();
		try {
			await run();
			this.passed++;
			process.stdout.write(`  ✓ ${name} (${Math.round(performance.now() - start)} ms)\n`);
			return true;
		} catch (error) {
			const reason = error instanceof Error ? error.message : String(error);
			this.failed.push(`${this.group}: ${name}`);
			process.stdout.write(
				`  ✗ ${name}\n${reason
					.split('\n')
					.slice(0, 4)
					.map((line) => `      ${line.slice(0, 1500)}`)
					.join('\n')}\n`,
			);
			await this.watched
				?.screenshot({
					path: path.join(
						'.work',
						'browser',
						`${this.failed.length} ${name.replace(/[^\w]+/g, '-').slice(0, 60)}.png`,
					),
				})
				.catch(() => undefined);
			return false;
		}
	}

	/** Takes a picture for the documentation when pictures are wanted. @throws Error when it is too large. */
	async picture(
		page: Page,
		name: string,
		options: Parameters<Page['screenshot']>[0] = {},
	): Promise<void> {
		if (!this.settings.screenshots) return;
		await mkdir(IMAGES, { recursive: true });
		const file = path.join(IMAGES, `${name}.png`);
		await page.screenshot({ animations: 'disabled', caret: 'hide', ...options, path: file });
		const { size } = await stat(file);
		if (size > IMAGE_LIMIT) throw new Error(`${file} has ${size} bytes, more than ${IMAGE_LIMIT}`);
	}
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
	strangers: string[];
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
		],
		viewport: { width: 1280, height: 800 },
		locale: 'en-GB',
		timezoneId: 'UTC',
		...options,
	});
	const complaints: string[] = [];
	const strangers: string[] = [];
	const watch = (page: Page): void => {
		page.on('pageerror', (error) => complaints.push(error.message));
		page.on('console', (line) => {
			if (line.type() === 'error') complaints.push(line.text());
		});
		page.on('request', (request) => {
			const { protocol, hostname } = new URL(request.url());
			if (/^(https?|wss?):$/.test(protocol) && !['127.0.0.1', 'localhost'].includes(hostname))
				strangers.push(hostname);
		});
	};
	context.pages().forEach(watch);
	context.on('page', watch);
	return {
		context,
		complaints,
		strangers,
		async close() {
			await context.close();
			await rm(profile, { recursive: true, force: true });
		},
	};
}
