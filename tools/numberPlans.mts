import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { alpha3Code } from './lib/alpha3Codes.mts';
import { namesCode } from './lib/countryNames.mts';
import { plansCode } from './lib/numberPlans.mts';
import { root } from './lib/shell.mts';

// npm run generate:numbers: writes the tables of numbering plans, of codes in three letters and of names, after libphonenumber-js or
// i18n-iso-countries was updated.

const folder = path.join(root(), 'nodes/shared/numbers');
for (const [name, code] of [
	['plans.ts', plansCode()],
	['alpha3.ts', alpha3Code()],
	['names.ts', namesCode()],
] as const) {
	const file = path.join(folder, name);
	const style = await resolveConfig(file);
	await writeFile(file, await format(code, { ...style, filepath: file }));
}
