import { isBlank } from '../../shared/text';
import { accept, readText, type Checked } from '../../shared/validation';
import { valueOf } from '../dispatch/parameters';
import { LINK_PLACE } from './linkedText';

/** A button of an approval. */
interface Decision {
	label: string;
	approved: boolean;
}

/** What somebody is asked, as the page shows it. */
export interface Question {
	/** What the answer is: a button, or what is typed. */
	kind: 'approval' | 'freeText';
	/** Who asks: the sender of the message. */
	asker: string;
	title: string;
	text: string;
	/** Of an approval. */
	decisions: Decision[];
	/** Of a free text. */
	submitLabel: string;
	/** Shown when the answer has come. */
	thanks: string;
}

/** Reads a parameter by its name; the second is what it is where it is not set. */
type ReadParameter = (name: string, fallback: unknown) => unknown;

const textOf = (value: unknown, otherwise: string): string =>
	typeof value === 'string' && !isBlank(value) ? value.trim() : otherwise;

/** The values of a group of fields. */
export function valuesOf(group: unknown): Partial<Record<string, unknown>> {
	const { values } = Object(group) as { values?: unknown };
	return Object(values) as Partial<Record<string, unknown>>;
}

function decisionsOf(read: ReadParameter): Decision[] {
	const values = valuesOf(read('approvalOptions', {}));
	const option = (name: string, fallback: string) => textOf(values[name], fallback);
	const approve = { label: option('approveLabel', 'Approve'), approved: true };
	if (option('approvalType', 'double') === 'single') return [approve];
	return [approve, { label: option('disapproveLabel', 'Decline'), approved: false }];
}

/** Reads the question, as the page shows it, from the node's parameters, or says why it cannot be asked. */
export function readQuestion(read: ReadParameter): Checked<Question> {
	const kind = read('responseType', 'approval') === 'freeText' ? 'freeText' : 'approval';
	const own = read('options.pageText', '');
	const text = readText(isBlank(own) ? read('message', '') : own);
	if (!text.ok) return text;
	return accept({
		kind,
		asker: textOf(valueOf(read('sender', '')), ''),
		title: textOf(read('options.pageTitle', ''), ''),
		text: text.value.split(LINK_PLACE).join('').trim(),
		decisions: kind === 'approval' ? decisionsOf(read) : [],
		submitLabel: textOf(read('submitLabel', ''), 'Send Answer'),
		thanks: textOf(read('options.confirmationText', ''), 'Thank you. Your answer has arrived.'),
	});
}

/** How many segments a message with its link takes at most, unless the user chooses otherwise. */
export const DEFAULT_SEGMENTS = 2;
