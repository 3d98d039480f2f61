/** A mutant that no judge noticed. Its line is named by what it holds, so that a change above it moves nothing. */
export interface Survivor {
	/** The line on which the change begins. */
	line: string;
	from: string;
	to: string;
}

/** A survivor as survivors.json has it. */
export interface Explained extends Survivor {
	/** Why no test could, or should, notice it. */
	why: string;
}

interface Position {
	/** Counted from 1, as the column is. */
	line: number;
	column: number;
}

/** What is read of StrykerJS's report on one file. */
export interface Report {
	files: Record<
		string,
		{
			source: string;
			mutants: ReadonlyArray<{
				status: string;
				replacement?: string;
				location: { start: Position; end: Position };
			}>;
		}
	>;
}

const SURVIVED = ['Survived', 'NoCoverage'];
/** A mutant that never ends, or with which no test loads, is noticed, too. */
const KILLED = ['Killed', 'Timeout', 'RuntimeError', 'CompileError'];

/** Characters of code that a list shows. */
const SHOWN = 100;
const inShort = (code: string): string => {
	const text = code.trim().replace(/\s+/g, ' ');
	return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
};

/** What survived according to a report, in the order of the source, and how many mutants did not. */
export function survivorsIn(report: Report): { survivors: Survivor[]; killed: number } {
	const survivors: Survivor[] = [];
	let killed = 0;
	for (const { source, mutants } of Object.values(report.files)) {
		const lines = source.split('\n');
		const at = ({ line, column }: Position): number =>
			lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0) + column - 1;
		const survived = mutants
			.filter(({ status }) => SURVIVED.includes(status))
			.sort((a, b) => at(a.location.start) - at(b.location.start));
		for (const { location, replacement = '' } of survived) {
			const from = source.slice(at(location.start), at(location.end));
			const line = lines[location.start.line - 1] ?? '';
			survivors.push({ line: line.trim(), from: inShort(from), to: inShort(replacement) });
		}
		killed += mutants.filter(({ status }) => KILLED.includes(status)).length;
	}
	return { survivors, killed };
}

const keyOf = ({ line, from, to }: Survivor): string => JSON.stringify([line, from, to]);

/** Holds what survived against the list: what the list does not explain, and what is in it and did not survive. */
export function compare(
	survivors: readonly Survivor[],
	listed: readonly Explained[],
): { unexplained: Survivor[]; gone: Explained[] } {
	const gone = [...listed];
	const unexplained = survivors.filter((one) => {
		const index = gone.findIndex((other) => keyOf(other) === keyOf(one));
		const [found] = index < 0 ? [] : gone.splice(index, 1);
		return !found?.why.trim();
	});
	return { unexplained, gone };
}
