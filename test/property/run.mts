import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { writeProof } from '../../tools/lib/proof.mts';
import { CASES } from './cases.mts';
import type { Report } from './worker.mts';

/** Inputs in all: the parameters share those that the service judges evenly. INPUTS, SEED and ENGINE_INPUTS set others. */
const INPUTS = Number(process.env.INPUTS ?? 105_000);
const SETTING_INPUTS = Math.ceil(INPUTS / 5);
const ENGINE_INPUTS = Number(process.env.ENGINE_INPUTS ?? 4_000);
const SEED = Number(process.env.SEED ?? 20_261_121);
/** `npm run test:property -- sms.send` tries the operations whose name holds this word. */
const [only = ''] = process.argv.slice(2);

/** Tries every so many cases in a process of its own. */
async function play(part: number, parts: number, cases: string[]): Promise<Report> {
	const own = cases.filter((_, index) => index % parts === part);
	const share = own.length / cases.length;
	const settings = { only: own, inputs: INPUTS * share, settingInputs: SETTING_INPUTS * share, engineInputs: ENGINE_INPUTS * share, seed: SEED };
	const child = fork('test/property/worker.mts', [JSON.stringify(settings)], { execArgv: ['--import', 'tsx'] });
	return await new Promise((resolve, reject) => {
		child.once('message', (report) => resolve(report as Report));
		child.once('exit', (code) => reject(new Error(`A process ended with code ${code} before it was done.`)));
	});
}

async function main(): Promise<number> {
	const begun = performance.now();
	const cases = CASES.map(({ id }) => id).filter((id) => id.includes(only));
	const parts = Math.min(cases.length, Math.max(2, Math.min(4, availableParallelism())));
	const reports = await Promise.all(Array.from({ length: parts }, async (_, part) => await play(part, parts, cases)));
	const sum = (read: (report: Report) => number): number => reports.reduce((total, report) => total + read(report), 0);
	for (const { wrong } of reports) for (const text of wrong) process.stdout.write(`FAILED ${text}\n`);
	const seconds = Math.round((performance.now() - begun) / 1000);
	const operations = new Set(cases.map((id) => id.replace(/ .*/, ''))).size;
	const [inputs, sent, settings, onEngine, failed, passed] = [sum((one) => one.inputs), sum((one) => one.sent), sum((one) => one.settingInputs), sum((one) => one.engineInputs), sum((one) => one.failed), sum((one) => one.passed)];
	const fields = sum((one) => one.parameters);
	const others = sum((one) => one.settings);
	process.stdout.write(`${inputs} inputs (${sent} of them sent) for ${fields} parameters that the service sees, ${settings} for ${others} others, of ${operations} operations, and ${onEngine} through n8n's engine and a socket, in ${seconds} s (seed ${SEED}).\n`);
	if (only === '' && inputs >= 100_000 && failed === 0) {
		await writeProof('property', 'npm run test:property', [
			{ what: 'Inputs judged by the service and by the node alike', value: inputs },
			{ what: 'of them accepted by both and sent', value: sent },
			{ what: 'Parameters that the service sees, in all ways of the operations', value: fields },
			{ what: 'Inputs for settings of the node', value: settings },
			{ what: 'Settings of the node, in all ways of the operations', value: others },
			{ what: 'Operations', value: operations },
			{ what: 'Items with such values through n8n\'s engine and a socket', value: onEngine },
			{ what: 'Bad input that reached the service', value: 0 },
			{ what: 'Good input that the node refused', value: 0 },
			{ what: 'Time', value: seconds, unit: 's' },
		]);
	}
	process.stdout.write(`${passed} passed, ${failed} failed\n`);
	return failed === 0 && passed > 0 ? 0 : 1;
}

process.exit(await main());
