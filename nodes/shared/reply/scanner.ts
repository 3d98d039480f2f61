import { parseJson } from '../json';
import type { Fields } from './values';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Characters of one record or value; a longer one is none of 2.6, and would be held whole. */
export const VALUE_LIMIT = 1_000_000;

/** What stops the reading of a report that holds more at once than any does. */
export const tooLarge = (): RangeError => new RangeError('A value of the response is too large');

/** Takes what is held of a record or value. @throws RangeError when it is longer than 1,000,000 characters */
export function boundValue({ length }: string): void {
	if (length > VALUE_LIMIT) throw tooLarge();
}

/**
 * Reads records out of a report's JSON as it arrives, whatever holds them: `message_data`, `result`, another single list, a bare list,
 * or the list without a key that 4.16 shows and that is not JSON. Only the record at hand is kept.
 */
export class RecordScanner {
	/** Whether the text ended where its brackets do. */
	complete = false;
	/** Whether a list of records began. */
	found = false;
	private depth = 0;
	private listDepth = -1;
	private inText = false;
	private escaped = false;
	private record: string | undefined;

	/** Takes the next piece of text; returns the records that it completes. @throws SyntaxError, RangeError when one is broken or endless */
	push(piece: string): Fields[] {
		const records: Fields[] = [];
		let start = 0;
		for (let at = 0; at < piece.length; at++) {
			const code = piece.charCodeAt(at);
			if (this.inText) {
				if (this.escaped) this.escaped = false;
				else if (code === BACKSLASH) this.escaped = true;
				else if (code === QUOTE) this.inText = false;
			} else if (code === QUOTE) this.inText = true;
			else if (code === OPEN || code === OPEN_LIST) {
				// The list lies at the top, or directly in the object at the top.
				if (code === OPEN_LIST && this.listDepth < 0 && this.depth <= 1) {
					this.listDepth = this.depth + 1;
					this.found = true;
				} else if (code === OPEN && this.depth === this.listDepth) {
					this.record = '';
					start = at;
				}
				this.depth++;
				this.complete = false;
			} else if (code === CLOSE || code === CLOSE_LIST) {
				this.depth--;
				if (this.record !== undefined && this.depth === this.listDepth) {
					records.push(parseJson(this.record + piece.slice(start, at + 1)) as Fields);
					this.record = undefined;
				}
				// An empty list may stand before the one with the records.
				if (code === CLOSE_LIST && this.depth === this.listDepth - 1) this.listDepth = -1;
				this.complete = this.depth === 0;
			}
		}
		if (this.record !== undefined) {
			this.record += piece.slice(start);
			boundValue(this.record);
		}
		return records;
	}
}
