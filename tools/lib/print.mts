import { clearLine, cursorTo } from 'node:readline';
import { styleText } from 'node:util';
import stringWidth from 'string-width';

// What the tools write to a terminal, and the plain lines that they write where there is none.

const colourful = process.stdout.isTTY === true && process.env.NO_COLOR === undefined;
const paint =
	(style: Parameters<typeof styleText>[0]) =>
	(text: string): string =>
		colourful ? styleText(style, text) : text;

export const bold = paint('bold');
export const dim = paint('dim');
export const red = paint('red');
export const green = paint('green');

/** Empties the line of the terminal in which the cursor stands, and goes to its beginning. */
function emptyLine(): void {
	cursorTo(process.stdout, 0);
	clearLine(process.stdout, 1);
}

/** @returns e.g. "850 ms", "12 s", "3 min 05 s" */
export function duration(milliseconds: number): string {
	if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
	const seconds = Math.round(milliseconds / 1000);
	if (seconds < 60) return `${seconds} s`;
	return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

export interface Step {
	/** Shows what the step is doing now. */
	note(text: string): void;
	/** Ends the step well. */
	done(text?: string): void;
	/** Ends the step badly. */
	fail(text: string): void;
}

/** Starts a step that shows its name, what it does and for how long. Without a terminal a line is printed every 15 s. */
export function step(name: string): Step {
	const started = Date.now();
	let note = '';
	let lastPlain = started;
	const line = (): string =>
		`${name} ${dim(`${duration(Date.now() - started)}${note ? `  ${note}` : ''}`)}`;
	const fit = (text: string): string => (text.length > 200 ? text.slice(0, 200) : text);
	const draw = (): void => {
		if (process.stdout.isTTY) {
			emptyLine();
			process.stdout.write(fit(`… ${line()}`));
		} else if (Date.now() - lastPlain >= 15_000) {
			lastPlain = Date.now();
			console.log(`… ${line()}`);
		}
	};
	const timer = setInterval(draw, 500);
	timer.unref();
	draw();
	const end = (mark: string, text: string): void => {
		clearInterval(timer);
		if (process.stdout.isTTY) emptyLine();
		console.log(`${mark} ${name} ${dim(duration(Date.now() - started))}${text ? `  ${text}` : ''}`);
	};
	return {
		note: (text) => {
			note = text.replace(/\s+/g, ' ').slice(0, 100);
		},
		done: (text = '') => end(green('✔'), text),
		fail: (text) => end(red('✘'), text),
	};
}

/** Runs `job` as a step; a failure ends the step and is thrown on. */
export async function during<T>(name: string, job: (step: Step) => Promise<T>): Promise<T> {
	const current = step(name);
	try {
		const result = await job(current);
		current.done();
		return result;
	} catch (error) {
		current.fail(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
		throw error;
	}
}

/** @returns the rows as aligned text; numbers to the right. The first row is the head. */
export function table(rows: ReadonlyArray<ReadonlyArray<string | number>>): string {
	const [head = [], ...body] = rows;
	const widths = head.map((_, column) =>
		Math.max(...rows.map((row) => stringWidth(String(row[column] ?? '')))),
	);
	const numeric = head.map(
		(_, column) =>
			body.length > 0 &&
			body.every((row) => row[column] === '' || /^-?[\d.,]+( %)?$/.test(String(row[column]))),
	);
	const render = (row: ReadonlyArray<string | number>): string =>
		head
			.map((_, column) => {
				const text = String(row[column] ?? '');
				const space = ' '.repeat((widths[column] ?? 0) - stringWidth(text));
				return numeric[column] ? space + text : text + space;
			})
			.join('  ')
			.trimEnd();
	return [
		bold(render(head)),
		dim(widths.map((width) => '─'.repeat(width)).join('  ')),
		...body.map(render),
	].join('\n');
}

/** @returns a bar of `width` columns, filled to `share` (0 to 1). */
export function bar(share: number, width = 40): string {
	const filled = Math.round(Math.min(1, Math.max(0, share)) * width);
	return green('█'.repeat(filled)) + dim('░'.repeat(width - filled));
}

let drawn = '';

/** Draws `text` over the line before on a terminal; else prints it as a line of its own when it changed. */
export function redraw(text: string): void {
	if (process.stdout.isTTY) {
		emptyLine();
		process.stdout.write(text);
	} else if (text !== drawn) console.log(text);
	drawn = text;
}
