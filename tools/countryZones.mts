import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { zonesCode } from './lib/countryZones.mts';
import { root } from './lib/shell.mts';

// npm run generate:zones: writes the table of the countries' time zones, after countries-and-timezones was updated.

const file = path.join(root(), 'nodes/shared/time/countryZones.ts');
const style = await resolveConfig(file);
await writeFile(file, await format(zonesCode(), { ...style, filepath: file }));
