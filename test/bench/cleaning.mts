import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import {
	numbersToLeaveOut,
	type LeaveOutRules,
} from '../../nodes/MessagingService/sending/leaveOut.ts';
import { must, root } from '../../tools/lib/shell.mts';
import { median } from './report.mts';
import { people } from './works.mts';

/* How long the node takes to clean 10,000 recipients, beside the code of an earlier revision in the same run, and with Leave Out Numbers. */

/** The last state before the audit that brought the check of numbers by the numbering plans. */
export const BEFORE = '7dea881';
const COUNT = 10_000;
const ROUNDS = 15;
/** Where the recipients were cleaned, now and then. */
const FILES = ['sending', 'operations'].map(
	(folder) => `nodes/MessagingService/${folder}/recipients.ts`,
);

/** What the code of a revision offers; earlier ones ignore the choices that they do not know. */
interface Sending {
	cleanRecipients(raw: object[], rules: object, cleaning: object): Array<{ status: string }>;
}

/** Milliseconds of the first time, tables included, and of the median. */
export interface Cleaned {
	first: number;
	median: number;
}

async function load(folder: string): Promise<Sending> {
	for (const file of FILES) {
		const code = (await import(path.join(folder, file)).catch(() => undefined)) as
			| Sending
			| undefined;
		if (code) return code;
	}
	throw new Error(`${folder} has none of ${FILES.join(', ')}.`);
}

const RULES = { sender: 'campaign', text: 'plain' };
const CHOICES = {
	repeated: 'merge',
	empty: 'refuse',
	check: 'possible',
	several: 'refuse',
	leaveOut: new Set(),
};

const rawPeople = () =>
	people(COUNT).map(({ phone }, item) => ({
		item,
		position: -1,
		phone,
		country: '',
		sender: 'Shop',
		text: 'Hi',
	}));

const figures = (all: number[]): Cleaned => ({ first: all[0] ?? 0, median: median(all) });

/** Takes a revision; returns how long its code takes, and how long that of the working tree does. @throws Error where git does not know it */
export async function measureCleaning(
	revision: string,
): Promise<{ before: Cleaned; now: Cleaned }> {
	const folder = path.join(root(), '.work', 'before');
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await must('sh', ['-c', `git archive ${revision} nodes | tar -x -C .work/before`], {
		cwd: root(),
	});
	const subjects = { before: await load(folder), now: await load(root()) };
	await rm(folder, { recursive: true, force: true });
	const raw = rawPeople();
	const times = { before: [] as number[], now: [] as number[] };
	for (let round = 0; round < ROUNDS; round++) {
		for (const name of ['before', 'now'] as const) {
			const start = performance.now();
			const ready = subjects[name]
				.cleanRecipients(raw, RULES, CHOICES)
				.filter(({ status }) => status === 'ready');
			times[name].push(performance.now() - start);
			if (ready.length !== COUNT) throw new Error(`${name}: only ${ready.length} are ready`);
		}
	}
	return { before: figures(times.before), now: figures(times.now) };
}

/** How a list of numbers to leave out may hold them, and the country that is named for the send. */
const LISTS = [
	{ name: 'with country codes', write: (phone: string) => `+${phone}`, country: '' },
	{
		name: 'national, with Default Country',
		write: (phone: string) => `0${phone.slice(3)}`,
		country: 'UA',
	},
	{
		name: 'national, without a country',
		write: (phone: string) => `0${phone.slice(3)}`,
		country: '',
	},
] as const;

/**
 * Times Leave Out Numbers: a list of 10,000 rows of a table, every other of which is a recipient, is read, and 10,000 recipients are
 * cleaned by it.
 */
export async function measureLeaveOut(): Promise<Array<Cleaned & { name: string }>> {
	const { cleanRecipients } = await load(root());
	const raw = rawPeople();
	return LISTS.map(({ name, write, country }) => {
		const rules: LeaveOutRules = {
			isExpression: true,
			phoneField: 'phone',
			countryFields: [],
			country,
			eachHasCountry: country === '',
			hint: () => undefined,
		};
		const rows = people(2 * COUNT)
			.filter((_, index) => index % 2 === 0)
			.map(({ phone }) => ({ json: { phone: write(String(phone)) } }));
		const times = Array.from({ length: ROUNDS }, () => {
			const start = performance.now();
			const list = numbersToLeaveOut(rows, rules);
			if (!list.ok) throw new Error(`${name}: ${list.refusal.message}`);
			const ready = cleanRecipients(raw, RULES, { ...CHOICES, leaveOut: list.value }).filter(
				({ status }) => status === 'ready',
			);
			if (ready.length !== COUNT / 2) throw new Error(`${name}: ${ready.length} are ready`);
			return performance.now() - start;
		});
		return { name, ...figures(times) };
	});
}
