import { boundValue, tooLarge, type Fields } from '../../../shared/reply';

const QUOTE = '"';
const SEPARATORS = [',', ';', '\t'];
/** Cells of a row; a record of 2.6 has about twenty. Without a bound a file of separators would be held many times over. */
const MOST_CELLS = 1000;

/** Returns what reads records out of a csv file as it arrives. The first line names the columns and shows the separator. */
export function csvScanner() {
	let names: string[] | undefined;
	let separator = '';
	let cells: string[] = [];
	let cell = '';
	let quoted = false;
	/** The last character was a quote inside a quoted cell: its end, or half of a doubled one. */
	let afterQuote = false;
	let complete = false;

	function endCell(): void {
		if (cells.length === MOST_CELLS) throw tooLarge();
		cells.push(cell);
		cell = '';
		quoted = afterQuote = false;
	}

	function endRow(records: Fields[]): void {
		endCell();
		const row = cells;
		cells = [];
		if (row.length === 1 && row[0]?.trim() === '') return;
		if (names) records.push(Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])));
		else names = row.map((name) => name.trim());
	}

	return {
		/** Whether the text ended outside of quotes: one that is never closed swallows what follows. */
		get complete() {
			return complete;
		},
		get found() {
			return names !== undefined;
		},
		/** Takes the next piece of text; returns the records that it completes. */
		push(piece: string): Fields[] {
			const records: Fields[] = [];
			for (const character of piece) {
				if (quoted && !afterQuote) {
					if (character === QUOTE) afterQuote = true;
					else cell += character;
				} else if (afterQuote && character === QUOTE) {
					cell += QUOTE;
					afterQuote = false;
				} else if (character === QUOTE && cell === '' && !afterQuote) quoted = true;
				else if (character === '\n') endRow(records);
				else {
					if (separator === '' && SEPARATORS.includes(character)) separator = character;
					if (character === separator) endCell();
					else if (character !== '\r') cell += character;
				}
			}
			boundValue(cell);
			return records;
		},
		/** The record after which no line break came. */
		end(): Fields[] {
			const records: Fields[] = [];
			complete = !quoted || afterQuote;
			if (cell !== '' || cells.length > 0) endRow(records);
			return records;
		},
	};
}
