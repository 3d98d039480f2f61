import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { plansCode } from './lib/numberPlans.mts';
import { root } from './lib/shell.mts';

// npm run generate:numbers: writes the table of numbering plans, after libphonenumber-js was updated.

const file = path.join(root(), 'nodes/shared/numbers/plans.ts');
const style = await resolveConfig(file);
await writeFile(file, await format(plansCode(), { ...style, filepath: file }));
