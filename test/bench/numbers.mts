import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { must, root } from '../../tools/lib/shell.mts';
import { people } from './works.mts';

// npm run bench:numbers -- <revision>: how long the node takes to clean 10,000 recipients, beside the code of an earlier revision.

const COUNT = 10_000;
const ROUNDS = 15;
/** What the code of a revision offers; earlier ones ignore the choices that they do not know. */
interface Sending {
	cleanRecipients(raw: object[], rules: object, cleaning: object): Array<{ status: string }>;
}

const revision = process.argv[2] ?? 'HEAD';
const before = path.join(root(), '.work', 'before');
await rm(before, { recursive: true, force: true });
await mkdir(before, { recursive: true });
await must('sh', ['-c', `git archive ${revision} nodes | tar -x -C .work/before`], { cwd: root() });

const FILE = 'nodes/MessagingService/sending/recipients.ts';
const subjects = {
	[`at ${revision}`]: (await import(path.join(before, FILE))) as Sending,
	now: (await import(path.join(root(), FILE))) as Sending,
};
const raw = people(COUNT).map(({ phone }, item) => ({
	item,
	position: -1,
	phone,
	country: '',
	sender: 'Shop',
	text: 'Hi',
}));
const rules = { sender: 'campaign', text: 'plain' };
const cleaning = {
	repeated: 'merge',
	empty: 'refuse',
	check: 'possible',
	several: 'refuse',
	leaveOut: new Set(),
};

const times: Record<string, number[]> = {};
for (let round = 0; round < ROUNDS; round++) {
	for (const [name, { cleanRecipients }] of Object.entries(subjects)) {
		const start = performance.now();
		const ready = cleanRecipients(raw, rules, cleaning).filter(({ status }) => status === 'ready');
		(times[name] ??= []).push(performance.now() - start);
		if (ready.length !== COUNT) throw new Error(`${name}: only ${ready.length} are ready`);
	}
}
for (const [name, all] of Object.entries(times)) {
	const [first = 0] = all;
	const median = [...all].sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? 0;
	console.log(`${name}: first ${first.toFixed(1)} ms, median ${median.toFixed(1)} ms`);
}
await rm(before, { recursive: true, force: true });
