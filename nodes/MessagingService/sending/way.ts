import { clockReader } from './file/clocks';
import { groupsBy, type Group, type GroupOf } from './pieces';
import { identityOf, referenceOf } from './references';
import type { SendRun } from './run';
import type { Message, Recipient, Terms } from './message';

/** What is known of an earlier row. */
export type Earlier = Pick<Message, 'item' | 'position' | 'line' | 'phone' | 'text' | 'content'>;

/**
 * What differs between recipients that come as items and those of a file, in one place:
 *
 * |  | Items | A file |
 * |---|---|---|
 * | Its rows | are held | are read again, if they are many |
 * | A message is told apart | in the whole run | in its file |
 * | The record holds | each message: rows may be corrected between two tries | each piece: a million messages would take 19 MB. Another file is refused |
 * | Its pieces | are made of all rows, and leave side by side | leave when they are full, one after the other |
 * | Quiet Hours group | by the moment at which messages may go | by clocks, so that a piece is the same in each try |
 * | A row that fails, under Continue | is an error of its own | is a line of the result file; the error is that of the file |
 * | Its output | is made when all is done | is written while the file is sent, and drives the sending |
 */
export interface Way {
	/** What applies to the message of an item. */
	termsOf(item: number): Terms;
	/** Tells a message from all others of the run; '' if the record does not know it by itself. */
	identityOf(message: Message): string;
	/** The reference under which a message goes out. */
	referenceOf(message: Message): string;
	/** The number of a row that is judged now, from 1. */
	rowOf(message: Message): number;
	/** An earlier row by its number. */
	earlier(row: number): Earlier;
}

/** The rows of all items of a run. */
export function wayOfItems({ ctx, parameters, references }: SendRun): Way {
	const rows: Message[] = [];
	return {
		termsOf: (item) => parameters.termsOf(ctx, item),
		identityOf: (message) => identityOf(references.run, message),
		referenceOf: (message) => referenceOf(message, references),
		rowOf: (message) => rows.push(message),
		earlier: (row) => rows[row - 1] ?? NO_ROW,
	};
}
const NO_ROW: Earlier = { item: 0, position: -1, phone: '', text: '' };

/** The rows of one file, whose numbers are their lines. `isToSend`: references take time to make, and one who only judges needs none. */
export function wayOfFile(
	{ references }: Pick<SendRun, 'references'>,
	{ item, terms, isToSend }: { item: number; terms: Terms; isToSend: boolean },
): Way {
	// Files of several items may hold the same numbers.
	const source = { ...references, run: `${references.run} file ${item}` };
	return {
		termsOf: () => terms,
		identityOf: () => '',
		referenceOf: isToSend
			? (message) => referenceOf(message, source)
			: ({ reference }) => reference,
		rowOf: ({ line = 0 }) => line,
		earlier: (line) => ({ ...NO_ROW, item, position: line, line }),
	};
}

/**
 * How recipients of items are grouped. What an earlier request may have carried stays together, as `requestOf` says: what is learned of
 * it says nothing of the others.
 */
export function groupsOfItems(
	recipients: readonly Recipient[],
	requestOf: (message: Message) => object | undefined = () => undefined,
): GroupOf {
	const ids = new Map<object, number>();
	const idOf = (one: object | undefined): number => {
		if (!one) return 0;
		const id = ids.get(one) ?? ids.size + 1;
		ids.set(one, id);
		return id;
	};
	// Few lists have a number twice: the others need no count for each number.
	const repeats = recipients.some(({ message }) => message.nth > 0);
	const rounds = new Map<string, number>();
	/** How many that are ready have the number before it. */
	const roundOf = ({ phone }: Message): number => {
		const round = repeats ? (rounds.get(phone) ?? 0) : 0;
		if (repeats) rounds.set(phone, round + 1);
		return round;
	};
	const groupOf = groupsBy(
		({ message }) => `${idOf(message.terms)} ${idOf(requestOf(message))} ${message.sender}`,
		roundOf,
	);
	if (repeats) return groupOf;
	let last: { message: Message; request: object | undefined; group: Group } | undefined;
	return (recipient) => {
		const { message } = recipient;
		const request = requestOf(message);
		const isSame =
			last?.request === request &&
			last?.message.terms === message.terms &&
			last.message.sender === message.sender &&
			last.message.start === message.start;
		if (last && isSame) return last.group;
		last = { message, request, group: groupOf(recipient) };
		return last.group;
	};
}

/** What orders the messages of a file to one number: 0 for its first. */
export const roundInFile = ({ isFurther, nth }: Message): number => (isFurther ? nth : 0);

/** How the recipients of a file are grouped: those of one sender, and under Quiet Hours of the same clocks. */
export function groupsOfFile(isQuiet: boolean): GroupOf {
	const clockOf = isQuiet ? clockReader() : undefined;
	return groupsBy((one) => `${clockOf?.(one) ?? ''} ${one.message.sender}`, roundInFile);
}
