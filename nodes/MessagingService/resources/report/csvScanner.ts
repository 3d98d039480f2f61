import { tooLarge, VALUE_LIMIT, type Fields } from '../../../shared/reply';
import { csvReader, type CsvRow } from '../../../shared/text';

/** Cells of a row; a record of 2.6 has about twenty. Without a bound a file of separators would be held many times over. */
const MOST_CELLS = 1000;

/** Returns what reads records out of a csv file as it arrives. The first line names the columns and shows the separator. */
export function csvScanner() {
	const reader = csvReader(VALUE_LIMIT, tooLarge);
	let names: string[] | undefined;
	let complete = false;

	function recordOf({ cells }: CsvRow): Fields[] {
		if (cells.length > MOST_CELLS) throw tooLarge();
		if (names) return [Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))];
		names = cells.map((name) => name.trim());
		return [];
	}

	return {
		/** Whether the text ended outside of quotes: one that is never closed swallows what follows. */
		get complete() {
			return complete;
		},
		get found() {
			return names !== undefined;
		},
		/** Takes the next piece of text; returns the records that it completes. @throws RangeError for a row that is too long */
		push(piece: string): Fields[] {
			return reader.push(piece).flatMap(recordOf);
		},
		/** The record after which no line break came. */
		end(): Fields[] {
			const last = endOf(reader);
			complete = last !== undefined;
			return (last ?? []).flatMap(recordOf);
		},
	};
}

/** The last row of a text; undefined where a quote in it is never closed, which is all that a reader throws at the end. */
function endOf(reader: ReturnType<typeof csvReader>): CsvRow[] | undefined {
	try {
		return reader.end();
	} catch {
		return undefined;
	}
}
