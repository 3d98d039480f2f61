import type { Fields } from '../../../shared/reply';

interface Element {
	name: string;
	fields: Fields;
	text: string;
}

const RECORD_KEY = /^message_?id$/i;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** Characters between two tags; more belong to no record. */
const TEXT_LIMIT = 1_000_000;

function decode(text: string): string {
	return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
		const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
		if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : '';
		return NAMED[name?.toLowerCase() ?? ''] ?? whole;
	});
}

const isRecord = ({ fields }: Element) => Object.keys(fields).some((key) => RECORD_KEY.test(key));

/**
 * Reads records out of a report's xml as it arrives: an element that holds a message id is one, whatever it is called and wherever
 * it lies, unless it lies within another (the alternative SMS). Only the record at hand is kept.
 */
export class XmlScanner {
	found = false;
	complete = false;
	private rest = '';
	private readonly stack: Element[] = [];

	/** Takes the next piece of text; returns the records that it completes. */
	push(piece: string): Fields[] {
		const records: Fields[] = [];
		const text = this.rest + piece;
		let at = 0;
		for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', at)) {
			// Nine characters tell a CDATA section from a comment and a declaration.
			if (text[open + 1] === '!' && text.length < open + 9) break;
			const data = text.startsWith('<![CDATA[', open);
			const mark = data ? ']]>' : text.startsWith('<!--', open) ? '-->' : '>';
			const close = text.indexOf(mark, open);
			if (close < 0) break;
			this.addText(decode(text.slice(at, open)));
			if (data) this.addText(text.slice(open + 9, close));
			else if (mark === '>') this.tag(text.slice(open + 1, close), records);
			at = close + mark.length;
		}
		this.rest = text.slice(at);
		if (this.rest.length > TEXT_LIMIT) throw new RangeError('A value of the report is longer than 1,000,000 characters');
		return records;
	}

	private addText(text: string): void {
		const element = this.stack.at(-1);
		if (element && text.trim() !== '') element.text += text;
	}

	private tag(tag: string, records: Fields[]): void {
		if (tag.startsWith('?') || tag.startsWith('!')) return;
		if (tag.startsWith('/')) {
			this.close(records);
			return;
		}
		const name = /^[^\s/]+/.exec(tag)?.[0] ?? '';
		const fields: Fields = {};
		for (const [, key = '', double, single] of tag.slice(name.length).matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
			fields[key] = decode(double ?? single ?? '');
		}
		this.stack.push({ name, fields, text: '' });
		if (tag.endsWith('/')) this.close(records);
	}

	private close(records: Fields[]): void {
		const element = this.stack.pop();
		if (!element) return;
		const parent = this.stack.at(-1);
		if (isRecord(element) && !this.stack.some(isRecord)) {
			this.found = true;
			records.push(element.fields);
		} else if (parent) parent.fields[element.name] = Object.keys(element.fields).length > 0 ? element.fields : element.text.trim();
		// The root closed: a report without records is complete too.
		if (!parent) {
			this.complete = true;
			this.found = true;
		}
	}
}
