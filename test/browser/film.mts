import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from 'playwright-core';

import { byId, Editor } from './editor.mts';
import { launch } from './harness.mts';
import { movingPicture, type Frame } from './movingPicture.mts';
import { startSession } from './session.mts';

// npm run docs:film: the moving picture of the README, recorded in n8n's real editor and on the sandbox's page. A campaign goes
// from the form of the node to the phones. `-- --frames` keeps the single frames in .work/film, to be looked at.

const FILE = path.join('docs', 'images', 'campaign.gif');
/** No larger, in bytes: the picture stands in the README of the repository and of npm. */
const LIMIT = 2_000_000;
const WIDTH = 900;
const SIZE = { width: 1280, height: 760 };
/** A contact of the example, whose phone is looked at. */
const NAME = 'George';
const TEXT = 'Hello {First Name|there}, you have {Bonus Points} points: shop.example/points';

/** Records a page, and shows where the pointer is. */
class Camera {
	readonly frames: Frame[] = [];

	constructor(public page: Page) {}

	/** Takes a picture that is seen for so many milliseconds. */
	async shoot(ms: number): Promise<void> {
		this.frames.push({ png: await this.page.screenshot({ caret: 'hide' }), ms });
	}

	/** Takes so many pictures of what moves, and shows it about twice as fast. */
	async roll(pictures: number): Promise<void> {
		for (let picture = 0; picture < pictures; picture++) {
			await this.shoot(250);
			await this.page.waitForTimeout(400);
		}
	}

	/** Moves a drawn pointer to the middle of an element. The browser's own is in no screenshot. */
	async pointAt(target: Locator): Promise<void> {
		const box = await target.boundingBox();
		if (!box) throw new Error('There is nothing to point at.');
		const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height / 2, 16)];
		await this.page.evaluate(`(() => {
			const pointer = document.getElementById('film-pointer') ?? document.createElement('div');
			pointer.id = 'film-pointer';
			pointer.innerHTML = '<svg width="26" height="26" viewBox="0 0 26 26"><path d="M4 2v18l5-4 3 8 4-2-3-7h7z" fill="#111" stroke="#fff" stroke-width="1.5"/></svg>';
			pointer.style.cssText = 'position:fixed;left:${x}px;top:${y}px;z-index:2147483647;pointer-events:none';
			document.documentElement.append(pointer);
		})()`);
		await this.shoot(600);
	}

	/** Points at an element, and clicks it. */
	async click(target: Locator): Promise<void> {
		await this.pointAt(target);
		await target.click();
	}
}

/** From the workflow to the filled form. */
async function showForm(camera: Camera, editor: Editor): Promise<void> {
	const { page } = editor;
	const node = page
		.locator('[data-test-id=canvas-node]', { hasText: 'Send Personalized SMS' })
		.first();
	await node.waitFor();
	await page.waitForTimeout(1000);
	await camera.shoot(1200);
	await camera.pointAt(node);
	await node.dblclick();
	await editor.ndv.waitFor();
	await page.waitForTimeout(800);
	await camera.shoot(1000);
	const text = byId(editor.ndv, 'parameter-input-text').locator('textarea');
	await text.scrollIntoViewIfNeeded();
	await camera.click(text);
	await text.fill('');
	for (let end = 0; end < TEXT.length; end += 6) {
		await page.keyboard.type(TEXT.slice(end, end + 6));
		await camera.shoot(100);
	}
	await camera.shoot(900);
}

/** From the button to the table of what became of each contact. */
async function showRun(camera: Camera, editor: Editor): Promise<void> {
	await camera.click(byId(editor.ndv, 'node-execute-button'));
	await camera.shoot(400);
	await editor.outputTable();
	await editor.dismissNotices();
	await editor.firstPageOf('accepted', 5);
	await camera.shoot(2200);
}

/** The sandbox's page: the campaign, and the messages as they come to the phones. */
async function showPhones(camera: Camera, url: string): Promise<void> {
	const { page } = camera;
	await page.goto(`${url}/#/campaigns`);
	await page.locator('[data-test=campaign]').first().waitFor();
	await camera.roll(10);
	await page.goto(`${url}/#/inbox`);
	await page.locator('.row').first().waitFor();
	await camera.roll(2);
	// A machine may lack the fonts of some scripts that the contacts' names are written in: one name is searched for.
	const search = page.locator('[data-test=search]');
	await camera.click(search);
	await search.pressSequentially(NAME);
	await page
		.locator('.row', { hasText: `Hello ${NAME}` })
		.first()
		.waitFor();
	await camera.shoot(900);
	await camera.click(page.locator('.row', { hasText: `Hello ${NAME}` }).first());
	await page.locator('[data-test=message]').first().waitFor();
	await camera.shoot(1200);
	await page.waitForFunction(
		"document.querySelector('[data-test=message] select')?.value === 'delivered'",
	);
	await camera.shoot(2500);
}

const session = await startSession();
try {
	const browser = await launch({ viewport: SIZE, reducedMotion: 'reduce' });
	try {
		await browser.context.route(
			(url) => !['127.0.0.1', 'localhost'].includes(url.hostname),
			(route) => route.abort(),
		);
		const page = browser.context.pages()[0] ?? (await browser.context.newPage());
		page.setDefaultTimeout(20_000);
		await page.addInitScript("sessionStorage.setItem('N8N_DEBOUNCE_MULTIPLIER', '0')");
		const editor = new Editor(page, session.n8n.url);
		await editor.signIn();
		await page.goto(`${session.n8n.url}/workflow/crmContactsToSms1`);
		const camera = new Camera(page);
		await showForm(camera, editor);
		await showRun(camera, editor);
		const phones = new Camera(await browser.context.newPage());
		await showPhones(phones, session.sandbox.url);
		const frames = [...camera.frames, ...phones.frames];
		if (process.argv.includes('--frames')) {
			await mkdir('.work/film', { recursive: true });
			for (const [index, { png }] of frames.entries())
				await writeFile(`.work/film/${String(index).padStart(3, '0')}.png`, png);
		}
		const bytes = movingPicture(frames, WIDTH);
		const seconds = frames.reduce((sum, { ms }) => sum + ms, 0) / 1000;
		if (bytes.length > LIMIT)
			throw new Error(`The film has ${bytes.length} bytes, more than ${LIMIT}.`);
		await writeFile(FILE, bytes);
		console.log(
			`${FILE}: ${frames.length} frames, ${seconds.toFixed(1)} s, ${bytes.length.toLocaleString('en')} bytes`,
		);
	} finally {
		await browser.close();
	}
} finally {
	await session.close();
}
