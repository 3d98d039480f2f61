import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { npmStart } from '../support/npmStart.mts';
import { byId, Editor } from './editor.mts';
import { isAsked, launch, must, same, type Launched } from './harness.mts';

// From `npm start` on a machine that has n8n installed to the first message on the sandbox's page, as its own words say.

const CLICKS = 10;
const EXAMPLE = 'CRM contacts to personalized SMS';

let home: string;
let browser: Launched;

/** Starts, logs in where the start says, and clicks the three things that it names. */
async function firstMessage(): Promise<{ clicks: number; seconds: number; starting: number }> {
	const began = Date.now();
	const started = await npmStart(home, '--fresh');
	const page = await browser.context.newPage();
	page.setDefaultTimeout(40_000);
	try {
		const named = started.lines.find((line) => line.includes(EXAMPLE)) ?? '';
		const [link = ''] = /http:\S+\/workflow\/\S+/.exec(named) ?? [];
		must(link !== '', 'the start names no workflow');
		const editor = new Editor(page, started.url);
		await editor.signIn(link);
		same(page.url(), link, 'where the login leads');
		await byId(page, 'canvas-node').first().waitFor();
		await editor.click(byId(page, 'execute-workflow-button'));
		await page.goto(`${started.sandboxUrl}/`);
		editor.clicks++; // the address of the sandbox's page, in the terminal
		await page.locator('.row', { hasText: 'bonus points' }).first().waitFor();
		return {
			clicks: editor.clicks,
			seconds: (Date.now() - began) / 1000,
			starting: started.seconds,
		};
	} finally {
		await page.close();
		await started.stop();
	}
}

(isAsked('editor') ? describe : describe.skip)('The first message', () => {
	beforeAll(async () => {
		home = await mkdtemp(path.join(tmpdir(), 'messaging-first-message-'));
		browser = await launch({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
	});
	afterAll(async () => {
		await browser.close();
		await rm(home, { recursive: true, force: true });
	});

	test(`from npm start to a message in the inbox: at most ${CLICKS} clicks`, async () => {
		const { clicks, seconds, starting } = await firstMessage();
		// Told, not judged: how long it takes says more of the machine than of the start.
		process.stdout.write(
			`      ${clicks} clicks, ${seconds.toFixed(1)} s, ${starting.toFixed(1)} s of them npm start\n`,
		);
		expect(clicks).toBeLessThanOrEqual(CLICKS);
	});
});
