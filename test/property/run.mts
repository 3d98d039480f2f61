import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { writeProof } from '../../tools/lib/proof.mts';
import { CASES } from './cases.mts';
import type { Report } from './worker.mts';

/** Inputs in all: the parameters share those that the service judges evenly. INPUTS and ENGINE_INPUTS set others. */
const INPUTS = Number(process.env.INPUTS ?? 105_000);
const SETTING_INPUTS = Math.ceil(INPUTS / 5);
const ENGINE_INPUTS = Number(process.env.ENGINE_INPUTS ?? 4_000);
/** `npm run test:property -- sms.send` tries the operations whose name holds this word; `--seed 7` tries other inputs, the same each time. */
const {
	values: { seed },
	positionals: [only = ''],
} = parseArgs({
	options: { seed: { type: 'string', default: '20261121' } },
	allowPositionals: true,
});
const SEED = Number(seed);
if (!Number.isInteger(SEED)) throw new Error(`${seed} is no seed: use a whole number.`);

/** Tries every so many cases in a process of its own. */
async function play(part: number, parts: number, cases: string[]): Promise<Report> {
	const own = cases.filter((_, index) => index % parts === part);
	const share = own.length / cases.length;
	const settings = {
		only: own,
		inputs: INPUTS * share,
		settingInputs: SETTING_INPUTS * share,
		engineInputs: ENGINE_INPUTS * share,
		seed: SEED,
	};
	const child = fork('test/property/worker.mts', [JSON.stringify(settings)], {
		execArgv: ['--import', 'tsx'],
	});
	return await new Promise((resolve, reject) => {
		child.once('message', (report) => resolve(report as Report));
		child.once('exit', (code) =>
			reject(new Error(`A process ended with code ${code} before it was done.`)),
		);
	});
}

/** Operations that only the node has, or only the cases. */
function differences(offered: string[], tried: Set<string>): string[] {
	return [
		...offered
			.filter((operation) => !tried.has(operation))
			.map((operation) => `${operation} has no case`),
		...[...tried]
			.filter((operation) => !offered.includes(operation))
			.map((operation) => `the node has no ${operation}`),
	];
}

async function main(): Promise<number> {
	const begun = performance.now();
	const cases = CASES.map(({ id }) => id).filter((id) => id.includes(only));
	const parts = Math.min(cases.length, Math.max(2, Math.min(4, availableParallelism())));
	const reports = await Promise.all(
		Array.from({ length: parts }, async (_, part) => await play(part, parts, cases)),
	);
	const sum = (read: (report: Report) => number): number =>
		reports.reduce((total, report) => total + read(report), 0);
	for (const { wrong } of reports)
		for (const text of wrong) process.stdout.write(`FAILED ${text}\n`);
	const known = new Map<string, number>();
	for (const report of reports)
		for (const [what, times] of Object.entries(report.known))
			known.set(what, (known.get(what) ?? 0) + times);
	for (const [what, times] of known) process.stdout.write(`known, ${times} times: ${what}\n`);
	const seconds = Math.round((performance.now() - begun) / 1000);
	const operations = new Set(cases.map((id) => id.replace(/ .*/, '')));
	const strays = only === '' ? differences(reports[0]?.operations ?? [], operations) : [];
	for (const stray of strays) process.stdout.write(`FAILED ${stray}\n`);
	const [inputs, sent, settings, onEngine, failed, passed] = [
		sum((one) => one.inputs),
		sum((one) => one.sent),
		sum((one) => one.settingInputs),
		sum((one) => one.engineInputs),
		sum((one) => one.failed) + strays.length,
		sum((one) => one.passed),
	];
	const good = sum((one) => one.good);
	const fields = sum((one) => one.parameters);
	const others = sum((one) => one.settings);
	process.stdout.write(
		`${inputs} inputs (${sent} of them sent) for ${fields} parameters that the service sees, ${settings} for ${others} others, of ${operations.size} operations, ${good} good ones that both must take, and ${onEngine} through n8n's engine and a socket, in ${seconds} s (seed ${SEED}).\n`,
	);
	if (only === '' && inputs >= 100_000 && failed === 0) {
		await writeProof('property', 'npm run test:property', [
			{ what: 'Inputs judged by the service and by the node alike', value: inputs },
			{ what: 'of them accepted by both and sent', value: sent },
			{ what: 'Good inputs, at the limits too, that both must take', value: good },
			{ what: 'Parameters that the service sees, in all ways of the operations', value: fields },
			{ what: 'Inputs for settings of the node', value: settings },
			{ what: 'Settings of the node, in all ways of the operations', value: others },
			{ what: 'Operations', value: operations.size },
			{ what: "Items with such values through n8n's engine and a socket", value: onEngine },
			{ what: 'Bad input that reached the service', value: sum((one) => one.letThrough) },
			{ what: 'Good input that the node refused', value: sum((one) => one.heldBack) },
			{
				what: 'Inputs judged otherwise in a way that is known',
				value: [...known.values()].reduce((total, times) => total + times, 0),
			},
			{ what: 'Time', value: seconds, unit: 's' },
		]);
	}
	process.stdout.write(`${passed} passed, ${failed} failed\n`);
	return failed === 0 && passed > 0 ? 0 : 1;
}

process.exit(await main());
