import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Figure } from './proof.mts';

interface Proof {
	date: string;
	/** The state of the code, as fingerprint.mts names it. */
	code?: string;
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
const shown = ({ value, unit }: Figure): string =>
	`${typeof value === 'number' ? value.toLocaleString('en-US', { maximumFractionDigits: 2 }) : value}${unit === undefined ? '' : ` ${unit}`}`;

/**
 * Makes docs/proof.md: each figure, the command that gives it, the date of the run and the state of the code.
 * @param folder holds the runs' figures
 * @param codeOf names the state of the code now that a run goes through (fingerprint.mts)
 * @returns the page, and the names of the runs that were made on another state of the code
 */
export function proofPage(
	folder: string,
	codeOf: (name?: string) => string,
): { text: string; stale: string[] } {
	const stale: string[] = [];
	const rank = (name: string): number => {
		const at = Object.keys(TITLES).indexOf(name);
		return at < 0 ? Infinity : at;
	};
	const names = readdirSync(folder)
		.filter((file) => file.endsWith('.json'))
		.map((file) => file.replace('.json', ''));
	const lines = [
		'# Proof',
		'',
		'What the full runs found. Each figure was written by the command named above it, on the day given, and that command made this page of all of them.',
		'',
		`The code of the package is now at state \`${codeOf()}\` (a fingerprint of \`nodes/\` and \`credentials/\` without comments). Each run says which state it was made on, and whether that has changed since; runs of the trigger alone have a fingerprint without the action node.`,
	];
	for (const name of names.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b))) {
		const {
			date,
			command,
			figures,
			code: of = 'unknown',
		} = JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8')) as Proof;
		lines.push(
			'',
			`## ${TITLES[name] ?? name}`,
			'',
			`\`${command}\`, ${date}, code \`${of}\`${of === codeOf(name) ? '' : ' (earlier)'}`,
			'',
			'| What | Value |',
			'|---|--:|',
		);
		if (of !== codeOf(name)) stale.push(name);
		for (const figure of figures) lines.push(`| ${cell(figure.what)} | ${cell(shown(figure))} |`);
	}
	return { text: `${lines.join('\n')}\n`, stale };
}
