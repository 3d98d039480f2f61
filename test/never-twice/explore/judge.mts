import type { Chosen } from './oracle.mts';
import type { State, Wrong } from './search.mts';
import type { Ended, Setting } from './send.mts';
import { carryOut, isHeld } from './service.mts';
import type { Service } from './service.mts';

// What must hold at the end of a try.

/** The service when what is still under way has arrived, too. */
export function laterOf(service: Service): Service {
	if (service.pending.length === 0) return service;
	const later = JSON.parse(JSON.stringify(service)) as Service;
	for (const one of later.pending) carryOut(later, one);
	return later;
}

/** What the output says against what the service has done, and may yet do. */
export function judgeEnd(
	{ service, account }: State,
	{ rows, references, continues }: Setting,
	ended: Ended,
	isStopped: boolean,
	saw: (kind: Wrong['kind'], row: string) => void,
): void {
	const later = laterOf(service);
	for (const { row, isWrong, is } of rows) {
		const said = ended.rows.get(row);
		const isDone = (service.carried[row] ?? 0) > 0;
		const mayBeDone = (later.carried[row] ?? 0) > 0;
		const isThere = isDone || (references === 'custom' && isHeld(service, account, `own${row}`));
		if (!said || said.status === 'ready') {
			// After a failure no other request begins: a retry makes it.
			if (!isStopped && (!ended.error || continues)) saw('has no outcome', row);
		} else if ((said.status === 'refused' || (is && said.status === is)) && mayBeDone) {
			saw('is refused and was carried out', row);
		} else if (said.status === 'accepted' && !isDone && !said.isCounted) {
			saw('is accepted and was not carried out', row);
		} else if (said.status === 'already sent' && !isThere) {
			saw('is accepted and was not carried out', row);
		} else if (said.status === 'unknown' && !ended.error && !isStopped && !continues) {
			saw('is unknown without an error', row);
		}
		if (isWrong && said?.status === 'accepted' && !isDone)
			saw('is accepted and was not carried out', row);
	}
}

/** Returns what says whether recipients of whom the same is known end as they did in another order. */
export function orderJudge(): (chosen: readonly Chosen[], ended: Ended) => boolean {
	const seen = new Map<string, string>();
	return (chosen, { rows }) => {
		const facts = new Map([...rows.keys()].map((row) => [row, [] as string[]]));
		const others = chosen.filter(({ of, name, what }) => {
			if (of !== undefined) facts.get(of)?.push(`${what} ${name}`);
			return of === undefined;
		});
		const all = [...facts].map(([row, own]) => [own.join(), rows.get(row)?.status ?? '']);
		const key = JSON.stringify([others, all.map(([own]) => own).sort()]);
		const is = JSON.stringify(all.map((one) => one.join(' → ')).sort());
		const before = seen.get(key) ?? is;
		seen.set(key, before);
		return before === is;
	};
}
