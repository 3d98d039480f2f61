import { asRecord } from '../errors';
import type { Fields } from './values';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Text without a list is an error reply: so much of it is kept. */
const HEAD_LIMIT = 4096;
/** Characters of one record; a longer one is no record of 2.6. */
const RECORD_LIMIT = 1_000_000;

/**
 * Reads records out of a report's JSON as it arrives, whatever holds them: `message_data`, `result`, another single list, a bare list,
 * or the list without a key that 4.16 shows and that is not JSON. Only the record at hand is kept.
 */
export class RecordScanner {
	/** The first characters, until a record was seen. */
	head = '';
	/** Whether the text ended where its brackets do. */
	complete = false;
	/** Whether a list of records began. */
	found = false;
	/** Whether a record was left out for its length. */
	oversized = false;
	private depth = 0;
	private listDepth = -1;
	private inText = false;
	private escaped = false;
	private record: string | undefined;

	/** Takes the next piece of text; returns the records that it completes. */
	push(piece: string): Fields[] {
		const records: Fields[] = [];
		if (this.head.length < HEAD_LIMIT) this.head += piece.slice(0, HEAD_LIMIT - this.head.length);
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
					const record = read(this.record + piece.slice(start, at + 1));
					if (record !== undefined) records.push(record);
					this.record = undefined;
				}
				// An empty list may stand before the one with the records.
				if (code === CLOSE_LIST && this.depth === this.listDepth - 1) this.listDepth = -1;
				this.complete = this.depth === 0;
			}
		}
		if (this.record !== undefined) {
			this.record += piece.slice(start);
			if (this.record.length > RECORD_LIMIT) {
				this.oversized = true;
				this.record = undefined;
			}
		}
		return records;
	}
}

function read(text: string): Fields | undefined {
	try {
		return asRecord(JSON.parse(text));
	} catch {
		return undefined;
	}
}
