import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { launch } from '../browser/harness.mts';
import type { Stage } from './examplesStage.mts';

const FOLDER = 'examples/images';
/** No picture is larger (bytes). */
const LIMIT = 150_000;

/** Takes a picture of each example as n8n's editor shows it, for examples/README.md. @throws Error when one is too large */
export async function takePictures(stage: Stage): Promise<void> {
	await mkdir(FOLDER, { recursive: true });
	const browser = await launch({ viewport: { width: 1400, height: 760 } });
	try {
		const [name = '', value = ''] = stage.n8n.session().cookie.split('=');
		await browser.context.addCookies([{ name, value, url: stage.n8n.url }]);
		const page = await browser.context.newPage();
		for (const file of (await readdir('examples')).filter((one) => one.endsWith('.json'))) {
			const { id } = JSON.parse(await readFile(path.join('examples', file), 'utf8')) as { id: string };
			await page.goto(`${stage.n8n.url}/workflow/${id}`);
			const canvas = page.locator('[data-test-id="canvas"]');
			await canvas.waitFor();
			await page.locator('[data-test-id="canvas-node"]').first().waitFor();
			await page.locator('[data-test-id="zoom-to-fit"]').click();
			await page.waitForTimeout(1500);
			const picture = path.join(FOLDER, file.replace(/json$/, 'png'));
			await canvas.screenshot({ path: picture, animations: 'disabled' });
			const { size } = await stat(picture);
			if (size > LIMIT) throw new Error(`${picture} has ${size} bytes, more than ${LIMIT}`);
		}
	} finally {
		await browser.close();
	}
}
