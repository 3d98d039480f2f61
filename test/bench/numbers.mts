import { BEFORE, measureCleaning, measureLeaveOut } from './cleaning.mts';

// npm run bench:numbers [-- <revision>]: how long the node takes to clean 10,000 recipients, beside the code of an earlier revision,
// and with a list of 10,000 numbers to leave out.

const revision = process.argv[2] ?? BEFORE;
const { before, now } = await measureCleaning(revision);
for (const [name, { first, median }] of [
	[`at ${revision}`, before],
	['now', now],
] as const)
	console.log(`${name}: first ${first.toFixed(1)} ms, median ${median.toFixed(1)} ms`);
for (const { name, first, median } of await measureLeaveOut())
	console.log(
		`Leave Out Numbers, 10,000 rows ${name}: first ${first.toFixed(1)} ms, median ${median.toFixed(1)} ms`,
	);
