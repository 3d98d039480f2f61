import { ensureN8n } from '../../tools/lib/install.mts';
import { build } from '../../tools/lib/package.mts';
import { bold, duration, green, red } from '../../tools/lib/print.mts';
import { FAULTS, FULL, SHORT } from './faultWorks.mts';
import { openStage } from './stage.mts';

// npm run bench:faults [-- --short]: Retry On Fail while one request in five meets a fault, by our node and by n8n's HTTP Request node.
const short = process.argv.includes('--short');
const NAMES = {
	ours: 'This node',
	before: 'Another build',
	httpRequest: 'HTTP Request node',
	axios: 'axios',
};

/** How many recipients an error says were not sent to, or are not known. */
function openIn(error: string | undefined): number {
	const counts = /(\d+) are not known, (\d+) did not go out/.exec(error ?? '');
	return Number(counts?.[1] ?? 0) + Number(counts?.[2] ?? 0);
}

const n8n = await ensureN8n();
await build();
const stage = await openStage(n8n);
const lines = [
	'| Work | By | Lost | Not sent, or not known, as the error says | Sent twice | Requests | Met a fault | Time | The node says |',
	'|---|---|--:|--:|--:|--:|--:|--:|---|',
];
let [passed, failed] = [0, 0];
const check = (met: boolean, text: string): void => {
	if (met) passed++;
	else failed++;
	console.log(`${met ? green('✔') : red('✘')} ${text}`);
};
try {
	for (const work of short ? SHORT : FULL) {
		const wanted = work.input?.messages ?? work.items;
		for (const subject of work.subjects) {
			const { messages, phones, requests, hits, ms, error } = await stage.measure(
				work,
				subject,
				FAULTS,
			);
			const told = openIn(error);
			const [lost, twice] = [Math.max(0, wanted - phones - told), messages - phones];
			const said = error === undefined ? 'success' : `error: ${error.trim().slice(0, 80)}`;
			lines.push(
				`| ${work.name} | ${NAMES[subject]} | ${lost} | ${told} | ${twice} | ${requests} | ${hits} | ${duration(ms)} | ${said} |`,
			);
			if (subject !== 'ours') continue;
			check(lost === 0, `${work.name}: ${lost} lost`);
			check(twice === 0, `${work.name}: ${twice} sent twice`);
			// A campaign is never sent again after an unknown outcome: it ends in an error, and nothing else does.
			check(error === undefined || (work.mayStop === true && told > 0), `${work.name}: ${said}`);
			check(hits / requests > 0.1, `${work.name}: ${hits} of ${requests} requests met a fault`);
		}
	}
} finally {
	await stage.close();
}
console.log(`\n${lines.join('\n')}\n`);
console.log(bold(`${passed} passed, ${failed} failed`));
if (failed > 0) process.exitCode = 1;
