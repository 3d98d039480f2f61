import { compareQuietHours, WINDOWS } from '../support/quietYear.mts';

// npm run test:quiet-hours: compares, for every country and every hour of a year, the next allowed moment with a walk by minutes.

const year = Number(process.argv[2] ?? 2026);
const began = Date.now();
const { countries, moments, differences } = compareQuietHours(
	Date.UTC(year, 0, 1),
	Date.UTC(year + 1, 0, 1),
);
console.log(
	`${countries} countries, ${WINDOWS.length} windows, every hour of ${year}: ${moments} moments in ${Math.round((Date.now() - began) / 1000)} s, ${differences.length} differ.`,
);
for (const one of differences.slice(0, 20)) console.log(one);
process.exitCode = differences.length > 0 ? 1 : 0;
