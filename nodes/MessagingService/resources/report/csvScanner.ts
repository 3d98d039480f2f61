import type { Fields } from '../../../shared/reply';

const QUOTE = '"';

/** Reads records out of a csv file as it arrives. The first line names the columns and shows the separator. */
export class CsvScanner {
	found = false;
	readonly complete = true;
	private names: string[] | undefined;
	private separator = '';
	private cells: string[] = [];
	private cell = '';
	private quoted = false;
	/** The last character was a quote inside a quoted cell: its end, or half of a doubled one. */
	private afterQuote = false;

	/** Takes the next piece of text; returns the records that it completes. */
	push(piece: string): Fields[] {
		const records: Fields[] = [];
		for (const character of piece) {
			if (this.quoted && !this.afterQuote) {
				if (character === QUOTE) this.afterQuote = true;
				else this.cell += character;
			} else if (this.afterQuote && character === QUOTE) {
				this.cell += QUOTE;
				this.afterQuote = false;
			} else if (character === QUOTE && this.cell === '' && !this.afterQuote) this.quoted = true;
			else if (character === '\n') this.endRow(records);
			else if (this.endsCell(character)) this.endCell();
			else if (character !== '\r') this.cell += character;
		}
		return records;
	}

	/** The record after which no line break came. */
	end(): Fields[] {
		const records: Fields[] = [];
		if (this.cell !== '' || this.cells.length > 0) this.endRow(records);
		return records;
	}

	private endsCell(character: string): boolean {
		if (this.separator === '' && (character === ',' || character === ';' || character === '\t')) this.separator = character;
		return character === this.separator;
	}

	private endCell(): void {
		this.cells.push(this.cell);
		this.cell = '';
		this.quoted = false;
		this.afterQuote = false;
	}

	private endRow(records: Fields[]): void {
		this.endCell();
		const { cells } = this;
		this.cells = [];
		if (cells.length === 1 && cells[0]?.trim() === '') return;
		if (!this.names) {
			this.names = cells.map((name) => name.trim());
			this.found = true;
		} else records.push(Object.fromEntries(this.names.map((name, at) => [name, cells[at] ?? ''])));
	}
}
