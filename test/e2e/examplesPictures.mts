import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { launch } from '../browser/harness.mts';
import type { ExamplesHarness } from './examplesHarness.mts';

const FOLDER = 'examples/images';
/** No picture is larger (bytes). */
const LIMIT = 150_000;

/** Leaves the canvas and what is drawn on it. */
const ONLY_CANVAS =
	'body * { visibility: hidden !important } .vue-flow__viewport, .vue-flow__viewport * { visibility: visible !important }';
const MARGIN = 24;

/** The part of the page that holds all nodes and notes. */
async function drawn(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
	const boxes = (
		await Promise.all(
			(await page.locator('.vue-flow__node').all()).map(async (one) => await one.boundingBox()),
		)
	).filter((box) => box !== null);
	const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))];
	const [right, bottom] = [
		Math.max(...boxes.map(({ x, width }) => x + width)),
		Math.max(...boxes.map(({ y, height }) => y + height)),
	];
	// A node's name stands under its box.
	return {
		x: left - MARGIN,
		y: top - MARGIN,
		width: right - left + 2 * MARGIN,
		height: bottom - top + 2 * MARGIN + 30,
	};
}

/** Takes a picture of each example as n8n's editor shows it, for examples/README.md. @throws Error when one is too large */
export async function takePictures(harness: ExamplesHarness): Promise<void> {
	await mkdir(FOLDER, { recursive: true });
	const browser = await launch({ viewport: { width: 1400, height: 860 } });
	try {
		const [name = '', value = ''] = harness.n8n.session().cookie.split('=');
		await browser.context.addCookies([{ name, value, url: harness.n8n.url }]);
		const page = await browser.context.newPage();
		for (const file of (await readdir('examples')).filter((one) => one.endsWith('.json'))) {
			const { id } = JSON.parse(await readFile(path.join('examples', file), 'utf8')) as {
				id: string;
			};
			await page.goto(`${harness.n8n.url}/workflow/${id}`);
			await page.locator('[data-test-id="canvas-node"]').first().waitFor();
			await page.locator('[data-test-id="zoom-to-fit"]').click();
			await page.waitForTimeout(1500);
			const picture = path.join(FOLDER, file.replace(/json$/, 'png'));
			await page.addStyleTag({ content: ONLY_CANVAS });
			await page.screenshot({ path: picture, animations: 'disabled', clip: await drawn(page) });
			const { size } = await stat(picture);
			if (size > LIMIT) throw new Error(`${picture} has ${size} bytes, more than ${LIMIT}`);
		}
	} finally {
		await browser.close();
	}
}
