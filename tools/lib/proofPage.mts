import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Figure } from './proof.mts';

interface Proof {
	date: string;
	command: string;
	figures: Figure[];
}

/** Chapters in the order of the page; a file that is not named here comes last, under its own name. */
const TITLES: Readonly<Record<string, string>> = {
	sends: 'Sends under faults, beside the HTTP Request node',
	faults: 'Every fault against every operation',
	property: 'Bad input',
	secrets: 'Secrets',
	'crash-default': 'The trigger, killed again and again',
	'crash-durable': 'The trigger, killed again and again, with durable cursors',
	trigger: 'The trigger, with a long history',
	queue: 'Queue mode: many workers',
	endurance: 'Endurance',
	compat: 'Versions of n8n',
	bench: 'Speed',
	coverage: 'Coverage',
	mutation: 'Mutation testing',
};

const cell = (text: string): string => text.replace(/\|/g, '\\|').replace(/\s+/g, ' ');
const shown = ({ value, unit }: Figure): string => `${typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 2 }) : value}${unit === undefined ? '' : ` ${unit}`}`;

/** Takes the folder of the runs' figures, returns docs/proof.md: each figure, the command that gives it and the date of the run. */
export function proofPage(folder: string): string {
	const rank = (name: string): number => {
		const at = Object.keys(TITLES).indexOf(name);
		return at < 0 ? Infinity : at;
	};
	const names = readdirSync(folder).filter((file) => file.endsWith('.json')).map((file) => file.replace('.json', ''));
	const lines = ['# Proof', '', 'What the full runs found. Each figure was written by the command named above it, on the day given; `npm run docs` makes this page of them.'];
	for (const name of names.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))) {
		const { date, command, figures } = JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as Proof;
		lines.push('', `## ${TITLES[name] ?? name}`, '', `\`${command}\`, ${date}`, '', '| What | Value |', '|---|--:|');
		for (const figure of figures) lines.push(`| ${cell(figure.what)} | ${cell(shown(figure))} |`);
	}
	return `${lines.join('\n')}\n`;
}
