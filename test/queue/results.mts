import { availableParallelism } from 'node:os';
import { writeBetween, writeProof } from '../../tools/lib/proof.mts';
import { JOBS } from './cluster.mts';
import type { Chaos } from './chaos.mts';
import type { Expiries } from './expiry.mts';
import type { Measured, Size } from './load.mts';

export interface Results {
	size: Size;
	/** n8n's version. */
	version: string;
	/** What a reply of the service takes while throughput is measured, in milliseconds. */
	latencyMs: number;
	one: Measured;
	two: Measured;
	/** The machine's load average while throughput was measured, this test's part in it included. */
	load: number;
	expiries: Expiries;
	broken: Chaos;
}

const perSecond = (messages: number, ms: number): number => Math.round(messages / (ms / 1000));
const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** The throughput and what became of the messages, as a table. */
export function tableOf({ size, one, two, broken }: Results): string {
	return [
		'| | One worker | Two workers | Two workers, while things break |',
		'|---|---:|---:|---:|',
		`| Messages | ${size.messages} | ${size.messages} | ${size.messages} |`,
		`| Seconds | ${seconds(one.took)} | ${seconds(two.took)} | ${seconds(broken.took)} |`,
		`| Messages a second | ${perSecond(size.messages, one.took)} | ${perSecond(size.messages, two.took)} | |`,
		`| Executions that n8n reports as failed | ${one.failed} | ${two.failed} | ${broken.cutOff} of ${Math.ceil(size.messages / size.batch)} |`,
		`| Messages of these that were not sent | ${one.lost} | ${two.lost} | ${broken.unsent} |`,
		`| Messages lost without an error | ${one.lost} | ${two.lost} | ${broken.silent} |`,
		`| Messages sent twice | ${one.twice} | ${two.twice} | ${broken.twice} |`,
		`| Logins | ${one.logins} for the first token | ${two.logins} | ${broken.logins.join(' and ')} for two withdrawn tokens |`,
	].join('\n');
}

/** Writes the figures of a full run to where the documentation takes them from. */
export async function keep(results: Results): Promise<void> {
	const { size, one, two, expiries, broken, version, latencyMs, load } = results;
	const about =
		`Written by \`npm run test:queue\` on ${new Date().toISOString().slice(0, 10)}: n8n ${version}, Redis, PostgreSQL and the sandbox on one machine with ${availableParallelism()} cores (load average ${load.toFixed(1)}); ${latencyMs} ms for a reply; executions of ${size.batch} messages, one request each, ` +
		`${JOBS} executions at a time in a worker, 10 requests in flight for each. While things break: the token is withdrawn, a worker is killed with SIGKILL (${broken.openAtKill} requests under way) and another started, Redis is killed and is back a second later, the token is withdrawn again.`;
	const ends = `${expiries.messages} messages were sent while ${size.expiries} tokens ended in time: ${expiries.renewals.length} logins or refreshes by the two workers together, no execution failed.`;
	await writeBetween('docs/queue-mode.md', 'queue', `${about}\n\n${tableOf(results)}\n\n${ends}`);
	await writeProof('queue', 'npm run test:queue', [
		{ what: 'Messages a second, one worker', value: perSecond(size.messages, one.took) },
		{ what: 'Messages a second, two workers', value: perSecond(size.messages, two.took) },
		{ what: 'Load average of the machine meanwhile', value: Number(load.toFixed(1)) },
		{ what: 'Messages of each run', value: size.messages },
		{ what: 'Logins for the first token, one worker', value: one.logins },
		{ what: 'Logins of the second worker, which finds that token stored', value: two.logins },
		{
			what: 'Logins after each of two withdrawn tokens, two workers',
			value: broken.logins.join(' and '),
		},
		{ what: 'Ends of a token while sending', value: size.expiries },
		{ what: 'Logins or refreshes for them, two workers', value: expiries.renewals.length },
		{ what: 'Requests under way when a worker was killed', value: broken.openAtKill },
		{
			what: 'Executions that n8n reports as failed by the kill and by Redis',
			value: broken.cutOff,
		},
		{ what: 'Messages of these that were not sent', value: broken.unsent },
		{ what: 'Messages lost without an error', value: broken.silent },
		{ what: 'Messages sent twice', value: broken.twice },
		{
			what: 'Time of the run in which things break',
			value: Math.round(broken.took / 1000),
			unit: 's',
		},
	]);
}
