import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeProof } from '../../tools/lib/proof.mts';
import { root, run } from '../../tools/lib/shell.mts';

// npm run test:mutation: changes the code in thousands of small ways, and counts how many of them the unit tests notice.
// With `-- <files>` only those: `npm run test:mutation -- nodes/shared/text/template.ts`.

interface Report {
	files: Record<string, { mutants: Array<{ status: string }> }>;
}

const only = process.argv.slice(2);
const stryker = path.join(root(), 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
const result = await run(process.execPath, [stryker, 'run', ...(only.length > 0 ? ['--mutate', only.join(',')] : [])], { onLine: (line) => console.log(line) });
if (only.length === 0 && result.code === 0) {
	const { files } = JSON.parse(await readFile('coverage/mutation.json', 'utf8')) as Report;
	const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
	const count = (...names: string[]): number => statuses.filter((status) => names.includes(status)).length;
	const noticed = count('Killed', 'Timeout');
	const all = noticed + count('Survived', 'NoCoverage');
	await writeProof('mutation', 'npm run test:mutation', [
		{ what: 'Changes of validation, errors, texts, idempotency and the trigger’s comparison that the unit tests notice', value: Math.floor((10_000 * noticed) / all) / 100, unit: '%' },
		{ what: 'Changes made', value: all },
	]);
}
process.exit(result.code);
