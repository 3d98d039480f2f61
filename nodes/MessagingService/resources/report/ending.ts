import type { ReportFormat } from './head';

/** So much of the end of a file is looked at. */
const TAIL_CHARACTERS = 200;
const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENING: readonly number[] = [0x5b, 0x7b];
const CLOSING: readonly number[] = [0x5d, 0x7d];

/** Watches a file go by, one piece of text after the other. */
export interface Ending {
	push(piece: string): void;
	/** Whether what came so far is complete, as far as the format shows it. */
	isWhole(): boolean;
}

/** JSON is complete where its brackets are closed. */
function ofJson(): Ending {
	let depth = 0;
	let inText = false;
	let isEscaped = false;
	return {
		push(piece) {
			for (let at = 0; at < piece.length; at++) {
				const code = piece.charCodeAt(at);
				if (inText) {
					if (isEscaped) isEscaped = false;
					else if (code === BACKSLASH) isEscaped = true;
					else if (code === QUOTE) inText = false;
				} else if (code === QUOTE) inText = true;
				else if (OPENING.includes(code)) depth++;
				else if (CLOSING.includes(code)) depth--;
			}
		},
		isWhole: () => depth === 0 && !inText,
	};
}

/** XML is complete where the last thing in it closes an element that was its first. */
function ofXml(): Ending {
	let head = '';
	let tail = '';
	return {
		push(text) {
			if (head.length < TAIL_CHARACTERS * 5) head += text.slice(0, TAIL_CHARACTERS * 5);
			tail = (tail + text).slice(-TAIL_CHARACTERS);
		},
		isWhole() {
			const [, root = ''] = /<([^\s?!/>]+)/.exec(head) ?? [];
			const [, last = ''] = /<\/?([^\s<>/]+)[^<>]*>\s*(?:<!--[^]*-->\s*)?$/.exec(tail) ?? [];
			return root !== '' && last === root;
		},
	};
}

/** Takes the format of a file; returns what watches it go by. Nothing in csv tells that more was to come. */
export function endingOf(format: ReportFormat): Ending {
	if (format === 'json') return ofJson();
	if (format === 'xml') return ofXml();
	return { push: () => undefined, isWhole: () => true };
}
