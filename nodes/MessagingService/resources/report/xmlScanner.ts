import { boundValue, tooLarge, type Fields } from '../../../shared/reply';

interface Element {
	name: string;
	fields: Fields;
	/** How many fields were put into it. */
	count: number;
	/** Whether one of them is a message ID, so that it is a record as long as it is read. */
	isRecord: boolean;
	text: string;
}

/** Elements within each other; an alternative SMS in a record of a list lies five deep. */
const MOST_LEVELS = 50;
/** Fields of one element, or records that are none of ours beside each other. */
const MOST_FIELDS = 100_000;

const RECORD_KEY = /^message_?id$/i;
const PHONE_KEY = /^(?:msisdn|phone)$/i;
const NAMED: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
};

function decode(text: string): string {
	return text.replace(
		/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi,
		(whole, decimal?: string, hex?: string, name?: string) => {
			const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
			if (code !== undefined) return code <= 0x10ffff ? String.fromCodePoint(code) : '';
			return NAMED[name?.toLowerCase() ?? ''] ?? whole;
		},
	);
}

/** Puts a value into an element. @throws RangeError when it holds more than any element of a report does */
function put(element: Element, name: string, value: unknown): void {
	if (++element.count > MOST_FIELDS) throw tooLarge();
	element.fields[name] = value;
	element.isRecord ||= RECORD_KEY.test(name);
}

/** Whether a complete element is a record of a message: some services name its ID `id`, as many other things have one. */
function isMessage({ isRecord, fields }: Element): boolean {
	const names = Object.keys(fields);
	return isRecord || (names.includes('id') && names.some((name) => PHONE_KEY.test(name)));
}

/** The next attribute of a tag, or what stands in its place; each match goes on where the one before ended. */
const ATTRIBUTE = /\s*(?:([\w.:-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?|.)/gsy;

/**
 * Returns what reads records out of a report's xml as it arrives: an element that holds a message ID is one, whatever it is called and
 * wherever it lies, unless it lies within another (the alternative SMS). Only the record at hand is kept.
 */
export function xmlScanner() {
	let found = false;
	let complete = false;
	let rest = '';
	const stack: Element[] = [];

	function addText(text: string): void {
		const element = stack.at(-1);
		if (!element || text.trim() === '') return;
		element.text += text;
		boundValue(element.text);
	}

	function close(records: Fields[]): void {
		const element = stack.pop();
		if (!element) return;
		const { name, fields, text } = element;
		const parent = stack.at(-1);
		if (isMessage(element) && !stack.some(({ isRecord }) => isRecord)) {
			found = true;
			records.push(fields);
		} else if (parent) put(parent, name, element.count > 0 ? fields : text.trim());
		// The root closed: a report without records is complete too.
		if (!parent) complete = found = true;
	}

	function tag(text: string, records: Fields[]): void {
		if (/^[?!]/.test(text)) return;
		if (text.startsWith('/')) return close(records);
		const name = /^[^\s/]+/.exec(text)?.[0] ?? '';
		const element: Element = { name, fields: {}, count: 0, isRecord: false, text: '' };
		for (const [, key, double, single] of text.slice(name.length).matchAll(ATTRIBUTE)) {
			const value = double ?? single;
			if (key !== undefined && value !== undefined) put(element, key, decode(value));
		}
		if (stack.length === MOST_LEVELS) throw tooLarge();
		stack.push(element);
		if (text.endsWith('/')) close(records);
	}

	return {
		get found() {
			return found;
		},
		get complete() {
			return complete;
		},
		/** Takes the next piece of text; returns the records that it completes. */
		push(piece: string): Fields[] {
			const records: Fields[] = [];
			const text = rest + piece;
			let at = 0;
			for (let open = text.indexOf('<'); open >= 0; open = text.indexOf('<', at)) {
				// Nine characters tell a CDATA section from a comment and a declaration.
				if (text[open + 1] === '!' && text.length < open + 9) break;
				const data = text.startsWith('<![CDATA[', open);
				const mark = data ? ']]>' : text.startsWith('<!--', open) ? '-->' : '>';
				const end = text.indexOf(mark, open);
				if (end < 0) break;
				addText(decode(text.slice(at, open)));
				if (data) addText(text.slice(open + 9, end));
				else if (mark === '>') tag(text.slice(open + 1, end), records);
				at = end + mark.length;
			}
			rest = text.slice(at);
			boundValue(rest);
			return records;
		},
	};
}
