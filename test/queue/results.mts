import type { Chaos } from './chaos.mts';
import type { Measured, Size } from './load.mts';

export interface Results {
	size: Size;
	one: Measured;
	two: Measured;
	/** The machine's load average while throughput was measured, this test's part in it included. */
	load: number;
	broken: Chaos;
}

const perSecond = (messages: number, ms: number): number => Math.round(messages / (ms / 1000));
const seconds = (ms: number): string => (ms / 1000).toFixed(1);

/** The throughput and what became of the messages, as a table. */
export function tableOf({ size, one, two, load, broken }: Results): string {
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
		'',
		`Load average of the machine meanwhile: ${load.toFixed(1)}`,
	].join('\n');
}
