import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../tools/lib/shell.mts';

/** What the tests of one file came to, in numbers. */
export interface Figures {
	/** Operations that were tried. */
	operations: string[];
	/** Parameters that the service sees, and how often they were tried. */
	parameters: number;
	inputs: number;
	/** Inputs that reached the service. */
	sent: number;
	/** Good inputs, those at the limits among them, that both must take. */
	good: number;
	/** Inputs that the service refuses and the node let through, and the reverse. */
	letThrough: number;
	heldBack: number;
	/** How often each difference that is known was met. */
	known: Record<string, number>;
	/** Parameters that the service does not see. */
	settings: number;
	settingInputs: number;
	/** Items that went through n8n's engine and a socket. */
	engineInputs: number;
	/** Seconds that the file took. */
	seconds: number;
}

const FOLDER = path.join('test-results', 'property');

export const noFigures = (): Figures => ({
	operations: [],
	parameters: 0,
	inputs: 0,
	sent: 0,
	good: 0,
	letThrough: 0,
	heldBack: 0,
	known: {},
	settings: 0,
	settingInputs: 0,
	engineInputs: 0,
	seconds: 0,
});

/** Forgets the figures of earlier runs. */
export function clearFigures(): void {
	rmSync(path.join(root(), FOLDER), { recursive: true, force: true });
}

/** Keeps the figures of a file: files are run by processes of their own. */
export function keepFigures(name: string, figures: Figures): void {
	const folder = path.join(root(), FOLDER);
	mkdirSync(folder, { recursive: true });
	writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(figures));
}

/** Adds up the figures of all files of the last run; the time is that of the longest. */
export function allFigures(): Figures {
	const folder = path.join(root(), FOLDER);
	const sum = noFigures();
	for (const file of readdirSync(folder)) {
		const one = JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Figures;
		for (const name of [
			'parameters',
			'inputs',
			'sent',
			'good',
			'letThrough',
			'heldBack',
			'settings',
			'settingInputs',
			'engineInputs',
		] as const)
			sum[name] += one[name];
		sum.operations = [...new Set([...sum.operations, ...one.operations])];
		for (const [what, times] of Object.entries(one.known))
			sum.known[what] = (sum.known[what] ?? 0) + times;
		sum.seconds = Math.max(sum.seconds, one.seconds);
	}
	return sum;
}
