import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { boundValue, tooLarge, VALUE_LIMIT, type Fields } from '../../../shared/reply';

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

/**
 * Returns what reads records out of a report's xml as it arrives: an element that holds a message ID is one, whatever it is called and
 * wherever it lies, unless it lies within another (the alternative SMS). Only the record at hand is kept.
 */
export function xmlScanner() {
	const parser = new SaxesParser();
	const stack: Element[] = [];
	let records: Fields[] = [];
	let complete = false;
	/** Characters since something was read to its end: the parser holds them. */
	let held = 0;

	function addText(text: string): void {
		const element = stack.at(-1);
		if (!element || text.trim() === '') return;
		element.text += text;
		boundValue(element.text);
	}

	function open({ name, attributes }: SaxesTagPlain): void {
		held = 0;
		if (stack.length === MOST_LEVELS) throw tooLarge();
		const element: Element = { name, fields: {}, count: 0, isRecord: false, text: '' };
		for (const [key, value] of Object.entries(attributes)) put(element, key, value);
		stack.push(element);
	}

	function close(): void {
		held = 0;
		const element = stack.pop();
		if (!element) return;
		const { name, fields, text } = element;
		const parent = stack.at(-1);
		if (isMessage(element) && !stack.some(({ isRecord }) => isRecord)) records.push(fields);
		else if (parent) put(parent, name, element.count > 0 ? fields : text.trim());
		complete ||= !parent;
	}

	parser.on('error', (error) => {
		throw new SyntaxError(error.message);
	});
	parser.on('text', addText);
	parser.on('cdata', addText);
	parser.on('opentag', open);
	parser.on('closetag', close);

	return {
		/** The root closed: a report without records is complete, too. */
		get complete() {
			return complete;
		},
		get found() {
			return complete;
		},
		/** Takes the next piece of text; returns the records that it completes. @throws SyntaxError where it is no XML, RangeError for what is too large */
		push(piece: string): Fields[] {
			records = [];
			held += piece.length;
			parser.write(piece);
			if (held > VALUE_LIMIT) throw tooLarge();
			return records;
		},
	};
}
