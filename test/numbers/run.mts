import { compareWithLibrary, REASONS, WAYS, type Reason } from '../support/numberWays.mts';

// npm run test:numbers: compares the reading of 100,000 random numbers, in each way of writing, with that of libphonenumber-js.

const COUNT = 100_000;
const seed = Number(process.argv[2] ?? 1);
const { compared, taken, reasons, unlisted } = compareWithLibrary(COUNT, seed);
console.log(
	`${COUNT} numbers in ${WAYS.length} ways under two checks (seed ${seed}): ${compared} comparisons, ${taken} taken.`,
);
for (const [reason, count] of Object.entries(reasons))
	console.log(`${count} differ: ${REASONS[reason as Reason]}`);
console.log(`${unlisted.length} differ without a reason.`);
for (const one of unlisted.slice(0, 20)) console.log(one);
process.exitCode = unlisted.length > 0 ? 1 : 0;
