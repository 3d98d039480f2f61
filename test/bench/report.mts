import type { Measurement } from './stage.mts';
import type { Subject, Work } from './works.mts';

/** A row of results.json: medians. */
export interface Row {
	work: string;
	subject: Subject;
	/** Time of the node, in milliseconds. */
	ms: number;
	requests: number;
	/** Open at a time at most. */
	connections: number;
	/** Largest memory of the whole process. */
	peakMb: number;
}

function median(values: number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length >> 1;
	const upper = sorted[middle] ?? 0;
	return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** The medians of the measurements of one work by one subject. */
export function rowOf(work: Work, subject: Subject, measured: Measurement[]): Row {
	const of = (pick: (one: Measurement) => number): number => median(measured.map(pick));
	return {
		work: work.id,
		subject,
		ms: Math.round(of(({ ms }) => ms) * 10) / 10,
		requests: of(({ requests }) => requests),
		// The worst, not the median: a limit that holds most of the time is no limit.
		connections: Math.max(...measured.map(({ connections }) => connections)),
		peakMb: Math.round(of(({ peakMb }) => peakMb)),
	};
}

/** The rows, to be asked for by work and subject. */
export class Results {
	constructor(readonly rows: Row[]) {}

	find(work: string, subject: Subject): Row | undefined {
		return this.rows.find((row) => row.work === work && row.subject === subject);
	}

	/** @throws Error where it was not measured */
	row(work: string, subject: Subject): Row {
		const row = this.find(work, subject);
		if (!row) throw new Error(`${work} was not measured with ${subject}.`);
		return row;
	}

	/** Memory in MB that the work takes beyond a run with one item. */
	growth(work: string, subject: Subject): number {
		const base = this.find(`${work.split('-')[0] ?? ''}-1`, subject);
		return Math.max(0, this.row(work, subject).peakMb - (base?.peakMb ?? 0));
	}

	ratio(work: string, above: Subject, below: Subject): number {
		return this.row(work, above).ms / this.row(work, below).ms;
	}
}

const number = (value: number): string =>
	value.toLocaleString('en-US', { maximumFractionDigits: 0 });
const milliseconds = (value: number): string =>
	value < 10_000 ? `${number(value)} ms` : `${(value / 1000).toFixed(1)} s`;
const times = (value: number): string =>
	`${value < 10 ? value.toFixed(value < 2 ? 2 : 1) : number(value)} ×`;

/** The table of docs/scale.md: one line for each work, and how it was measured. */
export function table(works: Work[], results: Results, about: string): string {
	const lines = [
		'| Work | This node | HTTP Request | axios | Faster | Time / axios | Requests | Connections | Memory, MB |',
		'|---|--:|--:|--:|--:|--:|--:|--:|--:|',
	];
	const both = (work: Work, pick: (subject: Subject) => number | undefined): string => {
		const [ours, rival] = (['ours', 'httpRequest'] as const).map((subject) =>
			results.find(work.id, subject) ? pick(subject) : undefined,
		);
		return `${ours === undefined ? '' : number(ours)}${rival === undefined ? '' : ` / ${number(rival)}`}`;
	};
	for (const work of works) {
		if (work.base) continue;
		const [ours, rival, floor] = (['ours', 'httpRequest', 'axios'] as const).map(
			(subject) => results.find(work.id, subject)?.ms,
		);
		const cells = [
			work.name,
			...[ours, rival, floor].map((ms) => (ms === undefined ? '–' : milliseconds(ms))),
			ours === undefined || rival === undefined ? '–' : times(rival / ours),
			ours === undefined || floor === undefined ? '–' : times(ours / floor),
			both(work, (subject) => results.row(work.id, subject).requests),
			both(work, (subject) => results.row(work.id, subject).connections),
			both(work, (subject) => results.growth(work.id, subject)),
		];
		lines.push(`| ${cells.join(' | ')} |`);
	}
	return `${lines.join('\n')}\n\n${about}`;
}
