import type { Message } from '../outcomes';

/*
 * Which lines of a file a request carried, and for which numbers, in a few characters each. A later try may cut the file into other
 * requests, as when a number is left out by then, so that what was sent has to be known line by line.
 *
 * The text has two parts. The first names the lines by the gap to the line before, `gap` or `gap+further`, where so many further lines
 * follow without a gap; all numbers are written in base 36. A gap of 0 is another number of the same line. The second part has three
 * characters for each, which tell its number from others: two numbers of one line share them once in 262,000 times.
 */

const BASE = 36;
const CODE_LENGTH = 3;
/** The largest prime that three characters of six bits hold. */
const CODES = 262_139;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Takes an MSISDN; returns the three characters that stand for it. */
function codeOf(phone: string): string {
	const code = Number(phone) % CODES;
	return [code >> 12, code >> 6, code].map((part) => DIGITS.charAt(part & 63)).join('');
}

const lineOf = ({ line = 0 }: Pick<Message, 'line'>): number => line;

/** Takes the messages of a request; returns which lines and numbers they are, as text. */
export function writeSentLines(messages: ReadonlyArray<Pick<Message, 'line' | 'phone'>>): string {
	const sorted = [...messages].sort((one, other) => lineOf(one) - lineOf(other));
	const runs: Array<{ gap: number; further: number }> = [];
	let before = 0;
	for (const message of sorted) {
		const gap = lineOf(message) - before;
		const run = runs.at(-1);
		if (run && gap === 1) run.further++;
		else runs.push({ gap, further: 0 });
		before = lineOf(message);
	}
	const lines = runs.map(
		({ gap, further }) => gap.toString(BASE) + (further > 0 ? `+${further.toString(BASE)}` : ''),
	);
	return `${lines.join(',')}|${sorted.map(({ phone }) => codeOf(phone)).join('')}`;
}

/** Lines and numbers that a request carried. */
export interface SentLines {
	has(message: Pick<Message, 'line' | 'phone'>): boolean;
}

/** Takes a text of writeSentLines; returns what it holds. */
export function readSentLines(text: string): SentLines {
	const [runs = '', codes = ''] = text.split('|');
	const lines = new Int32Array(codes.length / CODE_LENGTH);
	let [line, count] = [0, 0];
	for (const run of runs.split(',')) {
		const [gap = '', further = '0'] = run.split('+');
		line += Number.parseInt(gap, BASE);
		lines[count++] = line;
		for (let more = Number.parseInt(further, BASE); more > 0; more--) lines[count++] = ++line;
	}

	/** The place of the first entry of a line, or of what would follow it. */
	function placeOf(wanted: number): number {
		let [from, to] = [0, lines.length];
		while (from < to) {
			const middle = (from + to) >> 1;
			if ((lines[middle] ?? 0) < wanted) from = middle + 1;
			else to = middle;
		}
		return from;
	}

	return {
		has(message) {
			const wanted = lineOf(message);
			if (!(wanted >= (lines[0] ?? NaN) && wanted <= (lines.at(-1) ?? NaN))) return false;
			const code = codeOf(message.phone);
			for (let place = placeOf(wanted); lines[place] === wanted; place++)
				if (codes.startsWith(code, place * CODE_LENGTH)) return true;
			return false;
		},
	};
}
