import { parseArgs } from 'node:util';
import { Checks } from './harness.mts';
import { editorChecks } from './editorChecks.mts';
import { sandboxPageChecks } from './sandboxPage.mts';

const { values } = parseArgs({
	options: {
		screenshots: { type: 'boolean', default: false },
		only: { type: 'string', default: '' },
		/** 'page' or 'editor': only that part. */
		part: { type: 'string', default: 'all' },
	},
});

const checks = new Checks({ screenshots: values.screenshots, only: values.only });
const started = Date.now();
let broken: unknown;
try {
	if (values.part !== 'editor') await sandboxPageChecks(checks);
	if (values.part !== 'page') await editorChecks(checks);
} catch (error) {
	broken = error;
}
if (broken !== undefined) {
	process.stderr.write(
		`${broken instanceof Error ? (broken.stack ?? broken.message) : String(broken)}\n`,
	);
	checks.failed.push('the run itself');
}
for (const name of checks.failed) process.stdout.write(`\nfailed: ${name}`);
process.stdout.write(
	`\n${Math.round((Date.now() - started) / 1000)} s\n${checks.passed} passed, ${checks.failed.length} failed\n`,
);
process.exit(checks.failed.length > 0 ? 1 : 0);
