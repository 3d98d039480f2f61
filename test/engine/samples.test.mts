import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { actionSamples, readmeSamples, triggerSamples, type Sample } from './samples.mts';

/**
 * The samples of the documentation are true outputs: each is made here by running the node in n8n's engine against the
 * sandbox, and compared with the file that `npm run docs` shows. UPDATE_SAMPLES=1 writes the files.
 */
const FOLDER = path.resolve('docs/samples');

let made: Map<string, Sample>;

beforeAll(async () => {
	made = new Map([
		...(await actionSamples()),
		...(await triggerSamples()),
		...(await readmeSamples()),
	]);
	if (process.env.UPDATE_SAMPLES !== '1') return;
	mkdirSync(FOLDER, { recursive: true });
	for (const [name, sample] of made)
		writeFileSync(path.join(FOLDER, `${name}.json`), `${JSON.stringify(sample, null, '\t')}\n`);
});

test('each sample of the documentation is what a run gives', () => {
	for (const [name, sample] of made) {
		const file = path.join(FOLDER, `${name}.json`);
		expect({ name, exists: existsSync(file) }).toEqual({ name, exists: true });
		expect({ name, sample: JSON.parse(readFileSync(file, 'utf8')) as unknown }).toEqual({
			name,
			sample,
		});
	}
});

test('there is no sample of anything else', () => {
	expect(readdirSync(FOLDER).sort()).toEqual([...made.keys()].map((name) => `${name}.json`).sort());
});
