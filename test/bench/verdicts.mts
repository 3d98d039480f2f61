import type { Results } from './report.mts';
import { ALLOWED } from './works.mts';
import type { Subject } from './works.mts';

/** One goal and whether it is met. */
export interface Verdict {
	met: boolean;
	text: string;
}

/**
 * Compares with what the package promises, as far as it was measured.
 * @param slack 1 for the promise itself, more where a busy machine may not fail it
 */
export function verdicts(results: Results, slack: number): Verdict[] {
	const found: Verdict[] = [];
	const most = (text: string, value: number, limit: number): void => {
		found.push({
			met: value <= limit,
			text: `${text}: ${value.toFixed(2)}, at most ${limit.toFixed(2)}`,
		});
	};
	const least = (text: string, value: number, limit: number): void => {
		found.push({
			met: value >= limit,
			text: `${text}: ${value.toFixed(2)}, at least ${limit.toFixed(2)}`,
		});
	};
	const has = (work: string, ...subjects: Subject[]): boolean =>
		subjects.every((subject) => results.find(work, subject) !== undefined);

	const many = 'campaign-10000';
	if (has(many, 'ours', 'httpRequest', 'axios')) {
		most('10,000 recipients: requests', results.row(many, 'ours').requests, 1);
		least(
			'10,000 recipients: times faster than the HTTP Request node',
			results.ratio(many, 'httpRequest', 'ours'),
			75 / slack,
		);
		most('10,000 recipients: time of raw axios', results.ratio(many, 'ours', 'axios'), 2 * slack);
		most(
			"10,000 recipients: share of the HTTP Request node's memory growth",
			results.growth(many, 'ours') / Math.max(1, results.growth(many, 'httpRequest')),
			0.5,
		);
	}
	for (const [id, name] of [
		['campaign-10000-expressions', 'texts as expressions'],
		['campaign-10000-computed', 'texts as computed expressions'],
	] as const) {
		if (!has(id, 'ours', 'httpRequest')) continue;
		most(`10,000 recipients, ${name}: requests`, results.row(id, 'ours').requests, 1);
		least(
			`10,000 recipients, ${name}: times faster than the HTTP Request node`,
			results.ratio(id, 'httpRequest', 'ours'),
			1.5 / Math.min(slack, 1.2),
		);
	}
	const lots = 'campaign-100000';
	if (has(lots, 'ours'))
		most('100,000 recipients: requests', results.row(lots, 'ours').requests, 10);
	if (has(lots, 'ours') && has(many, 'ours')) {
		most(
			'100,000 recipients: time of ten times 10,000',
			results.row(lots, 'ours').ms / (10 * results.row(many, 'ours').ms),
			1.2 * slack,
		);
		most(
			'100,000 recipients: memory growth of ten times 10,000',
			results.growth(lots, 'ours') / (10 * Math.max(1, results.growth(many, 'ours'))),
			1.2 * slack,
		);
	}
	const automatic = 'single-1000-automatic';
	if (has(automatic, 'ours', 'httpRequest')) {
		most(
			'1,000 single sends, automatic: connections',
			results.row(automatic, 'ours').connections,
			100,
		);
		least(
			'1,000 single sends, automatic: times faster than the HTTP Request node',
			results.ratio(automatic, 'httpRequest', 'ours'),
			1.5 / slack,
		);
	}
	const limited = 'single-1000-limited';
	if (has(limited, 'ours')) {
		const { ms } = results.row(limited, 'ours');
		// What goes out at once at the beginning counts as well; a run in which a message failed is no result.
		least(
			`1,000 single sends at a service that allows ${ALLOWED} a second: share of that rate`,
			1_000_000 / ms / ALLOWED,
			0.9 / slack,
		);
	}
	const file = 'file-1000000';
	if (has(file, 'ours', 'before'))
		most(
			'1,000,000 from a file: time of the code before',
			results.ratio(file, 'ours', 'before'),
			slack,
		);
	const mixed = 'campaign-10000-mixed';
	if (has(mixed, 'ours', 'axios'))
		most(
			'10,000 recipients of twenty countries: time of raw axios',
			results.ratio(mixed, 'ours', 'axios'),
			2.2 * slack,
		);
	if (has(file, 'ours')) {
		most('1,000,000 from a file: requests', results.row(file, 'ours').requests, 100);
		most('1,000,000 from a file: connections', results.row(file, 'ours').connections, 1);
	}
	if (has(file, 'ours') && has('file-1', 'ours'))
		most('1,000,000 from a file: MB beyond 1 recipient', results.growth(file, 'ours'), 400);
	const bounded = 'file-1000000-bounded';
	if (has(bounded, 'ours') && has('file-1', 'ours'))
		most(
			'1,000,000 from a file, Node.js with a heap of 128 MB: MB beyond 1 recipient',
			results.growth(bounded, 'ours'),
			120,
		);
	if (has(file, 'ours') && has('file-100000', 'ours'))
		most(
			'1,000,000 from a file: time of ten times 100,000',
			results.row(file, 'ours').ms / (10 * results.row('file-100000', 'ours').ms),
			1.2 * slack,
		);
	return found;
}
