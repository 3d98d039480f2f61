import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FULL_RUNS } from './fullRuns.mts';
import type { Figure, Proof } from './proof.mts';

const cell = (text: string): string => text.replace(/\|/g, '\\|').replace(/\s+/g, ' ');
const shown = ({ value, unit }: Figure): string =>
	`${typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 2 }) : value}${unit === undefined ? '' : ` ${unit}`}`;

/**
 * Makes docs/proof.md: each figure, the command that gives it, the date of the run and the package that it was made on.
 * The page is made of the figures alone, so a change of the code leaves it as it is.
 * @param folder holds the runs' figures
 */
export function proofPage(folder: string): string {
	const known = FULL_RUNS.map(({ name }) => name);
	const rank = (name: string): number => {
		const at = known.indexOf(name);
		return at < 0 ? known.length : at;
	};
	const names = readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.replace('.json', ''));
	const lines = [
		'# Proof',
		'',
		'What the full runs found. Each figure was written by the command named above it, on the day given, and that command made this page of all of them.',
		'',
		'Each run names the package that it was made on by a hash of what the published code does, in which comments and the texts of the forms do not count. A release is refused until all runs have been made on its package (`npm run release:check`); between releases the figures are those of the last one, or of runs made since.',
	];
	for (const name of names.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))) {
		const proof = JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as Proof;
		const on = proof.package === undefined ? 'an earlier package' : `package \`${proof.package}\``;
		lines.push(
			'',
			`## ${FULL_RUNS.find((run) => run.name === name)?.title ?? name}`,
			'',
			`\`${proof.command}\`, ${proof.date}, on ${on}${proof.unfinished ? ' (parts are still to be made)' : ''}`,
			'',
			'| What | Value |',
			'|---|--:|',
			...proof.figures.map((figure) => `| ${cell(figure.what)} | ${cell(shown(figure))} |`),
		);
	}
	return `${lines.join('\n')}\n`;
}
